"""The back office bears the site's name."""

import re

import pytest
from django.contrib.staticfiles import finders
from django.test import Client


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["/admin/login/", "/admin/", "/admin/conversations/session/"])
def test_every_page_says_ezgraph_and_has_an_icon(admin_client: Client, client: Client, page: str):
    answer = (client if "login" in page else admin_client).get(page).content.decode()
    (title,) = re.findall(r"<title>(.*?)</title>", answer, re.DOTALL)
    icons = [link for link in re.findall(r"<link[^>]*>", answer) if 'rel="icon"' in link]

    assert title.strip().endswith("| EZGraph")
    assert "Django administration" not in answer
    assert "Django site admin" not in answer
    assert any("/static/conversations/icon.svg" in icon for icon in icons)
    assert finders.find("conversations/icon.svg")
