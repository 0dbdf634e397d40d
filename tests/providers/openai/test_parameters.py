"""What a graph may hand on to the model, and what is refused before anything is sent."""

import json
from datetime import date
from typing import Any

import httpx
import pytest

from providers.errors import ErrorCode, ProviderError
from providers.ports import ChatMessage, ChatRequest, ChatRole, ToolCall
from tests.providers.asking import WEATHER, asking, completion, served, streamed


class Server:
    """Answers everything and keeps what it was sent."""

    def __init__(self) -> None:
        self.bodies: list[dict[str, Any]] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.bodies.append(json.loads(request.content))
        return httpx.Response(200, json=completion({"content": "Hi"}))


async def refused(request: ChatRequest, *, stream: bool) -> str:
    """Ask, and return the words in which the request was refused without being sent."""
    server = Server()
    if stream:
        _, result = await streamed(served(server), request)
    else:
        result = await served(server).chat(request)
    assert isinstance(result, ProviderError), result
    assert (result.code, result.retryable, server.bodies) == (ErrorCode.INVALID_REQUEST, False, [])
    return result.message


def nested(depth: int) -> Any:
    value: Any = "deep"
    for _ in range(depth):
        value = [value]
    return value


def circular() -> Any:
    value: list[Any] = []
    value.append(value)
    return value


both_ways = pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])


@both_ways
@pytest.mark.parametrize("name", ["messages", "model", "stream", "tools"])
@pytest.mark.parametrize("value", [None, "secret-value"])
async def test_a_parameter_that_the_port_fills_itself_is_refused_by_its_name(
    name: str, value: Any, stream: bool
) -> None:
    message = await refused(asking("Hi", tools=[WEATHER], parameters={name: value}), stream=stream)

    assert message == f"The request fills these parameters itself: {name}."


async def test_all_parameters_that_the_port_fills_itself_are_named_together() -> None:
    parameters = {"tools": [], "temperature": 0.5, "messages": []}

    message = await refused(asking("Hi", parameters=parameters), stream=False)

    assert message == "The request fills these parameters itself: messages, tools."


@both_ways
@pytest.mark.parametrize("value", [5, "include_usage", True, False, 0, "", [], ["include_usage"]])
async def test_stream_options_that_are_no_object_are_refused(value: Any, stream: bool) -> None:
    message = await refused(asking("Hi", parameters={"stream_options": value}), stream=stream)

    assert message == "The parameter stream_options must be an object."


@both_ways
@pytest.mark.parametrize(
    "value",
    [
        float("nan"),
        float("-inf"),
        date(2025, 1, 2),
        b"bytes",
        {1, 2},
        object(),
        {("a", "b"): 1},
        10**5000,
        nested(100_000),
        circular(),
    ],
    ids=lambda value: type(value).__name__,
)
async def test_a_parameter_that_json_cannot_hold_is_refused(value: Any, stream: bool) -> None:
    message = await refused(asking("Hi", parameters={"metadata": value}), stream=stream)

    assert message == "The request holds a value that JSON cannot express."


@both_ways
async def test_arguments_of_earlier_calls_that_json_cannot_hold_are_refused(stream: bool) -> None:
    call = ToolCall(id="c", name="pay", arguments={"amount": float("nan")})
    earlier = ChatMessage(role=ChatRole.AI, tool_calls=(call,))

    message = await refused(asking("Hi", earlier, "Again"), stream=stream)

    assert message == "The request holds a value that JSON cannot express."


async def test_other_parameters_are_handed_on_as_they_are() -> None:
    server = Server()
    parameters = {"temperature": 0.5, "tool_choice": "auto", "vendor": {"top": [1, None]}}

    await served(server).chat(asking("Hi", parameters=parameters))

    (body,) = server.bodies
    assert {name: body[name] for name in parameters} == parameters


@both_ways
async def test_stream_options_may_be_null(stream: bool) -> None:
    server = Server()
    request = asking("Hi", parameters={"stream_options": None})

    await (streamed(served(server), request) if stream else served(server).chat(request))

    (body,) = server.bodies
    assert body.get("stream_options") == ({"include_usage": True} if stream else None)
