"""Whatever a customer writes, the provider answers, and answers the same again."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from providers.adapters.embedded import EmbeddedProvider
from providers.ports import ChatMessage, ChatReply, ChatRequest, ChatRole, ToolCall, ToolSpec
from tests.providers.embedded import forms_errands, forms_everyday, forms_offices, forms_services
from tests.providers.embedded.talk import THURSDAY

FORMS = [
    value
    for module in (forms_errands, forms_everyday, forms_offices, forms_services)
    for value in vars(module).values()
    if isinstance(value, ToolSpec)
]
FRAMES = (
    "{}", "the {} one", "option {}", "#{}", "in {} days", "{} years ago", "May {}", "May 5, {}", "{}/{}/{}",
    "at {}:{}", "{} past {}", "half past {}", "${}.{}", "{} of us", "the {}th", "{}th floor", "{}k",
    "{} miles", "first {}", "for {} weeks", "the year {}", "'{}", "{}-{}-{}", "{} 1/{}", "{} ft {} in",
    "{}%", "{}am",
)  # fmt: skip
"""Where a number may stand."""

DIGITS = ("9" * 400, "9" * 5000, "0" * 5000, "1" + ",000" * 200, "1e400", "²", "③", "٣٤", "½", "१२")
"""Numbers beyond all bounds, and digits that are no decimals."""

FRAGMENTS = st.sampled_from(
    (
        *DIGITS,
        *(frame.replace("{}", digits) for digits in DIGITS for frame in FRAMES),
        *(
            "no",
            "not",
            "never",
            "and",
            "or",
            "only",
            "both",
            "actually",
            "sorry I mean",
            "from",
            "to",
            "between",
        ),
        *(
            "between",
            "under",
            "at least",
            "the second one",
            "my name is",
            "I'm",
            "yes",
            "none",
            "neither",
            "for four",
        ),
        *("May", "March 5th", "last May", "next Friday", "the 5th", "3/4", "30/2/2027", "in 99999999 years"),
        *(
            "$1.5k",
            "12k",
            "-5",
            "one",
            "twenty",
            "nineteen ninety",
            "half an hour",
            "a",
            "1,000,000",
            "1-2-3",
        ),
        *("OR", "Oregon", "Jamie Rivera", "toyota camry", "2019", "97201", "a@b.co", "555-0101", "at 25:99"),
        *(
            "1-2-3",
            "noon",
            "12:00-13:00",
            "?",
            ".",
            "(",
            '"',
            ":",
            ",",
            "\n",
            "’",
            "É",
            "ß",
            "İ",
            "😀",
            "\u200b",
        ),
    )
)
TEXTS = st.one_of(st.text(max_size=120), st.lists(FRAGMENTS, max_size=12).map(" ".join))
NUMBERS = st.integers() | st.sampled_from((10**400, -(10**400), 1e308, -1e308, 1.5))
JSON = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
KEYWORDS = (
    "type", "properties", "required", "items", "enum", "anyOf", "oneOf", "allOf", "$ref", "$defs", "const",
    "default", "minimum", "maximum", "exclusiveMinimum", "multipleOf", "minItems", "maxItems",
    "description", "title", "format", "pattern", "minimum", "maxLength", "examples", "x-options", "x-compose",
)  # fmt: skip
ANY_SCHEMA = st.dictionaries(st.sampled_from(KEYWORDS), JSON, max_size=6)


def request(text: str, *tools: ToolSpec, earlier: str = "", question: str = "") -> ChatRequest:
    messages = [
        ChatMessage(role=ChatRole.SYSTEM, text="Collect what is needed."),
        ChatMessage(role=ChatRole.HUMAN, text=earlier),
        ChatMessage(role=ChatRole.AI, text=question),
        ChatMessage(role=ChatRole.HUMAN, text=text),
    ]
    return ChatRequest(messages=tuple(messages), tools=tools, today=THURSDAY)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(text=TEXTS, earlier=TEXTS, question=TEXTS, form=st.sampled_from(FORMS))
async def test_it_answers_any_text_the_same_way_twice(
    text: str, earlier: str, question: str, form: ToolSpec
) -> None:
    asked = request(text, form, forms_everyday.STOP, earlier=earlier, question=question)
    first = await EmbeddedProvider("embedded").chat(asked)
    second = await EmbeddedProvider("embedded").chat(asked)
    assert isinstance(first, ChatReply)
    assert first == second
    assert bool(first.text) != bool(first.tool_calls)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(schema=ANY_SCHEMA, inner=ANY_SCHEMA, text=TEXTS)
async def test_it_answers_whatever_a_schema_holds(schema: dict, inner: dict, text: str) -> None:
    whole = {
        "type": "object",
        "properties": {"value": inner, "other": schema},
        "required": ["value"],
        **schema,
    }
    asked = request(text, ToolSpec(name="tool", description="A tool.", parameters=whole))
    reply = await EmbeddedProvider("embedded").chat(asked)
    assert isinstance(reply, ChatReply)
    json.dumps([call.arguments for call in reply.tool_calls])


@pytest.mark.parametrize("digits", DIGITS)
@pytest.mark.parametrize("frame", FRAMES)
async def test_no_number_breaks_it(digits: str, frame: str) -> None:
    said = frame.replace("{}", digits)
    for form in FORMS[::7]:
        for asked in (
            request(said, form),
            request("2", form, question=said),
            request(said, form, earlier=said),
        ):
            assert isinstance(await EmbeddedProvider("embedded").chat(asked), ChatReply)


@settings(max_examples=60, deadline=None)
@given(result=st.one_of(JSON.map(json.dumps), st.text(max_size=60)), text=TEXTS, form=st.sampled_from(FORMS))
async def test_it_answers_after_any_tool_result(result: str, text: str, form: ToolSpec) -> None:
    asked = request(text, form)
    call = ToolCall(id="1", name=form.name, arguments={})
    messages = (
        *asked.messages,
        ChatMessage(role=ChatRole.AI, tool_calls=(call,)),
        ChatMessage(role=ChatRole.TOOL, text=result, tool_call_id="1"),
    )
    reply = await EmbeddedProvider("embedded").chat(asked.model_copy(update={"messages": messages}))
    assert isinstance(reply, ChatReply)
