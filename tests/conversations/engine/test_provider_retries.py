"""Asking a provider again: what is retried, how often, and after which pause."""

from unittest.mock import patch

import pytest

from conversations.authoring import ChatOptions, Graph
from conversations.authoring.config import ChatConfig
from conversations.engine.attempts import LONGEST_RETRY_AFTER, RETRY_PAUSE
from conversations.engine.conversation.asking import ask
from conversations.engine.errors import TurnFault
from conversations.engine.events import Delta, DeltaReset, VisibleMessage
from conversations.engine.ledger import Ledger
from conversations.testing import GraphHarness, ScriptedChat, fails, says
from conversations.testing.scripted import Reply
from providers import clock
from providers.errors import RETRYABLE, ErrorCode, ProviderError
from providers.ports import ChatMessage, ChatRequest, ChatRole, StreamReset, TextDelta
from providers.registry import override_provider
from tests.conversations.engine.stages import TalkNode

REQUEST = ChatRequest(messages=(ChatMessage(role=ChatRole.HUMAN, text="Hi"),))


class Asked:
    """What came of asking a scripted provider, with the pauses that it took."""

    def __init__(self) -> None:
        self.pauses: list[float] = []
        self.heard: list[TextDelta | StreamReset] = []
        self.ledger = Ledger()
        self.answer = ""

    async def sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)

    def elapsed(self) -> float:
        """The providers' clock: the circuit of one that asked for a pause opens after it."""
        return sum(self.pauses)


async def asked(*replies: Reply, retries: int = 0, stream: bool = False) -> Asked:
    outcome = Asked()
    model = ScriptedChat(list(replies))
    with override_provider("embedded", model), patch.object(clock, "elapsed", outcome.elapsed):
        try:
            reply = await ask(
                REQUEST,
                ChatConfig(provider="embedded", max_retries=retries),
                node="TalkNode",
                ledger=outcome.ledger,
                listener=outcome.heard.append if stream else None,
                sleep=outcome.sleep,
            )
            outcome.answer = reply.text
        except TurnFault as fault:
            outcome.answer = fault.detail
    model.check()
    return outcome


async def test_without_retries_the_first_error_is_the_end():
    outcome = await asked(fails())
    assert (outcome.pauses, len(outcome.ledger.calls)) == ([], 1)


async def test_a_retry_that_succeeds_answers_and_every_call_is_on_record():
    outcome = await asked(fails(), fails(), says("Hello."), retries=2)
    assert (outcome.answer, outcome.pauses) == ("Hello.", [RETRY_PAUSE, RETRY_PAUSE])
    assert [record.code for record in outcome.ledger.calls] == ["unavailable", "unavailable", ""]
    assert [one["calls"] for one in outcome.ledger.usage] == [1]


async def test_retries_end_at_their_number_with_the_last_error():
    outcome = await asked(fails(), fails(ErrorCode.TIMEOUT), retries=1)
    assert "timeout" in outcome.answer
    assert outcome.pauses == [RETRY_PAUSE]


async def test_a_pause_between_two_attempts_is_a_quarter_of_a_second():
    assert RETRY_PAUSE == 0.25


@pytest.mark.parametrize(
    ("retry_after", "pauses"),
    [(0.0, [0.0]), (2.5, [2.5]), (LONGEST_RETRY_AFTER, [LONGEST_RETRY_AFTER]), (5.01, []), (3600.0, [])],
)
async def test_a_vendor_s_retry_after_holds_up_to_five_seconds_and_longer_is_no_retry(
    retry_after: float, pauses: list[float]
):
    error = fails(ErrorCode.RATE_LIMITED, retry_after=retry_after)
    outcome = await asked(error, says("Hello."), retries=1)
    assert outcome.pauses == pauses
    assert (outcome.answer == "Hello.") is bool(pauses)


@pytest.mark.parametrize("code", list(ErrorCode))
async def test_only_what_is_marked_retryable_is_asked_again_and_an_open_circuit_is_not(code: ErrorCode):
    outcome = await asked(fails(code), says("Hello."), retries=1)
    again = code in RETRYABLE and code is not ErrorCode.CIRCUIT_OPEN
    assert (outcome.answer == "Hello.") is again


async def test_an_attempt_that_starts_again_withdraws_what_was_read():
    outcome = await asked(fails(), says("Hello."), retries=1, stream=True)
    assert [item.kind for item in outcome.heard] == ["reset", "text"]


@pytest.mark.django_db(transaction=True)
async def test_a_node_s_retries_reach_its_provider_and_withdraw_the_deltas_so_far():
    class BreakingChat(ScriptedChat):
        async def chat_stream(self, request):
            async for item in super().chat_stream(request):
                if isinstance(item, ProviderError):
                    yield TextDelta(text="Hel")
                yield item

    class PatientNode(TalkNode):
        def get_chat_config(self) -> ChatOptions:
            return {"max_retries": 1}

    class PatientGraph(Graph):
        name = "patient"
        nodes = [PatientNode]
        start = PatientNode

    broken = fails(ErrorCode.NETWORK, retry_after=0)
    async with GraphHarness(PatientGraph, BreakingChat([broken, says("Hello.")])) as chat:
        result = await chat.send("Hi", stream=True)
        assert result.message == "Hello."
        told = [event for event in chat.events if isinstance(event, Delta | DeltaReset | VisibleMessage)]
        assert [event.kind for event in told] == ["message", "delta", "delta_reset", "delta", "message"]
        assert [row.code for row in await chat.model_calls()] == ["network", ""]


async def test_a_stream_without_a_final_reply_is_a_bad_response():
    class UnfinishedChat(ScriptedChat):
        async def chat_stream(self, request):
            yield TextDelta(text="Hel")

    outcome = Asked()
    with override_provider("embedded", UnfinishedChat()), pytest.raises(TurnFault, match="bad_response"):
        await ask(
            REQUEST,
            ChatConfig(provider="embedded"),
            node="TalkNode",
            ledger=outcome.ledger,
            listener=outcome.heard.append,
        )
