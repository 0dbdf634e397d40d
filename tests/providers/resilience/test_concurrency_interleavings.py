"""Calls that come, end and are cancelled in any order."""

import asyncio
from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from providers.resilience.concurrency import ConcurrencyLimit
from providers.resilience.gates import Admission
from tests.providers.resilience.calling import CALL, REPLY, new_name

STEPS = st.lists(
    st.tuples(st.sampled_from(["come", "come", "end", "cancel", "end and cancel"]), st.integers(0, 9)),
    max_size=60,
)


@given(limit=st.integers(1, 4), steps=STEPS)
@settings(max_examples=150, deadline=None)
def test_places_are_all_used_never_exceeded_and_given_in_order(
    limit: int, steps: Sequence[tuple[str, int]]
) -> None:
    async def scenario() -> None:
        gate = ConcurrencyLimit(new_name(), limit)
        calls: list[asyncio.Task[Admission]] = []  # not ended and not cancelled, in the order of coming
        for what, number in steps:
            running = [call for call in calls if call.done()]
            waiting = [call for call in calls if not call.done()]
            if what == "come":
                calls.append(asyncio.ensure_future(gate.admit(CALL)))
            if what.startswith("end") and running:
                ending = running[number % len(running)]
                calls.remove(ending)
                await ending.result().done(REPLY)
            if what.endswith("cancel") and waiting:
                leaving = waiting[number % len(waiting)]
                calls.remove(leaving)
                leaving.cancel()
            for _ in range(10):
                await asyncio.sleep(0)
            assert [call.done() for call in calls] == [place < limit for place in range(len(calls))]

    asyncio.run(scenario())
