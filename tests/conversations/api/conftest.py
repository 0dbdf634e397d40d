"""API keys."""

from collections.abc import Awaitable, Callable

import pytest

from conversations.access import issue_api_key
from providers.database import in_database
from tests.conversations.api.client import Api


@pytest.fixture
def api_key(transactional_db: None) -> Callable[..., Awaitable[Api]]:
    """Make a client of the API with a key of these scopes."""

    async def make(*scopes: str, client: str = "shop") -> Api:
        granted = scopes or ("sessions:write", "sessions:read")
        return Api(await in_database(issue_api_key, client, granted))

    return make
