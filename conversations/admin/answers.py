"""Answers of decisions, for lists and pages."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.contrib import admin
from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from conversations.models import Decision, DecisionAnswer


class ShowsAnswers:
    """For records of decisions: what was answered and how probable it was, in one query for all rows."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Decision]:
        """The decisions with their answers in a constant order."""
        rows: QuerySet[Decision] = super().get_queryset(request)  # type: ignore[misc]
        return rows.prefetch_related(Prefetch("answers", DecisionAnswer.objects.order_by("question")))

    @admin.display(description="answer")
    def answer(self, decision: Decision) -> SafeString:
        """Each question with its answer, a line each."""
        return _lines((row.question, answer_of(row)) for row in decision.answers.all())

    @admin.display(description="probability")
    def probability(self, decision: Decision) -> SafeString:
        """The probability of each answer, a line each."""
        return _lines(("", number(row.probability)) for row in decision.answers.all())


def answer_of(row: DecisionAnswer) -> str:
    """The label of a choice, the number of a score or a noul."""
    return row.label or number(row.number)


def number(value: float | None) -> str:
    """A number with as many digits as people compare."""
    return "–" if value is None else f"{value:.3g}"


def answer_table(rows: Iterable[DecisionAnswer]) -> SafeString:
    """Every answer with all that is kept of it."""
    return table(
        ("question", "kind", "answer", "probability", "confidence", "all probabilities", "thresholds"),
        (
            (
                row.question,
                row.kind,
                answer_of(row),
                number(row.probability),
                number(row.confidence),
                _lines(_by_name(row.probabilities)),
                _lines((name, number(value)) for name, value in row.thresholds.items()),
            )
            for row in rows
        ),
    )


def table(heads: Iterable[str], rows: Iterable[tuple[Any, ...]]) -> SafeString:
    """A table for a page; every cell is escaped."""
    return format_html(
        "<table><thead><tr>{}</tr></thead><tbody>{}</tbody></table>",
        format_html_join("", '<th scope="col">{}</th>', ((head,) for head in heads)),
        format_html_join("", "<tr>{}</tr>", ((_cells(row),) for row in rows)),
    )


def _cells(row: tuple[Any, ...]) -> SafeString:
    return format_html_join("", "<td>{}</td>", ((cell,) for cell in row))


def _by_name(probabilities: Any) -> Iterator[tuple[str, str]]:
    """Probabilities by label, the highest first; or by level, the lowest level first."""
    if isinstance(probabilities, Mapping):
        for name, value in sorted(probabilities.items(), key=lambda item: -item[1]):
            yield name, number(value)
    else:
        for level, value in enumerate(probabilities):
            yield str(level), number(value)


def _lines(pairs: Iterable[tuple[str, str]]) -> SafeString:
    texts = ((f"{name}: {value}" if name else value,) for name, value in pairs)
    return format_html_join("", '<div style="white-space:nowrap">{}</div>', texts)
