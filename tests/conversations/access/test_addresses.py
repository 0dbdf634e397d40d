"""The address of a visitor, with and without proxies in front."""

from typing import Any

import pytest
from pytest_django.fixtures import Settings

from conversations.access.visitors import address_of, neighbourhood_of


def scope(peer: str | None, *forwarded: str) -> dict[str, Any]:
    headers = [(b"host", b"localhost"), *((b"x-forwarded-for", value.encode()) for value in forwarded)]
    return {"client": None if peer is None else [peer, 1234], "headers": headers}


@pytest.mark.parametrize(
    ("proxies", "peer", "forwarded", "address"),
    [
        (0, "203.0.113.7", [], "203.0.113.7"),
        (0, "203.0.113.7", ["198.51.100.1"], "203.0.113.7"),
        (1, "10.0.0.1", ["198.51.100.1"], "198.51.100.1"),
        (1, "10.0.0.1", ["6.6.6.6, 198.51.100.1"], "198.51.100.1"),
        (2, "10.0.0.1", ["6.6.6.6, 198.51.100.1, 10.0.0.2"], "198.51.100.1"),
        (2, "10.0.0.1", ["6.6.6.6, 198.51.100.1", "10.0.0.2"], "198.51.100.1"),
        (2, "10.0.0.1", ["198.51.100.1"], "198.51.100.1"),
        (1, "10.0.0.1", [], "10.0.0.1"),
        (1, "10.0.0.1", ["gibberish"], "10.0.0.1"),
        (2, "10.0.0.1", ["198.51.100.1, gibberish"], "10.0.0.1"),
        (1, "10.0.0.1", [""], "10.0.0.1"),
        (1, "10.0.0.1", ["198.51.100.1:4711"], "198.51.100.1"),
        (1, "10.0.0.1", ["[2001:db8::1]:4711"], "2001:db8::1"),
        (0, "::ffff:203.0.113.7", [], "203.0.113.7"),
        (0, "fe80::1%eth0", [], "fe80::1"),
        (1, None, ["198.51.100.1"], "198.51.100.1"),
        (0, None, [], "unknown"),
        (0, "testclient", [], "unknown"),
    ],
)
def test_it_is_the_peer_s_or_so_many_hops_back(
    settings: Settings, proxies: int, peer: str | None, forwarded: list[str], address: str
):
    settings.EZGRAPH_TRUSTED_PROXIES = proxies

    assert address_of(scope(peer, *forwarded)) == address


@pytest.mark.parametrize(
    ("address", "counted_as"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("unknown", "unknown"),
    ],
)
def test_a_network_of_one_owner_counts_as_one_address(address: str, counted_as: str):
    assert neighbourhood_of(address) == counted_as
