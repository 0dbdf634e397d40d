"""Whether an error object of a server says that the account has no credit or quota left.

Vendors give empty accounts and busy minutes the same status, and refusals of what a customer wrote often
quote it. A customer's words must not pass for the vendor's: they would close the provider to everybody.
"""

import re
from collections.abc import Iterator
from typing import Any, Final

_MONEY: Final = r"\b(credits?|balance|funds|quota|budget)\b"
_GONE: Final = (
    r"\b(insufficient|exceed(s|ed)?|exhausted|depleted|used (up|all)|too low|not enough|out of"
    r"|no (more|remaining)|(doesn't|does not|don't|do not) have( any)?|(ran|run) out)\b"
)
_LIMIT: Final = r"\b(spend(ing)?|usage|credit|billing( hard)?) (limits?|cap)\b"
_REACHED: Final = r"\b(exceed(s|ed)?|reached|hit)\b"


def _near(one: str, other: str) -> str:
    """A pattern for both in one sentence, in either order."""
    return rf"{one}[^.]{{0,80}}{other}|{other}[^.]{{0,80}}{one}"


_EMPTY: Final = re.compile(f"{_near(_MONEY, _GONE)}|{_near(_LIMIT, _REACHED)}|billing not active")
_PER_MINUTE: Final = re.compile(r"(\bper[ -]|/ ?)(second|sec|minute|min|hour)\b|\b[rt]p[ms]\b|rate limit")

_IDENTIFIERS: Final = ("code", "type", "error_type")
_INVALID: Final = re.compile(r"invalid|bad ?request|validation|value ?error|unprocessable|unsupported")

_TO_THE_OWNER: Final = re.compile(r"your?\b")
"""How vendors begin who report an empty account as an invalid request; refusals of a request begin
with what is wrong with it."""

_QUOTE: Final = re.compile(r"""["`“”„«»‘]|(?<!\w)'|'(?!\w)""")
"""A quotation mark, which an apostrophe within a word is not."""

_LONGEST: Final = 2000
_LONGEST_OWN: Final = 300
"""Characters that are read of a text, and that a text has at most which is all the vendor's own."""


def account_named_empty(error: Any) -> bool:
    """Whether a code or type of the error says so; those are the vendor's own words."""
    return any(_EMPTY.search(name) for name in _identifiers(error))


def account_said_empty(error: Any, *, may_quote: bool) -> bool:
    """Whether a text of the error says so, and means more than a busy minute.

    Where it `may_quote` the request, only a short text counts, outside of its quotation marks, and one
    of an error that is called an invalid request only if it speaks to the owner of the account.
    """
    texts: Iterator[str] = map(_words, _texts(error))
    if may_quote:
        to_the_owner = any(_INVALID.search(name) for name in _identifiers(error))
        texts = (_own_words(text, to_the_owner=to_the_owner) for text in texts)
    return any(_EMPTY.search(text) and not _PER_MINUTE.search(text) for text in texts)


def _own_words(text: str, *, to_the_owner: bool) -> str:
    """Return what is surely not quoted: a quotation may hold quotation marks, and be cut off."""
    if len(text) > _LONGEST_OWN or (to_the_owner and not _TO_THE_OWNER.match(text)):
        return ""
    marks = [mark.start() for mark in _QUOTE.finditer(text)]
    if not marks:
        return text
    # One mark alone opens a quotation without an end. The full stop keeps the two sides apart.
    return text[: marks[0]] + (f". {text[marks[-1] + 1 :]}" if len(marks) > 1 else "")


def _identifiers(error: Any) -> list[str]:
    names = [error.get(key) for key in _IDENTIFIERS] if isinstance(error, dict) else []
    return [_words(name) for name in names if isinstance(name, str)]


def _texts(error: Any) -> Iterator[str]:
    if isinstance(error, str):
        yield error[:_LONGEST]
    elif isinstance(error, list):
        for item in error[:20]:
            yield from _texts(item)
    elif isinstance(error, dict):
        for key in ("message", "detail", "error", "msg"):
            if isinstance(error.get(key), str):
                yield error[key][:_LONGEST]


def _words(text: str) -> str:
    return text.strip().lower().replace("_", " ").replace("’", "'")
