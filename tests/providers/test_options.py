import re
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple, NewType

import pytest
from pydantic import BaseModel, Secret, SecretBytes, SecretStr
from typing_extensions import TypedDict

from providers.adapters.openai import OpenAIOptions
from providers.options import OptionsInvalid, ProviderOptions, plain_names, read_options, secret_names
from providers.secrets.options import mentions_secret

SECRET = "sk-very-secret"


def faults(**values: Any) -> dict[str, str]:
    with pytest.raises(OptionsInvalid) as raised:
        read_options(OpenAIOptions, "gpt", values)
    assert SECRET not in str(raised.value)
    return {problem.field: problem.message for problem in raised.value.problems}


def openai(**values: Any) -> OpenAIOptions:
    options = read_options(OpenAIOptions, "gpt", values)
    assert isinstance(options, OpenAIOptions)
    return options


def test_every_option_has_a_default() -> None:
    options = openai()

    assert (options.name, options.base_url, options.chat_timeout) == ("gpt", "https://api.openai.com/v1", 60)


def test_the_time_out_is_given_in_milliseconds() -> None:
    assert openai(timeout_ms=1500).chat_timeout == 1.5


def test_the_price_keeps_its_cents() -> None:
    price = openai(price={"input": "0.15", "output": 0.6}).price

    assert price is not None
    assert (str(price.input), str(price.output)) == ("0.15", "0.6")


def test_all_faults_are_reported_together_each_with_its_field() -> None:
    found = faults(timeout_ms=0, price={"input": -1, "currency": "EUR"}, colour="red", base_url="api.test")

    assert set(found) == {
        "timeout_ms",
        "price.input",
        "price.output",
        "price.currency",
        "colour",
        "base_url",
    }


def test_the_name_is_no_option() -> None:
    assert set(faults(name="other")) == {"name"}


@pytest.mark.parametrize(
    "address",
    [
        "",
        "api.test/v1",
        "ftp://api.test",
        "file:///etc/passwd",
        "http://",
        "http://user:sk-very-secret@api.test",
        "http://api.test/?key=sk-very-secret",
        "http://api.test/#top",
        "http://[::1",
        "http://api.test:port/",
    ],
)
def test_an_address_that_is_none_is_refused(address: str) -> None:
    assert set(faults(base_url=address)) == {"base_url"}


@pytest.mark.parametrize(
    ("address", "kept"),
    [
        (" https://api.test/v1/ ", "https://api.test/v1"),
        ("http://127.0.0.1:8000/v1", "http://127.0.0.1:8000/v1"),
        ("http://[::1]:11434/v1", "http://[::1]:11434/v1"),
        ("https://bücher.test", "https://xn--bcher-kva.test"),
    ],
)
def test_an_address_is_kept_without_its_last_slash(address: str, kept: str) -> None:
    assert openai(base_url=address).base_url == kept


@pytest.mark.parametrize("key", ["sk-very-secret\nX-Evil: 1", "sk-very-secret–", "sk-very-secret\x7f"])
def test_a_key_that_cannot_travel_in_a_header_is_refused_without_being_shown(key: str) -> None:
    assert set(faults(api_key=key)) == {"api_key"}


@pytest.mark.parametrize("organization", ["org\nX-Evil: 1", "org-1\r", "org–1", "org\x7f", "org\0", "組織"])
def test_an_organization_that_cannot_travel_in_a_header_is_refused(organization: str) -> None:
    assert faults(organization=f"{organization}.") == {
        "organization": "must be one line of printable ASCII characters"
    }


def test_white_space_around_an_organization_is_left_out() -> None:
    assert openai(organization=" org-1\n").organization == "org-1"


def test_white_space_around_a_key_is_left_out() -> None:
    assert openai(api_key=f" {SECRET}\n").bearer == SECRET


@pytest.mark.parametrize(
    "headers", [{"X Bad": "a"}, {"": "a"}, {"X-A": "sk-very-secret\r\nX-B: c"}, {"Host": "a"}, {"X-A": 5}]
)
def test_a_header_that_is_none_is_refused_without_its_value(headers: dict[str, Any]) -> None:
    assert all(field.startswith("headers") for field in faults(headers=headers))


def test_no_secret_shows_in_what_options_say_of_themselves() -> None:
    options = openai(api_key=SECRET, headers={"X-Key": SECRET})

    assert SECRET not in repr(options) + str(options) + options.model_dump_json()
    assert [secret.get_secret_value() for secret in options.secret_values()] == [SECRET, SECRET]


def test_keys_and_header_values_are_secrets() -> None:
    assert secret_names(OpenAIOptions) == {"api_key", "headers"}
    assert secret_names(ProviderOptions) == {"headers"}


@pytest.mark.parametrize(
    ("values", "unset"),
    [
        ({}, ("api_key",)),
        ({"api_key": ""}, ("api_key",)),
        ({"base_url": "https://api.openai.com/v1/"}, ("api_key",)),
        ({"api_key": SECRET}, ()),
        ({"base_url": "http://localhost:11434/v1"}, ()),
    ],
)
def test_only_openai_itself_needs_a_key(values: dict[str, Any], unset: tuple[str, ...]) -> None:
    assert openai(**values).unset() == unset


class Login(BaseModel):
    user: str = "me"
    password: SecretStr
    then: "Login | None" = None


class NestedOptions(ProviderOptions):
    login: Login | None = None
    keys: tuple[SecretStr, ...] = ()
    logins: list[dict[str, Login]] = []
    loop: "Loop | None" = None


class Loop(BaseModel):
    again: "Loop | None" = None


NestedOptions.model_rebuild()


def test_an_option_that_holds_a_secret_however_deep_is_a_secret() -> None:
    assert secret_names(NestedOptions) == {"headers", "login", "keys", "logins"}
    assert plain_names(NestedOptions) >= {"loop", "price"}


@dataclass
class Account:
    user: str
    password: SecretStr


class Vault(TypedDict):
    combination: SecretBytes


class Pair(NamedTuple):
    user: str
    pin: Secret[int]


class Recursive(NamedTuple):
    inner: "Recursive | None" = None


Password = NewType("Password", SecretStr)


class AnyKindOptions(ProviderOptions):
    raw: SecretBytes | None = None
    account: Account | None = None
    accounts: dict[str, Account] = {}
    vault: Vault | None = None
    pair: Pair | None = None
    pin: Secret[int] | None = None
    password: Password | None = None
    noted: Annotated[SecretBytes, "noted"] | None = None
    place: Recursive | None = None
    names: tuple[str, ...] = ()


ANY_KIND = {
    "raw": "secret-1",
    "account": {"user": "me", "password": "secret-2"},
    "accounts": {"x": {"user": "me", "password": "secret-3"}},
    "vault": {"combination": "secret-4"},
    "pair": ["me", 1234565],
    "pin": 1234566,
    "password": "secret-7",
    "noted": "secret-8",
}


def test_a_secret_is_one_in_whatever_type_it_comes() -> None:
    assert secret_names(AnyKindOptions) == {"headers", *ANY_KIND}
    assert plain_names(AnyKindOptions) >= {"place", "names"}

    options = read_options(AnyKindOptions, "acme", ANY_KIND)
    values = {secret.get_secret_value()[-1] for secret in options.secret_values()}

    assert values == set("12345678")
    assert not re.search(r"secret-|12345", f"{options} {options!r} {options.model_dump()}")


def test_a_type_that_nobody_can_read_counts_as_a_secret() -> None:
    @dataclass
    class Local:
        unknown: "Nowhere"  # type: ignore[name-defined]  # noqa: F821

    assert mentions_secret(list[Local])


def test_secrets_are_found_however_deep_they_are() -> None:
    options = NestedOptions.model_validate(
        {
            "name": "acme",
            "login": {"password": "a", "then": {"password": "b"}},
            "keys": ["c"],
            "logins": [{"x": {"password": "d"}}],
        }
    )

    assert {secret.get_secret_value() for secret in options.secret_values()} == set("abcd")


@pytest.mark.parametrize("amount", ["1e999999", "1000000.01", "Infinity"])
def test_prices_and_budgets_are_no_higher_than_a_million(amount: str) -> None:
    found = faults(
        price={"input": amount, "output": amount}, budget={"per_day": amount, "per_session": amount}
    )

    assert set(found) == {"price.input", "price.output", "budget.per_day", "budget.per_session"}


@pytest.mark.parametrize("per_second", [0, 1e-310, 0.0009])
def test_a_call_in_a_thousand_seconds_is_the_slowest_rate(per_second: float) -> None:
    assert set(faults(rate_limit={"per_second": per_second})) == {"rate_limit.per_second"}
