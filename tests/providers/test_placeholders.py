import json

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import SecretStr, field_validator
from pytest_django.fixtures import Settings

from providers.adapters.openai import OpenAIOptions, OpenAIProvider
from providers.building import in_layers
from providers.dumping import dumped
from providers.models import Provider, ProviderChange
from providers.options import OptionsInvalid, ProviderOptions
from providers.placeholders import fill, named_by, read_filled
from tests.providers.asking import asking, completion, reply

KEY = "sk-from-the-environment"


@pytest.fixture(autouse=True)
def acme(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ACME_API_KEY", KEY)
    monkeypatch.setenv("EMPTY_API_KEY", "")
    monkeypatch.setenv("ACME_PASSWORD", "not for providers")


@pytest.mark.parametrize(
    ("written", "filled"),
    [
        ("${ACME_API_KEY}", KEY),
        ("Bearer ${ACME_API_KEY}!", f"Bearer {KEY}!"),
        ("${ACME_API_KEY:-other}", KEY),
        ("${UNSET_API_KEY:-other}", "other"),
        ("${UNSET_API_KEY:-}", ""),
        ("${EMPTY_API_KEY:-other}", "other"),
        ("${ACME_BASE_URL:-http://localhost:1/v1}/x", "http://localhost:1/v1/x"),
        ("$ACME_API_KEY ${} ${1_API_KEY} ${ACME_API_KEY", "$ACME_API_KEY ${} ${1_API_KEY} ${ACME_API_KEY"),
    ],
)
def test_it_fills_what_is_a_placeholder_and_leaves_the_rest(written: str, filled: str) -> None:
    filling = fill({"text": written})

    assert filling.values == {"text": filled}
    assert (filling.unset, filling.refused) == ((), ())


def test_it_fills_texts_in_lists_and_objects_and_no_keys() -> None:
    filling = fill({"headers": {"${ACME_API_KEY}": ["${ACME_API_KEY}", 1, None, True]}})

    assert filling.values == {"headers": {"${ACME_API_KEY}": [KEY, 1, None, True]}}


def test_what_a_variable_holds_is_not_filled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NESTED_API_KEY", "${ACME_API_KEY}")

    assert fill({"text": "${NESTED_API_KEY}"}).values == {"text": "${ACME_API_KEY}"}


def test_all_names_that_are_unset_or_refused_are_told_together_beside_other_faults() -> None:
    options = {
        "api_key": "${UNSET_API_KEY}",
        "headers": {"X-Key": "${EMPTY_API_KEY}", "X-Password": "${ACME_PASSWORD:-default}"},
        "base_url": "${UNSET_BASE_URL}",
        "timeout_ms": 0,
    }

    with pytest.raises(OptionsInvalid) as raised:
        read_filled(OpenAIOptions, "gpt", options)

    assert {problem.field for problem in raised.value.problems} == {
        "api_key",
        "headers.X-Key",
        "headers.X-Password",
        "base_url",
        "timeout_ms",
    }
    for name in ("UNSET_API_KEY", "EMPTY_API_KEY", "ACME_PASSWORD", "UNSET_BASE_URL"):
        assert name in str(raised.value)
    assert "not for providers" not in str(raised.value)


def test_a_fault_of_a_filled_value_does_not_show_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ACME_BASE_URL", f"https://user:{KEY}@host/v1")

    with pytest.raises(OptionsInvalid) as raised:
        read_filled(OpenAIOptions, "gpt", {"base_url": "${ACME_BASE_URL}"})

    assert KEY not in str(raised.value)


def test_the_site_says_which_names_may_be_read(settings: Settings) -> None:
    settings.EZGRAPH_PROVIDER_ENV = ("ACME_*",)

    assert fill({"text": "${ACME_PASSWORD}"}).values == {"text": "not for providers"}
    assert fill({"text": "${OTHER_API_KEY:-x}"}).refused


@given(st.text(alphabet="${}:-A_ ") | st.text())
def test_no_text_breaks_it(text: str) -> None:
    fill({"text": text})


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("${A_API_KEY}", "A_API_KEY"),
        ("Bearer ${A_API_KEY}", "A_API_KEY"),
        ("${A_API_KEY:-}", "A_API_KEY"),
        ("${A_API_KEY:-sk-default}", None),
        ("sk-${A_API_KEY}", None),
        ("sk-1", None),
        (None, None),
    ],
)
def test_only_what_holds_no_secret_itself_may_be_shown(text: str | None, name: str | None) -> None:
    assert named_by(text) == name


@pytest.fixture
def hidden() -> OpenAIOptions:
    """Options with a key where one has no business."""
    options = read_filled(
        OpenAIOptions, "gpt", {"model": "m-${ACME_API_KEY}", "organization": "${ACME_API_KEY}"}
    )
    assert isinstance(options, OpenAIOptions)
    return options


def test_what_a_variable_holds_is_a_secret_in_every_option(hidden: OpenAIOptions) -> None:
    assert hidden.model == f"m-{KEY}"
    assert KEY in {secret.get_secret_value() for secret in hidden.secret_values()}
    assert KEY not in f"{hidden} {hidden!r} {[hidden]}"
    assert "model=" in repr(hidden)


async def test_no_reply_and_no_error_tells_it(hidden: OpenAIOptions) -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        model = json.loads(request.content)["model"]
        assert model == f"m-{KEY}"
        return httpx.Response(200, json={**completion({"content": "Hello"}), "model": model})

    client = httpx.AsyncClient(transport=httpx.MockTransport(answer))
    result = reply(await in_layers(OpenAIProvider(hidden, client), hidden).chat(asking("Hi")))

    assert (result.text, result.model) == ("Hello", "m-***")


def test_a_model_and_an_address_from_the_environment_are_no_secrets(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.EZGRAPH_PROVIDER_ENV = ("ACME_*",)
    monkeypatch.setenv("ACME_MODEL", "acme-large")
    monkeypatch.setenv("ACME_BASE_URL", "https://acme.example/v1")

    filling = fill({"model": "${ACME_MODEL}", "base_url": "${ACME_BASE_URL}", "key": "${ACME_API_KEY}"})

    assert [secret.get_secret_value() for secret in filling.secrets] == [KEY]


class Quoting(ProviderOptions):
    """Of an app that does not know better than to quote what it was given."""

    region: str = ""
    password: SecretStr | None = None

    @field_validator("region")
    @classmethod
    def _known(cls, region: str) -> str:
        if region == "break":
            raise KeyError(f"no region {KEY}")
        raise ValueError(f"there is no region {region!r}")

    @field_validator("password")
    @classmethod
    def _long(cls, password: SecretStr) -> SecretStr:
        raise ValueError(f"too short: {password.get_secret_value()}")


def test_a_fault_in_the_words_of_another_app_tells_no_secret() -> None:
    with pytest.raises(OptionsInvalid) as raised:
        read_filled(Quoting, "acme", {"region": "${ACME_API_KEY}", "password": "typed-secret"})

    assert [str(problem) for problem in raised.value.problems] == [
        "region: there is no region '***'",
        "password: too short: ***",
    ]


def test_options_whose_check_breaks_are_invalid(caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(OptionsInvalid, match="the check of the options failed with KeyError"):
        read_filled(Quoting, "acme", {"region": "break"})

    assert "_known" in caplog.text
    assert KEY not in caplog.text


def test_a_dump_and_the_history_keep_the_placeholder(db: None) -> None:
    row = Provider.objects.create(
        name="gpt", type="openai", options={"model": "${ACME_API_KEY}", "organization": "x ${ACME_API_KEY}"}
    )

    told = f"{dumped(row)} {row.options} {list(ProviderChange.objects.values())}"

    assert KEY not in told
    assert told.count("${ACME_API_KEY}") == 6
