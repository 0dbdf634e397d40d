"""The one table of a benchmark, in Markdown."""

import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from tests.bench.cases import SIDES, Case, Database, Plan, Side
from tests.bench.measuring import Measurement
from tests.bench.runner import Results

Value = Callable[[Measurement], float | None]
"""A figure of one measurement; None where there is none, as round trips to a file."""

Words = Callable[[float], str]

NOTHING = "–"


@dataclass(frozen=True)
class Row:
    """One line: what is compared, and how. `more_is_better` tells which way round the ratio goes.

    `spread` shows the lowest and the highest repetition beside the median.
    """

    label: str
    case: Case
    value: Value
    words: Words
    more_is_better: bool = False
    spread: bool = False

    def cells(self, results: Results, database: Database) -> list[str]:
        """Ours, theirs at their best, and how many times ours is better."""
        ours = results.of(self.case, database, Side.OURS)
        side, theirs = _best_of_theirs(results, self.case, database)
        own = " own" if side is Side.OWN_SAVERS else ""
        return [self._cell(ours), self._cell(theirs) + own, self._ratio(ours, theirs)]

    def _cell(self, measured: Sequence[Measurement]) -> str:
        values = self._values(measured)
        if not values:
            return NOTHING
        cell = self.words(statistics.median(values))
        if self.spread and len(values) > 1:
            cell += f" ({min(values):.0f}–{max(values):.0f})"
        return cell

    def _ratio(self, ours: Sequence[Measurement], theirs: Sequence[Measurement]) -> str:
        mine, other = self._values(ours), self._values(theirs)
        if not mine or not other:
            return NOTHING
        above, below = statistics.median(mine), statistics.median(other)
        if not self.more_is_better:
            above, below = below, above
        return f"**{above / below:.2f}**" if below else NOTHING

    def _values(self, measured: Sequence[Measurement]) -> list[float]:
        return [value for one in measured if (value := self.value(one)) is not None]


def table(plan: Plan, results: Results, databases: Sequence[Database]) -> str:
    """Render all that the plan measured, two sides and a ratio for each database."""
    heads = [head for database in databases for head in (f"{database}: ours", "LangGraph", "ratio")]
    lines = [_line(["", *heads]), _line(["---", *["---:"] * len(heads)])]
    for row in _rows(plan, databases):
        cells = [cell for database in databases for cell in row.cells(results, database)]
        lines.append(_line([row.label, *cells]))
    return "\n".join(lines)


def _rows(plan: Plan, databases: Sequence[Database]) -> Iterable[Row]:
    one, many, thinking, long, counted = plan.one, plan.many, plan.thinking, plan.long, plan.counted
    yield Row(f"{_sessions(one)}, turns/s", one, _speed, _whole, more_is_better=True, spread=True)
    yield Row("…, ms a turn", one, lambda m: m.p50_ms, _decimal)
    yield Row("…, ms of processor time a turn", one, lambda m: m.processor_ms, _decimal)
    yield Row(f"{_sessions(many)}, turns/s", many, _speed, _whole, more_is_better=True, spread=True)
    yield Row("…, ms of the slowest of 100 turns", many, lambda m: m.p99_ms, _whole)
    yield Row("…, ms of processor time a turn", many, lambda m: m.processor_ms, _decimal)
    if thinking:
        label = f"{_sessions(thinking)}, the model takes {thinking.latency_ms} ms"
        ideal = thinking.ideal_turns_per_second or 1
        yield Row(f"{label}, turns/s", thinking, _speed, _whole, more_is_better=True, spread=True)
        yield Row(
            f"…, of the ideal {ideal:.0f}",
            thinking,
            lambda m: m.turns_per_second / ideal,
            _percent,
            more_is_better=True,
        )
    if long:
        label = f"{long.turns} turns in one session"
        yield Row(f"{label}, last fifth against first, time of a turn", long, _slowing, _times)
        yield Row("…, bytes stored a turn", long, lambda m: m.grown_bytes / m.turns, _thousands)
        yield Row("…, the whole database then, MB", long, lambda m: m.stored_bytes / 1e6, _decimal)
    yield Row("SQL statements a turn", counted, _counted("statements"), _decimal)
    yield Row("commits a turn", counted, _counted("commits"), _decimal)
    if Database.POSTGRESQL in databases:
        yield Row("round trips to the database a turn", counted, _counted("round_trips"), _decimal)


def _best_of_theirs(
    results: Results, case: Case, database: Database
) -> tuple[Side | None, list[Measurement]]:
    """The form of theirs with the most turns a second; nothing where none was run."""
    forms = [
        (side, measured)
        for side in SIDES[database]
        if side is not Side.OURS and (measured := results.of(case, database, side))
    ]
    return max(forms, key=lambda form: statistics.median(map(_speed, form[1])), default=(None, []))


def _sessions(case: Case) -> str:
    return "1 session" if case.sessions == 1 else f"{case.sessions} sessions at once"


def _speed(measured: Measurement) -> float:
    return measured.turns_per_second


def _slowing(measured: Measurement) -> float:
    return measured.p50_ms_by_fifth[-1] / measured.p50_ms_by_fifth[0]


def _counted(name: str) -> Value:
    def value(measured: Measurement) -> float | None:
        number: int | None = getattr(measured.statements, name)
        return None if number is None else number / measured.turns

    return value


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _whole(value: float) -> str:
    return f"{value:.0f}"


def _decimal(value: float) -> str:
    return f"{value:.1f}"


def _times(value: float) -> str:
    return f"{value:.2f}×"


def _percent(value: float) -> str:
    return f"{value:.0%}"


def _thousands(value: float) -> str:
    return f"{value:,.0f}"
