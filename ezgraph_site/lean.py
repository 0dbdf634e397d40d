"""Modules and style sheets as they travel: without comments, and with no gap that means nothing.

Pygments reads the language, so that what stands in texts and patterns is left alone; only which gaps
have to stay is decided here. Nothing is renamed: what a browser shows of an error can still be read.
"""

from collections.abc import Iterator
from typing import Final

from pygments.lexer import Lexer
from pygments.lexers import CssLexer, JavascriptLexer
from pygments.token import Comment, Whitespace

_GAPS: Final = (Whitespace, Comment, Comment.Single, Comment.Multiline)
_AFTER: Final = "{([,;"
_BEFORE: Final = "})]"
_AROUND: Final = "{};,>"
_WHEN_DOUBLED: Final = "+-/"
_FIRST: Final = ";"  # What stands first needs no gap, as after the end of a statement.


def lean_module(source: str) -> str:
    """A JavaScript module: a break of a line stays unless the lines around it say that nothing ends there."""
    written: list[str] = []
    before = _FIRST
    for gap, text in _tokens(JavascriptLexer(), source):
        is_inside = before in _AFTER or text[0] in _BEFORE
        if "\n" in gap and not is_inside:
            written.append("\n")
        elif gap and _would_join(before, text[0]):
            written.append(" ")
        written.append(text)
        before = text[-1]
    return "".join(written)


def lean_styles(source: str) -> str:
    """A style sheet: a gap stays, as one space, except around what ends a selector, a value or a rule."""
    written: list[str] = []
    before = _FIRST
    for gap, text in _tokens(CssLexer(), source):
        if gap and before not in _AROUND + ":" and text[0] not in _AROUND:
            written.append(" ")
        written.append(text)
        before = text[-1]
    return "".join(written)


def _tokens(lexer: Lexer, source: str) -> Iterator[tuple[str, str]]:
    """Each token that means something, behind the blanks and comments before it."""
    gap = ""
    for kind, text in lexer.get_tokens(source):
        if kind in _GAPS:
            gap += text
        elif text:
            yield gap, text
            gap = ""


def _would_join(before: str, after: str) -> bool:
    """Whether two characters side by side would be read as one word or another sign."""
    return (_is_of_word(before) and _is_of_word(after)) or (before == after and before in _WHEN_DOUBLED)


def _is_of_word(character: str) -> bool:
    return character.isalnum() or character in "_$#"
