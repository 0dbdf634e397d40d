"""What assistants and staff write, as HTML that is safe to show: a small part of Markdown.

Lists, emphasis, code, quotations, tables and links. Tags of raw HTML and pictures are dropped, their words
stay. Made whenever a message is sent and never stored, so that better rules hold for old messages, too.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from html import escape
from typing import Any, Final

import nh3
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from conversations.text import is_blank

LONGEST_MARKDOWN: Final = 16_000
"""Characters of the longest text that is read as Markdown: longer ones are shown as they are."""

DEEPEST: Final = 12
"""Levels of lists, quotations and emphasis in each other."""

MOST_CELLS: Final = 5_000
"""Cells of the largest table, whose short rows are filled up. A text with a larger one is shown as it is."""

MOST_BARE_LINKS: Final = 100
"""Addresses in a text that become links by themselves: to look for more takes the square of their number."""

_TEXT_TAGS: Final = frozenset({"p", "br", "strong", "em", "s", "code", "pre", "blockquote", "hr", "a"})
_LIST_TAGS: Final = frozenset({"ul", "ol", "li"})
_TABLE_TAGS: Final = frozenset({"table", "thead", "tbody", "tr", "th", "td"})
TAGS: Final = _TEXT_TAGS | _LIST_TAGS | _TABLE_TAGS
ATTRIBUTES: Final = {"a": {"href"}, "ol": {"start"}, "th": {"align"}, "td": {"align"}}
SCHEMES: Final = frozenset({"http", "https", "mailto"})

_LINK = re.compile(r"(https?://|mailto:)[^\s]+", re.IGNORECASE)
_ALIGNMENT = re.compile(r"text-align:(left|center|right)")
_OVERRIDES = re.compile("[\u202a-\u202e]")
"""Embeddings and overrides: they make a text or a link look like another one. Marks and isolates stay."""


@lru_cache(maxsize=512)
def html_of(text: str) -> str:
    """A message's text as HTML; one that Markdown would leave nothing of is shown as it is."""
    shown = _OVERRIDES.sub("", text)
    if len(shown) > LONGEST_MARKDOWN or _most_cells(shown) > MOST_CELLS:
        return _plain(shown)
    parser = _WITH_BARE_LINKS if shown.count("://") <= MOST_BARE_LINKS else _WITHOUT
    # Entities may stand for overrides, too.
    html = _OVERRIDES.sub("", _sanitised(parser.render(shown)))
    return _plain(shown) if is_blank(_words(html)) else html


def _most_cells(text: str) -> int:
    """How many cells the tables of a text may have at most: short rows are filled up."""
    pipes = [line.count("|") for line in text.splitlines()]
    return (max(pipes, default=0) + 1) * len(pipes) if any(pipes) else 0


def _sanitised(html: str) -> str:
    return nh3.clean(
        html,
        tags=set(TAGS),
        attributes={tag: set(names) for tag, names in ATTRIBUTES.items()},
        url_schemes=set(SCHEMES),
        url_relative="deny",
        link_rel="noopener nofollow",
        set_tag_attribute_values={"a": {"target": "_blank"}},
    ).strip()


def _plain(text: str) -> str:
    """Every character as it is, in paragraphs and lines."""
    paragraphs = re.split(r"\n\s*\n", text.replace("\r\n", "\n").strip())
    return "".join(f"<p>{escape(lines).replace(chr(10), '<br>')}</p>" for lines in paragraphs)


def _words(html: str) -> str:
    return nh3.clean(html, tags=set())


class _Renderer(RendererHTML):
    """Drops what a chat does not show, in ways that a page without inline styles can draw."""

    def html_inline(self, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType) -> str:
        """A tag of raw HTML: nothing. Its words are tokens of their own."""
        return ""

    def image(self, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType) -> str:
        """A picture: its words."""
        return escape(self.renderInlineAsText(tokens[index].children, options, env))

    def heading_open(self, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType) -> str:
        """A heading would be one of the whole page: a line in bold."""
        return "<p><strong>"

    def heading_close(self, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType) -> str:
        """The end of that line."""
        return "</strong></p>\n"

    def th_open(self, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType) -> str:
        """A column's head, aligned without a style."""
        return _aligned(tokens[index])

    def td_open(self, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType) -> str:
        """A cell, aligned without a style."""
        return _aligned(tokens[index])


def _aligned(cell: Token) -> str:
    found = _ALIGNMENT.match(str(cell.attrs.get("style", "")))
    return f'<{cell.tag} align="{found[1]}">' if found else f"<{cell.tag}>"


def _parser(*, bare_links: bool) -> MarkdownIt:
    """Reads what models and staff write in a chat, where a line break is one.

    Blocks of raw HTML are read as paragraphs, so that their words are not lost; references and indented code
    would make words vanish or look odd that nobody meant so.
    """
    options: dict[str, Any] = {"html": True, "breaks": True, "linkify": bare_links, "maxNesting": DEEPEST}
    parser = MarkdownIt("commonmark", options, renderer_cls=_Renderer)
    parser.enable(["table", "strikethrough", *(["linkify"] if bare_links else [])])
    parser.disable(["html_block", "reference", "code", "lheading"])
    if bare_links and parser.linkify is not None:
        parser.linkify.set({"fuzzy_link": False, "fuzzy_email": False, "fuzzy_ip": False})
    parser.validateLink = lambda url: _LINK.fullmatch(url) is not None  # type: ignore[method-assign]
    return parser


_WITH_BARE_LINKS: Final = _parser(bare_links=True)
_WITHOUT: Final = _parser(bare_links=False)
