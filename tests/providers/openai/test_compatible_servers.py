"""Answers that differ from OpenAI's, as compatible servers send them, and answers that are none."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest

from providers import clock, identifiers
from providers.errors import ErrorCode, ProviderError
from providers.ports import ChatMessage, ChatRole, ToolCall, Usage
from tests.providers.asking import (
    KEY,
    answering,
    asking,
    completion,
    reply,
    served,
    streamed,
    streaming,
)


def event(delta: dict[str, Any] | None, finish_reason: str | None = None, **values: Any) -> bytes:
    """One chunk of a stream; delta None means one without choices."""
    choices = [] if delta is None else [{"index": 0, "delta": delta, "finish_reason": finish_reason}]
    return f"data: {json.dumps({'choices': choices, **values})}\n\n".encode()


def call_delta(arguments: str, **values: Any) -> dict[str, Any]:
    name = {"name": values.pop("name")} if "name" in values else {}
    return {"tool_calls": [{**values, "function": {**name, "arguments": arguments}}]}


DONE = b"data: [DONE]\n\n"


async def test_ids_and_usage_may_be_left_out() -> None:
    calls = [{"function": {"name": "book", "arguments": "{}"}}] * 2
    answer = reply(await answering({"choices": [{"message": {"tool_calls": calls}}]}).chat(asking("Hi")))

    assert len({call.id for call in answer.tool_calls}) == 2
    assert all(call.id for call in answer.tool_calls)
    assert answer.usage == Usage()
    assert answer.model == "gpt-test"


async def test_an_id_of_an_earlier_call_is_not_given_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(identifiers, "tool_call", lambda: "call_fresh")
    earlier = ChatMessage(role=ChatRole.AI, tool_calls=(ToolCall(id="call_0", name="book", arguments={}),))
    calls = [{"id": "call_0", "function": {"name": "book", "arguments": "{}"}}]

    answer = reply(await answering(completion({"tool_calls": calls})).chat(asking("Hi", earlier, "Again")))

    assert answer.tool_calls[0].id == "call_fresh"


@pytest.mark.parametrize(
    ("sent", "arguments"),
    [
        ("", {}),
        (None, {}),
        ("{}", {}),
        ({"a": 1}, {"a": 1}),
        ('{"a": 1}', {"a": 1}),
        ("[1]", "[1]"),
        ("{'a': 1}", "{'a': 1}"),
        ('{"a": NaN}', '{"a": NaN}'),
        ('{"a": "\\ud83d"}', {"a": "\ufffd"}),
        ("[" * 100_000, "[" * 100_000),
    ],
)
async def test_arguments_are_an_object_or_the_text_that_came(sent: Any, arguments: Any) -> None:
    calls = [{"id": "c", "function": {"name": "book", "arguments": sent}}]

    answer = reply(await answering(completion({"tool_calls": calls})).chat(asking("Hi")))

    assert answer.tool_calls[0].arguments == arguments


async def test_content_may_come_in_parts() -> None:
    parts = [{"type": "text", "text": "Good "}, {"type": "thinking"}, {"type": "text", "text": "day"}]

    assert reply(await answering(completion({"content": parts})).chat(asking("Hi"))).text == "Good day"


async def test_usage_that_is_nonsense_counts_as_none() -> None:
    usage = {"prompt_tokens": "many", "completion_tokens": -1, "prompt_tokens_details": 7}

    answer = reply(await answering(completion({"content": "Hi"}, usage=usage)).chat(asking("Hi")))

    assert answer.usage == Usage()


async def test_cached_tokens_are_counted() -> None:
    usage = {
        "prompt_tokens": 9,
        "completion_tokens": 2,
        "prompt_tokens_details": {"cached_tokens": 5},
    }

    answer = reply(await answering(completion({"content": "Hi"}, usage=usage)).chat(asking("Hi")))

    assert answer.usage == Usage(input_tokens=9, output_tokens=2, cached_input_tokens=5)


@pytest.mark.parametrize("content", [None, ""])
async def test_a_refusal_without_content_is_refused(content: str | None) -> None:
    result = await answering(completion({"content": content, "refusal": "I cannot."})).chat(asking("Hi"))

    assert isinstance(result, ProviderError)
    assert (result.code, result.message) == (ErrorCode.REFUSED, "The model declined to answer.")


async def test_a_streamed_refusal_is_refused() -> None:
    provider = streaming(event({"refusal": "I can"}), event({"refusal": "not."}), event({}, "stop"), DONE)

    _, result = await streamed(provider, asking("Hi"))

    assert isinstance(result, ProviderError)
    assert (result.code, result.request_id) == (ErrorCode.REFUSED, "req-7")


@pytest.mark.parametrize(
    "body",
    [b"", b"<html>", b"[]", b"{}", b'{"choices": []}', b'{"choices": [{}]}', b'"\xff"', b"[" * 100_000],
)
async def test_an_answer_without_what_was_promised_is_a_bad_response(body: bytes) -> None:
    result = await served(lambda request: httpx.Response(200, content=body)).chat(asking("Hi"))

    assert isinstance(result, ProviderError)
    assert result.code is ErrorCode.BAD_RESPONSE


async def test_a_tool_call_without_a_name_is_a_bad_response() -> None:
    calls = [{"id": "c", "function": {"arguments": "{}"}}]

    result = await answering(completion({"tool_calls": calls})).chat(asking("Hi"))

    assert isinstance(result, ProviderError)
    assert result.code is ErrorCode.BAD_RESPONSE


async def test_a_redirect_is_not_followed() -> None:
    result = await served(
        lambda request: httpx.Response(308, headers={"location": "http://elsewhere.test/"})
    ).chat(asking("Hi"))

    assert isinstance(result, ProviderError)
    assert (result.code, result.status) == (ErrorCode.BAD_RESPONSE, 308)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        ({"message": "overloaded", "code": 502}, ErrorCode.UNAVAILABLE),
        ({"message": "slow down", "code": 429}, ErrorCode.RATE_LIMITED),
        ({"message": "no credits left: insufficient credits"}, ErrorCode.QUOTA),
        ("broken", ErrorCode.UNAVAILABLE),
    ],
)
async def test_an_error_in_the_clothes_of_a_success_is_an_error(error: Any, code: ErrorCode) -> None:
    whole = await answering({"error": error}).chat(asking("Hi"))
    _, final = await streamed(
        streaming(event({"content": "Go"}), event(None, error=error), DONE), asking("Hi")
    )

    assert isinstance(whole, ProviderError)
    assert isinstance(final, ProviderError)
    assert (whole.code, final.code) == (code, code)


async def test_the_request_id_is_kept_of_answers_and_of_refusals() -> None:
    headers = {"x-request-id": "req-1"}

    answered = await served(
        lambda request: httpx.Response(200, headers=headers, json=completion({"content": "Hi"}))
    ).chat(asking("Hi"))
    refused = await served(lambda request: httpx.Response(500, headers=headers)).chat(asking("Hi"))

    assert (answered.request_id, refused.request_id) == ("req-1", "req-1")


async def test_a_request_id_that_is_no_id_is_left_out() -> None:
    result = await served(lambda request: httpx.Response(500, headers={"x-request-id": "a b"})).chat(
        asking("Hi")
    )

    assert result.request_id is None


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "7"}, 7),
        ({"retry-after-ms": "1500"}, 1.5),
        ({"retry-after-ms": "soon", "retry-after": "3"}, 3),
        ({"retry-after": "later"}, None),
        ({"retry-after": "-5"}, None),
        ({}, None),
    ],
)
async def test_each_way_to_ask_for_patience_is_understood(
    headers: dict[str, str], seconds: float | None
) -> None:
    result = await served(lambda request: httpx.Response(429, headers=headers)).chat(asking("Hi"))

    assert isinstance(result, ProviderError)
    assert result.retry_after == seconds


async def test_patience_until_a_date_is_understood(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", lambda: datetime(2025, 3, 1, 12, tzinfo=UTC))
    headers = {"retry-after": "Sat, 01 Mar 2025 12:01:30 GMT"}

    result = await served(lambda request: httpx.Response(429, headers=headers)).chat(asking("Hi"))

    assert isinstance(result, ProviderError)
    assert result.retry_after == 90


@pytest.mark.parametrize("size", [1, 3, 7, 1000])
async def test_a_stream_reads_the_same_however_the_network_cuts_it(size: int) -> None:
    stream = (
        b": a comment\r\n\r\n"
        + event({"role": "assistant", "content": ""}).replace(b"\n", b"\r\n")
        + 'data:{"choices": [{"index": 0, "delta":\ndata: {"content": "Grüße 🙂\u2028"}}]}\n\n'.encode()
        + b"event: ping\nid: 4\nretry: 10\n\n"
        + event({}, "stop")
        + event(None, usage={"prompt_tokens": 3, "completion_tokens": 4})
        + b"data: [DONE]"
    )
    chunks = [stream[start : start + size] for start in range(0, len(stream), size)]

    text, final = await streamed(streaming(*chunks), asking("Hi"))

    assert text == reply(final).text == "Grüße 🙂\u2028"
    assert reply(final).usage == Usage(input_tokens=3, output_tokens=4)


async def test_a_stream_may_end_without_done() -> None:
    text, final = await streamed(streaming(event({"content": "Hi"}), event({}, "stop")), asking("Hi"))

    assert text == reply(final).text == "Hi"


async def test_a_stream_may_end_without_a_finish_reason() -> None:
    text, final = await streamed(streaming(event({"content": "Hi"}), DONE), asking("Hi"))

    assert text == reply(final).text == "Hi"


@pytest.mark.parametrize("chunks", [(), (DONE,), (event({"content": "Hi"}),), (b"<html>busy</html>",)])
async def test_a_stream_that_never_came_to_its_end_is_a_bad_response(chunks: tuple[bytes, ...]) -> None:
    _, final = await streamed(streaming(*chunks), asking("Hi"))

    assert isinstance(final, ProviderError)
    assert final.code is ErrorCode.BAD_RESPONSE


async def test_a_server_that_cannot_stream_answers_whole() -> None:
    text, final = await streamed(answering(completion({"content": "Hi there"})), asking("Hi"))

    assert text == reply(final).text == "Hi there"


@pytest.mark.parametrize(
    "deltas",
    [
        pytest.param(
            [
                call_delta("", index=0, id="a", name="book"),
                call_delta('{"n"', index=0),
                call_delta("", index=1, id="b", name="pay"),
                call_delta(": 1}", index=0),
                call_delta('{"n": 2}', index=1),
            ],
            id="mixed",
        ),
        pytest.param(
            [
                call_delta('{"n": 2}', index=1, id="b", name="pay"),
                call_delta('{"n": 1}', index=0, id="a", name="book"),
            ],
            id="backwards",
        ),
        pytest.param(
            [
                call_delta('{"n": ', id="a", name="book"),
                call_delta("1}", id="a"),
                call_delta('{"n": ', id="b", name="pay"),
                call_delta("2}"),
            ],
            id="without index",
        ),
        pytest.param(
            [
                call_delta('{"n": 1}', index=0, id="a", name="book"),
                call_delta('{"n": 2}', index=0, id="b", name="pay"),
            ],
            id="one index for all",
        ),
        pytest.param(
            [call_delta('{"n": 1}', name="book"), call_delta('{"n": 2}', name="pay")],
            id="without index and id",
        ),
    ],
)
async def test_tool_calls_are_put_together_from_their_deltas(deltas: list[dict[str, Any]]) -> None:
    provider = streaming(*map(event, deltas), event({}, "tool_calls"), DONE)

    text, final = await streamed(provider, asking("Hi"))

    assert text == ""
    assert [(call.name, call.arguments) for call in reply(final).tool_calls] == [
        ("book", {"n": 1}),
        ("pay", {"n": 2}),
    ]


@pytest.mark.parametrize(
    "identity",
    [
        lambda number: {"index": number, "id": f"c{number}"},
        lambda number: {"index": number},
        lambda number: {"id": f"c{number}"},
        lambda number: {"index": 0, "id": f"c{number}"},
        lambda number: {},
    ],
    ids=["index and id", "index", "id", "same index", "name"],
)
@pytest.mark.parametrize(("count", "is_read"), [(128, True), (129, False)])
async def test_a_stream_may_hold_128_tool_calls(
    count: int, is_read: bool, identity: Callable[[int], dict[str, Any]]
) -> None:
    deltas = [call_delta("{}", name="book", **identity(number)) for number in range(count)]

    _, result = await streamed(streaming(*map(event, deltas), event({}, "tool_calls"), DONE), asking("Hi"))

    if is_read:
        assert len(reply(result).tool_calls) == count
    else:
        assert isinstance(result, ProviderError)
        assert result.code is ErrorCode.BAD_RESPONSE


async def test_only_the_first_of_several_answers_counts() -> None:
    second = json.dumps({"choices": [{"index": 1, "delta": {"content": "No"}, "finish_reason": "length"}]})
    chunks = [event({"content": "Yes"}), f"data: {second}\n\n".encode(), event({}, "stop"), DONE]

    text, final = await streamed(streaming(*chunks), asking("Hi"))

    assert text == reply(final).text == "Yes"


async def test_the_key_goes_out_as_a_bearer_token_with_the_organization_and_own_headers() -> None:
    seen: list[httpx.Request] = []

    def handler(request: httpx.Request) -> httpx.Response:
        seen.append(request)
        return httpx.Response(200, json=completion({"content": "Hi"}))

    await served(handler, organization="org-1", headers={"X-Team": "quotes"}).chat(asking("Hi"))

    (request,) = seen
    assert str(request.url) == "http://model.test/v1/chat/completions"
    assert request.headers["authorization"] == f"Bearer {KEY}"
    assert request.headers["openai-organization"] == "org-1"
    assert request.headers["x-team"] == "quotes"


async def test_without_a_key_no_authorization_is_sent() -> None:
    seen: list[httpx.Request] = []

    def handler(request: httpx.Request) -> httpx.Response:
        seen.append(request)
        return httpx.Response(200, json=completion({"content": "Hi"}))

    await served(handler, api_key=None).chat(asking("Hi"))

    assert "authorization" not in seen[0].headers


async def test_usage_is_asked_for_in_streams_only() -> None:
    bodies: list[dict[str, Any]] = []

    def handler(request: httpx.Request) -> httpx.Response:
        bodies.append(json.loads(request.content))
        return httpx.Response(200, json=completion({"content": "Hi"}))

    request = asking("Hi", parameters={"stream_options": {"include_obfuscation": False}})
    await served(handler).chat(request)
    await streamed(served(handler), request)

    whole, stream = bodies
    assert "stream_options" not in whole
    assert stream["stream_options"] == {"include_obfuscation": False, "include_usage": True}
    assert (whole["stream"], stream["stream"]) == (False, True)
