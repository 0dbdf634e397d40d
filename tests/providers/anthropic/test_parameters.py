"""What a graph may hand on to the model, and what is refused before anything is sent."""

import json
from datetime import date
from typing import Any

import httpx
import pytest

from providers.errors import ErrorCode, ProviderError
from providers.ports import ChatMessage, ChatRequest, ChatRole, ToolCall
from tests.providers.anthropic.serving import message, served
from tests.providers.asking import WEATHER, asking, streamed


class Server:
    """Answers everything and keeps what it was sent."""

    def __init__(self) -> None:
        self.bodies: list[dict[str, Any]] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.bodies.append(json.loads(request.content))
        return httpx.Response(200, json=message("Hi"))


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


both_ways = pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])


@both_ways
@pytest.mark.parametrize("name", ["messages", "model", "stream", "system", "tools"])
@pytest.mark.parametrize("value", [None, "secret-value"])
async def test_a_parameter_that_the_port_fills_itself_is_refused_by_its_name(
    name: str, value: Any, stream: bool
) -> None:
    message = await refused(asking("Hi", tools=[WEATHER], parameters={name: value}), stream=stream)

    assert message == f"The request fills these parameters itself: {name}."


@both_ways
@pytest.mark.parametrize("value", [float("nan"), date(2025, 1, 2), b"bytes", {1, 2}])
async def test_a_parameter_that_json_cannot_hold_is_refused(value: Any, stream: bool) -> None:
    message = await refused(asking("Hi", parameters={"metadata": value}), stream=stream)

    assert message == "The request holds a value that JSON cannot express."


@both_ways
async def test_arguments_of_earlier_calls_that_json_cannot_hold_are_refused(stream: bool) -> None:
    call = ToolCall(id="c", name="pay", arguments={"amount": float("nan")})
    earlier = ChatMessage(role=ChatRole.AI, tool_calls=(call,))

    message = await refused(asking("Hi", earlier, "Again"), stream=stream)

    assert message == "The request holds a value that JSON cannot express."


@pytest.mark.parametrize(
    ("given", "sent"),
    [
        ("auto", {"type": "auto"}),
        ("none", {"type": "none"}),
        ("required", {"type": "any"}),
        ({"type": "function", "function": {"name": "pay"}}, {"type": "tool", "name": "pay"}),
        ({"type": "tool", "name": "pay"}, {"type": "tool", "name": "pay"}),
        (
            {"type": "auto", "disable_parallel_tool_use": True},
            {"type": "auto", "disable_parallel_tool_use": True},
        ),
        ("anything else", "anything else"),
    ],
)
async def test_a_tool_choice_may_be_spelled_as_chat_completions_has_it(given: Any, sent: Any) -> None:
    server = Server()

    await served(server).chat(asking("Hi", tools=[WEATHER], parameters={"tool_choice": given}))

    assert server.bodies[0]["tool_choice"] == sent


async def test_other_parameters_are_handed_on_as_they_are() -> None:
    server = Server()
    parameters = {"temperature": 0.5, "stop_sequences": ["."], "metadata": {"user_id": None}}

    await served(server).chat(asking("Hi", parameters=parameters))

    assert {name: server.bodies[0][name] for name in parameters} == parameters


@both_ways
async def test_a_stream_is_asked_for_where_one_is_wanted(stream: bool) -> None:
    server = Server()

    await (streamed(served(server), asking("Hi")) if stream else served(server).chat(asking("Hi")))

    assert server.bodies[0]["stream"] is stream
