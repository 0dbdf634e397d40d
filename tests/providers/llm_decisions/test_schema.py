"""The one strict JSON Schema that all answers have to fit."""

import re
from typing import Any

from providers.adapters.llm_decisions import answer_schema
from providers.questions import Choice, Noul, Question, Score
from tests.providers.deciding import QUESTIONS

PROBABILITY = {"type": "number", "minimum": 0, "maximum": 1}


def objects_in(schema: Any) -> list[dict[str, Any]]:
    """Every schema of an object, at any depth."""
    if not isinstance(schema, dict):
        return []
    below = [found for value in schema.values() for found in objects_in(value)]
    return [schema, *below] if schema.get("type") == "object" else below


def test_a_choice_is_one_of_its_labels_with_a_confidence() -> None:
    schema = answer_schema(QUESTIONS)

    assert schema["properties"]["intent"]["properties"] == {
        "choice": {"type": "string", "enum": ["book", "cancel"]},
        "confidence": PROBABILITY,
    }


def test_a_score_lies_between_the_first_and_the_last_level_and_has_a_confidence() -> None:
    schema = answer_schema({"size": Score(["s", "m", "l", "xl"])})

    assert schema["properties"]["size"]["properties"] == {
        "score": {"type": "number", "minimum": 0, "maximum": 3},
        "confidence": PROBABILITY,
    }


def test_a_noul_is_a_probability() -> None:
    assert answer_schema(QUESTIONS)["properties"]["clear"]["properties"] == {"probability": PROBABILITY}


def test_every_object_asks_for_all_it_names_and_allows_nothing_else() -> None:
    schemas = objects_in(answer_schema(QUESTIONS))

    assert len(schemas) == 4
    assert all(schema["additionalProperties"] is False for schema in schemas)
    assert all(schema["required"] == list(schema["properties"]) for schema in schemas)


def test_a_question_whose_name_no_vendor_takes_answers_under_its_number() -> None:
    questions: dict[str, Question] = {
        "intent": Choice({"a": None}),
        "Ist es klar?": Noul("clear"),
        "x" * 65: Noul("long"),
    }

    assert list(answer_schema(questions)["properties"]) == ["intent", "question_2", "question_3"]


def test_such_a_number_is_never_the_name_of_another_question() -> None:
    questions = {"?": Noul("one"), "question_1": Noul("two"), "question_1_": Noul("three")}

    keys = list(answer_schema(questions)["properties"])

    assert len(set(keys)) == 3
    assert keys[1:] == ["question_1", "question_1_"]
    assert all(re.fullmatch(r"[A-Za-z0-9_.-]{1,64}", key) for key in keys)
