"""What is sent to a System One server, and what is made of replies that no real server gives here."""

import math
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import SecretStr

from providers.adapters.typesafe import TypesafeOptions
from providers.errors import ErrorCode, ProviderError
from providers.ports import DecideReply, DecideRequest
from providers.questions import Choice, Noul, Question, Score, choice_confidence, score_confidence
from tests.peers.system_one import KEY
from tests.providers.any_json import ANY_JSON, objects_of
from tests.providers.deciding import code_of, decided, deciding
from tests.providers.typesafe.serving import Server, answering

LABELS: dict[str, Question] = {"q": Choice({"a": None, "b": None, "c": None})}
LEVELS = {"q": Score(["low", "middle", "high"])}

CHOICE = {
    "type": "choice",
    "choice": "a",
    "probabilities": {"c": 0.1, "a": 0.7, "b": 0.2},
    "confidence": 0.55,
}
SCORE = {
    "type": "score",
    "score": 1.5,
    "probabilities": {"2": 0.6, "1": 0.3, "0": 0.1},
    "legend": {"1": "middle", "0": "low", "2": "high"},
    "confidence": 0.4,
}


async def test_a_request_has_no_other_field_and_no_empty_one() -> None:
    server = answering({"q": {"type": "noul", "noul": 0.5}})
    questions: dict[str, Question] = {"q": Noul("Is it?"), "one side": Noul(false="no")}

    await server.provider().decide(DecideRequest(state={"a": None}, questions=questions))

    assert server.bodies == [
        {
            "state": {"a": None},
            "model": "jev-latest",
            "questions": {
                "q": {"type": "noul", "instructions": "Is it?"},
                "one side": {"type": "noul", "criteria": {"false": "no"}},
            },
        }
    ]


async def test_the_key_is_a_bearer_token_and_own_headers_go_along() -> None:
    server = answering({})

    await server.provider(headers={"X-Team": SecretStr("hotel")}).decide(deciding())

    assert server.headers[0]["authorization"] == f"Bearer {KEY}"
    assert server.headers[0]["x-team"] == "hotel"


async def test_without_a_key_no_authorization_is_sent() -> None:
    server = answering({})

    await server.provider(api_key=None).decide(deciding())

    assert "authorization" not in server.headers[0]


def test_only_typesafe_itself_needs_a_key() -> None:
    assert TypesafeOptions(name="jev").unset() == ("api_key",)
    assert TypesafeOptions(name="jev", base_url="http://127.0.0.1:8000").unset() == ()


async def test_the_model_of_the_request_wins_and_the_reply_names_the_version_behind_it() -> None:
    server = answering({"q": {"type": "noul", "noul": 0.5}}, usage={"input_tokens": 7})

    reply = decided(await server.provider().decide(deciding(questions={"q": Noul("?")}, model="jev-preview")))

    assert server.bodies[0]["model"] == "jev-preview"
    assert (reply.model, reply.usage.input_tokens, reply.usage.output_tokens) == ("jev-1.14.0", 7, 0)


async def test_without_any_model_nothing_is_sent() -> None:
    server = answering({})

    assert code_of(await server.provider(model="").decide(deciding())) is ErrorCode.MODEL_MISSING
    assert server.bodies == []


async def test_answers_are_read_by_key_whatever_their_order() -> None:
    choice = decided(await answering({"q": CHOICE}).provider().decide(deciding(questions=LABELS))).answers[
        "q"
    ]
    score = decided(await answering({"q": SCORE}).provider().decide(deciding(questions=LEVELS))).answers["q"]

    assert list(choice.probabilities) == ["a", "b", "c"]
    assert score.probabilities == (0.1, 0.3, 0.6)
    assert score.legend == ("low", "middle", "high")


@pytest.mark.parametrize("missing", ["left out", "null"])
async def test_what_may_be_missing_is_computed(missing: str) -> None:
    def without(answer: dict[str, Any], *fields: str) -> dict[str, Any]:
        if missing == "null":
            return {**answer, **dict.fromkeys(fields)}
        return {name: value for name, value in answer.items() if name not in fields}

    choice_server = answering({"q": without(CHOICE, "confidence")})
    score_server = answering({"q": without(SCORE, "confidence", "legend")})

    choice = decided(await choice_server.provider().decide(deciding(questions=LABELS))).answers["q"]
    score = decided(await score_server.provider().decide(deciding(questions=LEVELS))).answers["q"]

    assert choice.confidence == pytest.approx((0.7 - 1 / 3) / (2 / 3))
    assert score.confidence == pytest.approx(1 - (0.3 + 0.2) / (2 / 3))
    assert score.legend == ("low", "middle", "high")


@pytest.mark.parametrize(
    "answer",
    [
        None,
        "a",
        [],
        {},
        {**CHOICE, "type": None},
        {**CHOICE, "type": "score"},
        {**CHOICE, "choice": 1},
        {**CHOICE, "choice": "d"},
        {**CHOICE, "choice": "b"},
        {**CHOICE, "probabilities": None},
        {**CHOICE, "probabilities": [0.7, 0.2, 0.1]},
        {**CHOICE, "probabilities": {"a": "0.7", "b": 0.2, "c": 0.1}, "confidence": None},
        {**CHOICE, "probabilities": {"a": True, "b": 0, "c": 0}},
        {**CHOICE, "probabilities": {"a": 1e999, "b": 0, "c": 0}, "confidence": None},
        {**CHOICE, "confidence": True},
        {**CHOICE, "confidence": "high"},
    ],
)
async def test_an_answer_that_does_not_fit_is_a_bad_decision(answer: Any) -> None:
    server = Server(lambda body: httpx.Response(200, content=as_json({"answers": {"q": answer}})))

    assert code_of(await server.provider().decide(deciding(questions=LABELS))) is ErrorCode.BAD_DECISION


def as_json(value: Any) -> bytes:
    """JSON as a server may write it: a number that is too large for Python stands in it."""
    return httpx.Response(200, json=_replace(value)).content.replace(b'"1e999"', b"1e999")


def _replace(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _replace(item) for key, item in value.items()}
    return "1e999" if value == math.inf else value


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"null", b'"x"', b"{}", b'{"answers": []}', b'{"answers": {}, "model": 7}', b"\xff"]
)
async def test_a_reply_without_answers_is_a_bad_response(body: bytes) -> None:
    server = Server(lambda _: httpx.Response(200, content=body))

    assert code_of(await server.provider().decide(deciding())) is ErrorCode.BAD_RESPONSE


@pytest.mark.parametrize(
    ("status", "detail", "code"),
    [
        (400, {"error_type": "max_tokens_exceeded"}, ErrorCode.INVALID_REQUEST),
        (402, "Payment required", ErrorCode.QUOTA),
        (403, {"error_type": "billing_error", "message": "Out of credits"}, ErrorCode.QUOTA),
        (413, None, ErrorCode.INVALID_REQUEST),
        (429, {"error_type": "rate_limit_error", "message": "slow down"}, ErrorCode.RATE_LIMITED),
        (529, {"error_type": "overloaded_error"}, ErrorCode.UNAVAILABLE),
        (500, [{"type": "x", "loc": [], "msg": "boom"}], ErrorCode.UNAVAILABLE),
    ],
)
async def test_refusals_have_their_codes_and_request_ids(status: int, detail: Any, code: ErrorCode) -> None:
    headers = {"x-typesafe-request-id": "req-9", "retry-after-ms": "1500"}
    server = Server(lambda _: httpx.Response(status, json={"detail": detail}, headers=headers))

    result = await server.provider().decide(deciding())

    assert isinstance(result, ProviderError)
    assert (result.code, result.status, result.request_id) == (code, status, "req-9")
    assert result.retry_after == 1.5


@given(st.lists(st.integers(0, 100), min_size=2, max_size=10).filter(any), st.booleans())
def test_a_confidence_is_between_nought_and_one(weights: list[int], as_score: bool) -> None:
    probabilities = [weight / sum(weights) for weight in weights]
    compute = score_confidence if as_score else choice_confidence

    assert 0 <= compute(probabilities) <= 1


@given(st.lists(st.floats(0.01, 1), min_size=2, max_size=10))
async def test_rounding_to_two_decimals_is_no_contradiction(weights: list[float]) -> None:
    exact = [weight / sum(weights) for weight in weights]
    levels = {"q": Score([f"level {level}" for level in range(len(weights))])}
    answer = {
        "type": "score",
        "score": round(math.fsum(level * value for level, value in enumerate(exact)), 2),
        "probabilities": {str(level): round(value, 2) for level, value in enumerate(exact)},
    }

    decided(await answering({"q": answer}).provider().decide(deciding(questions=levels)))


KINDS: dict[str, Question] = {"choice": LABELS["q"], "score": LEVELS["q"], "noul": Noul("?")}


@given(
    st.sampled_from(list(KINDS)),
    objects_of("choice", "score", "noul", "probabilities", "confidence", "legend"),
    ANY_JSON,
)
async def test_no_answer_whatever_it_is_makes_the_adapter_fail(
    kind: str, fields: dict[str, Any], usage: Any
) -> None:
    server = answering({"q": {"type": kind, **fields}}, usage=usage)

    result = await server.provider().decide(deciding(questions={"q": KINDS[kind]}))

    assert isinstance(result, DecideReply) or result.code is ErrorCode.BAD_DECISION, result
