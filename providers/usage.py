"""What a call cost in tokens; replies and errors of the port carry it."""

from pydantic import BaseModel, ConfigDict


class Usage(BaseModel):
    """Tokens of one or more calls. `cached_input_tokens` is the part of the input read from a cache."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    input_tokens: int = 0
    output_tokens: int = 0
    cached_input_tokens: int = 0

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            input_tokens=self.input_tokens + other.input_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            cached_input_tokens=self.cached_input_tokens + other.cached_input_tokens,
        )
