"""What the kit asks, and what its vendor is to answer."""

from collections.abc import Mapping
from typing import Any, Final

from providers.ports import (
    ChatMessage,
    ChatReply,
    ChatRequest,
    ChatRole,
    DecideReply,
    DecideRequest,
    FinishReason,
    ToolCall,
    ToolSpec,
    Usage,
)
from providers.questions import (
    Answer,
    Choice,
    ChoiceAnswer,
    ConfidenceSource,
    Noul,
    NoulAnswer,
    Question,
    Score,
    ScoreAnswer,
    spread,
)

NAME: Final = "conformance"
"""What the provider is called."""

MODEL: Final = "model-of-the-provider"
OTHER_MODEL: Final = "model-of-the-node"
ANSWERING_MODEL: Final = "model-that-answered"
REQUEST_ID: Final = "req-conformance-7"
USAGE: Final = Usage(input_tokens=31, output_tokens=7)

CUSTOMER: Final = "Ada Lovelace"
"""Whose words must not show up in an error."""

WORDS: Final = "Guten Tag, was darf es für Sie sein? 🙂"

WEATHER: Final = ToolSpec(
    name="get_weather",
    description="Weather of a city",
    parameters={
        "type": "object",
        "properties": {"city": {"type": "string"}, "days": {"type": "integer"}},
        "required": ["city"],
    },
)

CALLS: Final = (
    ToolCall(id="call_1", name="get_weather", arguments={"city": "Zürich", "days": 2}),
    ToolCall(id="call_2", name="get_weather", arguments={"city": "Oslo"}),
)

SAYING: Final = ChatReply(text=WORDS, usage=USAGE, model=ANSWERING_MODEL, request_id=REQUEST_ID)

CALLING: Final = SAYING.model_copy(
    update={"text": "", "tool_calls": CALLS, "finish_reason": FinishReason.TOOL_CALLS}
)

INTENT: Final = Choice(
    {"book": "wants to book a room", "cancel": "wants to cancel one"}, instructions="What is wanted?"
)
MOOD: Final = Score(["angry", "neutral", "happy"], instructions="How does it sound?")
CLEAR: Final = Noul("Is it said clearly?")
QUESTIONS: Final[Mapping[str, Question]] = {"intent": INTENT, "mood": MOOD, "clear": CLEAR}

STATE: Final = {"said": f"I have to cancel. {CUSTOMER}"}


def human(text: str) -> ChatMessage:
    """A message of the customer."""
    return ChatMessage(role=ChatRole.HUMAN, text=text)


def chat_request(**values: Any) -> ChatRequest:
    """A round of a conversation; `values` are other fields of it."""
    return ChatRequest(**{"messages": (human(f"Good morning, {CUSTOMER} here."),), **values})


def decide_request(**values: Any) -> DecideRequest:
    """Questions of all kinds; `values` are other fields of the request."""
    return DecideRequest(**{"state": STATE, "questions": dict(QUESTIONS), **values})


def fitting(choice: str = "cancel") -> dict[str, Answer]:
    """Answers that fit `QUESTIONS`, as sound as a vendor's with probabilities of its own."""
    shares = spread(["0", "1", "2"], "2", 0.75)
    return {
        "intent": ChoiceAnswer(
            choice=choice, probabilities=spread(INTENT.labels, choice, 0.75), confidence=0.75
        ),
        "mood": ScoreAnswer(
            score=1.625, legend=MOOD.criteria, probabilities=tuple(shares.values()), confidence=0.75
        ),
        "clear": NoulAnswer(noul=0.875),
    }


def deciding(answers: Mapping[str, Answer], source: ConfidenceSource) -> DecideReply:
    """The reply with these answers."""
    return DecideReply(
        answers=dict(answers),
        confidence_source=source,
        usage=USAGE,
        model=ANSWERING_MODEL,
        request_id=REQUEST_ID,
    )
