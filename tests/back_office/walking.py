"""Every page of the back office, found as somebody finds them who clicks on everything.

The walk begins at the lists of all registered models and at all addresses without arguments, and follows
links and forms from there. So a new list, filter or page is walked without anybody thinking of it.
"""

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit

from django.contrib import admin
from django.db.models import Model
from django.urls import NoReverseMatch, Resolver404, ResolverMatch, URLPattern, URLResolver, resolve, reverse

from tests.back_office.offers import Control, Form, Offers

HOME: Final = "/admin/"

PAGE: Final = "p"
"""The parameter by which lists are paged."""

LEFT_OUT: Final = frozenset({"admin:logout", "admin:jsi18n", "admin:autocomplete"})
"""What is no page."""

MOST_OF_A_KIND: Final = 2
"""Pages of records that are opened of each kind, beside those that the walk is told to begin with."""


@dataclass(frozen=True)
class Samples:
    """What is typed where a page leaves it open: in searches, in fields of days and of numbers."""

    texts: tuple[str, ...]
    days: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ("0.4",)

    def of(self, control: Control) -> Iterable[str]:
        """The values for a control: its own, where it has some."""
        if control.values:
            return control.values
        if control.is_date:
            return self.days
        return self.numbers if control.is_number else self.texts


class Walk:
    """Gives out one address after the other; whoever opens one tells what the page offers.

    With `pairs`, forms are also asked with two of their controls at once.
    """

    def __init__(self, samples: Samples, begin_with: Iterable[str], *, pairs: bool = False) -> None:
        self._samples = samples
        self._pairs = pairs
        self._known: set[str] = set()
        self._waiting: deque[str] = deque()
        self._records: defaultdict[str, set[str]] = defaultdict(set)
        for address in begin_with:
            self._wait_for(address)

    def __iter__(self) -> Iterator[str]:
        while self._waiting:
            yield self._waiting.popleft()

    def take(self, address: str, answer: Any) -> None:
        """Add what a page offers. What it offers with a query is opened, but leads no further."""
        if urlsplit(address).query or answer.streaming:
            return
        offers = Offers(answer.content.decode())
        links = [urljoin(address, link) for link in (*offers.links, answer.get("Location", "")) if link]
        queries = [
            urljoin(address, f"{form.action}?{urlencode(asked)}")
            for form in offers.forms
            for asked in self._asked_of(form)
        ]
        for offered in [*_without_middle_pages(links), *queries]:
            if self._is_wanted(offered):
                self._wait_for(offered)

    def _asked_of(self, form: Form) -> Iterator[dict[str, str]]:
        """Every value of each control; of two controls the first and the last."""
        values = {control.name: list(self._samples.of(control)) for control in form.controls.values()}
        yield from ({name: value} for name, offered in values.items() for value in offered)
        if self._pairs:
            ends = {
                name: list(dict.fromkeys((*offered[:1], *offered[-1:]))) for name, offered in values.items()
            }
            for one, other in combinations(ends, 2):
                yield from ({one: first, other: second} for first, second in product(ends[one], ends[other]))

    def _is_wanted(self, address: str) -> bool:
        """Whether it is a page, and not one more record of a kind of which enough were opened."""
        match = page_at(address)
        if match is None or match.view_name in LEFT_OUT:
            return False
        if not (match.args or match.kwargs):
            return True
        opened = self._records[match.view_name]
        if len(opened) < MOST_OF_A_KIND:
            opened.add(urlsplit(address).path)
        return urlsplit(address).path in opened

    def _wait_for(self, address: str) -> None:
        address = address.partition("#")[0]
        if address not in self._known:
            self._known.add(address)
            self._waiting.append(address)


def first_addresses() -> list[str]:
    """The home page, the list of each registered model, and every page that needs no argument."""
    lists = [
        reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        for model in admin.site._registry
    ]
    return [HOME, *lists, *_without_arguments(admin.site.get_urls())]


def pages_of(records: list[Model]) -> list[str]:
    """The pages of these records, and of one of each other registered model."""
    kinds = {type(record) for record in records}
    others = [model._default_manager.first() for model in admin.site._registry if model not in kinds]
    return [
        reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_change", args=[row.pk])
        for row in (*records, *others)
        if row is not None and admin.site.is_registered(type(row))
    ]


def page_at(address: str) -> ResolverMatch | None:
    """What answers at an address; None for what is not of the back office."""
    parts = urlsplit(address)
    if parts.netloc or not parts.path.startswith(HOME):
        return None
    try:
        match = resolve(parts.path)
    except Resolver404:
        return None
    return match if match.url_name else None


def kind_of(address: str) -> str:
    """The name of a page and of what is asked of it: pages of one kind differ in values alone."""
    match = page_at(address)
    asked = sorted({name for name, _ in parse_qsl(urlsplit(address).query)})
    return f"{match.view_name if match else address} {' '.join(asked)}".strip()


def _without_arguments(patterns: Iterable[URLPattern | URLResolver]) -> Iterator[str]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from _without_arguments(pattern.url_patterns)
        elif pattern.name and f"admin:{pattern.name}" not in LEFT_OUT:
            with suppress(NoReverseMatch):
                yield reverse(f"admin:{pattern.name}")


def _without_middle_pages(links: Iterable[str]) -> list[str]:
    """These links, but of the pages of a list only the last."""
    pages = {
        link: int(asked[PAGE])
        for link in links
        if (asked := dict(parse_qsl(urlsplit(link).query))).keys() == {PAGE} and asked[PAGE].isdecimal()
    }
    last = max(pages.values(), default=0)
    return [link for link in dict.fromkeys(links) if pages.get(link, last) == last]
