"""`manage.py check` tells what is wrong with the graphs that a site serves."""

from collections.abc import Iterator
from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import SystemCheckError

from conversations.engine import graphs
from conversations.models import GraphSettings
from providers.ports import ChatReply, ChatRequest
from providers.registry import override_provider

HERE = "tests.conversations.authoring.served_graphs"


@pytest.fixture(autouse=True)
def _fresh_graphs() -> Iterator[None]:
    graphs.reset()
    yield
    graphs.reset()


class DeafProvider:
    """A provider that can do nothing."""

    name = "deaf"
    capabilities: frozenset[str] = frozenset()

    async def chat(self, request: ChatRequest) -> ChatReply:
        raise NotImplementedError


def checked(*options: str) -> str:
    try:
        call_command("check", *options, stdout=StringIO(), stderr=StringIO())
    except SystemCheckError as error:
        return str(error)
    return ""


def test_a_faulty_graph_fails_the_check_with_every_fault(settings):
    settings.EZGRAPH_GRAPHS = (
        f"{HERE}.HopelessGraph",
        "tests.conversations.authoring.faulty_graphs.NoRoundsGraph",
    )
    report = checked()
    assert "ezgraph.graphs.E001" in report
    assert "HopelessGraph: max_agent_rounds is 0" in report
    assert "NoRoundsGraph: max_agent_rounds is 0" in report
    assert "HopelessGraph: start StrangerNode" in report


def test_a_path_that_leads_nowhere_fails_the_check(settings):
    settings.EZGRAPH_GRAPHS = (f"{HERE}.NoSuchGraph", "no.such.module.Graph", f"{HERE}.TalkNode")
    report = checked()
    assert "NoSuchGraph cannot be imported" in report
    assert "no.such.module.Graph cannot be imported" in report
    assert "TalkNode is not a Graph" in report


BROKEN = {
    "prompt": (
        "from conversations.authoring import load_prompt\nPROMPT = load_prompt('greet.md')\n",
        "broken_graph.py loads the prompt 'greet.md', but there is no such file",
    ),
    "name": ("\nGRAPH = Grpah\n", "NameError: name 'Grpah' is not defined"),
    "import": ("from conversations.authoring import Grpah\n", "cannot import name 'Grpah'"),
    "syntax": ("\nclass Graph\n", "SyntaxError: expected ':'"),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_module_that_breaks_is_told_with_the_line(settings, tmp_path, monkeypatch, kind: str):
    source, words = BROKEN[kind]
    (tmp_path / "broken_graph.py").write_text(source)
    monkeypatch.syspath_prepend(tmp_path)
    settings.EZGRAPH_GRAPHS = ("broken_graph.BrokenGraph",)
    report = checked()
    assert f"broken_graph.BrokenGraph cannot be imported: {words}" in report
    line = 1 if kind == "import" else 2
    assert f"broken_graph.py, line {line})" in report


def test_two_graphs_of_one_name_fail_the_check(settings):
    settings.EZGRAPH_GRAPHS = (f"{HERE}.UnrescuedGraph", f"{HERE}.UnrescuedTwinGraph")
    words = f"'unrescued' is given twice, by {HERE}.UnrescuedGraph and {HERE}.UnrescuedTwinGraph"
    assert words in checked()


def test_a_sound_graph_passes(settings):
    settings.EZGRAPH_GRAPHS = (f"{HERE}.SoundGraph",)
    assert "ezgraph.graphs" not in checked()


@pytest.mark.django_db
def test_the_database_check_names_a_provider_that_nobody_supplies(settings):
    settings.EZGRAPH_GRAPHS = (f"{HERE}.UnsuppliedGraph",)
    assert "ezgraph.graphs" not in checked()
    report = checked("--database", "default")
    assert "ezgraph.graphs.E002" in report
    assert "unsupplied.TalkNode uses the provider 'nobody'" in report
    assert "unsupplied.OtherNode" in report


@pytest.mark.django_db
def test_the_database_check_names_a_provider_that_cannot_chat(settings):
    settings.EZGRAPH_GRAPHS = (f"{HERE}.UnsuppliedGraph",)
    with override_provider("nobody", DeafProvider()):
        report = checked("--database", "default")
    assert "ezgraph.graphs.E002" in report
    assert "cannot hold conversations" in report


@pytest.mark.django_db
def test_the_database_check_follows_what_staff_set(settings):
    settings.EZGRAPH_GRAPHS = (f"{HERE}.SoundGraph",)
    GraphSettings.objects.create(graph="sound", chat_provider="elsewhere")
    assert "sound.TalkNode uses the provider 'elsewhere'" in checked("--database", "default")
