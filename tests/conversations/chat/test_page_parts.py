"""The language of the page, and what its frame needs before any script has run."""

import re

import pytest
from django.test import AsyncClient

from conversations.chat.page.parts import language_of, module_addresses

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "en"),
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("pt-BR, fr;q=0.5, en;q=0.2", "fr"),
        ("ar", "ar"),
        ("nonsense;;;q=x", "en"),
    ],
)
def test_the_page_speaks_the_first_language_that_both_sides_know(accepted: str, language: str):
    assert language_of(accepted) == language


async def test_an_arabic_page_reads_from_the_right():
    response = await AsyncClient().get("/chat/quote/", headers={"accept-language": "ar-EG"})

    assert b'<html lang="ar" dir="rtl">' in response.content
    assert response["Vary"] == "Accept-Language"


async def test_the_first_frame_needs_three_requests():
    response = await AsyncClient().get("/chat/quote/")
    styles = set(re.findall(rb'<link rel="stylesheet" href="([^"]+)">', response.content))

    assert len(styles) == 2
    assert b'<template shadowrootmode="open">' in response.content
    assert b"Welcome to Larkfield Mutual!" in response.content


async def test_every_module_is_told_in_advance_and_exists():
    response = await AsyncClient().get("/chat/quote/")

    assert len(module_addresses()) > 5
    for address in module_addresses():
        assert f'<link rel="modulepreload" href="{address}">'.encode() in response.content
        assert (await AsyncClient().get(address)).status_code == 200


async def test_all_that_travels_for_the_widget_is_at_most_25_kilobytes():
    parts = ("/static/conversations/widget.js", "/static/conversations/chat/chat.css", *module_addresses())
    sizes = {}
    for address in parts:
        response = await AsyncClient().get(address, headers={"accept-encoding": "gzip, br"})
        assert response["Content-Encoding"] == "br"
        sizes[address] = len(response.content)

    assert sum(sizes.values()) <= 25 * 1024, sizes
