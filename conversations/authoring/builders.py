"""Builders: the plain values that a handler returns to say what happens next."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeAlias

from conversations.authoring.errors import BuilderMisuse
from conversations.authoring.suggestions import checked_suggestions
from providers.ports import Usage

if TYPE_CHECKING:
    from conversations.authoring.nodes import Node

Target: TypeAlias = "type[Node] | str"
"""A node class, or its id as text where two files would import each other."""

Cleanup: TypeAlias = Callable[[], object]
"""Called without arguments once the step no longer needs what a handler opened; may be async."""


@dataclass(frozen=True)
class UsageEntry:
    """Tokens that a handler spent by calling a model itself."""

    provider: str
    model: str
    usage: Usage


@dataclass(frozen=True)
class SeedMessage:
    """A human message for the target's space that the customer never sees."""

    text: str
    internal: bool


@dataclass(frozen=True)
class Builder:
    """What all builders share. Two builders are equal when they lead to the same outcome.

    Cleanups, usage and the tool's feedback belong to one call and do not make a difference.
    """

    cleanups: tuple[Cleanup, ...] = field(default=(), compare=False, kw_only=True)
    usage: tuple[UsageEntry, ...] = field(default=(), compare=False, kw_only=True)

    def with_usage(self, provider: str, model: str, usage: Usage) -> Self:
        """Add what the handler spent on a model call of its own to the step's usage."""
        return replace(self, usage=(*self.usage, UsageEntry(provider, model, usage)))

    def with_cleanup(self, cleanup: Cleanup) -> Self:
        """Call `cleanup` after the next model call, or when the batch or the step ends.

        Only in tool handlers. Every cleanup runs; one that fails is logged and changes nothing.
        """
        return replace(self, cleanups=(*self.cleanups, cleanup))


@dataclass(frozen=True)
class Stay(Builder):
    """No transition: the feedback becomes the tool message and the model goes on."""

    feedback: str


@dataclass(frozen=True)
class Transition(Builder):
    """Base of all builders that end a step: all but `stay` and `reject`.

    `outcome` is the name of the builder, as steps keep it on record.
    """

    outcome: ClassVar[str]

    tool_feedback: str | None = field(default=None, compare=False, kw_only=True)

    def with_tool_feedback(self, text: str) -> Self:
        """Set the tool message that the model will find in its history, instead of `OK`. Only from tools."""
        return replace(self, tool_feedback=text)


@dataclass(frozen=True)
class Move(Transition):
    """Base of `go` and `direct_to`, which hand the conversation to another node, named by its id."""

    target: str
    state: tuple[tuple[str, Any], ...] = field(default=(), kw_only=True)
    messages: tuple[SeedMessage, ...] = field(default=(), kw_only=True)

    def with_state(self, **patch: Any) -> Self:
        """Seed the target's channel with these fields."""
        seeded = dict(self.state) | patch
        return replace(self, state=tuple((name, seeded[name]) for name in sorted(seeded)))

    def with_message(self, text: str, internal: bool = False) -> Self:
        """Put a human message into the target's space; the customer never sees it.

        It is internal by itself where it repeats the newest customer message of that space.
        """
        return replace(self, messages=(*self.messages, SeedMessage(text, internal)))


@dataclass(frozen=True)
class Reply(Transition):
    """Base of `direct` and `direct_to`, whose `text` the customer reads and may answer."""

    suggestions: tuple[str, ...] = field(default=(), kw_only=True)

    def with_suggestions(self, *texts: str) -> Self:
        """Offer replies that the customer may send with one click, up to six of at most 80 characters.

        They belong to this message and are gone with the next one. Raises BuilderMisuse.
        """
        return replace(self, suggestions=checked_suggestions(texts))


@dataclass(frozen=True)
class Go(Move):
    """The target runs now, in the same turn."""

    outcome = "go"


@dataclass(frozen=True)
class DirectTo(Move, Reply):
    """The customer reads `text`; the target has the next turn and sees its own question."""

    outcome = "direct_to"

    text: str


@dataclass(frozen=True)
class Direct(Reply):
    """The customer reads `text`; this node keeps the conversation."""

    outcome = "direct"

    text: str


@dataclass(frozen=True)
class Finish(Transition):
    """The customer reads `text` and the session is completed."""

    outcome = "finish"

    text: str


@dataclass(frozen=True)
class FanOut(Transition):
    """The targets run at once, in the same turn; then the node `then`. All are named by their ids."""

    outcome = "fan_out"

    targets: tuple[str, ...]
    then: str


@dataclass(frozen=True)
class Join(Transition):
    """A target of a fan_out has done its part."""

    outcome = "join"


def stay(feedback: str | dict[str, Any]) -> Stay:
    """Keep the node and tell the model how its tool call went; an object is sent as JSON.

    Only from tools. The model is asked again, with this as the tool's result.
    """
    return Stay(feedback if isinstance(feedback, str) else compact_json(feedback))


def reject(reason: str, **details: Any) -> Stay:
    """Refuse a tool call for a business reason, which the model will explain.

    Only from tools: a `stay` with `{"accepted": false, "error": reason}`. `details` are sent along, such as
    the candidates to choose from.
    """
    return stay({"accepted": False, "error": reason, **details})


def go(target: Target) -> Go:
    """Hand over to `target`, a node class or its id, which runs in the same turn.

    What was staged is written first. The customer's message counts as consumed: the target finds
    `state.input_consumed` True. Modifiers: `with_state`, `with_message`.
    """
    return Go(_id_of(target, "go"))


def direct(text: str) -> Direct:
    """Answer with exactly `text`, without a further model call; this node gets the customer's next message.

    Modifier: `with_suggestions`.
    """
    return Direct(_required(text, "direct"))


def direct_to(target: Target, text: str) -> DirectTo:
    """Answer with exactly `text`; the customer's next message goes to `target`, a node class or its id.

    The text joins the target's history, so that it sees its own question. Modifiers: `with_state`,
    `with_message`, `with_suggestions`.
    """
    return DirectTo(_id_of(target, "direct_to"), text=_required(text, "direct_to"))


def finish(text: str) -> Finish:
    """Answer with exactly `text` and complete the session."""
    return Finish(_required(text, "finish"))


def fan_out(targets: Sequence[Target], *, then: Target) -> FanOut:
    """Run two or more nodes at once, in the same turn, then hand over to `then`.

    The targets are distinct plain or decision nodes. Each sees the state as this node leaves it, saves its
    own channel only and returns `join()`. Their channels are written together, or none where one failed.
    """
    ids = tuple(_id_of(target, "fan_out") for target in targets)
    if len(ids) < 2 or len(set(ids)) < len(ids):
        raise BuilderMisuse(f"fan_out() needs two or more nodes, each once, not {list(ids)}.")
    return FanOut(targets=ids, then=_id_of(then, "fan_out"))


def join() -> Join:
    """End the part that this node has in a fan_out."""
    return Join()


def compact_json(value: Any) -> str:
    """JSON text as it is put into tool messages. Raises ValueError for what JSON cannot hold."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _id_of(target: Target, builder: str) -> str:
    if isinstance(target, str):
        return target
    try:
        return target.node_id()
    except AttributeError:
        raise BuilderMisuse(f"{builder}() needs a node class or its id, not {target!r}.") from None


def _required(text: str, builder: str) -> str:
    if not isinstance(text, str) or not text.strip():
        raise BuilderMisuse(f"{builder}() needs a text that is not blank.")
    return text
