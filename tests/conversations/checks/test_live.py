"""A channel layer that drops events, or that other processes do not hear, is named."""

from typing import Any

import pytest
from django.core.checks import run_checks
from django.db import connection
from pytest_django.fixtures import Settings

CORE = "channels_redis.core.RedisChannelLayer"
PUB_SUB = "channels_redis.pubsub.RedisPubSubChannelLayer"
IN_MEMORY = "channels.layers.InMemoryChannelLayer"


def found(*, deploy: bool = False) -> list[str]:
    ids = [str(fault.id) for fault in run_checks(include_deployment_checks=deploy)]
    return [name for name in ids if name.startswith("ezgraph.live.")]


@pytest.mark.parametrize("backend", [PUB_SUB, IN_MEMORY])
def test_layers_that_deliver_are_fine(settings: Settings, backend: str):
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": backend}}

    assert found() == []


@pytest.mark.parametrize("layers", [{}, {"other": {"BACKEND": PUB_SUB}}], ids=str)
def test_a_missing_layer_is_an_error(settings: Settings, layers: dict[str, Any]):
    settings.CHANNEL_LAYERS = layers

    assert found() == ["ezgraph.live.E001"]


def test_a_layer_that_drops_bursts_is_named(settings: Settings):
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": CORE}}

    assert found() == ["ezgraph.live.W001"]


def test_a_layer_for_one_process_is_told_where_the_database_would_serve_several(settings: Settings):
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": IN_MEMORY}}
    told = "ezgraph.live.I001" if connection.vendor == "postgresql" else "ezgraph.live.I002"

    assert found() == []
    assert found(deploy=True) == [told]


def test_sqlite_is_named_where_redis_tells_of_several_processes(settings: Settings):
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": PUB_SUB}}
    told = [] if connection.vendor == "postgresql" else ["ezgraph.live.W002"]

    assert found() == []
    assert found(deploy=True) == told
