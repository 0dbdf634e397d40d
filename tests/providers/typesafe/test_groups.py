"""decide_many: what goes as one request, and whose answer is whose."""

from typing import Any

import httpx
import pytest

from providers.errors import ErrorCode, ProviderError
from providers.ports import DecideRequest
from providers.questions import Noul
from tests.peers.system_one import Jevcompat
from tests.providers.deciding import QUESTIONS, decided, deciding
from tests.providers.typesafe.serving import Server, typesafe


def noul(name: str = "q", state: Any = "s", **values: Any) -> DecideRequest:
    return DecideRequest(state=state, questions={name: Noul(f"Is {name}?")}, **values)


def yes(body: dict[str, Any]) -> httpx.Response:
    """Say yes to everything; 10 tokens a question and one for the state."""
    answers = {name: {"type": "noul", "noul": 1} for name in body["questions"]}
    usage = {"input_tokens": 10 * len(answers) + 1, "output_tokens": len(answers)}
    return httpx.Response(200, json={"model": body["model"], "answers": answers, "usage": usage})


async def test_requests_of_one_state_and_model_go_as_one() -> None:
    server = Server(yes)

    await server.provider().decide_many(
        [
            noul("a"),
            noul("b", state={"x": 1}),
            noul("a"),
            noul("c", model="jev-preview"),
            noul("d", model="jev-latest"),
        ]
    )

    assert [(body["state"], body["model"], len(body["questions"])) for body in server.bodies] == [
        ("s", "jev-latest", 3),
        ({"x": 1}, "jev-latest", 1),
        ("s", "jev-preview", 1),
    ]


@pytest.mark.parametrize("other", [True, "1", 1.0, [1]])
async def test_states_that_only_look_alike_stay_apart(other: Any) -> None:
    server = Server(yes)

    await server.provider().decide_many([noul(state=[1]), noul(state=[other])])

    assert len(server.bodies) == 2


async def test_each_gets_its_own_answers_in_order(jevcompat: Jevcompat) -> None:
    requests = [deciding(), deciding(state={"other": 1}), deciding(questions={"intent": QUESTIONS["mood"]})]
    provider = typesafe(jevcompat.url())

    together = await provider.decide_many(requests)

    alone = [decided(await provider.decide(request)).answers for request in requests]
    assert [decided(result).answers for result in together] == alone


async def test_a_group_is_paid_for_once() -> None:
    server = Server(yes)

    results = await server.provider().decide_many([noul("a"), noul("b"), noul("c")])

    tokens = [decided(result).usage for result in results]
    assert sum(usage.input_tokens for usage in tokens) == 31
    assert sum(usage.output_tokens for usage in tokens) == 3


async def test_one_that_is_not_answered_spoils_no_other() -> None:
    def first_only(body: dict[str, Any]) -> httpx.Response:
        name = next(iter(body["questions"]))
        return httpx.Response(200, json={"answers": {name: {"type": "noul", "noul": 0.5}}})

    answered, not_answered = await Server(first_only).provider().decide_many([noul("a"), noul("b")])

    assert decided(answered).answers["a"].noul == 0.5
    assert isinstance(not_answered, ProviderError)
    assert not_answered.code is ErrorCode.BAD_DECISION


async def test_a_group_that_fails_spoils_no_other() -> None:
    def unless_bad(body: dict[str, Any]) -> httpx.Response:
        return httpx.Response(503) if body["state"] == "bad" else yes(body)

    results = await Server(unless_bad).provider().decide_many([noul(state="bad"), noul(), noul(state="bad")])

    codes = [result.code if isinstance(result, ProviderError) else None for result in results]
    assert codes == [ErrorCode.UNAVAILABLE, None, ErrorCode.UNAVAILABLE]


async def test_none_at_all_asks_nobody() -> None:
    server = Server(yes)

    assert await server.provider().decide_many([]) == []
    assert server.bodies == []


async def test_names_that_look_like_those_of_a_group_are_not_mixed_up() -> None:
    results = await Server(yes).provider().decide_many([noul("1_a"), noul("a"), noul("0_1_a")])

    assert [list(decided(result).answers) for result in results] == [["1_a"], ["a"], ["0_1_a"]]
