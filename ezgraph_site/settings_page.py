"""Writes docs/settings.md from the descriptions that the settings give of themselves: `make docs`."""

from collections.abc import Iterable
from typing import Final

from ezgraph_site.env import Description

INTRODUCTION: Final = """# Settings

Every setting of this site is a variable of the environment. A value that does not fit, or a variable that
begins with `EZGRAPH_` and is not in this table, stops the site at its start with a message that names it.
A blank value counts as unset. This page is made from the code by `make docs`.
"""


def settings_page(descriptions: Iterable[Description]) -> str:
    """The page as Markdown: one row a variable, in the order in which they are read."""
    rows = [
        f"| `{item.name}` | {item.type} | {_code(item.default)} | {_cell(item.help)} |"
        for item in descriptions
    ]
    table = "\n".join(["| variable | type | default | meaning |", "|---|---|---|---|", *rows])
    return f"{INTRODUCTION}\n{table}\n"


def _code(default: str) -> str:
    return f"`{_cell(default)}`" if default else "—"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    from ezgraph_site.settings import ENVIRONMENT

    print(settings_page(ENVIRONMENT.descriptions), end="")
