"""A whole paper: whose it is, its days, its goods and its sums."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import lru_cache
from itertools import takewhile
from typing import Final

from providers.adapters.embedded.documents.currencies import currency_of
from providers.adapters.embedded.documents.days import Day, Role, days_in, without_days
from providers.adapters.embedded.documents.goods import Good, goods_of
from providers.adapters.embedded.documents.numbers import MONEY_DECIMALS, decimal_sign, without_dates
from providers.adapters.embedded.documents.rows import rows_of, tidied
from providers.adapters.embedded.documents.sums import Sums, Tax, sums_of
from providers.adapters.embedded.documents.words import SELLER, TITLE

LONGEST: Final = 20_000
"""Characters of a paper that are read."""
MOST_LINES: Final = 400
WHOLE_CURRENCIES: Final = frozenset({"JPY", "KRW", "CLP", "VND", "ISK"})
"""Currencies whose amounts have no decimals."""
SENTENCE_WORDS: Final = 5
NAME: Final = re.compile(r"[^\W\d_]{2,}")


@dataclass(frozen=True)
class Paper:
    """What is printed on a paper; None for what is not. Days are by what they are for."""

    merchant: str | None
    currency: str | None
    days: tuple[Day, ...]
    goods: tuple[Good, ...]
    sums: Sums | None

    def day(self, role: Role) -> date | None:
        """The first day of a role whose line says that it is one, else the first."""
        days = [day for day in self.days if day.role is role]
        named = next((day.day for day in days if day.named), None)
        return named or next((day.day for day in days), None)

    @property
    def total(self) -> Decimal | None:
        """The total."""
        return self.sums.total if self.sums else None

    @property
    def taxes(self) -> tuple[Tax, ...]:
        """The taxes."""
        return self.sums.taxes if self.sums else ()


@lru_cache(maxsize=32)
def read_paper(text: str) -> Paper | None:
    """Read a paper; None for a text on which there is no amount at all."""
    lines = [line for line in text[:LONGEST].splitlines() if line.strip()][:MOST_LINES]
    currency = currency_of(text[:LONGEST])
    sign = decimal_sign("\n".join(lines))
    whole_money = currency in WHOLE_CURRENCIES and not any(
        MONEY_DECIMALS.search(without_dates(line)) for line in lines
    )
    rows = rows_of(lines, sign, whole_money=whole_money, loose=False)
    if not any(row.money for row in rows):
        return None
    sums = sums_of(rows, goods_of(rows))
    if sums is not None and not sums.confirmed:
        loose = rows_of(lines, sign, whole_money=whole_money, loose=True)
        other = sums_of(loose, goods_of(loose))
        sums = other if other is not None and other.confirmed else sums
    return Paper(
        merchant=_merchant([row.text for row in takewhile(lambda row: not row.money, rows)]),
        currency=currency,
        days=days_in(lines, currency),
        goods=sums.goods if sums else (),
        sums=sums,
    )


def _merchant(lines: Sequence[str]) -> str | None:
    """Who is named as the seller, else the first line that is a name."""
    named = next((match["name"] for line in lines if (match := SELLER.match(line))), None)
    if named:
        return tidied(named)
    return next((tidied(line) for line in map(without_days, lines) if _is_name(line)), None)


def _is_name(line: str) -> bool:
    """True for a line that may be what somebody is called: no title of a paper and no sentence."""
    is_sentence = line.rstrip().endswith((".", "!", "?")) and len(line.split()) >= SENTENCE_WORDS
    return NAME.search(line) is not None and TITLE.match(line) is None and not is_sentence
