"""The back office bears the site's name."""

import pytest
from django.contrib.staticfiles import finders
from django.test import Client


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["/admin/login/", "/admin/", "/admin/conversations/session/"])
def test_every_page_says_ezgraph_and_has_an_icon(admin_client: Client, client: Client, page: str):
    answer = (client if "login" in page else admin_client).get(page).content.decode()

    assert "| EZGraph</title>" in answer
    assert "Django administration" not in answer
    assert "Django site admin" not in answer
    assert '<link rel="icon" href="/static/conversations/icon.svg"' in answer
    assert finders.find("conversations/icon.svg")
