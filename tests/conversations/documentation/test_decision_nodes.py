"""The code of docs/decision-nodes.md runs, and its test holds."""

import re
from typing import Any

import pytest

from ezgraph_site.places import CHECKOUT

PAGE = CHECKOUT / "docs" / "decision-nodes.md"
PYTHON = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.django_db(transaction=True)
async def test_the_example_does_what_its_own_test_says():
    module: dict[str, Any] = {"__name__": "example"}
    for code in PYTHON.findall(PAGE.read_text(encoding="utf-8")):
        exec(compile(code, PAGE.name, "exec"), module)

    await module["test_an_unsure_answer_is_asked_about"]()
