"""Promises of adapters whose model runs in the process."""

from typing import Final

from providers.errors import ErrorCode, ProviderError
from providers.ports import CHAT, DECIDE, ChatReply, ChatRequest, FinishReason
from providers.questions import ChoiceAnswer, NoulAnswer, ScoreAnswer
from providers.testing.answering import decided
from providers.testing.asking import NAME, chat_request, decide_request
from providers.testing.bench import built, streamed
from providers.testing.conversing import reply_of
from providers.testing.promises import PromiseBroken, Promises, expect, expect_equal, expect_error
from providers.testing.subjects import InProcess

LOCAL: Final = Promises[InProcess]()

ERRAND: Final = "errand"
"""What only holds for models that call tools."""

_KINDS: Final = {"choice": ChoiceAnswer, "score": ScoreAnswer, "noul": NoulAnswer}


@LOCAL.that()
async def it_does_what_it_declares_and_nothing_else(subject: InProcess) -> None:
    """It has its name and the declared capabilities; asked for another it says `capability_missing`."""
    provider = built(subject, dict(subject.options))
    expect_equal("name", provider.name, NAME)
    expect_equal("capabilities", provider.capabilities, subject.capabilities)
    if CHAT not in subject.capabilities:
        expect_error(CHAT, await provider.chat(chat_request()), ErrorCode.CAPABILITY_MISSING)
    if DECIDE not in subject.capabilities:
        expect_error(DECIDE, await provider.decide(decide_request()), ErrorCode.CAPABILITY_MISSING)


@LOCAL.that(CHAT)
async def it_speaks_whole_and_in_pieces_alike(subject: InProcess) -> None:
    """Small talk is answered in words; the stream gives the same words and ends with the same reply."""
    request = _required(subject.small_talk, "small_talk")
    provider = built(subject, dict(subject.options))
    whole = reply_of(await provider.chat(request))
    texts, final = await streamed(provider, request)
    expect(whole.text.strip(), "It says nothing.")
    expect_equal("the pieces together", "".join(texts), reply_of(final).text)
    expect_equal("streamed", reply_of(final), whole)
    expect_equal("provider", whole.provider, NAME)


@LOCAL.that(ERRAND)
async def it_calls_the_tools_that_are_offered(subject: InProcess) -> None:
    """A call names an offered tool, and its arguments are an object with all that the tool requires."""
    request = _required(subject.errand, "errand")
    provider = built(subject, dict(subject.options))
    for reply in (await provider.chat(request), (await streamed(provider, request))[1]):
        _expect_calls(reply_of(reply), request)


@LOCAL.that(DECIDE)
async def it_answers_what_it_can(subject: InProcess) -> None:
    """Each question gets an answer of its kind."""
    expect(subject.decisions, "InProcess.decisions names no request.")
    provider = built(subject, dict(subject.options))
    for request in subject.decisions:
        reply = decided(await provider.decide(request))
        for name, question in request.questions.items():
            answer = reply.answers[name]
            expect(isinstance(answer, _KINDS[question.kind]), f"A {question.kind} is answered by {answer!r}")


@LOCAL.that(DECIDE)
async def it_answers_any_questions_or_says_why_not(subject: InProcess) -> None:
    """Questions of all kinds about anything are answered, or are an error; nothing is raised."""
    provider = built(subject, dict(subject.options))
    for state in ("", {}, [], {"said": "\ud800\0"}, ["a", None]):
        result = await provider.decide(decide_request(state=state))
        if isinstance(result, ProviderError):
            expect_error(repr(state), result, ErrorCode.REFUSED, ErrorCode.INVALID_REQUEST)


def _expect_calls(reply: ChatReply, request: ChatRequest) -> None:
    offered = {tool.name: tool for tool in request.tools}
    expect(reply.tool_calls, f"It calls no tool: {reply!r}")
    expect_equal("finish_reason", reply.finish_reason, FinishReason.TOOL_CALLS)
    for call in reply.tool_calls:
        expect(call.name in offered, f"{call.name!r} is not offered.")
        if not isinstance(call.arguments, dict):
            raise PromiseBroken(f"The arguments are no object: {call.arguments!r}")
        missing = set(offered[call.name].parameters.get("required", ())) - call.arguments.keys()
        expect(not missing, f"{call.name} is called without {sorted(missing)}")


def _required(request: ChatRequest | None, name: str) -> ChatRequest:
    if request is None:
        raise PromiseBroken(f"InProcess.{name} is not set.")
    return request
