"""docs/checks.md lists the checks that there are, and no others."""

import re

from ezgraph_site.places import CHECKOUT

IDENTIFIER = re.compile(r"ezgraph\.[a-z]+\.[EWI]\d{3}")
CODE = [
    path
    for package in ("conversations", "ezgraph_site", "providers")
    for path in (CHECKOUT / package).rglob("*.py")
]


def test_every_check_is_in_the_table_and_nothing_else():
    listed = IDENTIFIER.findall((CHECKOUT / "docs" / "checks.md").read_text(encoding="utf-8"))
    written = [name for path in CODE for name in IDENTIFIER.findall(path.read_text(encoding="utf-8"))]

    assert sorted(listed) == sorted(set(listed)) == sorted(written)
