"""Which pages may use the chat of a graph, and what the log says of the others."""

import logging

import pytest

from conversations.access import AccessDenied
from conversations.access.origins import check_origin, is_allowed
from conversations.models import GraphSettings


@pytest.mark.parametrize(
    ("origin", "allowed", "may"),
    [
        ("https://shop.example", ["https://shop.example"], True),
        ("https://SHOP.example", ["https://shop.example"], True),
        ("https://shop.example:443", ["https://shop.example"], True),
        ("http://shop.example", ["https://shop.example"], False),
        ("https://shop.example:8443", ["https://shop.example"], False),
        ("https://shop.example.evil.example", ["https://shop.example"], False),
        ("https://evilshop.example", ["https://shop.example"], False),
        ("https://www.shop.example", ["https://shop.example"], False),
        ("https://www.shop.example", ["https://*.shop.example"], True),
        ("https://a.b.shop.example", ["https://*.shop.example"], True),
        ("https://shop.example", ["https://*.shop.example"], False),
        ("https://evilshop.example", ["https://*.shop.example"], False),
        ("http://www.shop.example", ["https://*.shop.example"], False),
        ("https://*.shop.example", ["https://*.shop.example"], False),
        ("https://bücher.example", ["https://xn--bcher-kva.example"], True),
        ("null", ["https://shop.example"], False),
        ("", ["https://shop.example"], False),
        ("https://", ["https://shop.example"], False),
        ("https://[", ["https://shop.example"], False),
        ("https://shop.example@evil.example", ["https://shop.example"], False),
        ("https://shop.example\n", ["https://shop.example"], False),
        ("https://[::1]:8000", ["https://[::1]:8000"], True),
    ],
)
def test_only_an_allowed_origin_passes(origin: str, allowed: list[str], may: bool):
    assert is_allowed(origin, allowed) is may


@pytest.mark.django_db
def test_a_refused_page_is_one_line_that_names_it_and_the_setting(caplog: pytest.LogCaptureFixture):
    GraphSettings.objects.create(graph="quote", allowed_origins=["https://shop.example"])
    caplog.set_level(logging.WARNING, "conversations.access.origins")
    check_origin("quote", None, "localhost")
    check_origin("quote", "http://localhost", "localhost")
    check_origin("quote", "https://shop.example", "localhost")
    assert caplog.records == []

    with pytest.raises(AccessDenied) as denied:
        check_origin("quote", "https://evil.example\r\nforged line", "localhost")
    assert denied.value.code == "FORBIDDEN"
    assert "evil" not in denied.value.message
    [record] = caplog.records
    assert "https://evil.example" in record.message
    assert "Allowed origins" in record.message
    assert "\n" not in record.message


@pytest.mark.django_db
def test_a_page_that_one_graph_allows_is_none_of_another_one(caplog: pytest.LogCaptureFixture):
    GraphSettings.objects.create(graph="quote", allowed_origins=["https://shop.example"])

    with pytest.raises(AccessDenied):
        check_origin("hotel", "https://shop.example", "localhost")
