"""Promises of conversations: what is said, what is called, what is sent."""

from collections.abc import Sequence
from typing import Final

from providers.errors import ErrorCode
from providers.ports import CHAT, ChatMessage, ChatReply, ChatRole, FinishReason, ToolCall, ToolSpec
from providers.testing.asking import CALLING, CALLS, SAYING, WEATHER, WORDS, chat_request, human
from providers.testing.bench import Bench, chat, read, streamed
from providers.testing.promises import PromiseBroken, Promises, expect, expect_equal, expect_error
from providers.testing.subjects import Feature

CONVERSING: Final = Promises[Bench]()


@CONVERSING.that(CHAT)
async def it_says_what_the_vendor_says(bench: Bench) -> None:
    """The text arrives as the vendor wrote it, without tool calls, and ends with `stop`."""
    bench.server.answers(lambda asked: bench.vendor.says(asked, SAYING))
    reply = reply_of(await bench.provider().chat(chat_request()))
    expect_equal("text", reply.text, WORDS)
    expect_equal("tool_calls", reply.tool_calls, ())
    expect_equal("finish_reason", reply.finish_reason, FinishReason.STOP)


@CONVERSING.that(CHAT)
async def its_stream_is_the_text_and_then_the_reply(bench: Bench) -> None:
    """A stream gives the text in pieces and then, as its one last item, the reply with all of it."""
    bench.server.answers(lambda asked: bench.streams(asked, SAYING))
    texts, final = await streamed(bench.provider(), chat_request())
    expect_equal("the pieces together", "".join(texts), WORDS)
    expect_equal("text of the reply", reply_of(final).text, WORDS)
    if Feature.STREAMING in bench.vendor.features:
        expect(len(texts) > 1, "All the text came in one piece.")


@CONVERSING.that(CHAT)
async def it_sends_the_whole_conversation(bench: Bench) -> None:
    """What the system, the customer and the model said before all reaches the vendor."""
    said = ["You sell flowers.", "Roses, please.", "How many?", "A dozen."]
    roles = [ChatRole.SYSTEM, ChatRole.HUMAN, ChatRole.AI, ChatRole.HUMAN]
    messages = tuple(ChatMessage(role=role, text=text) for role, text in zip(roles, said, strict=True))
    bench.server.answers(lambda asked: bench.vendor.says(asked, SAYING))
    await chat(bench.provider(), messages=messages)
    for text in said:
        expect(bench.server.asked[0].holds(text), f"{text!r} was not sent.")


@CONVERSING.that(CHAT, Feature.TOOLS)
async def it_offers_tools_and_hands_out_their_calls(bench: Bench) -> None:
    """Tools are offered with name, description and schema; parallel calls come in order, with own ids."""
    _expect_calls(bench, await _called(bench, stream=False))


@CONVERSING.that(CHAT, Feature.TOOLS)
async def its_stream_puts_tool_calls_together(bench: Bench) -> None:
    """Tool calls that are streamed stand in the last item, whole."""
    _expect_calls(bench, await _called(bench, stream=True))


@CONVERSING.that(CHAT, Feature.TOOLS)
async def it_sends_calls_and_results_back(bench: Bench) -> None:
    """The model is shown which tools it called, with which arguments, and what they gave."""
    bench.server.answers(lambda asked: bench.vendor.says(asked, SAYING))
    results = [
        ChatMessage(role=ChatRole.TOOL, text=f"{degrees} degrees", tool_call_id=call.id)
        for call, degrees in zip(CALLS, (21, 9), strict=True)
    ]
    messages = (human("Weather?"), ChatMessage(role=ChatRole.AI, tool_calls=CALLS), *results)
    reply_of(await bench.provider().chat(chat_request(messages=messages, tools=(WEATHER,))))
    (asked,) = bench.server.asked
    for words in ("21 degrees", "9 degrees", "Oslo"):
        expect(asked.holds(words), f"{words!r} was not sent.")


@CONVERSING.that(CHAT, Feature.PARAMETERS)
async def it_hands_parameters_on(bench: Bench) -> None:
    """A node's parameters go to the vendor as they are."""
    bench.server.answers(lambda asked: bench.vendor.says(asked, SAYING))
    await chat(bench.provider(), parameters={"temperature": 0.375})
    asked = bench.server.asked[0]
    expect(asked.holds("temperature") and asked.holds(0.375), "temperature=0.375 was not sent.")


@CONVERSING.that(CHAT, Feature.PARAMETERS)
async def it_refuses_parameters_that_json_cannot_hold(bench: Bench) -> None:
    """A value that JSON cannot express is an invalid request, and nothing is sent."""
    for ask in (chat, read):
        result = await ask(bench.provider(), parameters={"temperature": float("nan")})
        expect_error("NaN", result, ErrorCode.INVALID_REQUEST)
    expect_equal("requests", len(bench.server.asked), 0)


def reply_of(result: object) -> ChatReply:
    """Return the result, which has to be a reply of a conversation. Raises `PromiseBroken`."""
    if not isinstance(result, ChatReply):
        raise PromiseBroken(f"Expected a reply, found {result!r}")
    return result


async def _called(bench: Bench, *, stream: bool) -> ChatReply:
    answer = bench.streams if stream else bench.vendor.says
    bench.server.answers(lambda asked: answer(asked, CALLING))
    return reply_of(await (read if stream else chat)(bench.provider(), tools=(WEATHER,)))


def _expect_calls(bench: Bench, reply: ChatReply) -> None:
    expect_equal("calls", _named(reply.tool_calls), _named(CALLS))
    expect(len({call.id for call in reply.tool_calls}) == len(CALLS), "Two calls have one id.")
    expect_equal("finish_reason", reply.finish_reason, FinishReason.TOOL_CALLS)
    for part in _parts(WEATHER):
        expect(bench.server.asked[0].holds(part), f"{part!r} of the tool was not sent.")


def _named(calls: Sequence[ToolCall]) -> list[tuple[str, object]]:
    return [(call.name, call.arguments) for call in calls]


def _parts(tool: ToolSpec) -> tuple[object, ...]:
    return tool.name, tool.description, tool.parameters["properties"]
