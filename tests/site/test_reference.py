"""docs/reference says what the code says, of everything that an author imports."""

import inspect
from pathlib import Path

import pytest

from conversations import authoring, testing
from ezgraph_site.places import CHECKOUT
from ezgraph_site.reference.members import attributes_of, methods_of
from ezgraph_site.reference.pages import PAGES
from ezgraph_site.reference.rendering import Entry, Page, markdown

FOLDER = CHECKOUT / "docs" / "reference"

NAMES_OF_OTHERS = {"Answer", "Question", "Usage"}
"""What is only a name for what the pages tell of, or is told elsewhere."""


def named(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


@pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
def test_the_page_in_the_docs_is_the_one_that_the_code_makes(page: Page):
    written = (FOLDER / f"{page.name}.md").read_text(encoding="utf-8")
    assert written == markdown(page), "run `make docs`"


def test_there_is_no_other_page():
    assert named(FOLDER) == {f"{page.name}.md" for page in PAGES}


@pytest.mark.parametrize("module", [authoring, testing], ids=["authoring", "testing"])
def test_everything_that_an_author_imports_is_on_a_page(module: object):
    told = {entry.found.__name__ for page in PAGES for entry in page.entries}
    public = set(getattr(module, "__all__", ()))
    assert public - told - NAMES_OF_OTHERS == set()


ENTRIES = [entry for page in PAGES for entry in page.entries]


@pytest.mark.parametrize("entry", ENTRIES, ids=[str(place) for place in range(len(ENTRIES))])
def test_what_is_told_has_a_meaning(entry: Entry):
    assert len(inspect.getdoc(entry.found) or "") > 15
    if isinstance(entry.found, type):
        for method in methods_of(entry.found):
            assert method.meaning, method.name


def test_every_setting_of_a_graph_has_a_meaning():
    for attribute in attributes_of(authoring.Graph):
        assert attribute.meaning, attribute.name
