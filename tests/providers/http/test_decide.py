"""Decisions of a JSON service: what it is sent, and what is made of its answers."""

from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import SecretStr

from providers.errors import ErrorCode, ProviderError
from providers.ports import DecideRequest
from providers.questions import Choice, ConfidenceSource, Noul, Question, Score
from tests.providers.any_json import objects_of
from tests.providers.deciding import code_of, decided, deciding
from tests.providers.http.serving import Service, answering

LABELS: dict[str, Question] = {
    "intent": Choice({"book": "a room", "cancel": None, "ask": {}}, instructions="?")
}
LEVELS: dict[str, Question] = {"mood": Score(["low", "middle", "high"])}
YES: dict[str, Question] = {"clear": Noul("Is it clear?")}


async def choice_of(document: Any, **paths: str) -> Any:
    provider = answering(document).provider(map=paths)
    return decided(await provider.decide(deciding(questions=LABELS))).answers["intent"]


async def score_of(document: Any, **paths: str) -> Any:
    provider = answering(document).provider(map=paths)
    return decided(await provider.decide(deciding(questions=LEVELS))).answers["mood"]


async def code(document: Any, questions: dict[str, Question], **paths: str) -> ErrorCode:
    provider = answering(document).provider(map=paths)
    return code_of(await provider.decide(deciding(questions=questions)))


async def test_a_template_says_what_is_sent() -> None:
    service = answering({"label": "book"})
    template = {
        "inputs": "{{prompt}} {{state.text}}",
        "parameters": {"candidate_labels": "{{options}}", "model": "{{model}}", "about": "{{questions}}"},
    }

    await service.provider(request=template, map={"choice": "$.label"}).decide(
        DecideRequest(state={"text": "Hi"}, questions=LABELS, model="m-1")
    )

    assert service.bodies == [
        {
            "inputs": "? Hi",
            "parameters": {
                "candidate_labels": ["book", "cancel", "ask"],
                "model": "m-1",
                "about": {
                    "intent": {
                        "kind": "choice",
                        "instructions": "?",
                        "criteria": {"book": "a room", "cancel": None, "ask": {}},
                    }
                },
            },
        }
    ]


async def test_without_a_template_every_variable_is_sent_under_its_own_name() -> None:
    service = answering({"noul": 0.5})

    decided(await service.provider().decide(deciding(questions=YES, state=["s"])))

    (body,) = service.bodies
    assert body.keys() == {"kind", "prompt", "state", "options", "questions"}
    assert (body["kind"], body["prompt"], body["state"]) == ("noul", "Is it clear?", ["s"])
    assert body["options"] == ["true", "false"]


async def test_it_is_one_post_of_json_with_the_headers_of_the_row() -> None:
    service = answering({"noul": 0.5})

    await service.provider(headers={"X-Key": SecretStr("k-1")}).decide(deciding(questions=YES))

    (request,) = service.requests
    assert (request.method, str(request.url)) == ("POST", "http://service.test/decide?version=2")
    assert (request.headers["x-key"], request.headers["content-type"]) == ("k-1", "application/json")


async def test_several_questions_are_one_call_each() -> None:
    def answer(body: Any) -> httpx.Response:
        answers = {"choice": {"choice": "ask"}, "score": {"score": 2}, "noul": {"noul": 0.25}}
        return httpx.Response(200, json=answers[body["kind"]])

    service = Service(answer)

    reply = decided(await service.provider().decide(deciding(questions={**LABELS, **LEVELS, **YES})))

    assert sorted(body["kind"] for body in service.bodies) == ["choice", "noul", "score"]
    assert (reply.answers["intent"].choice, reply.answers["mood"].score) == ("ask", 2)
    assert reply.answers["clear"].noul == 0.25


async def test_one_question_that_fails_fails_all() -> None:
    service = Service(lambda body: httpx.Response(503 if body["kind"] == "score" else 200, json={"noul": 1}))

    assert (
        code_of(await service.provider().decide(deciding(questions={**LEVELS, **YES})))
        is ErrorCode.UNAVAILABLE
    )


async def test_a_reply_names_the_provider_and_says_that_its_confidence_is_derived() -> None:
    reply = decided(await answering({"noul": 0.5}).provider(model="m-2").decide(deciding(questions=YES)))

    assert (reply.provider, reply.model, reply.request_id) == ("service", "m-2", "req-5")
    assert reply.confidence_source is ConfidenceSource.DERIVED


async def test_probabilities_may_be_an_object_of_the_options() -> None:
    document = {"result": [{"scores": {"ask": 0.7, "cancel": 0.1, "book": 0.2}}]}

    answer = await choice_of(document, probabilities="$.result[0].scores")

    assert answer.choice == "ask"
    assert answer.probabilities == {"book": 0.2, "cancel": 0.1, "ask": 0.7}
    assert answer.confidence == 0.7


async def test_probabilities_may_be_a_list_beside_the_options() -> None:
    answer = await choice_of([[0.2, 0.7, 0.1]], probabilities="$[0]")

    assert (answer.choice, answer.confidence) == ("cancel", 0.7)
    assert answer.probabilities == {"book": 0.2, "cancel": 0.7, "ask": 0.1}


async def test_the_first_of_the_likeliest_wins_in_the_order_of_the_options() -> None:
    answer = await choice_of({"p": {"ask": 0.4, "cancel": 0.4, "book": 0.2}}, probabilities="$.p")

    assert answer.choice == "cancel"


async def test_a_choice_of_the_service_stands_and_its_probability_is_the_confidence() -> None:
    answer = await choice_of(
        {"c": "book", "p": [0.2, 0.7, 0.1]}, choice="$.c", probabilities="$.p", confidence="$.nowhere"
    )

    assert (answer.choice, answer.confidence) == ("book", 0.2)


async def test_a_confidence_alone_is_spread() -> None:
    answer = await choice_of({"c": "book", "s": 0.8}, choice="$.c", confidence="$.s")

    assert answer.probabilities == pytest.approx({"book": 0.8, "cancel": 0.1, "ask": 0.1})
    assert answer.confidence == 0.8


async def test_a_choice_alone_has_no_confidence() -> None:
    answer = await choice_of({"c": "book"}, choice="$.c")

    assert answer.probabilities == {"book": 1, "cancel": 0, "ask": 0}
    assert answer.confidence is None


@pytest.mark.parametrize(
    "document",
    [
        {"c": "Book"},
        {"c": ""},
        {"c": 0},
        {"c": ["book"]},
        {"c": "book", "p": [0.5, 0.5]},
        {"c": "book", "p": {"book": 0.5, "cancel": 0.5}},
        {"c": "book", "p": {"book": True, "cancel": 0, "ask": 0}},
        {"c": "book", "p": ["1", "0", "0"]},
        {"c": "book", "p": [0.9, 0.9, 0.9]},
        {"c": "book", "p": "high"},
        {"p": [10**400, 0, 0]},
        {"p": [0.5, 0.5, None]},
        {"c": "book", "s": 87},
        {"c": "book", "s": 10**400},
        {"c": "book", "s": True},
        {"c": "book", "s": "0.9"},
    ],
)
async def test_an_answer_that_does_not_fit_is_a_bad_decision(document: Any) -> None:
    paths = {"choice": "$.c", "probabilities": "$.p", "confidence": "$.s"}

    assert await code(document, LABELS, **paths) is ErrorCode.BAD_DECISION


async def test_a_score_may_come_with_everything() -> None:
    answer = await score_of(
        {"s": 1.5, "p": [0.1, 0.3, 0.6], "c": 0.9}, score="$.s", probabilities="$.p", confidence="$.c"
    )

    assert (answer.score, answer.confidence, answer.legend) == (1.5, 0.9, ("low", "middle", "high"))


@pytest.mark.parametrize(
    "probabilities",
    [[0.1, 0.3, 0.6], {"2": 0.6, "1": 0.3, "0": 0.1}, {"high": 0.6, "low": 0.1, "middle": 0.3}],
)
async def test_without_a_value_a_score_is_the_expected_level(probabilities: Any) -> None:
    answer = await score_of({"p": probabilities}, probabilities="$.p")

    assert answer.score == pytest.approx(1.5)
    assert answer.probabilities == (0.1, 0.3, 0.6)
    assert answer.confidence == 0.6


async def test_a_score_alone_lies_between_its_neighbours() -> None:
    answer = await score_of({"s": 0.25}, score="$.s")

    assert answer.probabilities == (0.75, 0.25, 0)
    assert answer.confidence is None


async def test_a_confidence_in_a_score_is_that_of_the_nearest_level() -> None:
    answer = await score_of({"s": 1.8, "c": 0.6}, score="$.s", confidence="$.c")

    assert answer.probabilities == pytest.approx((0.2, 0.2, 0.6))


@pytest.mark.parametrize(
    ("score", "probabilities"), [(0.5, (0.1, 0.8, 0.1)), (1.5, (0.1, 0.1, 0.8)), (0.49, (0.8, 0.1, 0.1))]
)
async def test_halfway_between_two_levels_the_higher_is_the_nearest(
    score: float, probabilities: tuple[float, ...]
) -> None:
    answer = await score_of({"s": score, "c": 0.8}, score="$.s", confidence="$.c")

    assert answer.probabilities == pytest.approx(probabilities)


@pytest.mark.parametrize("given", [{"a": 0.8}, {}], ids=["a confidence", "nothing"])
async def test_probabilities_that_the_service_did_not_give_are_derived(given: dict[str, float]) -> None:
    chosen = await choice_of({"c": "book", **given}, choice="$.c", confidence="$.a")
    scored = await score_of({"s": 1, **given}, score="$.s", confidence="$.a")

    assert (chosen.derived, scored.derived) == (True, True)


@pytest.mark.parametrize("given", [{"a": 0.8}, {}], ids=["a confidence", "nothing"])
async def test_probabilities_that_the_service_gave_are_not_derived(given: dict[str, float]) -> None:
    document = {"p": [0.2, 0.7, 0.1], **given}
    chosen = await choice_of(document, probabilities="$.p", confidence="$.a")
    scored = await score_of(document, probabilities="$.p", confidence="$.a")

    assert (chosen.derived, scored.derived) == (False, False)


@pytest.mark.parametrize(
    "document",
    [
        {"s": 3},
        {"s": -1},
        {"s": True},
        {"s": "1"},
        {"p": [0.5, 0.5]},
        {"p": {"1": 0.5, "2": 0.5, "3": 0}},
        {"p": {}},
    ],
)
async def test_a_score_that_does_not_fit_is_a_bad_decision(document: Any) -> None:
    assert await code(document, LEVELS, score="$.s", probabilities="$.p") is ErrorCode.BAD_DECISION


@pytest.mark.parametrize(
    ("document", "noul"),
    [
        ({"n": 0}, 0),
        ({"n": 0.25, "p": [0.9, 0.1]}, 0.25),
        ({"p": {"true": 0.25, "false": 0.75}}, 0.25),
        ({"p": [0.25, 0.75]}, 0.25),
        ({"c": "false", "s": 0.75}, 0.25),
        ({"c": "true"}, 1),
    ],
)
async def test_a_noul_is_a_number_or_the_probability_of_true(document: Any, noul: float) -> None:
    paths = {"noul": "$.n", "choice": "$.c", "probabilities": "$.p", "confidence": "$.s"}

    answers = decided(await answering(document).provider(map=paths).decide(deciding(questions=YES))).answers

    assert answers["clear"].noul == noul


@pytest.mark.parametrize("document", [{"c": "yes"}, {"p": [1]}, {"p": {}}, {"p": {"true": True}}, {"p": 1}])
async def test_a_noul_that_no_option_answers_is_a_bad_decision(document: Any) -> None:
    assert await code(document, YES, choice="$.c", probabilities="$.p") is ErrorCode.BAD_DECISION


@pytest.mark.parametrize("noul", [1.1, -0.1, True, "0.5", [1], 10**400])
async def test_a_noul_that_is_no_probability_is_a_bad_decision(noul: Any) -> None:
    assert await code({"n": noul}, YES, noul="$.n") is ErrorCode.BAD_DECISION


@pytest.mark.parametrize("questions", [LABELS, LEVELS, YES], ids=["choice", "score", "noul"])
@pytest.mark.parametrize("document", [{}, [], "text", 7, None, {"choice": None, "noul": None}])
async def test_an_answer_that_is_not_there_is_a_bad_response(
    document: Any, questions: dict[str, Question]
) -> None:
    assert code_of(await answering(document).provider().decide(deciding(questions=questions))) is (
        ErrorCode.BAD_RESPONSE
    )


@pytest.mark.parametrize("template", ["{{nobody}}", {"a": ["x {{state.missing}}"]}])
async def test_a_template_that_cannot_be_filled_is_not_sent(template: Any) -> None:
    service = answering({"noul": 0.5})

    result = await service.provider(request=template).decide(deciding(questions=YES, state={"a": 1}))

    assert code_of(result) is ErrorCode.TEMPLATE
    assert service.bodies == []


async def test_none_is_sent_where_one_of_several_cannot_be_filled() -> None:
    service = answering({"choice": "book"})
    questions = {**LABELS, "short": Choice({"only": None})}

    result = await service.provider(request={"third": "{{options.2}}"}).decide(deciding(questions=questions))

    assert code_of(result) is ErrorCode.TEMPLATE
    assert service.bodies == []


async def test_redirects_are_not_followed() -> None:
    service = Service(lambda _: httpx.Response(302, headers={"location": "http://elsewhere.test/"}))

    assert code_of(await service.provider().decide(deciding(questions=YES))) is ErrorCode.BAD_RESPONSE
    assert len(service.requests) == 1


@pytest.mark.parametrize(("spaces", "is_read"), [(1024 * 1024 - 13, True), (1024 * 1024 - 12, False)])
async def test_a_reply_is_read_up_to_one_mebibyte(spaces: int, is_read: bool) -> None:
    content = b'{"noul": 0.5}' + b" " * spaces
    service = Service(lambda _: httpx.Response(200, content=content))

    result = await service.provider().decide(deciding(questions=YES))

    if is_read:
        decided(result)
    else:
        assert code_of(result) is ErrorCode.BAD_RESPONSE


@given(
    st.sampled_from([LABELS, LEVELS, YES]),
    objects_of("choice", "score", "noul", "probabilities", "confidence", "text"),
)
async def test_no_answer_whatever_it_is_makes_the_adapter_fail(
    questions: dict[str, Question], document: dict[str, Any]
) -> None:
    result = await answering(document).provider().decide(deciding(questions=questions))

    if isinstance(result, ProviderError):
        assert result.code in (ErrorCode.BAD_DECISION, ErrorCode.BAD_RESPONSE)
        assert "adapter" not in result.message
