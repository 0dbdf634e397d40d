"""A turn that nobody strikes: the places that it passes, and what is promised at each of them."""

from dataclasses import dataclass
from typing import Any

from tests.faults import names
from tests.faults.outside import KEYED_ORDERS, ORDERS
from tests.faults.processes import Nursery
from tests.faults.session_rows import SessionRows
from tests.faults.strikes import Place


@dataclass(frozen=True)
class Rehearsal:
    """What a turn passes, in order, and the rows of a session after it and after the next one."""

    places: list[Place]
    rows: list[SessionRows]

    def after(self, turns: int) -> SessionRows:
        """The rows after one turn, or two."""
        return self.rows[turns - 1]

    def names(self) -> list[str]:
        """The names of all places."""
        return [place.name for place in self.places]

    def in_database(self) -> list[str]:
        """The places where something is asked of the database: all statements and COMMITs."""
        return [place.name for place in self.places if place.sql or place.transaction]

    def writes(self) -> list[str]:
        """The transactions that write, in order."""
        wrote = {place.transaction: None for place in self.places if place.sql.startswith(WRITING)}
        return [transaction for transaction in wrote if transaction]

    def statements(self, transaction: str) -> list[str]:
        """The statements of a transaction."""
        return [place.name for place in self.places if place.transaction == transaction and place.sql]

    def promise(self, place: str) -> "Promise":
        """What holds for a turn whose process dies at a place, and what it had sent with it."""
        passed = self.names().index(place) + 1
        committed = [
            transaction
            for transaction in self.writes()
            if names.after_commit(transaction) in self.names()[:passed]
        ]
        done = [p.sql for p in self.places if p.sql and p.transaction in committed]
        steps = _inserts(done, "conversations_step")
        accepted = _inserts(done, "conversations_message") > 0
        return Promise(
            accepted=accepted,
            steps=steps,
            messages=self._messages_after(steps) if accepted else 0,
            done={
                what: 2 if where in self.names()[:passed] and steps < step else 1
                for what, (where, step) in EFFECTS.items()
            },
        )

    def assert_kept_after_death(self, place: str, rows: SessionRows) -> "Promise":
        """What holds for a turn whose process has died at a place; it is kept.

        A server goes on with a text that it has: all of it is written, or nothing.
        """
        (dies_at,) = (passed for passed in self.places if passed.name == place)
        ends_at = names.after_commit(dies_at.transaction) if dies_at.outlives else place
        promises = [self.promise(place), self.promise(ends_at)]
        kept = [promise for promise in promises if self._is_kept(promise, rows)]
        assert kept, rows.told()
        return kept[0]

    @property
    def whole(self) -> "Promise":
        """What holds for a turn that comes to its end."""
        return Promise(True, 2, self._messages_after(2), dict.fromkeys(EFFECTS, 1))

    def assert_kept(self, promise: "Promise", rows: SessionRows) -> None:
        """The session is wholly before or wholly after each step, as far as it was checkpointed."""
        assert self._is_kept(promise, rows), rows.told()

    def _is_kept(self, promise: "Promise", rows: SessionRows) -> bool:
        said = self.after(1).said()[: promise.messages]
        return (len(rows.steps), rows.said()) == (promise.steps, said)

    def _messages_after(self, steps: int) -> int:
        written: int = self.after(1).steps[steps - 1]["last_seq"] if steps else 1
        return written


@dataclass(frozen=True)
class Promise:
    """`steps` are checkpointed, `messages` are stored.

    `done` tells how often each effect has happened once the turn is over. What was checkpointed is not done
    again. What was not is done again with its whole step, so that an effect outside may happen twice;
    an order with a key stays one.
    """

    accepted: bool
    steps: int
    messages: int
    done: dict[str, int]


WRITES = 3
"""Of a turn: the message is accepted, and each step is checkpointed or closed."""

WRITING = ("INSERT", "UPDATE", "DELETE")

FAILING = {names.inside(names.SECOND_CALL): "refuse"}
"""Makes a turn fail by itself in its second step, so that a closing write follows."""

EFFECTS = {
    names.FIRST_CALL: (names.inside(names.FIRST_CALL), 1),
    ORDERS: (names.AFTER_EFFECT, 1),
    names.SECOND_CALL: (names.inside(names.SECOND_CALL), 2),
}
"""What a turn does outside: the place that is passed once it is done, and the step that it is part of."""


def rehearse(nursery: Nursery, **refused: str) -> Rehearsal:
    """Watch a turn; `refused` are places that make it fail by itself.

    The rows are those of turns that do not fail.
    """
    with nursery.process() as process, nursery.bystander() as other:
        watched, whole = other.ask("create"), other.ask("create")
        process.arm(**refused)
        process.ask("send", **message(watched))
        places = [Place(**place) for place in process.ask("passed")]
        process.arm()
        rows = []
        for said in (message(whole), next_message(whole)):
            assert process.ask("send", **said)["success"], process.last_traceback
            rows.append(process.look(whole))
        rehearsal = Rehearsal(places, rows)
        assert len(rehearsal.writes()) == WRITES, rehearsal.names()
        return rehearsal


def message(session: str) -> dict[str, Any]:
    """The message of the turn that is struck."""
    return {"session": session, "message": names.MESSAGE, "client_id": names.CLIENT_ID}


def next_message(session: str) -> dict[str, Any]:
    """The message after it."""
    return {"session": session, "message": names.NEXT_MESSAGE, "client_id": names.NEXT_CLIENT_ID}


def assert_done_outside(nursery: Nursery, session: str, promise: Promise, *, turns: int) -> None:
    """Each effect has happened as often as promised in the struck turn, and once in every other."""
    outside = nursery.outside(session)
    done = {what: outside.times(what) for what in EFFECTS}
    assert done == {what: times + turns - 1 for what, times in promise.done.items()}
    assert outside.times(KEYED_ORDERS) == turns, "an order that has a key was placed twice, or never"
    assert outside.times(names.OPEN_CALL) == 0, names.OPEN_CALL


def _inserts(statements: list[str], table: str) -> int:
    return sum(sql.startswith(f'INSERT INTO "{table}"') for sql in statements)
