"""What a server sends, read leniently where compatible servers differ from OpenAI."""

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from providers.ports import Usage
from providers.wire.texts import to_json


def _text(content: Any) -> Any:
    """Join content that comes in parts; other kinds of parts than text are left out."""
    if isinstance(content, list):
        parts = [part.get("text") for part in content if isinstance(part, dict)]
        return "".join(part for part in parts if isinstance(part, str))
    return "" if content is None else content


def _arguments(arguments: Any) -> Any:
    """Give arguments as text; some servers send the object itself."""
    if arguments is None:
        return ""
    return arguments if isinstance(arguments, str) else to_json(arguments).decode()


def _id(value: Any) -> str:
    return "" if value is None else str(value)


def _count(value: Any) -> int:
    return value if isinstance(value, int) and value >= 0 else 0


def _object(value: Any) -> Any:
    return {} if value is None else value


def _object_or_nothing(value: Any) -> Any:
    return value if isinstance(value, dict | BaseModel) else {}


def _list(value: Any) -> Any:
    return [] if value is None else value


Text = Annotated[str, BeforeValidator(_text)]
Count = Annotated[int, BeforeValidator(_count)]


class Wire(BaseModel):
    """Base of what a server sends: unknown keys are left out."""

    model_config = ConfigDict(extra="ignore")


class WireFunction(Wire):
    """Name and arguments of a tool call; of a delta, parts of them."""

    name: Text = ""
    arguments: Annotated[str, BeforeValidator(_arguments)] = ""


class WireToolCall(Wire):
    """A tool call, or a delta of one."""

    index: int | None = None
    id: Annotated[str, BeforeValidator(_id)] = ""
    function: Annotated[WireFunction, BeforeValidator(_object)] = WireFunction()


class WireMessage(Wire):
    """A message, or a delta of one."""

    content: Text = ""
    refusal: Text = ""
    tool_calls: Annotated[list[WireToolCall], BeforeValidator(_list)] = Field(default_factory=list)


class WireTokenDetails(Wire):
    """Where the input tokens came from."""

    cached_tokens: Count = 0


class WireUsage(Wire):
    """Token counts; what is missing or nonsense counts as none."""

    prompt_tokens: Count = 0
    completion_tokens: Count = 0
    prompt_tokens_details: Annotated[WireTokenDetails, BeforeValidator(_object_or_nothing)] = (
        WireTokenDetails()
    )

    def usage(self) -> Usage:
        """Return the counts as the port has them."""
        return Usage(
            input_tokens=self.prompt_tokens,
            output_tokens=self.completion_tokens,
            cached_input_tokens=self.prompt_tokens_details.cached_tokens,
        )


LenientUsage = Annotated[WireUsage, BeforeValidator(_object_or_nothing)]


class WireChoice(Wire):
    """One of the answers; we ask for one only."""

    message: WireMessage
    finish_reason: str | None = None


class WireCompletion(Wire):
    """A whole answer."""

    model: Text = ""
    choices: list[WireChoice]
    usage: LenientUsage = WireUsage()


class WireDelta(Wire):
    """What one chunk adds to one of the answers."""

    index: int = 0
    delta: Annotated[WireMessage, BeforeValidator(_object)] = Field(default_factory=WireMessage)
    finish_reason: str | None = None


class WireChunk(Wire):
    """One event of a stream. The one with the usage has no choices."""

    model: Text = ""
    choices: Annotated[list[WireDelta], BeforeValidator(_list)] = Field(default_factory=list)
    usage: LenientUsage = WireUsage()
