"""Which model a node talks to: options by level, merged into one configuration."""

from collections.abc import Iterable
from typing import Annotated, Any, TypeAlias, TypedDict

from pydantic import BaseModel, ConfigDict, Field

ProviderName: TypeAlias = Annotated[
    str, Field(min_length=1, max_length=64, pattern=r"^[^\x00-\x1f\x7f-\x9f]*$")
]
"""A provider's name as records keep it: a longer one, or one with control characters, names none."""


class ChatOptions(TypedDict, total=False):
    """What a graph or a node may say about its chat model; every key may be left out.

    `timeout` bounds one provider call in seconds, `max_retries` counts further attempts after a
    retryable error, `parameters` go to the model as they are; None removes one set below.
    """

    provider: str
    model: str | None
    timeout: float
    max_retries: int
    parameters: dict[str, Any]


class ChatConfig(BaseModel):
    """The merged configuration of one node. `model` None means the provider's own."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    provider: ProviderName
    model: str | None = None
    timeout: float = Field(default=60.0, gt=0)
    max_retries: int = Field(default=0, ge=0, le=10)
    parameters: dict[str, Any] = Field(default_factory=dict)


class DecisionOptions(TypedDict, total=False):
    """What a graph or a node may say about its decision provider; every key may be left out.

    `timeout` bounds one provider call in seconds, `max_retries` counts further passes after a
    retryable error.
    """

    provider: str
    model: str | None
    timeout: float
    max_retries: int


class DecisionConfig(BaseModel):
    """The merged configuration of one decision node. `model` None means the provider's own."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    provider: ProviderName
    model: str | None = None
    timeout: float = Field(default=30.0, gt=0)
    max_retries: int = Field(default=0, ge=0, le=10)


def merge_decision_options(levels: Iterable[DecisionOptions]) -> DecisionConfig:
    """Merge options as `merge_chat_options` does. Raises pydantic.ValidationError for faulty ones."""
    return DecisionConfig(**_merged(dict(level) for level in levels))


def merge_chat_options(levels: Iterable[ChatOptions]) -> ChatConfig:
    """Merge options, lowest level first. Raises pydantic.ValidationError for faulty ones.

    A level that names another provider drops the model set below it.
    """
    parameters: dict[str, Any] = {}
    plain: list[dict[str, Any]] = []
    for level in levels:
        options: dict[str, Any] = dict(level)
        parameters |= options.pop("parameters", None) or {}
        plain.append(options)
    kept = {name: value for name, value in parameters.items() if value is not None}
    return ChatConfig(**_merged(plain), parameters=kept)


def _merged(levels: Iterable[dict[str, Any]]) -> dict[str, Any]:
    merged: dict[str, Any] = {}
    for options in levels:
        if options.get("provider", merged.get("provider")) != merged.get("provider"):
            merged.pop("model", None)
        merged |= options
    return merged
