"""`manage.py graph`: a graph on a terminal."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from conversations.picturing import mermaid
from conversations.picturing.arguments import arguments_of
from ezgraph_site.graphs.hotel.graph import DecisionHotelGraph
from ezgraph_site.graphs.quote.inputs import AdjustmentInput, HistoryInput
from ezgraph_site.places import CHECKOUT

SERVED = "tests.conversations.authoring.served_graphs"


def told(graph: str, **options: bool) -> str:
    said = StringIO()
    call_command("graph", graph, stdout=said, no_color=True, **options)
    return said.getvalue()


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")


@pytest.mark.django_db
def test_it_tells_nodes_tools_arguments_spaces_and_where_they_lead():
    said = told("quote")
    assert "quote: Car insurance quote" in said
    assert "Every provider that it asks can answer." in said
    assert "DriverNode (conversation, space quote-intake)" in said
    assert "leads to      VehicleNode, TerminateSessionNode in the same turn" in said
    assert "terminate_session: End the conversation." in said
    assert "capture_driver: Save the driver." in said
    assert "years_licensed  whole number, 0 to 85: how many years you have been licensed" in said
    assert "quote-intake     DriverNode, VehicleNode, CoverageNode" in said
    assert "flowchart TD" in said


@pytest.mark.django_db
def test_it_tells_questions_and_thresholds_of_decisions():
    said = " ".join(told("hotel").split())
    assert "question faithful: probability of yes. Are the criteria faithful" in said
    assert "question destination: choice of dates, budget, room_type," in said
    assert "threshold destination: destination at least 0.6, 0.35 where figures are not calibrated" in said
    assert "fallback its on_decision_error" in said


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("graph", "words"),
    [
        ("UnrescuedGraph", "fallback none: where nobody can answer, the turn fails"),
        ("RescuedGraph", "fallback the graph's on_decision_error"),
    ],
)
def test_it_tells_what_a_decision_node_falls_back_to(settings: Settings, graph: str, words: str):
    settings.EZGRAPH_GRAPHS = (f"{SERVED}.{graph}",)
    assert words in " ".join(told(graph.removesuffix("Graph").lower()).split())


@pytest.mark.django_db
@pytest.mark.parametrize("columns", [80, 300])
def test_no_line_of_its_words_is_wider_than_a_readable_one(monkeypatch: pytest.MonkeyPatch, columns: int):
    monkeypatch.setenv("COLUMNS", str(columns))
    words = told("hotel").partition("Picture")[0]
    assert max(map(len, words.splitlines())) <= min(columns, 110)


def test_the_picture_alone_is_mermaid_and_nothing_else():
    assert told("hotel", mermaid=True) == mermaid(DecisionHotelGraph())


def test_an_unknown_name_is_told_those_that_there_are_and_where_they_are_listed(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.chdir(CHECKOUT)
    with pytest.raises(
        CommandError, match=r"no graph 'qoute' here. There is: quote, hotel, receipt.* mean quote"
    ) as refused:
        told("qoute")
    assert "A new one has to be listed in ezgraph_site/graphs/served.py." in str(refused.value)


def test_where_the_setting_is_of_others_that_is_named_and_not_the_file(settings: Settings):
    settings.EZGRAPH_GRAPHS = (f"{SERVED}.SoundGraph",)
    with pytest.raises(CommandError, match=r"A new one has to be listed in the setting EZGRAPH_GRAPHS\."):
        told("quote")


@pytest.mark.django_db
def test_a_provider_that_cannot_answer_is_named_with_the_node(settings: Settings):
    settings.EZGRAPH_GRAPHS = (f"{SERVED}.UnsuppliedGraph",)
    assert "TalkNode asks the provider 'nobody': no provider is called 'nobody'" in told("unsupplied")


def test_a_faulty_graph_has_all_its_faults_told(settings: Settings):
    settings.EZGRAPH_GRAPHS = (f"{SERVED}.HopelessGraph",)
    with pytest.raises(CommandError) as failed:
        told("Hope less")
    assert "HopelessGraph: max_agent_rounds is 0" in str(failed.value)
    assert "HopelessGraph: start StrangerNode" in str(failed.value)


def test_a_graph_that_cannot_be_imported_is_named_too(settings: Settings):
    settings.EZGRAPH_GRAPHS = ("no.such.module.Graph",)
    with pytest.raises(CommandError, match=r"no\.such\.module\.Graph cannot be imported"):
        told("such")


@pytest.mark.django_db
def test_a_node_that_nothing_leads_to_is_told(settings: Settings):
    settings.EZGRAPH_GRAPHS = (f"{SERVED}.SoundGraph",)
    said = told("sound")
    assert said.count("from no other node, as far as the code says") == 1
    assert said.index("OtherNode (conversation") < said.index("from no other node")


def test_arguments_are_told_in_words():
    takes = {argument.name: argument.takes for argument in arguments_of(HistoryInput.model_json_schema())}
    assert takes["currently_insured"] == "true or false"
    assert takes["incidents"] == "list of object of type, month, at most 10 members"
    adjusted = {argument.name: argument for argument in arguments_of(AdjustmentInput.model_json_schema())}
    assert adjusted["liability"].takes == "one of state-minimum, standard, premium or null"
    assert not adjusted["liability"].is_required
