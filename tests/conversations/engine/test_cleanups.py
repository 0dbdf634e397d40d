"""Cleanups run once: after the next model call, at the end of the batch that stops, or on error."""

import asyncio
from typing import Any

import pytest

from conversations.authoring import Graph, direct, stay
from conversations.engine.conversation import tool_batch
from conversations.testing import GraphHarness, ScriptedChat, call, calls, fails, hangs, says
from tests.conversations.engine.stages import ActNode

pytestmark = pytest.mark.django_db(transaction=True)


class Diary:
    """Writes down in which order things happen."""

    def __init__(self) -> None:
        self.entries: list[str] = []

    def note(self, entry: str) -> Any:
        async def write() -> None:
            await asyncio.sleep(0)
            self.entries.append(entry)

        return write


class NotingChat(ScriptedChat):
    """A scripted model that stands in the diary too."""

    diary: Diary

    async def chat(self, request):
        self.diary.entries.append("model")
        return await super().chat(request)


def broken() -> None:
    raise OSError("The file is gone.")


def graph_with(diary: Diary) -> type[Graph]:
    def erring(context, state):
        raise LookupError("No such thing.")

    class DiaryNode(ActNode):
        acts = {
            "stay": lambda context, state: stay("Go on.").with_cleanup(diary.note("a")),
            "stay twice": lambda context, state: (
                stay("Go on.").with_cleanup(diary.note("b")).with_cleanup(diary.note("c"))
            ),
            "sync": lambda context, state: stay("Go on.").with_cleanup(lambda: diary.entries.append("sync")),
            "hang": lambda context, state: stay("Go on.").with_cleanup(asyncio.Event().wait),
            "broken": lambda context, state: stay("Go on.").with_cleanup(broken),
            "direct": lambda context, state: direct("Done.").with_cleanup(diary.note("end")),
            "raise": erring,
        }

    class DiaryGraph(Graph):
        name = "diary"
        nodes = [DiaryNode]
        start = DiaryNode
        turn_timeout = 1.0

    return DiaryGraph


async def entries_after(*replies: Any) -> tuple[list[str], Any]:
    diary = Diary()
    model = NotingChat(list(replies))
    model.diary = diary
    async with GraphHarness(graph_with(diary), model) as chat:
        result = await chat.send("Hi")
    return diary.entries, result


async def test_a_cleanup_waits_for_the_next_model_call():
    entries, _ = await entries_after(calls(call("act", what="stay")), says("Done."))
    assert entries == ["model", "model", "a"]


async def test_cleanups_run_in_the_order_in_which_they_were_given():
    batch = calls(call("act", what="stay twice"), call("act", what="stay"))
    entries, _ = await entries_after(batch, says("Done."))
    assert entries == ["model", "model", "b", "c", "a"]


async def test_each_round_s_cleanups_run_once():
    entries, _ = await entries_after(
        calls(call("act", what="stay")), calls(call("act", what="stay twice")), says("Done.")
    )
    assert entries == ["model", "model", "a", "model", "b", "c"]


async def test_a_batch_that_stops_the_loop_cleans_up_at_its_end():
    batch = calls(call("act", what="stay"), call("act", what="direct"))
    entries, result = await entries_after(batch)
    assert entries == ["model", "a", "end"]
    assert result.message == "Done."


async def test_a_sync_cleanup_runs_too():
    entries, _ = await entries_after(calls(call("act", what="sync")), says("Done."))
    assert entries == ["model", "model", "sync"]


@pytest.mark.parametrize(
    "then",
    [
        [fails()],
        [calls(call("act", what="raise"))],
        [hangs()],
    ],
    ids=["the model fails", "a handler raises", "the turn takes too long"],
)
async def test_cleanups_run_on_error(then: list[Any]):
    entries, result = await entries_after(calls(call("act", what="stay")), *then)
    assert not result.success
    assert entries.count("a") == 1


async def test_cleanups_of_a_batch_run_where_a_later_call_raises():
    batch = calls(call("act", what="stay"), call("act", what="raise"), call("act", what="stay twice"))
    entries, result = await entries_after(batch)
    assert (entries, result.cause) == (["model", "a"], "HANDLER_FAILED")


async def test_a_failing_cleanup_is_logged_and_stops_neither_the_others_nor_the_turn(caplog):
    batch = calls(call("act", what="broken"), call("act", what="stay"))
    entries, result = await entries_after(batch, says("Done."))
    assert (entries, result.message) == (["model", "model", "a"], "Done.")
    assert "A cleanup of DiaryNode failed" in caplog.text


async def test_a_cleanup_that_hangs_is_given_up_and_the_others_run(monkeypatch):
    monkeypatch.setattr(tool_batch, "CLEANUP_SECONDS", 0.02)
    batch = calls(call("act", what="hang"), call("act", what="stay"))
    entries, result = await entries_after(batch, says("Done."))
    assert (entries, result.message) == (["model", "model", "a"], "Done.")


async def test_a_turn_that_ends_in_the_middle_of_a_cleanup_still_runs_the_others():
    batch = calls(call("act", what="hang"), call("act", what="stay"))
    entries, result = await entries_after(batch, says("Done."))
    assert (entries, result.cause) == (["model", "model", "a"], "TURN_TIMEOUT")


async def test_a_failing_cleanup_does_not_mask_the_error():
    batch = calls(call("act", what="broken"), call("act", what="raise"))
    _, result = await entries_after(batch)
    assert result.cause == "HANDLER_FAILED"
