"""Numbers without bounds and lists without end: in forms, files, rows, requests and answers."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import httpx
import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from pydantic import SecretStr

from providers.adapters.anthropic import AnthropicOptions, AnthropicProvider
from providers.building import build, in_layers
from providers.errors import ErrorCode, ProviderError
from providers.models import Provider
from tests.providers.asking import asking, completion, reply, served

DIGITS = "9" * 5000
DEEP = "[" * 5000 + "]" * 5000
NOT_SO_DEEP = "[" * 41 + "]" * 41

SIXTIES = "1" + ":59" * 3000
"""To YAML a number, in sixties."""

BOUNDLESS = [DIGITS, f"-{DIGITS}", "1e999", "[1e999]", "NaN", "-Infinity", DEEP, NOT_SO_DEEP]

ADD = "/admin/providers/provider/add/?type="


@pytest.mark.any_database
@pytest.mark.django_db
@pytest.mark.parametrize("typed", BOUNDLESS)
@pytest.mark.parametrize("field", ["request", "headers"])
def test_the_form_refuses_them_at_the_field(admin_client: Client, typed: str, field: str) -> None:
    sent = {"name": "odd", "type": "http", "url": "https://api.test/", field: typed}
    response: Any = admin_client.post(f"{ADD}http", sent)

    assert response.status_code == 200
    assert list(response.context["adminform"].form.errors) == [field]


@pytest.mark.any_database
@pytest.mark.django_db
@pytest.mark.parametrize("typed", [DIGITS, "1e999", "1e999999999", "NaN", "Infinity", "²", "-1"])
@pytest.mark.parametrize(
    "field", ["timeout_ms", "rate_limit__per_second", "max_concurrency", "price__input", "budget__per_day"]
)
def test_the_form_refuses_numbers_that_are_none(admin_client: Client, typed: str, field: str) -> None:
    sent = {"name": "odd", "type": "openai", "price__input": "1", "price__output": "1", field: typed}
    response: Any = admin_client.post(f"{ADD}openai", sent)

    assert response.status_code == 200
    assert field in response.context["adminform"].form.errors


@pytest.mark.django_db
@pytest.mark.parametrize("written", [DIGITS, "1.0e+999", ".inf", ".nan", DEEP, NOT_SO_DEEP, SIXTIES])
@pytest.mark.parametrize("option", ["timeout_ms", "request", "price"])
def test_a_file_with_them_is_not_loaded(tmp_path: Path, written: str, option: str) -> None:
    file = tmp_path / "providers.yaml"
    file.write_text(f"[{{name: odd, type: http, url: 'https://api.test/', {option}: {written}}}]")

    with pytest.raises(CommandError):
        call_command("load_providers", str(file), stdout=StringIO())


def test_a_row_that_is_nested_too_deeply_is_configured_wrongly() -> None:
    options = {"url": "https://api.test/", "request": json.loads(NOT_SO_DEEP)}
    built = build(Provider(name="odd", type="http", options=options))

    assert isinstance(built, ProviderError)
    assert built.code is ErrorCode.CONFIG_INVALID
    assert "request: must have at most 40" in built.message


@pytest.mark.parametrize("number", [DIGITS, "NaN", DEEP])
async def test_an_answer_with_one_is_none(number: str) -> None:
    body = json.dumps(completion({"content": "Hi"}, extra="@")).replace('"@"', number)
    result = await served(lambda request: httpx.Response(200, text=body)).chat(asking("Hi"))

    assert isinstance(result, ProviderError)
    assert result.code is ErrorCode.BAD_RESPONSE


@pytest.mark.parametrize("number", ["1e999", DIGITS, DEEP])
async def test_arguments_with_one_stay_what_the_model_wrote(number: str) -> None:
    arguments = f'{{"age": {number}}}'
    call = {"id": "1", "type": "function", "function": {"name": "note", "arguments": arguments}}
    body = completion({"content": None, "tool_calls": [call]}, "tool_calls")

    result = reply(await served(lambda request: httpx.Response(200, json=body)).chat(asking("Hi")))

    assert result.tool_calls[0].arguments == arguments


async def test_an_object_of_arguments_with_one_becomes_a_text() -> None:
    use = '{"type": "tool_use", "id": "1", "name": "note", "input": {"age": 1e999}}'
    body = f'{{"model": "m", "content": [{use}], "stop_reason": "tool_use", "usage": {{}}}}'
    options = AnthropicOptions(name="claude", model="m", api_key=SecretStr("sk-1"))
    client = httpx.AsyncClient(transport=httpx.MockTransport(lambda request: httpx.Response(200, text=body)))

    result = reply(await in_layers(AnthropicProvider(options, client), options).chat(asking("Hi")))

    assert result.tool_calls[0].arguments == '{"age": Infinity}'


@pytest.mark.parametrize(
    "value", [10**5000, float("inf"), json.loads("[" * 900 + "]" * 900)], ids=["long", "infinite", "deep"]
)
async def test_a_parameter_that_no_json_holds_is_an_invalid_request(value: Any) -> None:
    sent: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        sent.append(request)
        return httpx.Response(200, json=completion({"content": "Hi"}))

    result = await served(answer).chat(asking("Hi", parameters={"odd": value}))

    if isinstance(result, ProviderError):
        assert result.code is ErrorCode.INVALID_REQUEST
    else:
        assert json.loads(sent[0].content)["odd"] == value
