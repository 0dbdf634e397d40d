"""Pages lead somewhere: every file that one links to is there, and what it says stands in it does."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from ezgraph_site.places import CHECKOUT

PAGES = [CHECKOUT / "README.md", CHECKOUT / "CONTRIBUTING.md", *sorted((CHECKOUT / "docs").rglob("*.md"))]

LINK = re.compile(r"\[(?P<text>(?:[^\[\]]|\[[^\]]*\])*)\]\((?P<target>[^)\s]+)\)")
NAME = re.compile(r"`(?P<name>[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)?)`")
CODE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#+ +(.+)$", re.MULTILINE)


def links(page: Path) -> Iterator[tuple[str, str]]:
    """Text and target of every link of a page to something in this repository."""
    for link in LINK.finditer(CODE.sub("", page.read_text(encoding="utf-8"))):
        if not re.match(r"[a-z]+:", link["target"]):
            yield link["text"], link["target"]


def anchors(page: Path) -> set[str]:
    """What a link may name behind the # of a page."""
    headings = HEADING.findall(CODE.sub("", page.read_text(encoding="utf-8")))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@cache
def names(file: Path) -> frozenset[str]:
    """What a module defines: functions, classes, their methods and constants."""
    defined: set[str] = set()
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        match node:
            case ast.ClassDef():
                defined.add(node.name)
                inner = (one for one in node.body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef))
                defined.update(f"{node.name}.{one.name}" for one in inner)
                defined.update(one.name for one in ast.walk(node) if isinstance(one, ast.FunctionDef))
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                defined.add(node.name)
            case ast.Assign():
                defined.update(one.id for one in node.targets if isinstance(one, ast.Name))
            case ast.AnnAssign(target=ast.Name() as target):
                defined.add(target.id)
    return frozenset(defined)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(CHECKOUT)))
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    for _, target in links(page):
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        assert file.exists(), target
        assert not anchor or anchor in anchors(file), target


@pytest.mark.parametrize("page", ["one-message.md", "where-things-go.md"])
def test_what_a_link_names_stands_in_the_file(page: str) -> None:
    told = CHECKOUT / "docs" / page
    for text, target in links(told):
        file = (told.parent / target.partition("#")[0]).resolve()
        if file.suffix == ".py":
            missing = [name for name in NAME.findall(text) if name not in names(file) and name != file.name]
            assert not missing, f"{target} has no {missing}"
