"""Every adapter of ours keeps what the port promises, by the kit that others prove theirs with."""

import pytest

from providers.testing import Case, conformance
from tests.providers.testing.vendors import (
    AnthropicVendor,
    AnyJsonVendor,
    EmbeddedModel,
    OpenAIVendor,
    TypesafeVendor,
)

CASES = [
    pytest.param(case, id=f"{subject.type}-{case}")
    for subject in (OpenAIVendor(), AnthropicVendor(), TypesafeVendor(), AnyJsonVendor(), EmbeddedModel())
    for case in conformance(subject)
]


@pytest.mark.parametrize("case", CASES)
def test_an_adapter_keeps_what_the_port_promises(case: Case) -> None:
    case()
