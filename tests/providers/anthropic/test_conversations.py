"""A conversation as the Messages API wants it: turns that alternate, no blanks, results first."""

import json
import re
from typing import Any

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from providers.adapters.anthropic.requests import request_body
from providers.ports import ChatMessage, ChatRole, ToolCall
from tests.providers.anthropic.serving import message, served
from tests.providers.asking import KEY, WEATHER, asking, human


def sent(*messages: ChatMessage | str, **values: Any) -> dict[str, Any]:
    """The body that goes out for these messages."""
    return json.loads(request_body(asking(*messages, **values), "claude-test", 1024, stream=False))


def text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


def system(words: str) -> ChatMessage:
    return ChatMessage(role=ChatRole.SYSTEM, text=words)


def ai(words: str = "", *calls: ToolCall) -> ChatMessage:
    return ChatMessage(role=ChatRole.AI, text=words, tool_calls=calls)


def call(call_id: str = "c1", arguments: dict[str, Any] | str | None = None) -> ToolCall:
    return ToolCall(
        id=call_id, name="get_weather", arguments={"city": "Rome"} if arguments is None else arguments
    )


def result(call_id: str = "c1", words: str = "Sunny") -> ChatMessage:
    return ChatMessage(role=ChatRole.TOOL, text=words, tool_call_id=call_id)


def result_block(call_id: str = "c1", words: str = "Sunny") -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": call_id, "content": words}


def test_a_whole_conversation_is_sent_as_turns_with_the_system_apart() -> None:
    body = sent(
        system("Be brief."),
        "Hi",
        ai("One moment.", call()),
        result(),
        ai("It is sunny."),
        human("Say goodbye.", internal=True),
        tools=[WEATHER],
    )

    assert body["system"] == "Be brief."
    assert body["messages"] == [
        {"role": "user", "content": [text("Hi")]},
        {
            "role": "assistant",
            "content": [
                text("One moment."),
                {"type": "tool_use", "id": "c1", "name": "get_weather", "input": {"city": "Rome"}},
            ],
        },
        {"role": "user", "content": [result_block()]},
        {"role": "assistant", "content": [text("It is sunny.")]},
        {"role": "user", "content": [text("Say goodbye.")]},
    ]
    assert body["tools"] == [
        {"name": "get_weather", "description": "Weather of a city", "input_schema": WEATHER.parameters}
    ]


def test_all_system_messages_stand_together() -> None:
    assert sent(system("One."), "Hi", system("Two."))["system"] == "One.\n\nTwo."


@pytest.mark.parametrize("words", ["", " \n"])
def test_a_blank_system_message_is_left_out(words: str) -> None:
    assert "system" not in sent(system(words), "Hi")


def test_neighbours_of_one_role_are_merged() -> None:
    body = sent("One", human("Two", internal=True), ai("Three"), ai("Four"), "Five")

    assert [(turn["role"], len(turn["content"])) for turn in body["messages"]] == [
        ("user", 2),
        ("assistant", 2),
        ("user", 1),
    ]


def test_results_of_parallel_calls_come_together_and_before_other_words() -> None:
    body = sent("Hi", ai("", call("a"), call("b")), "And hurry", result("a"), result("b", "Rain"))

    assert body["messages"][2]["content"] == [
        result_block("a"),
        result_block("b", "Rain"),
        text("And hurry"),
    ]


@pytest.mark.parametrize("messages", [(), (system("Be brief."),), (human(" "),)])
def test_a_conversation_in_which_nobody_spoke_begins_with_start(messages: tuple[ChatMessage, ...]) -> None:
    assert sent(*messages)["messages"] == [{"role": "user", "content": [text("Start")]}]


def test_a_conversation_that_the_assistant_opens_begins_with_start() -> None:
    assert sent(ai("Welcome!"), "Hi")["messages"] == [
        {"role": "user", "content": [text("Start")]},
        {"role": "assistant", "content": [text("Welcome!")]},
        {"role": "user", "content": [text("Hi")]},
    ]


def test_the_assistant_never_has_the_last_word() -> None:
    assert sent("Hi", ai("Welcome!"))["messages"][-1] == {"role": "user", "content": [text("Continue")]}


def test_blank_words_are_left_out_and_their_neighbours_merged() -> None:
    body = sent("One", ai("  "), human(""), "Two", ai("\n", call()), result(words=""))

    assert body["messages"] == [
        {"role": "user", "content": [text("One"), text("Two")]},
        {
            "role": "assistant",
            "content": [{"type": "tool_use", "id": "c1", "name": "get_weather", "input": {"city": "Rome"}}],
        },
        {"role": "user", "content": [result_block(words="")]},
    ]


def test_arguments_that_were_no_object_are_sent_as_one() -> None:
    body = sent("Hi", ai("", call(arguments='{"city')), result())

    assert body["messages"][1]["content"][0]["input"] == {"unreadable": '{"city'}


def test_ids_that_other_models_made_are_sent_as_ids_that_are_taken() -> None:
    body = sent(
        "Hi", ai("", call("functions.book:0"), call("call_0"), call("ä")), result("ä"), result("call_0")
    )

    uses = [block["id"] for block in body["messages"][1]["content"]]
    results = [block["tool_use_id"] for block in body["messages"][2]["content"]]
    assert uses[1] == "call_0"
    assert len(set(uses)) == 3
    assert results == [uses[2], "call_0"]
    assert all(re.fullmatch("[A-Za-z0-9_-]+", call_id) for call_id in uses)


def test_a_tool_without_description_is_sent_without() -> None:
    (tool,) = sent("Hi", tools=[WEATHER.model_copy(update={"description": ""})])["tools"]

    assert "description" not in tool


def test_no_tools_are_sent_where_none_are_offered() -> None:
    assert "tools" not in sent("Hi")


MESSAGES = st.lists(
    st.one_of(
        st.builds(human, st.sampled_from(["", " ", "Hi"]), internal=st.booleans()),
        st.builds(ai, st.sampled_from(["", "Hello"])),
        st.builds(system, st.sampled_from(["", "Rule"])),
        st.just(None),
    ),
    max_size=12,
)
"""Conversations; None stands for a tool call and its result."""


@settings(deadline=None)
@given(MESSAGES)
def test_whatever_was_said_turns_alternate_begin_and_end_with_the_user_and_hold_no_blank(
    messages: list[ChatMessage | None],
) -> None:
    spoken: list[ChatMessage] = []
    for number, item in enumerate(messages):
        spoken += [item] if item else [ai("", call(f"c{number}")), result(f"c{number}")]

    turns = sent(*spoken)["messages"]

    roles = [turn["role"] for turn in turns]
    assert roles == [("user", "assistant")[index % 2] for index in range(len(roles))]
    assert roles[-1] == "user"
    assert all(turn["content"] for turn in turns)
    assert all(
        block["text"].strip() for turn in turns for block in turn["content"] if block["type"] == "text"
    )


async def test_key_version_and_own_headers_go_out() -> None:
    seen: list[httpx.Request] = []

    def handler(request: httpx.Request) -> httpx.Response:
        seen.append(request)
        return httpx.Response(200, json=message("Hi"))

    await served(handler, headers={"anthropic-beta": "one"}).chat(asking("Hi"))

    (request,) = seen
    assert str(request.url) == "http://model.test/v1/messages"
    assert request.headers["x-api-key"] == KEY
    assert request.headers["anthropic-version"] == "2023-06-01"
    assert request.headers["anthropic-beta"] == "one"
    assert "authorization" not in request.headers
