"""What Channels is told about Redis."""

import pytest
from django.core.exceptions import ImproperlyConfigured

from ezgraph_site.channel_layers import channel_layers


def test_without_a_url_events_stay_in_the_process():
    assert "InMemory" in channel_layers("")["default"]["BACKEND"]


@pytest.mark.parametrize(
    "url",
    ["redis://host", "redis://:p%23w@host:6379/0", "rediss://[::1]:6380/2", "unix:///run/redis.sock?db=1"],
)
def test_it_takes_the_urls_of_redis(url: str):
    assert channel_layers(url)["default"]["CONFIG"]["hosts"] == [url]


@pytest.mark.parametrize(
    "url",
    [
        "foo",
        "host:6379",
        "http://u:hidden@host",
        "redis://",
        "redis://u:hidden@host:port",
        "redis://host/hidden",
        "redis://:hid[den@host",
        "redis://:12#hidden@host",
        "redis://:12/hidden@host",
        "unix://",
    ],
)
def test_it_refuses_what_is_none_without_showing_it(url: str):
    with pytest.raises(ImproperlyConfigured) as refused:
        channel_layers(url)

    assert str(refused.value) == "REDIS_URL must be a URL such as redis://host:6379/0."
