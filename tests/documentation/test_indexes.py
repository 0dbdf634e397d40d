"""Whoever looks for a page finds it: each is listed, under its own heading."""

import re

from ezgraph_site.places import CHECKOUT

DOCS = CHECKOUT / "docs"


def test_every_page_is_on_the_list_of_pages() -> None:
    listed = (DOCS / "README.md").read_text(encoding="utf-8")
    pages = {*DOCS.glob("*.md"), *(DOCS / "reference").glob("*.md")} - {DOCS / "README.md"}

    missing = [page.name for page in pages if f"]({page.relative_to(DOCS)})" not in listed]
    assert missing == []


def test_the_list_of_decisions_is_that_of_their_headings() -> None:
    listed = (DOCS / "decisions" / "README.md").read_text(encoding="utf-8")
    pages = sorted((DOCS / "decisions").glob("0*.md"))

    rows = re.findall(r"^\| \[(\d+)\]\((\S+)\) \| (.+) \|$", listed, re.MULTILINE)
    headings = [page.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ") for page in pages]
    assert rows == [
        (page.name[:4], page.name, heading) for page, heading in zip(pages, headings, strict=True)
    ]
