"""What holds for every session at any moment, and what holds once nothing runs in it."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from tests.faults.session_rows import SessionRows

Row: TypeAlias = dict[str, Any]


def assert_whole(rows: SessionRows, *, at_rest: bool = True) -> None:
    """Nothing of a session is lost, doubled or half there; `at_rest`, nobody holds it either."""
    found = [*_violations(rows), *(_unrest(rows) if at_rest else ())]
    assert not found, "\n".join([*found, rows.told()])


def _violations(rows: SessionRows) -> Iterator[str]:
    session = rows.session
    yield from _gaps("seq", (message["seq"] for message in rows.messages))
    yield from _gaps("n", (message["number"] for message in rows.visible()))
    yield from _gaps("turn number", (turn["number"] for turn in rows.turns))
    for turn in rows.turns:
        yield from _gaps(f"step of turn {turn['number']}", (step["number"] for step in rows.steps_of(turn)))
        yield from _faults_of(rows, turn)
    for counter, counted in (
        ("last_seq", len(rows.messages)),
        ("last_number", len(rows.visible())),
        ("last_turn", len(rows.turns)),
    ):
        if session[counter] != counted:
            yield f"{counter} is {session[counter]}, but there are {counted}"
    running = [turn["number"] for turn in rows.turns if turn["status"] == "running"]
    if len(running) > 1:
        yield f"several turns run: {running}"
    yield from _unanswered_calls(rows.messages)
    if rows.channels() != rows.folded_channels():
        yield f"the channels {rows.channels()} are not the steps': {rows.folded_channels()}"
    if rows.steps and session["cursor"] != rows.steps[-1]["cursor"]:
        yield f"the cursor is {session['cursor']}, the last step led to {rows.steps[-1]['cursor']}"
    if _tokens(session["usage"]) != sum(_tokens(turn["usage"]) for turn in rows.turns):
        yield "the session's usage is not the sum of its turns'"


def _unrest(rows: SessionRows) -> Iterator[str]:
    if rows.session["lease_owner"] or rows.session["lease_expires_at"]:
        yield f"the lease is held by {rows.session['lease_owner']!r}"
    for turn in rows.turns:
        if turn["status"] in ("running", "queued", "interrupted"):
            yield f"turn {turn['number']} is {turn['status']}"


def _faults_of(rows: SessionRows, turn: Row) -> Iterator[str]:
    """A turn that was started, or that staff answer, has its message once; one that ran through a reply."""
    name = f"turn {turn['number']}"
    messages = [message for message in rows.visible() if message["turn_id"] == turn["id"]]
    said = [message for message in messages if message["role"] == "human"]
    replies = [message for message in messages if message["role"] != "human" and not message["author"]]
    is_staffs = turn["handed_over"]
    if len(said) != (turn["started_at"] is not None or is_staffs):
        yield f"{name} has its customer's message {len(said)} times"
    if len(replies) != (turn["status"] == "completed" and not is_staffs):
        yield f"{name} is {turn['status']} and has {len(replies)} replies"
    if (turn["ended_at"] is None) != (turn["status"] in ("running", "queued")):
        yield f"{name} is {turn['status']} and ended at {turn['ended_at']}"
    told = rows.told_of(turn)
    if told.count("turn.completed") != (turn["status"] == "completed") or (
        turn["status"] == "failed" and told[-1:] != ["turn.failed"]
    ):
        yield f"{name} is {turn['status']}, and webhooks are told {told}"
    steps = rows.steps_of(turn)
    if turn["input_consumed"] != bool([step for step in steps if step["outcome"] == "go"]):
        yield f"{name}: input_consumed is {turn['input_consumed']} after {len(steps)} steps"
    spent = sum(_tokens(step["usage"]) for step in steps)
    if _tokens(turn["usage"]) < spent:
        yield f"{name} has used less than its steps"
    written = {message["step_id"] for message in rows.messages if message["turn_id"] == turn["id"]}
    if written - {None} != {step["id"] for step in steps}:
        yield f"{name}: its steps' messages are not there"


def _gaps(what: str, numbers: Iterable[int]) -> Iterator[str]:
    found = list(numbers)
    if found != list(range(1, len(found) + 1)):
        yield f"{what}: {found}"


def _unanswered_calls(messages: list[Row]) -> Iterator[str]:
    """In every space, each tool call's result follows it at once, in order."""
    open_calls: dict[str, list[str]] = defaultdict(list)
    for message in messages:
        unanswered = open_calls[message["space"]]
        if message["role"] == "tool":
            if not unanswered or message["tool_call_id"] != unanswered.pop(0):
                yield f"message {message['seq']} answers no tool call"
        elif unanswered:
            yield f"message {message['seq']} follows a tool call without its result"
        else:
            unanswered.extend(call["id"] for call in message["tool_calls"])
    for space, unanswered in open_calls.items():
        if unanswered:
            yield f"the space {space} ends with a tool call without its result"


def _tokens(usage: list[Row]) -> int:
    return sum(entry["input_tokens"] + entry["output_tokens"] for entry in usage)
