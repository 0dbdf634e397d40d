"""The currencies that receipts may be in, and how many decimals their amounts have (ISO 4217)."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

_FILE: Final = Path(__file__).with_name("currencies.txt")


def _read() -> Iterator[tuple[str, int]]:
    for line in _FILE.read_text(encoding="ascii").splitlines():
        decimals, *codes = line.split()
        yield from ((code, int(decimals)) for code in codes)


DECIMALS: Final = dict(_read())
"""How many decimals the amounts of a currency have, by its code."""

USUAL: Final = 2
"""Decimals where the currency is not known."""


def decimals_of(code: str) -> int:
    """How many decimals amounts of a currency have, such as 2 for EUR."""
    return DECIMALS.get(code, USUAL)
