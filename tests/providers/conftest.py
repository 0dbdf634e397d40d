"""Fixtures of the provider tests: the OpenAI server of others."""

from collections.abc import Iterator

import pytest

from tests.peers import llmock as peer


@pytest.fixture(scope="session")
def llmock_server() -> Iterator[peer.LLMock]:
    """A running llmock; without it the test is skipped, where CI is set it fails."""
    command = peer.find()
    if command is None:
        if peer.required():
            pytest.fail(peer.MISSING)
        pytest.skip(peer.MISSING)
    with peer.running_llmock(command) as server:
        yield server


@pytest.fixture
def llmock(llmock_server: peer.LLMock) -> peer.LLMock:
    """The running llmock, without memories."""
    llmock_server.reset()
    return llmock_server
