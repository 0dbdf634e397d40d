"""The layers around a model cost next to nothing when nothing is wrong."""

import pytest

from tests.bench import layers

MOST_MS = 0.3
"""Milliseconds of processor time that the layers may add to a call."""


@pytest.mark.parametrize("name", [layers.PLAIN, layers.ALL, layers.STREAM, layers.DECIDE])
async def test_the_layers_cost_little_processor_time(name: str) -> None:
    assert await layers.processor_ms(layers.cases()[name]) <= MOST_MS
