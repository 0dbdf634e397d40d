"""What a message's text becomes in a chat: a small part of Markdown, and nothing that runs or loads."""

import re
import time

import pytest

from conversations.markup import LONGEST_MARKDOWN, TAGS, html_of

LINK = 'target="_blank" rel="noopener nofollow"'

SHOWN = {
    "bold": ("**Fine**, _thanks_", "<p><strong>Fine</strong>, <em>thanks</em></p>"),
    "lines": ("One\nTwo", "<p>One<br>\nTwo</p>"),
    "bullets": ("- One\n- Two", "<ul>\n<li>One</li>\n<li>Two</li>\n</ul>"),
    "numbers": ("3. One\n4. Two", '<ol start="3">\n<li>One</li>\n<li>Two</li>\n</ol>'),
    "code": ("`a < b`", "<p><code>a &lt; b</code></p>"),
    "fence": ("```html\n<img src=x>\n```", "<pre><code>&lt;img src=x&gt;\n</code></pre>"),
    "link": (
        "[Go](https://a.example/?b=1&c=2)",
        f'<p><a href="https://a.example/?b=1&amp;c=2" {LINK}>Go</a></p>',
    ),
    "bare link": (
        "See https://a.example.",
        f'<p>See <a href="https://a.example" {LINK}>https://a.example</a>.</p>',
    ),
    "mail": ("[Us](mailto:us@a.example)", f'<p><a href="mailto:us@a.example" {LINK}>Us</a></p>'),
    "heading": ("# Offer", "<p><strong>Offer</strong></p>"),
    "arithmetic": ("5 * 3 * 2 = 30, a_b_c", "<p>5 * 3 * 2 = 30, a_b_c</p>"),
    "a name in pointed brackets": ("a < b", "<p>a &lt; b</p>"),
}

DROPPED = {
    "script": ("<script>alert(1)</script>", "<p>alert(1)</p>"),
    "tag": ('Very <b onclick="x()">good</b>', "<p>Very good</p>"),
    "comment": ("One<!-- two -->", "<p>One</p>"),
    "block": ("<div>\nOne\n</div>", "<p><br>\nOne<br>\n</p>"),
    "own link": ('<a href="https://a.example" onmouseover="x()">One</a>', "<p>One</p>"),
    "picture": ("![Our house](https://a.example/house.png)", "<p>Our house</p>"),
    "picture in a link": (
        "[![House](https://a.example/h.png)](https://a.example)",
        f'<p><a href="https://a.example" {LINK}>House</a></p>',
    ),
}

AS_IT_STANDS = [
    "[One](javascript:alert(1))",
    "[One](JaVaScRiPt:alert(1))",
    "[One](data:text/html,x)",
    "[One](vbscript:x)",
    "[One](/admin/)",
    "[One](//a.example)",
    "[One](file:///etc/passwd)",
    "www.a.example",
    "us@a.example",
]

HOSTILE = {
    "brackets": "[" * 16_000,
    "pictures in pictures": "![" * 8_000,
    "pictures in links": "[![" * 5_000,
    "stars": "*a_" * 5_000,
    "strikes": "~~a" * 5_000,
    "backticks": "".join("`" * count + "a" for count in range(1, 170)),
    "quotations": ">" * 16_000,
    "lists in lists": "\n".join("  " * level + "- a" for level in range(120)),
    "a wide table": "|a" * 900 + "|\n" + "|-" * 900 + "|\n" + "|\n" * 5000,
    "short rows": "|a" * 40 + "|\n" + "|-" * 40 + "|\n" + "|a\n" * 900,
    "addresses": "http://a" * 2_000,
    "half addresses": "http://[" * 2_000,
    "half tags": "<a " * 5_000,
    "half comments": "<!--" * 4_000,
    "half instructions": "<?" * 8_000,
    "entities": "&#x202e;" * 2_000,
    "line breaks": "a\n" * 8_000,
    "headings": "# a\n" * 4_000,
    "backslashes": "\\" * 16_000,
    "five megabytes": "**a** <b> | " * 400_000,
}


@pytest.mark.parametrize(("text", "html"), SHOWN.values(), ids=SHOWN)
def test_what_people_write_in_a_chat_is_drawn(text: str, html: str):
    assert html_of(text) == html


def test_a_table_is_drawn_and_aligned_without_a_style():
    html = html_of("| Tier | Price |\n|:--|--:|\n| A | 5 |")
    assert '<th align="left">Tier</th>\n<th align="right">Price</th>' in html
    assert '<td align="left">A</td>\n<td align="right">5</td>' in html
    assert "style" not in html


@pytest.mark.parametrize(("text", "html"), DROPPED.values(), ids=DROPPED)
def test_tags_and_pictures_are_dropped_and_their_words_stay(text: str, html: str):
    assert html_of(text) == html


@pytest.mark.parametrize("text", AS_IT_STANDS)
def test_a_link_to_anywhere_else_is_no_link(text: str):
    assert html_of(text) == f"<p>{text}</p>"


@pytest.mark.parametrize("text", ["[One]()", "[One](<>)", "[One]( )"])
def test_a_link_to_nowhere_does_not_lead_to_the_page_around_it(text: str):
    assert "href" not in html_of(text)
    assert "One" in html_of(text)


def test_a_text_of_tags_alone_is_shown_as_it_is():
    assert html_of("<b><i>") == "<p>&lt;b&gt;&lt;i&gt;</p>"


def test_entities_become_no_tags():
    assert html_of("&lt;script&gt;") == "<p>&lt;script&gt;</p>"


@pytest.mark.parametrize(
    "text", ["a\u202ecod.exe", "a&#x202e;cod.exe", "[a\u202ecod.exe](https://a.example)"]
)
def test_no_character_turns_the_others_round(text: str):
    assert "\u202e" not in html_of(text)
    assert "acod.exe" in html_of(text)


def test_marks_of_direction_that_texts_need_stay():
    assert html_of("\u200fשלום\u2067a\u2069") == "<p>\u200fשלום\u2067a\u2069</p>"


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_no_trick_takes_long_or_grows_without_bound_or_gets_a_tag_in(text: str):
    html_of.cache_clear()
    started = time.process_time()
    html = html_of(text)
    assert time.process_time() - started < 1
    assert len(html) < 10 * len(text) + 200_000
    assert set(re.findall(r"<(\w+)", html)) <= TAGS


def test_a_very_long_text_is_shown_as_it_is():
    text = "**a** " * LONGEST_MARKDOWN
    assert html_of(text) == f"<p>{text.strip()}</p>"
