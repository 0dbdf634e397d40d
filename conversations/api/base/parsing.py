"""Reads JSON bodies strictly: bounded, UTF-8, no NaN, no name twice, no runaway nesting."""

import json
from collections.abc import Mapping
from typing import IO, Any, Final

from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser

from conversations.api.base.problems import TooLarge
from conversations.text import DEEPEST, is_too_deep

LARGEST_BODY: Final = 1024 * 1024
"""Bytes of the largest body that is read."""


class BoundedJSONParser(BaseParser):
    """JSON of at most one mebibyte."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """The parsed body. Raises TooLarge, ParseError."""
        body = stream.read(LARGEST_BODY + 1)
        if len(body) > LARGEST_BODY:
            raise TooLarge
        try:
            text = body.decode("utf-8")
            parsed = json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=_once)
        except (ValueError, RecursionError):
            raise ParseError("The body is not JSON.") from None
        if is_too_deep(parsed):
            raise ParseError(f"The body is nested deeper than {DEEPEST} levels.")
        return parsed


def _refuse_constant(name: str) -> None:
    raise ValueError(name)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object each of whose names comes once; else readers would differ in which of them counts."""
    made = dict(pairs)
    if len(made) < len(pairs):
        raise ParseError("An object of the body has a name twice.")
    return made
