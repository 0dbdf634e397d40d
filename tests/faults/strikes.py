"""Where a process can be struck in the middle of a turn, and how.

A process passes places: model calls, the tool's effect, and every statement and COMMIT that Django
sends (`watching`). At a place that is armed it is killed, stopped, held or refused.
"""

import asyncio
import signal
import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Action(StrEnum):
    """What happens at a place."""

    KILL = "kill"
    """SIGKILL."""
    STOP = "stop"
    """SIGSTOP, until the test sends SIGCONT."""
    HOLD = "hold"
    """Wait until the test releases the place."""
    REFUSE = "refuse"
    """Fail, instead of what would have been done there; after a COMMIT: its answer is lost."""
    CUT = "cut"
    """End the connection at the server's side, then go on. Only in a database on PostgreSQL."""
    FORGET = "forget"
    """Let a connection on PostgreSQL lose the statements that it was told to keep, then go on."""
    GONE = "gone"
    """Refuse this and everything else that is asked of the database from now on."""


@dataclass(frozen=True)
class Place:
    """A place that was passed; `sql` of a statement, and the `transaction` that it belongs to.

    `outlives`: the server, which passes it inside a text, goes on to the COMMIT though the process
    dies there.
    """

    name: str
    sql: str = ""
    transaction: str = ""
    outlives: bool = False


class Refused(Exception):
    """What a model or a tool meets at a place that is refused."""


class Strikes:
    """The armed places of this process, and all that it has passed since they were armed."""

    def __init__(self) -> None:
        self.passed: list[Place] = []
        self.tell: Callable[[dict[str, Any]], None] = print
        self.database_is_gone = False
        self._armed: dict[str, Action] = {}
        self._gates: dict[str, threading.Event] = {}
        self._numbers: Counter[str] = Counter()
        self._lock = threading.Lock()

    def arm(self, actions: dict[str, Action]) -> None:
        """Strike at these places, each once; whatever is numbered starts anew."""
        with self._lock:
            self.passed = []
            self.database_is_gone = False
            self._armed = dict(actions)
            self._gates = {place: threading.Event() for place in actions}
            self._numbers.clear()

    def release(self, place: str) -> None:
        """Let go what is held at a place, or will be."""
        self._gates[place].set()

    def number(self, kind: str) -> int:
        """The next number of places of a kind."""
        with self._lock:
            self._numbers[kind] += 1
            return self._numbers[kind]

    def armed_at(self, place: Place) -> Action | None:
        """Note that a place is passed, and tell what is to happen there, if anything is."""
        with self._lock:
            self.passed.append(place)
            return self._armed.pop(place.name, None)

    def meet(self, name: str, action: Action) -> None:
        """Let happen what needs a thread at a place; the process may not survive that."""
        self._begin(name, action)
        if action is Action.HOLD:
            self._gates[name].wait()

    async def pass_by(self, name: str) -> None:
        """Pass a place on the event loop. Raises Refused."""
        action = self.armed_at(Place(name))
        if action is None:
            return
        self._begin(name, action)
        if action is Action.HOLD:
            await asyncio.to_thread(self._gates[name].wait)
        elif action is Action.REFUSE:
            raise Refused(name)

    def _begin(self, name: str, action: Action) -> None:
        self.tell({"struck": name})
        match action:
            # Sent to this very thread, so that it does not go on for a moment.
            case Action.KILL:
                signal.pthread_kill(threading.get_ident(), signal.SIGKILL)
            case Action.STOP:
                signal.pthread_kill(threading.get_ident(), signal.SIGSTOP)
            case Action.GONE:
                self.database_is_gone = True


strikes = Strikes()
"""Of this process."""
