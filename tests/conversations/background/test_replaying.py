"""Replays in the background: what is asked, what is kept, and what happens when somebody comes between."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from conversations import clock
from conversations.background import replay_rows, replaying
from conversations.background.replaying import AT_ONCE, run_next
from conversations.engine import store
from conversations.models import DecisionCapture, Replay, ReplayStatus, Session
from conversations.models.replay import GONE
from providers.database import in_database
from providers.errors import ErrorCode, ProviderError
from providers.questions import Choice
from providers.registry import override_provider
from tests.conversations.background.replays import CAPTURE, Judge, captured, fails, ordered, says

pytestmark = pytest.mark.django_db(transaction=True)


def error(code: ErrorCode, **members: Any) -> ProviderError:
    return ProviderError(code=code, message="It says so.", **members)


async def put(count: int = 3, **order: Any) -> Replay:
    await in_database(captured, count)
    return await in_database(lambda: ordered(**order))


async def read(replay: Replay) -> tuple[Replay, list[Any]]:
    def look() -> tuple[Replay, list[Any]]:
        found = Replay.objects.get(pk=replay.pk)
        return found, list(found.items.order_by("pk"))

    return await in_database(look)


async def run(judge: Judge) -> bool:
    with override_provider("judge", judge):
        return await run_next(asyncio.Event())


async def test_each_captured_decision_is_asked_as_it_was_and_its_answer_kept():
    replay = await put(3, model="judge-1")
    judge = Judge()
    assert await run(judge)
    found, items = await read(replay)

    assert (found.status, found.done, found.total) == (ReplayStatus.DONE, 3, 3)
    assert found.ended_at
    assert [request.state for request in judge.requests] == [CAPTURE["state"]] * 3
    assert judge.requests[0].model == "judge-1"
    assert judge.requests[0].questions == {"topic": Choice({"billing": "Invoices.", "other": None})}
    for item in items:
        assert item.answers["topic"]["label"] == "other"
        assert item.answers["topic"]["probabilities"] == {"billing": pytest.approx(0.2), "other": 0.8}
        assert (item.code, item.changed, item.answered_by, item.model) == ("", 1, "judge", "judge-1")
        assert (item.input_tokens, item.output_tokens, item.source) == (7, 1, "calibrated")


async def test_a_customers_budget_is_not_touched():
    await put(1)
    judge = Judge()
    await run(judge)

    assert judge.requests[0].session is None


async def test_nothing_due_is_nothing_done():
    assert not await run(Judge())


async def test_the_same_answer_counts_as_unchanged():
    replay = await put(2)
    await run(Judge("billing"))

    assert [item.changed for item in (await read(replay))[1]] == [0, 0]


async def test_an_answer_on_the_other_side_of_a_threshold_counts_as_changed():
    await in_database(captured, 1, thresholds={"topic": 0.85})
    replay = await in_database(ordered)
    await run(Judge("billing"))

    assert (await read(replay))[1][0].changed == 1


async def test_no_more_are_asked_at_once_than_is_bounded():
    await put(12)
    judge = Judge(gate=asyncio.Event())
    working = asyncio.ensure_future(run(judge))
    await judge.asked.wait()
    judge.gate.set()  # type: ignore[union-attr]
    await working

    assert len(judge.requests) == 12
    assert judge.most_at_once <= AT_ONCE


async def test_errors_are_kept_by_their_code():
    replay = await put(3)
    await run(Judge(lambda number: says("other") if number else error(ErrorCode.REFUSED)))
    found, items = await read(replay)

    assert found.status == ReplayStatus.DONE
    assert sorted(item.code for item in items) == ["", "", "refused"]


async def test_answers_that_no_node_would_take_are_an_error():
    replay = await put(1)
    await run(Judge("a label of its own invention"))
    _, (item,) = await read(replay)

    assert (item.code, item.answers) == ("bad_decision", {})


async def test_a_captured_question_that_is_none_any_more_is_an_error():
    replay = await put(1)
    await in_database(lambda: DecisionCapture.objects.update(questions={"topic": {"kind": "riddle"}}))
    await run(Judge())

    assert (await read(replay))[1][0].code == "invalid_request"


async def test_a_removed_capture_is_skipped_and_said_so():
    replay = await put(3)
    await in_database(lambda: DecisionCapture.objects.order_by("pk")[0].delete())
    judge = Judge()
    await run(judge)
    found, items = await read(replay)

    assert (found.status, found.done, len(judge.requests)) == (ReplayStatus.DONE, 3, 2)
    assert sorted(item.code for item in items) == ["", "", GONE]


async def test_what_was_erased_is_not_sent_anywhere():
    replay = await put(2)
    await in_database(lambda: Session.objects.update(erased_at=clock.now()))
    judge = Judge()
    await run(judge)

    assert judge.requests == []
    assert {item.code for item in (await read(replay))[1]} == {GONE}


async def test_what_is_erased_while_it_is_asked_leaves_no_answer():
    replay = await put(2)
    judge = Judge(gate=asyncio.Event())
    assert judge.gate
    running = asyncio.ensure_future(run(judge))
    await judge.asked.wait()
    await in_database(lambda: [store.erase_session(one.pk) for one in Session.objects.all()])
    judge.gate.set()
    await running

    found, items = await read(replay)
    assert (found.status, found.done) == (ReplayStatus.DONE, 2)
    assert [(item.code, item.answers) for item in items] == [(GONE, {})] * 2


async def test_a_provider_that_nobody_configured_fails_the_replay():
    replay = await put(2, provider="nobody")
    await run(Judge())
    found, items = await read(replay)

    assert found.status == ReplayStatus.FAILED
    assert found.failure.startswith("nobody: config_invalid")
    assert [item.at for item in items] == [None, None]


@pytest.mark.parametrize("code", [ErrorCode.AUTH, ErrorCode.MODEL_MISSING, ErrorCode.QUOTA, ErrorCode.BUDGET])
async def test_what_somebody_has_to_mend_ends_the_replay_and_not_item_by_item(code: ErrorCode):
    replay = await put(20)
    judge = Judge(fails(error(code)))
    await run(judge)
    found, _ = await read(replay)

    assert (found.status, found.done) == (ReplayStatus.FAILED, 0)
    assert found.failure == f"judge: {code.value}: It says so."
    assert len(judge.requests) <= 2 * AT_ONCE


async def test_a_provider_that_has_too_much_to_do_is_asked_again_after_a_while(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(replaying, "PAUSE_SECONDS", 0.001)
    replay = await put(2)
    busy = error(ErrorCode.RATE_LIMITED, retry_after=0.001)
    await run(Judge(lambda number: busy if number < 6 else says("other")))
    found, items = await read(replay)

    assert found.status == ReplayStatus.DONE
    assert [item.code for item in items] == ["", ""]


async def test_staff_stop_it_and_what_was_asked_stays():
    replay = await put(8)
    judge = Judge(gate=asyncio.Event())
    working = asyncio.ensure_future(run(judge))
    await judge.asked.wait()
    assert await in_database(replay_rows.stop, replay.pk)
    judge.gate.set()  # type: ignore[union-attr]
    await working
    found, items = await read(replay)

    assert (found.status, found.done) == (ReplayStatus.STOPPED, 0)
    assert all(item.at is None for item in items)
    assert not await in_database(replay_rows.stop, replay.pk)
    assert not await run(judge)


async def test_a_worker_that_stops_finishes_what_it_asked_and_leaves_the_rest_to_others():
    replay = await put(8)
    judge, stopping = Judge(gate=asyncio.Event()), asyncio.Event()
    with override_provider("judge", judge):
        working = asyncio.ensure_future(run_next(stopping))
        await judge.asked.wait()
        stopping.set()
        judge.gate.set()  # type: ignore[union-attr]
        await working
    found, _ = await read(replay)
    assert (found.status, found.lease_owner) == (ReplayStatus.RUNNING, "")
    asked = len(judge.requests)
    assert found.done == asked < 8

    other = Judge()
    await run(other)
    found, _ = await read(replay)
    assert (found.status, found.done, len(other.requests)) == (ReplayStatus.DONE, 8, 8 - asked)


async def test_a_worker_that_is_cut_off_loses_nothing_that_was_stored():
    replay = await put(6)
    judge = Judge(gate=asyncio.Event())
    with override_provider("judge", judge):
        working = asyncio.ensure_future(run_next(asyncio.Event()))
        await judge.asked.wait()
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)
    found, _ = await read(replay)
    assert (found.status, found.lease_owner, found.done) == (ReplayStatus.RUNNING, "", 0)

    await run(Judge())
    assert (await read(replay))[0].status == ReplayStatus.DONE


async def test_a_killed_worker_is_followed_once_its_lease_is_over_and_no_stored_item_is_asked_again():
    replay = await put(5)
    claim = await in_database(replay_rows.claim_next, "somebody who is killed")
    assert claim
    await in_database(replay_rows.store_gone, claim, claim.items[0])
    assert not await run(Judge())

    await in_database(lambda: Replay.objects.update(lease_expires_at=clock.now() - timedelta(seconds=1)))
    judge = Judge()
    await run(judge)
    found, items = await read(replay)
    assert (found.status, found.done, len(judge.requests)) == (ReplayStatus.DONE, 5, 4)
    assert items[0].code == GONE

    assert not await in_database(replay_rows.store_gone, claim, claim.items[1])
    assert not await in_database(replay_rows.renew, claim)


async def test_two_workers_never_ask_the_same_decision():
    replay = await put(30)
    other = await put(30)
    judge = Judge()
    with override_provider("judge", judge):
        worked = await asyncio.gather(*(run_next(asyncio.Event()) for _ in range(4)))

    assert sorted(worked) == [False, False, True, True]
    for one, total in ((replay, 30), (other, 60)):
        found, _ = await read(one)
        assert (found.status, found.done, found.total) == (ReplayStatus.DONE, total, total)
    assert len(judge.requests) == 90


async def test_the_lease_is_renewed_while_the_work_lasts(monkeypatch: pytest.MonkeyPatch, settings: Any):
    settings.EZGRAPH_LEASE_SECONDS = 0.03
    renewed = asyncio.Event()
    renew = replay_rows.renew
    loop = asyncio.get_running_loop()

    def noted(claim: Any) -> bool:
        held = renew(claim)
        loop.call_soon_threadsafe(renewed.set)
        return held

    monkeypatch.setattr(replay_rows, "renew", noted)
    replay = await put(1)
    judge = Judge(gate=renewed)
    await run(judge)

    assert renewed.is_set()
    assert (await read(replay))[0].status == ReplayStatus.DONE


async def test_a_mistake_of_ours_ends_the_replay_instead_of_breaking_off_for_ever(
    monkeypatch: pytest.MonkeyPatch,
):
    async def broken(*args: Any) -> Any:
        raise RuntimeError("secret words")

    monkeypatch.setattr(replaying, "ask_again", broken)
    replay = await put(2)
    await run(Judge())
    found, _ = await read(replay)

    assert found.status == ReplayStatus.FAILED
    assert found.failure == "It broke off: RuntimeError."


def test_only_the_newest_decisions_are_taken_and_never_more_than_wanted():
    old = captured(3, at=clock.now() - timedelta(days=1))
    new = captured(2)
    replay = ordered(most=3)
    taken = set(replay.items.values_list("decision_id", flat=True))

    assert replay.total == 3
    assert {decision.pk for decision in new} < taken
    assert len(taken & {decision.pk for decision in old}) == 1


def test_only_reviewed_ones_are_taken_where_that_is_wanted():
    captured(3)
    (reviewed,) = captured(1, truth="other")

    assert list(ordered(reviewed=True).items.values_list("decision_id", flat=True)) == [reviewed.pk]
