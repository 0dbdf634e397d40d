"""What the framework asks of an author: little code that faces it, and few edits for a new stage."""

import ast
import importlib
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from conversations.authoring import Graph, faults_of
from conversations.testing import GraphHarness, ScriptedChat, call, calls, says
from ezgraph_site.places import CHECKOUT
from tests.site.quote.test_acceptance import CAMRY, CAMRY_SE, DRIVER, USE

QUOTE = CHECKOUT / "ezgraph_site" / "graphs" / "quote"
COPY = "quote_with_alarms"
MOST_LINES = 500
MOST_EDITS = 5

ALARM_PROMPT = "## Stage: alarm\n\nAsk whether the vehicle has an alarm, then call `capture_alarm`.\n"
ALARM_NODE = '''"""Between vehicle and history: whether there is an alarm."""

from typing import Final

from pydantic import BaseModel, Field

from conversations.authoring import (
    Builder,
    ConversationNode,
    GraphState,
    TurnContext,
    go,
    load_prompt,
    tool,
)
from ezgraph_site.graphs.quote.nodes.history import HistoryNode
from ezgraph_site.graphs.quote.nodes.prompting import stage_prompt

PROMPT: Final = load_prompt("alarm.md")


class AlarmInput(BaseModel):
    """Whether there is an alarm."""

    has_alarm: bool = Field(description="whether the vehicle has an alarm")


class AlarmNode(ConversationNode):
    """Asks for the alarm, then hands over to the history stage."""

    space = "quote-intake"

    class State(BaseModel):
        has_alarm: bool = False

    def get_prompt(self, state: GraphState) -> str:
        """Ask for the alarm."""
        return stage_prompt(PROMPT, state)

    @tool("capture_alarm", description="Save whether there is an alarm.")
    def capture_alarm(self, input: AlarmInput, context: TurnContext, state: GraphState) -> Builder:
        """Save it, then go on to the history."""
        context.save_state(has_alarm=input.has_alarm)
        return go(HistoryNode)
'''

STAGE = {"nodes/alarm.py": ALARM_NODE, "nodes/alarm.md": ALARM_PROMPT}
"""The new stage: a node with its prompt beside it. That is the first edit."""

EDITS = (
    (
        "graph.py",
        "from ezgraph_site.graphs.quote.nodes.coverage import CoverageNode\n",
        "from ezgraph_site.graphs.quote.nodes.alarm import AlarmNode\n"
        "from ezgraph_site.graphs.quote.nodes.coverage import CoverageNode\n",
    ),
    (
        "graph.py",
        "(DriverNode, VehicleNode, HistoryNode,",
        "(DriverNode, VehicleNode, AlarmNode, HistoryNode,",
    ),
    (
        "nodes/vehicle.py",
        "from ezgraph_site.graphs.quote.nodes.history import HistoryNode\n",
        "from ezgraph_site.graphs.quote.nodes.alarm import AlarmNode\n",
    ),
    ("nodes/vehicle.py", "return go(HistoryNode)", "return go(AlarmNode)"),
)
"""The others: a file, what stands there, and what takes its place."""


def faces_the_framework(path: Path) -> bool:
    """Whether a module imports anything of the framework."""
    imports = (
        part for part in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(part, ast.ImportFrom)
    )
    return any((part.module or "").partition(".")[0] == "conversations" for part in imports)


def test_the_code_that_faces_the_framework_is_short():
    facing = [path for path in QUOTE.rglob("*.py") if faces_the_framework(path)]
    assert {path.relative_to(QUOTE).parts[0] for path in facing} == {"graph.py", "nodes"}
    assert sum(len(path.read_text("utf-8").splitlines()) for path in facing) <= MOST_LINES


@pytest.fixture
def edited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Graph]]:
    """The quote graph with another stage, as a package of its own."""
    package = tmp_path / COPY
    shutil.copytree(QUOTE, package, ignore=shutil.ignore_patterns("__pycache__"))
    for name, text in STAGE.items():
        (package / name).write_text(text, "utf-8")
    for name, before, after in EDITS:
        source = (package / name).read_text("utf-8")
        assert source.count(before) == 1, before
        (package / name).write_text(source.replace(before, after), "utf-8")
    for path in package.rglob("*.py"):
        path.write_text(path.read_text("utf-8").replace("ezgraph_site.graphs.quote", COPY), "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield importlib.import_module(f"{COPY}.graph").QuoteGraph
    for module in [name for name in sys.modules if name.partition(".")[0] == COPY]:
        del sys.modules[module]


@pytest.mark.django_db(transaction=True)
async def test_a_new_stage_takes_five_edits(edited: Any):
    assert 1 + len(EDITS) <= MOST_EDITS
    assert faults_of(edited) == []
    model = ScriptedChat(
        [
            calls(DRIVER),
            calls(call("resolve_vehicle", **CAMRY, trim="SE"), USE),
            says(f"Does the {CAMRY_SE} have an alarm?"),
            calls(call("capture_alarm", has_alarm=True)),
            says("Are you insured now?"),
        ]
    )
    async with GraphHarness(edited, model) as chat:
        asked = await chat.send("All of it in one message")
        assert asked.message == f"Does the {CAMRY_SE} have an alarm?"
        assert await chat.cursor() == "AlarmNode"
        await chat.send("Yes")
        assert await chat.cursor() == "HistoryNode"
        assert (await chat.channel("AlarmNode")).has_alarm
