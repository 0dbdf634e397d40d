"""The chat's own modules and styles as this site sends them: joined, lean and compressed.

No build step makes other files of them: a server that sends them as they are serves the same chat.
"""

import gzip
import re
from functools import lru_cache
from pathlib import Path
from typing import Final

import brotli  # type: ignore[import-untyped]

from ezgraph_site.lean import lean_module, lean_styles

SUFFIXES: Final = (".js", ".css")

_IMPORT: Final = re.compile(r'^@import "([\w/-]+\.css)";$', re.MULTILINE)
_NEVER: Final = re.compile(r"\s*q=0(\.0*)?\s*")


def coding_for(accepted: str) -> str | None:
    """The best content coding that an Accept-Encoding header admits: br, gzip or None."""
    parts = [part.partition(";") for part in accepted.lower().split(",")]
    admitted = {coding.strip() for coding, _, weight in parts if not _NEVER.fullmatch(weight)}
    return next((coding for coding in ("br", "gzip") if coding in admitted), None)


def sent(path: Path, coding: str | None) -> bytes:
    """What is sent of a module or style sheet, in a content coding or in none."""
    return _packed(_lean(_joined(path), path.suffix), coding)


def _joined(path: Path) -> str:
    """The file's text; a style sheet holds those that it imports, so that they are one request."""
    source = path.read_text()
    if path.suffix != ".css":
        return source
    return _IMPORT.sub(lambda found: _joined(path.parent / found[1]), source)


@lru_cache(maxsize=128)
def _lean(source: str, suffix: str) -> bytes:
    return (lean_styles if suffix == ".css" else lean_module)(source).encode()


@lru_cache(maxsize=128)
def _packed(content: bytes, coding: str | None) -> bytes:
    match coding:
        case "br":
            return bytes(brotli.compress(content, mode=brotli.MODE_TEXT))
        case "gzip":
            return gzip.compress(content, mtime=0)
        case _:
            return content
