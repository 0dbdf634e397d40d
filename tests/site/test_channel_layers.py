"""What Channels is told about Redis."""

from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from ezgraph_site.channel_layers import channel_layers
from ezgraph_site.databases import database

DATABASE = {"NAME": "ezgraph"}


def prefix(url: str, database_url: str = "postgres://ann:secret@one/ezgraph") -> str:
    config = database(database_url, Path("/data"), 8)
    return str(channel_layers(url, config)["default"]["CONFIG"]["prefix"])


def test_without_a_url_events_stay_in_the_process():
    assert "InMemory" in channel_layers("", DATABASE)["default"]["BACKEND"]


@pytest.mark.parametrize(
    "url",
    ["redis://host", "redis://:p%23w@host:6379/0", "rediss://[::1]:6380/2", "unix:///run/redis.sock?db=1"],
)
def test_it_takes_the_urls_of_redis(url: str):
    assert channel_layers(url, DATABASE)["default"]["CONFIG"]["hosts"] == [url]


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
        channel_layers(url, DATABASE)

    assert str(refused.value) == "REDIS_URL must be a URL such as redis://host:6379/0."


def test_a_restored_copy_beside_the_site_shares_no_channel_with_it():
    site = prefix("redis://host/0")

    assert prefix("redis://host/1") != site
    assert prefix("redis://host/0", "postgres://ann:secret@one/restored") != site
    assert prefix("redis://host/0", "") != site


def test_processes_of_one_site_share_channels_however_their_urls_are_written():
    site = prefix("redis://host/0")

    assert prefix("redis://other:secret@host") == site
    assert prefix("unix:///run/redis.sock") == site
    assert prefix("redis://host/1?db=0") == site
    assert prefix("redis://host/0", "postgres://bob:other@two:6432/ezgraph") == site
    assert prefix("redis://host/0", "postgres:///?service=chat") == prefix(
        "redis://host/0", "postgres://bob@/?service=chat"
    )
