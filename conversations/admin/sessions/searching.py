"""Finding sessions by what was said in them and by who their customer is, however many there are.

PostgreSQL looks words up in its indexes. Words that very many messages hold, and all words where there is
no such index, are looked for in the newest sessions only: that this left some out is told.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.db import connection
from django.db.models import BooleanField, F, Func, Q, QuerySet, TextField, Value
from django.db.models.functions import Coalesce

from conversations.models import Message, Session

MOST_FOUND: Final = 500
"""Messages or customers that one search takes from an index."""

MOST_READ: Final = 250
"""Newest sessions whose messages are read where the index of words is of no help."""

MOST_READ_WITHOUT_INDEX: Final = 2_000
"""The same where there is no such index: to look for parts of a text costs less than to take it to words."""

CUSTOMER_FIELDS: Final = ("external_user", "external_id", "external_name", "external_email")

KNOWN: Final = (
    ~Q(external_user="") | Q(external_id__isnull=False) | ~Q(external_name="") | ~Q(external_email="")
)
"""Whose customer has a name of any kind. The index `session_customer_words` holds these only."""

_WORD: Final = re.compile(r"[^\W_]+")
_PART: Final = re.compile(r'"([^"]+)"|(\S+)')


class HoldsWords(Func):
    """Whether a message's text holds words, phrases in quotation marks among them.

    The expression is that of the index `message_visible_words`.
    """

    template = "(to_tsvector('simple', %(expressions)s))"
    arg_joiner = ") @@ websearch_to_tsquery('simple', "
    output_field = BooleanField()


class OutsideIndex(Func):
    """The same text in an expression that no index has: for rows that are few by another condition."""

    template = "(%(expressions)s || '')"
    output_field = TextField()


class Names(Func):
    """The words of a customer's names; marks between words part them, as they do an email's address.

    The expression is that of the index `session_customer_words`.
    """

    template = "to_tsvector('simple', translate(%(expressions)s, '@._-/+:', '       '))"
    arg_joiner = " || ' ' || "
    output_field = TextField()


class HoldBeginnings(Func):
    """Whether words begin as a query of PostgreSQL's says."""

    template = "(%(expressions)s))"
    arg_joiner = " @@ to_tsquery('simple', "
    output_field = BooleanField()


@dataclass(frozen=True)
class Found:
    """The sessions that were found; `is_partial` tells that some were not looked at."""

    sessions: frozenset[UUID]
    is_partial: bool = False


def find(rows: QuerySet[Session], term: str) -> Found:
    """The sessions whose customer or whose visible messages `term` is about.

    `rows` are those that the filters leave: the newest of them are read where the index is of no help.
    """
    if connection.vendor == "postgresql":
        customers = _some(customers_by_words(term))
        said = _some(said_by_words(term), "session_id")
    else:
        customers, said = _some(_customers_by_part(term)), None
    is_partial = len(customers) == MOST_FOUND
    if said is None or len(said) == MOST_FOUND:
        most = MOST_READ_WITHOUT_INDEX if said is None else MOST_READ
        newest = list(rows.order_by("-updated_at").values_list("pk", flat=True)[:most])
        said = list(_read(newest, term))
        is_partial |= len(newest) == most
    return Found(frozenset([*customers, *said]), is_partial)


def customers_by_words(term: str) -> QuerySet[Session]:
    """Sessions whose customer has, among all names, words that begin so; for PostgreSQL."""
    words = _WORD.findall(term)
    if not words:
        return Session.objects.none()
    user, known_id, name, email = CUSTOMER_FIELDS
    names = Names(F(user), Coalesce(F(known_id), Value("")), F(name), F(email))
    query = Value(" & ".join(f"'{word}':*" for word in words))
    return Session.objects.filter(KNOWN, HoldBeginnings(names, query)).order_by()


def said_by_words(term: str) -> QuerySet[Message]:
    """Visible messages that hold the words; for PostgreSQL."""
    return _visible().filter(HoldsWords(F("text"), Value(term)))


def _customers_by_part(term: str) -> QuerySet[Session]:
    """Sessions one of whose customer's names holds the term."""
    holds = Q(*((f"{field}__icontains", term) for field in CUSTOMER_FIELDS), _connector=Q.OR)
    return Session.objects.filter(holds).order_by()


def _said_by_parts(term: str) -> QuerySet[Message]:
    """Visible messages that hold all words, and what stands in quotation marks as it is."""
    parts = [phrase or word for phrase, word in _PART.findall(term)]
    return _visible().filter(*(Q(text__icontains=part) for part in parts))


def _some(rows: QuerySet[Any], column: str = "pk") -> list[UUID]:
    return list(rows.values_list(column, flat=True)[:MOST_FOUND])


def _read(sessions: Sequence[UUID], term: str) -> Iterable[UUID]:
    """Those of some sessions in which it was said."""
    if connection.vendor == "postgresql":
        said = _visible().filter(HoldsWords(OutsideIndex(F("text")), Value(term)))
    else:
        said = _said_by_parts(term)
    return said.filter(session__in=sessions).values_list("session_id", flat=True).distinct()


def _visible() -> QuerySet[Message]:
    return Message.objects.filter(number__isnull=False).order_by()
