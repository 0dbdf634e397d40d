"""What a step spends on models, kept even where the step itself is dropped."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Final

from conversations.authoring.builders import UsageEntry
from conversations.engine.records import CallRecord, DecisionRecord, Spent
from conversations.engine.usage import ModelUsage, UsageList, add_up, entry
from conversations.models.states import DecisionOutcome

_REFUSED: Final[Mapping[str, DecisionOutcome]] = {
    DecisionOutcome.SUCCESS: DecisionOutcome.HANDLER_FAILED,
    DecisionOutcome.FALLBACK: DecisionOutcome.FALLBACK_FAILED,
}


class Ledger:
    """Collects calls, decisions and usage while one step runs."""

    def __init__(self) -> None:
        self.calls: list[CallRecord] = []
        self.decisions: list[DecisionRecord] = []
        self._entries: list[ModelUsage] = []

    def add_call(self, call: CallRecord, usage: ModelUsage | None) -> None:
        """Keep one provider call, and its usage where it answered."""
        self.calls.append(call)
        if usage is not None:
            self._entries.append(usage)

    def add_entries(self, entries: Iterable[UsageEntry]) -> None:
        """Keep what a handler spent by calling a model itself."""
        self._entries.extend(entry(one.provider, one.model, one.usage) for one in entries)

    def take(self, other: "Ledger") -> None:
        """Keep all that another ledger holds as well."""
        self.calls.extend(other.calls)
        self.decisions.extend(other.decisions)
        self._entries.extend(other._entries)

    @contextmanager
    def routing(self) -> Iterator[None]:
        """Where the block refuses the builder that a decision ended with, its handler has failed."""
        try:
            yield
        except Exception:
            self.decisions = [
                replace(decision, outcome=_REFUSED.get(decision.outcome, decision.outcome))
                for decision in self.decisions
            ]
            raise

    @property
    def usage(self) -> UsageList:
        """The sums by provider and model."""
        return add_up(self._entries)

    @property
    def spent(self) -> Spent:
        """All of it, for a step that is not written."""
        return Spent(tuple(self.calls), tuple(self.decisions), self.usage)
