"""`manage.py chat`: a conversation in the terminal."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from io import StringIO
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from conversations.access import ApiCaller, identify
from conversations.authoring import Builder, Graph, GraphState, Node, TurnContext, direct
from conversations.engine import engine
from conversations.engine.events import Delta, DeltaReset, VisibleMessage, VisibleRole
from conversations.engine.staff import Staff
from conversations.models import Origin, Session
from conversations.terminal import TurnPrinter
from conversations.testing import ScriptedChat, call, calls, fails, says, serve_graphs

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def talk(model: ScriptedChat, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Type these lines, then Ctrl-D; return what was printed."""

    def typed(*lines: str, graph: str = "wish", **options: object) -> str:
        monkeypatch.setattr("sys.stdin", StringIO("".join(f"{line}\n" for line in lines)))
        printed = StringIO()
        call_command("chat", graph, stdout=printed, no_color=True, **options)
        return printed.getvalue()

    return typed


def test_it_talks_until_the_session_is_completed(talk, model: ScriptedChat):
    model.then(
        calls(call("save_name", name="Ada")), says("What do you wish?"), calls(call("grant", wish="Cake"))
    )
    printed = talk("I'm Ada", "", "Cake", "never read")
    assert "Who is there?" in printed
    assert printed.index("What do you wish?") < printed.index("Cake is granted.")
    assert printed.rstrip().endswith("This conversation is over.")


def test_a_session_can_be_gone_on_with(talk, model: ScriptedChat):
    model.then(says("Hello Ada"))
    printed = talk("I'm Ada")
    session = Session.objects.get()
    assert f"--session {session.pk}" in printed
    model.then(says("Still here"))
    again = talk("Hello?", session=session.pk)
    assert again.index("You: I'm Ada") < again.index("Hello Ada") < again.index("Still here")


def test_its_sessions_are_test_sessions_that_came_through_a_terminal(talk, model: ScriptedChat):
    talk()
    session = Session.objects.get()
    assert session.is_test
    assert session.origin == Origin.TERMINAL


def test_who_writes_while_staff_answer_is_told_so(talk, model: ScriptedChat):
    talk()
    session = Session.objects.get()
    asyncio.run(engine.take_over(session.pk, Staff.of(User.objects.create_user("ann"))))
    printed = talk("Is anybody there?", session=session.pk)
    assert "Staff answer this conversation now." in printed
    assert session.messages.get().text == "Is anybody there?"


def test_a_failure_is_a_sentence_and_the_talk_goes_on(talk, model: ScriptedChat):
    model.then(fails(), says("Hello Ada"))
    printed = talk("I'm Ada", "Bad \x07 character", "I'm Ada")
    assert "something went wrong" in printed
    assert "not allowed" in printed
    assert "Hello Ada" in printed
    assert "Traceback" not in printed


def test_why_a_turn_failed_is_told_once_beside_what_the_customer_reads(
    talk, model: ScriptedChat, caplog: pytest.LogCaptureFixture
):
    model.then(fails())
    why = StringIO()
    assert "went wrong" in talk("Hello", stderr=why)
    assert why.getvalue().startswith("PROVIDER_FAILED: scripted: unavailable")
    assert not [record for record in caplog.records if "PROVIDER_FAILED" in record.getMessage()]


def test_help_is_the_command_s_and_not_the_graph_s(talk, model: ScriptedChat):
    assert "Ctrl-D leaves" in talk("/help")
    assert not model.requests


class ColourNode(Node):
    def run(self, context: TurnContext, state: GraphState) -> Builder:
        return direct("Which colour?").with_suggestions("Red", "Pale blue")


class ColourGraph(Graph):
    name = "colours"
    nodes = [ColourNode]
    start = ColourNode


def test_suggestions_are_shown_also_to_whoever_comes_again(talk):
    with serve_graphs(ColourGraph):
        first = talk("Paint it", graph="colours")
        again = talk(graph="colours", session=Session.objects.get().pk)
    assert all("Which colour?\n  [Red]  [Pale blue]\n" in printed for printed in (first, again))


def test_an_unknown_graph_is_named_beside_those_there_are(talk):
    with pytest.raises(
        CommandError, match=r"no graph 'nowhere' here. There is: wish. A new one has to be listed"
    ):
        talk("Hello", graph="nowhere")


def test_an_unknown_session_is_told(talk):
    with pytest.raises(CommandError, match="There is no such session"):
        talk("Hello", session=uuid4())


def test_a_key_is_made_and_shown(model: ScriptedChat):
    printed = StringIO()
    call_command("issue_api_key", "shop", "--scope", "sessions:read", stdout=printed)
    caller = identify(f"Bearer {printed.getvalue().strip()}")
    assert isinstance(caller, ApiCaller)
    assert caller.scopes == {"sessions:read"}


def test_withdrawn_text_is_wiped_from_a_screen_and_the_rest_is_not_written_twice():
    screen: list[str] = []
    printer = TurnPrinter(lambda text, ending="\n": screen.append(text + ending), erasable=True)
    printer.tell(Delta(turn=1, text="One moment"))
    printer.tell(DeltaReset(turn=1))
    printer.tell(Delta(turn=1, text="Hello "))
    printer.tell(Delta(turn=1, text="Ada"))
    shown = VisibleMessage(
        turn=1, n=2, role=VisibleRole.ASSISTANT, text="Hello Ada", at=datetime(2026, 1, 1, tzinfo=UTC)
    )
    printer.tell(shown)
    assert screen == ["One moment", "\r\x1b[2K", "Hello ", "Ada", "\n"]
