"""The table of settings says what the code does."""

from ezgraph_site.places import CHECKOUT
from ezgraph_site.settings import ENVIRONMENT
from ezgraph_site.settings_page import settings_page


def test_the_page_in_the_docs_is_the_one_that_the_code_makes():
    written = (CHECKOUT / "docs" / "settings.md").read_text(encoding="utf-8")

    assert written == settings_page(ENVIRONMENT.descriptions), "run `make docs`"


def test_every_setting_is_described_once_and_in_words():
    names = [description.name for description in ENVIRONMENT.descriptions]

    assert len(names) == len(set(names))
    assert all(len(description.help) > 20 for description in ENVIRONMENT.descriptions)
