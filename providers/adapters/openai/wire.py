"""What a server sends, read leniently where compatible servers differ from OpenAI."""

from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from providers.usage import Usage
from providers.wire.lenient import (
    NONSENSE_IS_EMPTY,
    NULL_IS_EMPTY,
    NULL_IS_NO_LIST,
    Count,
    Identifier,
    Text,
    Wire,
)
from providers.wire.texts import to_json


def _arguments(arguments: Any) -> Any:
    """Give arguments as text; some servers send the object itself."""
    if arguments is None:
        return ""
    return arguments if isinstance(arguments, str) else to_json(arguments).decode()


class WireFunction(Wire):
    """Name and arguments of a tool call; of a delta, parts of them."""

    name: Text = ""
    arguments: Annotated[str, BeforeValidator(_arguments)] = ""


class WireToolCall(Wire):
    """A tool call, or a delta of one."""

    index: int | None = None
    id: Identifier = ""
    function: Annotated[WireFunction, NULL_IS_EMPTY] = WireFunction()


class WireMessage(Wire):
    """A message, or a delta of one."""

    content: Text = ""
    refusal: Text = ""
    tool_calls: Annotated[list[WireToolCall], NULL_IS_NO_LIST] = Field(default_factory=list)


class WireTokenDetails(Wire):
    """Where the input tokens came from."""

    cached_tokens: Count = 0


class WireUsage(Wire):
    """Token counts; what is missing or nonsense counts as none."""

    prompt_tokens: Count = 0
    completion_tokens: Count = 0
    prompt_tokens_details: Annotated[WireTokenDetails, NONSENSE_IS_EMPTY] = WireTokenDetails()

    def usage(self) -> Usage:
        """Return the counts as the port has them."""
        return Usage(
            input_tokens=self.prompt_tokens,
            output_tokens=self.completion_tokens,
            cached_input_tokens=self.prompt_tokens_details.cached_tokens,
        )


LenientUsage = Annotated[WireUsage, NONSENSE_IS_EMPTY]


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
    delta: Annotated[WireMessage, NULL_IS_EMPTY] = Field(default_factory=WireMessage)
    finish_reason: str | None = None


class WireChunk(Wire):
    """One event of a stream. The one with the usage has no choices."""

    model: Text = ""
    choices: Annotated[list[WireDelta], NULL_IS_NO_LIST] = Field(default_factory=list)
    usage: LenientUsage = WireUsage()
