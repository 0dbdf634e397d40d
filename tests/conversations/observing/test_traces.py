"""A turn as a trace: its steps, decisions, tools and every call to a provider, below each other."""

from collections.abc import Iterable

import httpx
import pytest
from django.test import AsyncClient
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanContext

from conversations.observing.tracing.tree import tree_of
from conversations.testing import GraphHarness, ScriptedChat, says
from providers.announcements import ModelCall
from providers.announcing import observed
from providers.wire.calls import posted
from tests.conversations.observing.graphs import ColorGraph

pytestmark = pytest.mark.django_db(transaction=True)

SAID = "My favourite is a secret"

TREE = """\
invoke_workflow color  session S, turn 1, completed
├─ step RouteNode  go
│  └─ decide RouteNode  fallback, timeout
│     ├─ decide jev-latest  typesafe, unavailable  FAILED
│     └─ decide jev-latest  judge, timeout  FAILED
└─ invoke_agent TalkNode  direct
   ├─ chat  embedded, rate_limited  FAILED
   ├─ chat scripted-1  spare, in 10, out 5
   ├─ execute_tool save_color  stay
   ├─ chat  embedded, rate_limited  FAILED
   └─ chat scripted-1  spare, in 70"""


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])
@pytest.mark.usefixtures("failing_providers")
async def test_a_turn_of_two_steps_with_a_decision_and_fallbacks_is_a_tree(
    spans: InMemorySpanExporter, stream: bool
):
    async with GraphHarness(ColorGraph) as chat:
        await chat.send(SAID, stream=stream)
    trace = spans.get_finished_spans()

    assert tree_of(trace, times=False).replace(str(chat.session_id), "S") == TREE


@pytest.mark.usefixtures("failing_providers")
async def test_nothing_that_anybody_wrote_is_in_a_span(spans: InMemorySpanExporter):
    async with GraphHarness(ColorGraph) as chat:
        await chat.send(SAID)
    everything = "".join(span.to_json() for span in spans.get_finished_spans())

    for text in (SAID, "Which one?", "Another one, please", "Ask for a color", "blue"):
        assert text not in everything


@pytest.mark.usefixtures("failing_providers")
async def test_spans_have_the_attributes_of_the_genai_conventions(spans: InMemorySpanExporter):
    async with GraphHarness(ColorGraph) as chat:
        await chat.send(SAID)
    turn = named(spans.get_finished_spans(), "invoke_workflow color")
    call = named(spans.get_finished_spans(), "chat scripted-1")

    assert turn["gen_ai.operation.name"] == "invoke_workflow"
    assert turn["gen_ai.conversation.id"] == str(chat.session_id)
    assert call["gen_ai.operation.name"] == "chat"
    assert call["gen_ai.provider.name"] == "spare"
    assert call["gen_ai.response.model"] == "scripted-1"
    assert call["gen_ai.usage.input_tokens"] == 10


CALLER = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331"


async def turn_called_by(
    client: AsyncClient, model: ScriptedChat, spans: InMemorySpanExporter, *, sampled: bool
) -> ReadableSpan:
    """The span of a turn whose request came with the trace of its caller."""
    model.then(says("Hello."))
    started = await client.post("/api/v1/sessions", {"graph": "wish"}, content_type="application/json")
    session = started.json()
    await client.post(
        f"/api/v1/sessions/{session['id']}/turns",
        {"message": "Hi"},
        content_type="application/json",
        headers={
            "traceparent": f"{CALLER}-{sampled:02}",
            "tracestate": "vendor=said",
            "authorization": f"Bearer {session['token']}",
        },
    )
    [turn] = [one for one in spans.get_finished_spans() if one.name == "invoke_workflow wish"]
    return turn


def identity(span: SpanContext | None) -> str:
    """A span's ids, as `traceparent` has them."""
    return f"00-{span.trace_id:032x}-{span.span_id:016x}" if span else ""


async def test_a_stranger_rules_no_trace_of_ours_which_is_linked_to_its_own(
    async_client: AsyncClient, model: ScriptedChat, spans: InMemorySpanExporter
):
    turn = await turn_called_by(async_client, model, spans, sampled=False)

    assert turn.parent is None
    assert turn.context.trace_id != turn.links[0].context.trace_id
    assert [identity(link.context) for link in turn.links] == [CALLER]
    assert "said" not in "".join(span.to_json() for span in spans.get_finished_spans())
    assert all(not span.links for span in spans.get_finished_spans() if span.parent)


@pytest.mark.parametrize("joins_callers", [True], ids=["joined"])
async def test_a_caller_of_ones_own_sees_the_turn_in_its_own_trace(
    async_client: AsyncClient, model: ScriptedChat, spans: InMemorySpanExporter
):
    turn = await turn_called_by(async_client, model, spans, sampled=True)

    assert identity(turn.parent) == CALLER
    assert f"{turn.context.trace_id:032x}" in CALLER
    assert not turn.links


async def test_a_provider_is_told_of_the_trace_where_the_site_says_so(spans: InMemorySpanExporter):
    told: list[str | None] = []

    def answer(request: httpx.Request) -> httpx.Response:
        told.append(request.headers.get("traceparent"))
        return httpx.Response(200, json={})

    async with httpx.AsyncClient(transport=httpx.MockTransport(answer)) as client:
        with observed(ModelCall(provider="own", type="openai", operation="chat", asked_model="llama")):
            async with posted(client, "http://own/", b"{}", {}, seconds=1, request_id_header="x-request-id"):
                pass
        async with posted(client, "http://own/", b"{}", {}, seconds=1, request_id_header="x-request-id"):
            pass
    [span] = spans.get_finished_spans()

    assert [header and header[:-3] for header in told] == [
        f"00-{span.context.trace_id:032x}-{span.context.span_id:016x}",
        None,
    ]


def named(spans: Iterable[ReadableSpan], name: str) -> dict[str, object]:
    return dict(next(span for span in spans if span.name == name).attributes or {})
