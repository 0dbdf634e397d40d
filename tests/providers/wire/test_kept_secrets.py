"""What an adapter still holds in the open after a call."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest
from pydantic import SecretStr

from providers.adapters.anthropic import AnthropicOptions, AnthropicProvider
from providers.adapters.http import HttpOptions, HttpProvider
from providers.adapters.openai import OpenAIOptions, OpenAIProvider
from providers.adapters.typesafe import TypesafeOptions, TypesafeProvider
from providers.errors import ProviderFault
from providers.ports import DecideProvider
from tests.providers.deciding import deciding

URL = "http://service.test/"
SECRETS = {"headers": {"X-Team": SecretStr("team-secret")}}
KEYED = {**SECRETS, "name": "n", "api_key": SecretStr("key-secret"), "model": "m", "base_url": URL}


@pytest.mark.parametrize(
    "make",
    [
        lambda client: AnthropicProvider(AnthropicOptions.model_validate(KEYED), client),
        lambda client: HttpProvider(HttpOptions.model_validate({**SECRETS, "name": "n", "url": URL}), client),
        lambda client: OpenAIProvider(OpenAIOptions.model_validate(KEYED), client),
        lambda client: TypesafeProvider(TypesafeOptions.model_validate(KEYED), client),
    ],
    ids=["anthropic", "http", "openai", "typesafe"],
)
async def test_no_adapter_keeps_the_headers_that_it_sent(
    make: Callable[[httpx.AsyncClient], DecideProvider],
) -> None:
    sent: list[httpx.Request] = []

    def refuse(request: httpx.Request) -> httpx.Response:
        sent.append(request)
        return httpx.Response(500)

    provider = make(httpx.AsyncClient(transport=httpx.MockTransport(refuse)))

    with pytest.raises(ProviderFault):
        await provider.decide(deciding())

    kept: dict[str, Any] = vars(provider)
    assert sent[0].headers["x-team"] == "team-secret"
    assert "secret" not in repr(kept).replace("SecretStr", "")
    assert not any(isinstance(value, httpx.Headers) for value in kept.values())
