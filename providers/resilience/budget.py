"""The budget: a call goes out only where its day and its session have money left for it."""

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC
from typing import Final

from django.db.utils import Error as DatabaseProblem

from providers import clock
from providers.database import in_database
from providers.errors import ErrorCode, ProviderError
from providers.options import BudgetOptions, Price
from providers.ports import ChatReply, ChatRequest, ChatResult, DecideRequest, DecideResult
from providers.resilience.gates import Admission, Call, Outcome
from providers.resilience.pricing import estimate_of, input_estimate_of
from providers.resilience.reservation import Reservation, lasting
from providers.resilience.timeout import shorter
from providers.spending import MOST, BudgetExhausted, Held, Share, billionths, reserve

logger = logging.getLogger(__name__)

_LONGEST_KEY: Final = 150
"""Characters of a session's key that are kept as they are; of a longer one its hash is."""

_DAY: Final = "day "
_SESSION: Final = "session "


@dataclass(frozen=True)
class Spending:
    """What a budget has to know of its provider.

    `most_output` are the tokens that a reply may have where the request says nothing; `chat` and
    `decide` are the longest attempts in seconds.
    """

    price: Price
    most_output: int | None
    chat: float
    decide: float


class Budget:
    """The gate of the provider `name` that keeps its spending within `options`.

    What a call may cost is reserved before it, and what it did cost put in its place afterwards. A
    call that failed gives back what the vendor did not charge. Where the vendor counts no tokens,
    the call counts as what was reserved. One that was cancelled counts as its input alone: the request
    was sent, and who cancels often must not spend without limit.
    """

    def __init__(self, name: str, options: BudgetOptions, spending: Spending) -> None:
        self._name = name
        self._options = options
        self._spending = spending

    async def admit(self, call: Call) -> Admission | ProviderError:
        """Reserve what the call may cost, or answer `budget`."""
        requests = [call] if isinstance(call, ChatRequest) else call
        estimates = [self._estimate(request) for request in requests]
        wanted = self._periods(requests)
        shares = [
            Share(period, limit, min(MOST, sum(estimates[position] for position in positions)))
            for period, (limit, positions) in wanted.items()
        ]
        seconds = self._longest(requests)
        try:
            held = await self._reserved(shares, seconds)
        except BudgetExhausted as exhausted:
            whose = "this session" if exhausted.share.period.startswith(_SESSION) else "the day"
            return self._refused(f"The provider's budget for {whose} is used up.")
        except DatabaseProblem:
            logger.exception("The budget of %s could not be read; it is not asked.", self._name)
            return self._refused("The provider's budget could not be read.")
        paid_for = [positions for _, positions in wanted.values()]
        reservation = Reservation(held, seconds)
        return _Reserved(reservation, paid_for, estimates, lambda: list(map(self._sent, requests)))

    async def _reserved(self, shares: Sequence[Share], seconds: float) -> tuple[Held, ...]:
        if not shares:
            return ()
        now = clock.now()
        hop = asyncio.ensure_future(
            in_database(reserve, self._name, shares, now=now, until=now + lasting(seconds))
        )
        try:
            return await asyncio.shield(hop)
        except asyncio.CancelledError:
            await asyncio.shield(_given_back(hop, seconds))
            raise

    def _periods(
        self, requests: Sequence[ChatRequest | DecideRequest]
    ) -> Mapping[str, tuple[int, list[int]]]:
        """The periods that pay, with their limits and the positions of the requests that they pay for.

        Sessions in order, the day last: see `reserve`.
        """
        periods: dict[str, tuple[int, list[int]]] = {}
        per_session, per_day = self._options.per_session, self._options.per_day
        if per_session is not None:
            for position, request in enumerate(requests):
                if request.session is not None:
                    entry = periods.setdefault(_session(request.session), (billionths(per_session), []))
                    entry[1].append(position)
        periods = dict(sorted(periods.items()))
        if per_day is not None:
            day = clock.now().astimezone(UTC).date()
            periods[f"{_DAY}{day.isoformat()}"] = (billionths(per_day), list(range(len(requests))))
        return periods

    def _estimate(self, request: ChatRequest | DecideRequest) -> int:
        return billionths(estimate_of(request, self._spending.price, self._spending.most_output))

    def _sent(self, request: ChatRequest | DecideRequest) -> int:
        return billionths(input_estimate_of(request, self._spending.price))

    def _longest(self, requests: Sequence[ChatRequest | DecideRequest]) -> float:
        return max(
            (
                shorter(
                    self._spending.chat if isinstance(request, ChatRequest) else self._spending.decide,
                    request.timeout,
                )
                for request in requests
            ),
            default=0.0,
        )

    def _refused(self, message: str) -> ProviderError:
        return ProviderError(code=ErrorCode.BUDGET, message=message, provider=self._name)


class _Reserved:
    """A call whose cost is reserved: one share a period, for the requests at `positions`."""

    def __init__(
        self,
        reservation: Reservation,
        positions: Sequence[Sequence[int]],
        estimates: Sequence[int],
        sent: Callable[[], Sequence[int]],
    ) -> None:
        self._reservation = reservation
        self._positions = positions
        self._estimates = estimates
        self._sent = sent

    async def done(self, outcome: Outcome) -> None:
        """Put what the call did cost in place of what it might have cost."""
        results: Sequence[ChatResult | DecideResult] = (
            [outcome] if isinstance(outcome, ChatReply | ProviderError) else outcome
        )
        costs = [_cost(result, estimate) for result, estimate in zip(results, self._estimates, strict=True)]
        await self._settle(costs)

    async def gone(self) -> None:
        """Give back all but the input: the request was sent, so the vendor charges that at least."""
        await self._settle(self._sent())

    async def _settle(self, costs: Sequence[int]) -> None:
        """Settle the periods, where the requests did cost so much, each by its position."""
        shares = [sum(costs[position] for position in positions) for positions in self._positions]
        await self._reservation.settle(shares)


def _cost(result: ChatResult | DecideResult, estimate: int) -> int:
    if isinstance(result, ProviderError):
        return 0 if result.cost is None else billionths(result.cost)
    return estimate if result.cost is None else billionths(result.cost)


def _session(key: str) -> str:
    kept = key if len(key) <= _LONGEST_KEY else hashlib.sha256(key.encode()).hexdigest()
    return f"{_SESSION}{kept}"


async def _given_back(hop: Awaitable[tuple[Held, ...]], seconds: float) -> None:
    """Wait for what is being reserved, for the statement runs to its end, and give it back."""
    with suppress(BudgetExhausted, DatabaseProblem):
        held = await hop
        await Reservation(held, seconds).settle([0 for _ in held])
