"""The options of a provider of type anthropic, and the type itself."""

from typing import Any

import pytest

from providers.adapters.anthropic import AnthropicOptions, AnthropicProvider
from providers.options import OptionsInvalid, read_options
from providers.types import provider_type


def options(**values: Any) -> AnthropicOptions:
    parsed = read_options(AnthropicOptions, "claude", values)
    assert isinstance(parsed, AnthropicOptions)
    return parsed


def test_the_type_is_registered() -> None:
    kind = provider_type("anthropic")

    assert kind is not None
    assert (kind.factory, kind.options) == (AnthropicProvider, AnthropicOptions)


def test_what_is_left_out_is_as_the_vendor_has_it() -> None:
    parsed = options()

    assert (parsed.base_url, parsed.model, parsed.max_tokens) == ("https://api.anthropic.com", "", 1024)


@pytest.mark.parametrize(
    ("values", "unset"), [({}, ("api_key",)), ({"api_key": " "}, ("api_key",)), ({"api_key": "k"}, ())]
)
def test_a_key_is_needed(values: dict[str, Any], unset: tuple[str, ...]) -> None:
    assert options(**values).unset() == unset


@pytest.mark.parametrize("value", [0, -1, "many", 1.5])
def test_a_longest_length_that_is_none_is_refused(value: Any) -> None:
    with pytest.raises(OptionsInvalid) as refused:
        options(max_tokens=value)

    assert [problem.field for problem in refused.value.problems] == ["max_tokens"]


def test_the_key_does_not_show() -> None:
    assert "sk-secret" not in repr(options(api_key="sk-secret"))
