"""What the machine did in a turn, as a session's page shows it between the bubbles."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import ClassVar, Final

from django.utils.safestring import SafeString

from conversations.admin.parts.amounts import count, dollars, duration
from conversations.admin.parts.bars import bars
from conversations.admin.parts.labels import Tone, label, turn_label
from conversations.admin.parts.pretty import pretty, pretty_json
from conversations.admin.sessions.conversation import Window
from conversations.models import (
    Decision,
    DecisionOutcome,
    Message,
    MessageRole,
    ModelCall,
    Session,
    SessionStatus,
    Step,
    StepOutcome,
    Turn,
    TurnStatus,
)

OUTCOMES: Final[dict[str, str]] = {
    StepOutcome.GO: "went on to",
    StepOutcome.DIRECT: "answered",
    StepOutcome.DIRECT_TO: "answered, next is",
    StepOutcome.FINISH: "finished the session",
    StepOutcome.FAN_OUT: "sent several at once, then",
    StepOutcome.JOIN: "came back",
    "migrated": "The session was brought up to a newer version of its graph",
    "afresh": "The session started afresh",
}
"""What a step's outcome says of its node."""

LEADING: Final = frozenset({StepOutcome.GO, StepOutcome.DIRECT_TO, StepOutcome.FAN_OUT})
"""Outcomes after which another node has the word."""

DECISION_TONES: Final[dict[str, Tone]] = {
    DecisionOutcome.SUCCESS: "success",
    DecisionOutcome.FALLBACK: "primary",
}
"""Every other outcome is a failure."""


@dataclass(frozen=True)
class ToolBox:
    """A tool call with its arguments, and what came back."""

    name: str
    arguments: SafeString
    result: SafeString | str


@dataclass(frozen=True)
class TextBox:
    """Words that the customer does not see: why they are there, and whether the framework put them in."""

    why: str
    text: str
    is_internal: bool


@dataclass(frozen=True)
class DecisionBox:
    """A decision with its answers."""

    decision: Decision

    @cached_property
    def outcome(self) -> SafeString:
        """What became of it."""
        outcome = self.decision.outcome
        return label(outcome.replace("_", " "), DECISION_TONES.get(outcome, "danger"))

    @property
    def answers(self) -> list[SafeString]:
        """Each answer as bars."""
        return [bars(answer) for answer in self.decision.answers.all()]

    @property
    def who(self) -> str:
        """Who answered, after whom where another one was asked first."""
        decision = self.decision
        model = decision.model or decision.asked_model
        answered = decision.answered_by or decision.provider
        asked = "" if answered == decision.provider else f"{decision.provider} → "
        return f"{asked}{answered}{f' · {model}' if model else ''}"

    @property
    def took(self) -> str:
        """How long it took."""
        return duration(self.decision.duration_ms)


@dataclass(frozen=True)
class CallBox:
    """One call of a provider."""

    call: ModelCall

    @property
    def took(self) -> str:
        """How long it took."""
        return duration(self.call.duration_ms)

    @property
    def tokens(self) -> str:
        """What was read and written, and how much of it the provider had kept."""
        call = self.call
        kept = f" ({count(call.cached_input_tokens)} cached)" if call.cached_input_tokens else ""
        return f"{count(call.input_tokens)}{kept} → {count(call.output_tokens)}"

    @property
    def cost(self) -> str:
        """In US dollars."""
        return dollars(self.call.cost)


@dataclass(frozen=True)
class StepBox:
    """One run of a node. Without a `step` it is what a step left behind that was dropped."""

    step: Step | None
    tools: Sequence[ToolBox]
    texts: Sequence[TextBox]
    decisions: Sequence[DecisionBox]
    calls: Sequence[CallBox]

    @property
    def said(self) -> str:
        """What the node did, in words."""
        return OUTCOMES.get(self.step.outcome, self.step.outcome) if self.step else ""

    @property
    def leads_to(self) -> str:
        """The node that has the word after it, where that is another one's."""
        return self.step.cursor if self.step and self.step.outcome in LEADING else ""

    @property
    def took(self) -> str:
        """How long it took."""
        return duration(self.step.duration_ms) if self.step else ""

    @property
    def channels(self) -> list[tuple[str, SafeString]]:
        """What nodes kept after it, by node."""
        return [(node, pretty_json(state)) for node, state in self.step.channels.items()] if self.step else []


@dataclass(frozen=True)
class TurnBox:
    """Everything of a turn but its bubbles."""

    template: ClassVar[str] = "conversations/admin/sessions/turn.html"

    turn: Turn
    steps: Sequence[StepBox]
    can_be_retried: bool

    @property
    def label(self) -> SafeString:
        """How it stands."""
        return label("left to staff", "warning") if self.turn.handed_over else turn_label(self.turn.status)

    @property
    def nodes(self) -> list[str]:
        """The nodes that ran, one after the other."""
        return [box.step.node for box in self.steps if box.step and box.step.node]

    @property
    def took(self) -> str:
        """From its start to its end; "" while it runs or waits."""
        taken = milliseconds_of(self.turn)
        return "" if taken is None else duration(taken)

    @property
    def tokens(self) -> str:
        """What models read and wrote in it; "" for none."""
        used = sum(one["input_tokens"] + one["output_tokens"] for one in self.turn.usage)
        return f"{count(used)} tokens" if used else ""

    @property
    def cost(self) -> str:
        """What its calls cost; "" where no price is known."""
        prices = [box.call.cost for step in self.steps for box in step.calls if box.call.cost is not None]
        return dollars(sum(prices, Decimal(0))) if prices else ""

    @property
    def failed(self) -> bool:
        """Whether it failed, so that it is open at once."""
        return self.turn.status == TurnStatus.FAILED


def milliseconds_of(turn: Turn) -> int | None:
    """From a turn's start to its end; None while it runs or waits."""
    if turn.ended_at is None or turn.started_at is None:
        return None
    return round((turn.ended_at - turn.started_at).total_seconds() * 1_000)


def turn_box(session: Session, turn: Turn, window: Window) -> TurnBox:
    """A turn with its steps, and at its end what dropped steps left behind."""
    hidden = [row for row in window.messages[turn.pk] if row.number is None]
    decisions, calls = window.decisions[turn.pk], window.calls[turn.pk]
    keys: list[int | None] = [step.pk for step in window.steps[turn.pk]]
    steps: dict[int | None, Step] = {step.pk: step for step in window.steps[turn.pk]}
    boxes = [
        _step_box(
            steps.get(key),
            [row for row in hidden if row.step_id == key],
            [row for row in decisions if row.step_id == key],
            [row for row in calls if row.step_id == key],
        )
        for key in (*keys, None)
    ]
    is_newest = turn.number == session.last_turn
    return TurnBox(
        turn=turn,
        steps=[box for box in boxes if box.step or box.texts or box.decisions or box.calls],
        can_be_retried=session.status != SessionStatus.ENDED
        and (turn.status == TurnStatus.INTERRUPTED or (turn.status == TurnStatus.FAILED and is_newest)),
    )


def _step_box(
    step: Step | None, hidden: Sequence[Message], decisions: Sequence[Decision], calls: Sequence[ModelCall]
) -> StepBox:
    return StepBox(
        step=step,
        tools=list(_tools(hidden)),
        texts=list(_texts(hidden)),
        decisions=[DecisionBox(decision) for decision in decisions],
        calls=[CallBox(call) for call in calls],
    )


def _tools(hidden: Sequence[Message]) -> Iterable[ToolBox]:
    results = {row.tool_call_id: row.text for row in hidden if row.role == MessageRole.TOOL}
    for row in hidden:
        for call in row.tool_calls:
            result = results.get(call["id"], "")
            yield ToolBox(call["name"], pretty(call["arguments"]), pretty(result) if result else "")


def _texts(hidden: Sequence[Message]) -> Iterable[TextBox]:
    for row in hidden:
        if row.role == MessageRole.TOOL or not row.text:
            continue
        if row.internal:
            yield TextBox(f"Put in for the model, in the space {row.space}", row.text, is_internal=True)
        elif row.role == MessageRole.HUMAN:
            yield TextBox(f"Handed on to the space {row.space}", row.text, is_internal=False)
        else:
            yield TextBox("Written by the model and not shown", row.text, is_internal=False)
