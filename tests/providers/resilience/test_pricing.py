from decimal import Decimal
from typing import Any

import pytest

from providers.boundary import Boundary
from providers.errors import ErrorCode, ProviderError
from providers.options import Price
from providers.ports import ChatReply, DecideReply, TextDelta, Usage
from providers.resilience.pricing import USUAL_OUTPUT, Priced, cost_of, estimate_of
from tests.providers.asking import WEATHER, asking, reply, streamed
from tests.providers.layered import BatchDecider, error, question
from tests.providers.scripted import ScriptedAdapter, Step

PRICE = Price(input=Decimal("0.5"), output=Decimal(2))
FREE_OUTPUT = Price(input=Decimal("0.042"), output=Decimal(0))


@pytest.mark.parametrize(
    ("usage", "cost"),
    [
        (Usage(), "0"),
        (Usage(input_tokens=1_000_000), "0.5"),
        (Usage(output_tokens=1_000_000), "2"),
        (Usage(input_tokens=1, output_tokens=1), "0.0000025"),
        (Usage(input_tokens=100, cached_input_tokens=80), "0.00005"),
        (Usage(input_tokens=-1, output_tokens=10), "0.00002"),
    ],
)
def test_a_call_costs_its_tokens_at_the_price_of_a_million(usage: Usage, cost: str) -> None:
    assert cost_of(usage, PRICE) == Decimal(cost)


def priced(*steps: Step) -> Priced:
    return Priced(Boundary(ScriptedAdapter(*steps)), PRICE)


USED = Usage(input_tokens=1000, output_tokens=100)


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])
async def test_a_reply_tells_its_cost(stream: bool) -> None:
    provider = priced(TextDelta(text="Hi"), ChatReply(text="Hi", usage=USED))

    result = (await streamed(provider, asking("Hi")))[1] if stream else await provider.chat(asking("Hi"))

    assert reply(result).cost == Decimal("0.0007")


async def test_an_error_tells_its_cost_where_the_vendor_counted() -> None:
    charged = await priced(error(ErrorCode.TRUNCATED, usage=USED)).chat(asking("Hi"))
    free = await priced(error(ErrorCode.UNAVAILABLE)).chat(asking("Hi"))

    assert isinstance(charged, ProviderError)
    assert isinstance(free, ProviderError)
    assert (charged.cost, free.cost) == (Decimal("0.0007"), None)


async def test_answers_tell_their_cost_each_its_own() -> None:
    provider = Priced(Boundary(BatchDecider()), PRICE)

    results = [await provider.decide(question()), *await provider.decide_many([question(), question()])]

    for result in results:
        assert isinstance(result, DecideReply)
        assert result.cost == Decimal("0.000009")


async def test_an_adapter_that_knows_the_cost_is_believed() -> None:
    result = await priced(ChatReply(text="Hi", usage=USED, cost=Decimal("0.5"))).chat(asking("Hi"))

    assert reply(result).cost == Decimal("0.5")


@pytest.mark.parametrize("given", [ChatReply(text="Hi"), error(ErrorCode.REFUSED, usage=Usage())])
async def test_where_the_vendor_counts_no_tokens_nobody_knows_the_cost(given: Step) -> None:
    result = await priced(given).chat(asking("Hi"))

    assert isinstance(result, ChatReply | ProviderError)
    assert result.cost is None


@pytest.mark.parametrize(
    ("parameters", "most_output", "output"),
    [
        ({}, None, USUAL_OUTPUT),
        ({}, 300, 300),
        ({"max_tokens": 50}, 300, 50),
        ({"max_completion_tokens": 60}, None, 60),
        ({"max_tokens": "many"}, None, USUAL_OUTPUT),
        ({"max_tokens": True}, None, USUAL_OUTPUT),
        ({"max_tokens": -5}, 300, 300),
    ],
)
def test_a_call_may_cost_what_it_may_answer(
    parameters: dict[str, Any], most_output: int | None, output: int
) -> None:
    only_output = Price(input=Decimal(0), output=Decimal(1_000_000))

    assert estimate_of(asking("Hi", parameters=parameters), only_output, most_output) == output


def test_a_third_of_a_request_s_length_counts_as_its_tokens() -> None:
    only_input = Price(input=Decimal(1_000_000), output=Decimal(0))

    def tokens(request: Any) -> Decimal:
        return estimate_of(request, only_input, None)

    assert 1000 <= tokens(asking("a" * 3000)) < 1100
    assert 1000 <= tokens(asking("界" * 1000)) < 1100
    assert 1000 <= tokens(question("a" * 3000)) < 1100
    assert tokens(asking("Hi", tools=[WEATHER])) > tokens(asking("Hi")) + 20
    assert tokens(asking("\ud800")) > 0


def test_a_request_that_is_no_json_may_be_estimated() -> None:
    cyclic: dict[Any, Any] = {(1, 2): object()}
    tool = WEATHER.model_copy(update={"parameters": cyclic})

    assert estimate_of(asking("Hi", tools=[tool]), FREE_OUTPUT, None) > 0
