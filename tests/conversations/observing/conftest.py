"""Providers that fail, and what observers hear of a turn with them."""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from conversations.observing.tracing.spans import Tracing
from conversations.testing import ScriptedChat, ScriptedDecisions, call, calls, fails, says
from providers.announcing import subscribe
from providers.errors import ErrorCode
from providers.options import ProviderOptions
from providers.ports import Usage
from providers.registry import override_provider


@pytest.fixture
def joins_callers() -> bool:
    """Whether turns are a part of their callers' traces."""
    return False


@pytest.fixture
def spans(joins_callers: bool) -> Iterator[InMemorySpanExporter]:
    """The spans of what happens meanwhile; providers are told of their trace."""
    exporter = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    unsubscribe = subscribe(
        Tracing(provider.get_tracer("test"), joins_callers=joins_callers, tells_providers=True)
    )
    yield exporter
    unsubscribe()
    provider.shutdown()


@pytest.fixture
def failing_providers() -> Iterator[None]:
    """For the graph `color`: both deciders fail, and so does the first of two that talk."""
    color = call("save_color", color="blue")
    scripts: dict[str, tuple[Any, tuple[str, ...]]] = {
        "typesafe": (ScriptedDecisions([fails(ErrorCode.UNAVAILABLE)]), ("judge",)),
        "judge": (ScriptedDecisions([fails(ErrorCode.TIMEOUT)]), ()),
        "embedded": (ScriptedChat([fails(ErrorCode.RATE_LIMITED)] * 2), ("spare",)),
        "spare": (ScriptedChat([calls(color), says("Which one?", usage=Usage(input_tokens=70))]), ()),
    }
    with ExitStack() as stack:
        for name, (script, fallback) in scripts.items():
            options = ProviderOptions(name=name, fallback=fallback)
            stack.enter_context(override_provider(name, script, options))
        yield
