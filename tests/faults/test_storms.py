"""Three processes send to one session at once, interrupt, wait, cancel, and one of them dies somewhere."""

import random
from contextlib import ExitStack
from typing import Any

from psycopg.errors import LockNotAvailable

from tests.faults import names
from tests.faults.cases import Cases
from tests.faults.invariants import assert_whole
from tests.faults.processes import Nursery, Process
from tests.faults.rehearsal import Rehearsal
from tests.faults.session_rows import SessionRows

PROCESSES = 3
WAVES = 3
OVER = {"completed", "failed", "cancelled"}


def storm(nursery: Nursery, rehearsal: Rehearsal, seed: int) -> None:
    """Whoever was told something was told what is so, and every accepted message is there once."""
    chance = random.Random(seed)
    with ExitStack() as stack:
        processes = [stack.enter_context(nursery.process()) for _ in range(PROCESSES)]
        calm = stack.enter_context(nursery.bystander())
        session = calm.ask("create")
        processes[0].arm(**{chance.choice(rehearsal.names()): "kill"})
        told: dict[str, Any] = {}
        for wave in range(WAVES):
            told |= send_at_once(processes, session, wave, chance)
            if chance.random() < 0.5:
                calm.ask("cancel", session=session, turn=chance.randint(1, wave + 1))
        calm.ask("come_again", session=session, way=names.HELLO)
        rows = calm.until(session, lambda rows: OVER.issuperset(rows.statuses()))
        assert_whole(rows)
        for client_id, answer in told.items():
            assert_true(rows, client_id, answer)
        assert nursery.outside(session).times(names.OPEN_CALL) == 0


def send_at_once(processes: list[Process], session: str, wave: int, chance: random.Random) -> dict[str, Any]:
    """Send a message to each process and wait for the answers; None is the answer of one that died."""
    sent = {}
    for index, process in enumerate(processes):
        client_id = f"message {wave}-{index}"
        busy = chance.choice(["reject", "wait", "interrupt"])
        sent[client_id] = (
            process,
            process.tell("send", session=session, message=client_id, client_id=client_id, busy=busy),
        )
    return {client_id: answer(process, asked) for client_id, (process, asked) in sent.items()}


def answer(process: Process, asked: int) -> Any:
    """What a process answers; None where it has died."""
    try:
        return process.answer(asked)
    except EOFError:
        return None


def assert_true(rows: SessionRows, client_id: str, told: Any) -> None:
    """What the sender of a message was told is so."""
    status = {turn["client_id"]: turn["status"] for turn in rows.turns}.get(client_id)
    if told is None:
        assert status in (None, *OVER)
    elif told.get("success"):
        assert status == "completed"
        assert told["message"].endswith(f": {client_id}."), told
    elif told.get("refused") == "TURN_CANCELLED":
        assert status == "cancelled"
    elif told.get("sqlstate") == LockNotAvailable.sqlstate:
        # The row of the session was held for longer than anybody waits: by the text of a dead process.
        assert status in (None, *OVER)
    else:
        assert told.get("refused") == "SESSION_BUSY", told
        assert status is None


def test_whatever_three_processes_do_to_a_session_at_once_it_stays_whole(
    nursery: Nursery, rehearsal: Rehearsal, fault_runs: int, cases: Cases
):
    for seed in range(4 * fault_runs):
        cases.add(f"seed {seed}", storm, nursery, rehearsal, seed)
    cases.assert_all_passed()
