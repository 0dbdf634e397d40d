"""The code of docs/visitors.md signs users that are taken."""

import re
from typing import Any

import pytest

from conversations.access import identity, identity_secrets
from conversations.access.identity import Identity
from conversations.models import GraphSettings
from ezgraph_site.places import CHECKOUT

PAGE = CHECKOUT / "docs" / "visitors.md"
PYTHON = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SECRET = "of the host site".ljust(32, ".")


@pytest.mark.django_db
def test_a_host_site_that_signs_as_the_page_says_is_believed():
    row = GraphSettings(graph="quote")
    identity_secrets.put(row, {"first": SECRET})
    row.save()
    module: dict[str, Any] = {}
    [code] = PYTHON.findall(PAGE.read_text(encoding="utf-8"))
    exec(compile(code, PAGE.name, "exec"), module)

    token = module["signed_user"](SECRET, "17", "Ada Lovelace", "ada@example.com")
    assert identity.verified("quote", token) == Identity("17", "Ada Lovelace", "ada@example.com")
