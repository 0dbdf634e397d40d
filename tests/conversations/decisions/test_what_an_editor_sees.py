"""Types of answers that follow from their questions, as mypy sees them."""

import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

SOURCE: Final = """
from typing import Any

from conversations.authoring import (
    Answers, Choice, DecisionContext, DecisionNode, GraphState, Noul, Score, go
)

TOPIC = Choice({"billing": "Invoices.", "other": None})
ANGER = Score(["calm", "furious"], instructions="How angry?")
URGENT = Noul("Is it urgent?", true="It burns.")


class RouterNode(DecisionNode):
    def define_questions(self, state: GraphState) -> dict[str, Choice | Score | Noul]:
        return {"topic": TOPIC, "anger": ANGER, "urgent": URGENT}

    def on_decision(self, answers: Answers, context: DecisionContext, state: GraphState) -> Any:
        reveal_type(answers.of(TOPIC))
        reveal_type(answers.of(ANGER))
        reveal_type(answers.of(URGENT))
        reveal_type(answers.choice("topic").choice)
        reveal_type(answers.choice("topic").probabilities)
        reveal_type(answers.score("anger").score)
        reveal_type(answers.noul("urgent").noul)
        reveal_type(answers["topic"])
        reveal_type(context.threshold("topic"))
        answers.of("topic")
        answers.noul("urgent").choice
        return go("DeskNode")
"""

CONFIGURATION: Final = """
[mypy]
strict = true
follow_imports = silent
show_error_codes = false
error_summary = false

[mypy-django.*,pytz.*,asgiref.*]
follow_imports = skip
"""
"""The project's own loads all of Django, which these types need not."""

REVEALED: Final = (
    "providers.questions.ChoiceAnswer",
    "providers.questions.ScoreAnswer",
    "providers.questions.NoulAnswer",
    "str",
    "dict[str, float]",
    "float",
    "float",
    "providers.questions.ChoiceAnswer | providers.questions.ScoreAnswer | providers.questions.NoulAnswer",
    "float",
)

REFUSED: Final = (
    'No overload variant of "of" of "Answers" matches argument type "str"',
    '"NoulAnswer" has no attribute "choice"',
)


@pytest.mark.slow
def test_the_types_of_answers_follow_from_the_questions(tmp_path: Path):
    file = tmp_path / "router.py"
    file.write_text(SOURCE)
    (tmp_path / "mypy.ini").write_text(CONFIGURATION)
    own = ["--config-file", str(tmp_path / "mypy.ini"), "--cache-dir", str(tmp_path / "cache")]
    # A process of its own: mypy lets the one that it runs in recurse more deeply.
    done = subprocess.run([sys.executable, "-m", "mypy", *own, file], capture_output=True, text=True)
    report = done.stdout

    assert done.stderr == ""
    notes = [line for line in report.splitlines() if "Revealed type is" in line]
    assert [note.split('"')[1].replace("builtins.", "") for note in notes] == list(REVEALED)
    for refusal in REFUSED:
        assert refusal in report
    assert report.count(": error:") == len(REFUSED)
