"""The typed contract from its other side: what fits reaches on_decision as it was given."""

from typing import Any

import pytest

from conversations.authoring import Answers, Choice, Noul, Score
from conversations.models import Decision, DecisionAnswer
from conversations.testing import GraphHarness
from tests.conversations.decisions.asking import DECIDED, QUESTIONS, asking
from tests.conversations.decisions.contract_server import MODEL, REQUEST_ID, SystemOneServer
from tests.conversations.decisions.test_bad_answers import (
    LABELS,
    MANY,
    answering,
    spread_over_many,
    topic,
)

pytestmark = pytest.mark.django_db(transaction=True)


async def accepted(
    server: SystemOneServer, *spoils: Any, questions: Any = QUESTIONS
) -> tuple[Answers, Decision]:
    server.spoils = list(spoils)
    ask = asking(questions)
    async with GraphHarness(ask.graph) as chat:
        result = await chat.send("Where is my invoice?")
        (row,) = await chat.decisions_on_record()

    assert result.message == DECIDED
    assert (row.outcome, row.failure, row.failures) == ("success", "", [])
    (seen,) = ask.seen
    return seen, row


def kept(row: Decision) -> dict[str, DecisionAnswer]:
    return {answer.question: answer for answer in row.answers.all()}


async def test_a_sound_reply_is_seen_whole_and_on_record(server: SystemOneServer):
    answers, row = await accepted(server)

    assert answers.choice("topic").choice == "billing"
    assert answers.choice("topic").probabilities == {"billing": 0.9, "other": 0.1}
    assert answers.score("anger").score == 0.9
    assert answers.score("anger").legend == ("calm", "annoyed", "furious")
    assert answers.score("anger").probabilities == (0.1, 0.9, 0.0)
    assert answers.noul("urgent").noul == 0.9
    assert (row.answered_by, row.asked_model, row.model) == ("typesafe", "jev-latest", MODEL)
    assert (row.request_id, row.source, row.attempts) == (REQUEST_ID, "calibrated", 1)
    assert (row.input_tokens, row.output_tokens) == (120, 7)


@pytest.mark.parametrize("noul", [0, 1, 0.0, 1.0, 0.5])
async def test_a_noul_may_be_anything_from_no_to_yes(noul: float, server: SystemOneServer):
    answers, row = await accepted(server, answering("urgent", noul=noul))

    assert answers.noul("urgent").noul == noul
    assert kept(row)["urgent"].number == noul


@pytest.mark.parametrize(
    ("billing", "other"), [(1, 0), (0.98, 0.0), (1.0, 0.02), (0.505, 0.4951), (0.5, 0.5), (0.495, 0.485)]
)
async def test_probabilities_may_miss_1_by_the_tolerance(
    billing: float, other: float, server: SystemOneServer
):
    answers, _ = await accepted(server, topic(billing, other))

    assert answers.choice("topic").probabilities == {"billing": billing, "other": other}


@pytest.mark.parametrize(("first", "rest"), [(0.89, 0.0), (0.45, 0.03), (0.78, 0.01)])
async def test_23_labels_may_miss_1_by_what_rounding_explains(
    first: float, rest: float, server: SystemOneServer
):
    answers, row = await accepted(server, spread_over_many(first, rest), questions=MANY)

    assert answers.choice("topic").choice == LABELS[0]
    assert kept(row)["topic"].probabilities[LABELS[0]] == first


@pytest.mark.parametrize(
    ("score", "probabilities"),
    [(0, [1, 0, 0]), (2, [0, 0, 1]), (1.99, {"0": 0.0, "1": 0.01, "2": 0.99}), (0.5, [0.5, 0.5, 0.0])],
)
async def test_a_score_may_stand_anywhere_on_the_levels(
    score: float, probabilities: Any, server: SystemOneServer
):
    answers, row = await accepted(server, answering("anger", score=score, probabilities=probabilities))

    assert answers.score("anger").score == score
    assert kept(row)["anger"].number == score


async def test_what_a_server_may_leave_out_is_filled_in(server: SystemOneServer):
    def sparse(reply: dict[str, Any]) -> None:
        del reply["usage"], reply["model"]
        reply["answers"]["topic"]["confidence"] = None
        del reply["answers"]["anger"]["legend"], reply["answers"]["anger"]["confidence"]
        reply["answers"] = dict(reversed(reply["answers"].items()))

    answers, row = await accepted(server, sparse)

    assert answers.choice("topic").confidence == pytest.approx(0.8)
    assert answers.score("anger").legend == ("calm", "annoyed", "furious")
    assert answers.score("anger").confidence is not None
    assert (row.model, row.input_tokens) == ("jev-latest", 0)


async def test_a_choice_of_one_label_and_one_of_255_are_choices(server: SystemOneServer):
    questions = {"one": Choice({"only": None}), "most": Choice({f"l{n}": None for n in range(255)})}
    answers, _ = await accepted(server, questions=questions)

    assert answers.choice("one").choice == "only"
    assert len(answers.choice("most").probabilities) == 255


async def test_a_score_of_two_levels_and_one_of_ten_are_scores(server: SystemOneServer):
    questions = {"least": Score(["no", "yes"]), "most": Score([f"level {n}" for n in range(10)])}
    answers, _ = await accepted(server, questions=questions)

    assert len(answers.score("most").legend) == 10


async def test_a_noul_may_be_told_by_one_side_only(server: SystemOneServer):
    questions = {"yes": Noul(true="It burns."), "no": Noul(false="It can wait.")}
    answers, _ = await accepted(server, questions=questions)

    assert answers.noul("no").noul == 0.9
    assert server.bodies[0]["questions"]["yes"] == {"type": "noul", "criteria": {"true": "It burns."}}
