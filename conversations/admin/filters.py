"""Filters that several lists have. What they offer costs no look at the rows, however many there are."""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from typing import Any, ClassVar, Final

from django import forms
from django.contrib import admin
from django.contrib.admin.options import IncorrectLookupParameters
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from conversations import clock

ANY: Final = ("", "Any")


class DayInput(UnfoldAdminTextInputWidget):  # type: ignore[misc]  # Unfold has no types
    """A day, in the browser's own calendar."""

    input_type = "date"


class ChoiceForm(forms.Form):
    """One select box, as the browser draws it."""

    def __init__(self, name: str, label: str, choices: list[tuple[str, str]], chosen: str) -> None:
        super().__init__(data={name: chosen})
        self.fields[name] = forms.ChoiceField(
            label=label, required=False, choices=choices, widget=UnfoldAdminSelectWidget
        )


class DayForm(ChoiceForm):
    """A select box, and two days that show where it asks for them."""

    class Media:
        css = {"all": ["conversations/admin/day_filter.css"]}


class ChoiceFilter(admin.SimpleListFilter):
    """A filter that is a select box; a list with one has `list_filter_submit`."""

    template = "unfold/filters/filters_field.html"
    form_class: ClassVar[type[ChoiceForm]] = ChoiceForm

    def choices(self, changelist: Any) -> Iterator[Any]:
        """The box."""
        options = [ANY, *((str(value), str(words)) for value, words in self.lookup_choices)]
        label = str(self.title).capitalize()
        yield {"form": self.form_class(str(self.parameter_name), label, options, self.value() or "")}


TODAY: Final = "today"
YESTERDAY: Final = "yesterday"
WEEK: Final = "week"
RANGE: Final = "range"
WEEK_DAYS: Final = 7

EARLIEST: Final = date(1970, 1, 1)
LATEST: Final = date(9000, 1, 1)
"""Days beyond these are no days of rows, and some cannot be told as a moment of UTC."""


class DayFilter(ChoiceFilter):
    """The days of rows, by the site's time zone: today, yesterday, the last seven, or from one to another.

    `moment` is the indexed column that says when.
    """

    title = "day"
    parameter_name = "day"
    template = "conversations/admin/parts/day_filter.html"
    form_class = DayForm
    moment: ClassVar[str] = "at"

    def __init__(self, request: HttpRequest, params: dict[str, Any], model: Any, model_admin: Any) -> None:
        super().__init__(request, params, model, model_admin)
        self._given = {name: params.pop(name)[-1] for name in self._ends() if name in params}

    def expected_parameters(self) -> list[str | None]:
        """The choice, and both ends of a range."""
        return [self.parameter_name, *self._ends()]

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Days that are often wanted, and any other."""
        return [
            (TODAY, "Today"),
            (YESTERDAY, "Yesterday"),
            (WEEK, "Last 7 days"),
            (RANGE, "From … to …"),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """The rows of these days. Raises IncorrectLookupParameters where one is no day."""
        first, last = self.days()
        if first is not None:
            queryset = queryset.filter(**{f"{self.moment}__gte": _beginning(first)})
        if last is not None:
            queryset = queryset.filter(**{f"{self.moment}__lt": _beginning(last, 1)})
        return queryset

    def days(self) -> tuple[date | None, date | None]:
        """The first and the last day; None where there is no bound.

        Days of a range that nobody asks for any more, as a form may send them, are no bounds.
        """
        today = timezone.localdate(clock.now())
        match self.value():
            case "today":
                return today, today
            case "yesterday":
                return today - timedelta(days=1), today - timedelta(days=1)
            case "week":
                return today - timedelta(days=WEEK_DAYS - 1), today
            case "":
                return None, None
            case _:
                first, last = (_day(self._given.get(name, "")) for name in self._ends())
                return first, last

    def choices(self, changelist: Any) -> Iterator[Any]:
        """The box, and the range's ends."""
        (choice,) = super().choices(changelist)
        form = choice["form"]
        is_range = self.value() is None and any(self._given.values())
        form.data = {name: self._given.get(name, "") for name in self._ends()}
        form.data[str(self.parameter_name)] = RANGE if is_range else self.value() or ""
        for name, words in zip(self._ends(), ("From", "To"), strict=True):
            form.fields[name] = forms.CharField(label=words, required=False, widget=DayInput)
        yield {"form": form}

    def _ends(self) -> tuple[str, str]:
        return f"{self.parameter_name}_from", f"{self.parameter_name}_to"


def _day(text: str) -> date | None:
    if not text:
        return None
    try:
        day = date.fromisoformat(text)
    except ValueError as error:
        raise IncorrectLookupParameters from error
    if not EARLIEST <= day <= LATEST:
        raise IncorrectLookupParameters
    return day


def _beginning(day: date, later: int = 0) -> datetime:
    """When a day, or one some days later, begins where the site is."""
    return timezone.make_aware(datetime.combine(day + timedelta(days=later), time.min))
