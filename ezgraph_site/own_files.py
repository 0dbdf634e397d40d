"""The chat's own modules and styles as this site sends them: joined, lean and compressed.

No build step makes other files of them: a server that sends them as they are serves the same chat.
"""

import gzip
import re
from functools import lru_cache
from pathlib import Path
from typing import Final

from ezgraph_site.lean import lean_module, lean_styles

SUFFIXES: Final = (".js", ".css")

_IMPORT: Final = re.compile(r'^@import "([\w/-]+\.css)";$', re.MULTILINE)


def sent(path: Path, packed: bool) -> bytes:
    """What is sent of a module or style sheet, with gzip where `packed`."""
    return _sent(_joined(path), path.suffix, packed)


def _joined(path: Path) -> str:
    """The file's text; a style sheet holds those that it imports, so that they are one request."""
    source = path.read_text()
    if path.suffix != ".css":
        return source
    return _IMPORT.sub(lambda found: _joined(path.parent / found[1]), source)


@lru_cache(maxsize=128)
def _sent(source: str, suffix: str, packed: bool) -> bytes:
    content = (lean_styles if suffix == ".css" else lean_module)(source).encode()
    return gzip.compress(content, mtime=0) if packed else content
