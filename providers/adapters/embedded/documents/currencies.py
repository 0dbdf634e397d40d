"""In which currency a paper is."""

import re
from collections import Counter
from typing import Final

from providers.adapters.embedded.language.lexicon import word_set

CODES: Final = word_set(
    """
    AED ARS AUD BGN BRL CAD CHF CLP CNY COP CZK DKK EGP EUR GBP HKD HUF IDR ILS INR ISK JPY KES KRW
    KWD MAD MXN MYR NGN NOK NZD PEN PHP PKR PLN QAR RON RSD RUB SAR SEK SGD THB TND TRY TWD UAH USD
    UYU VND ZAR
    """
)
SIGNS: Final = (
    ("US$", "USD"), ("CA$", "CAD"), ("C$", "CAD"), ("AU$", "AUD"), ("A$", "AUD"), ("NZ$", "NZD"),
    ("HK$", "HKD"), ("S$", "SGD"), ("R$", "BRL"), ("MX$", "MXN"), ("€", "EUR"), ("£", "GBP"),
    ("₹", "INR"), ("₩", "KRW"), ("₺", "TRY"), ("₪", "ILS"), ("zł", "PLN"), ("Kč", "CZK"), ("Fr.", "CHF"),
)  # fmt: skip
CODE: Final = re.compile(r"(?<![A-Za-z])[A-Z]{3}(?![A-Za-z])")
EUROS: Final = re.compile(r"\beuros?\b", re.I)
YEN: Final = re.compile(r"[¥￥]\s?\d[\d,]*(?![\d,]*\.\d)")
"""Yen have no decimals; with decimals it may be yuan."""
FOREIGN_DOLLARS: Final = re.compile(r"(?<!\w)(?:GST|HST|PST|QST|IVA|ABN|TVQ|TPS|RFC)(?!\w)")
"""Words of other countries that call their money dollars or pesos: there a bare $ says too little."""


def currency_of(text: str) -> str | None:
    """The code of the currency; None where nothing tells, or where several do equally."""
    counts: Counter[str] = Counter(code for code in CODE.findall(text) if code in CODES)
    rest = text
    for sign, code in SIGNS:
        counts[code] += rest.count(sign)
        rest = rest.replace(sign, " ")
    counts["EUR"] += len(EUROS.findall(rest))
    ranked = [(count, code) for code, count in counts.most_common(2) if count]
    if len(ranked) == 2 and ranked[0][0] == ranked[1][0]:
        return None
    if ranked:
        return ranked[0][1]
    if YEN.search(rest):
        return "JPY"
    return "USD" if "$" in rest and not FOREIGN_DOLLARS.search(text) else None
