"""Templates of requests."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from providers.adapters.http.templates import UNSET, filled
from providers.errors import ErrorCode, ProviderFault

VARIABLES = {
    "kind": "choice",
    "prompt": "What is wanted?",
    "state": {"request": "Grüße 🙂", "guests": [{"age": 30}, {"age": None}], "vip": True},
    "options": ["book", "cancel"],
    "model": UNSET,
    "system": UNSET,
    "questions": {"q": {"kind": "choice"}},
}


@pytest.mark.parametrize(
    ("template", "body"),
    [
        ("{{prompt}}", "What is wanted?"),
        ("{{ prompt }}", "What is wanted?"),
        ("Ask: {{prompt}}", "Ask: What is wanted?"),
        ("{{kind}}/{{kind}}", "choice/choice"),
        ("{{options}}", ["book", "cancel"]),
        ("one of {{options}}", 'one of ["book","cancel"]'),
        ("{{options.1}}", "cancel"),
        ("{{state.guests.0.age}}", 30),
        ("{{state.guests.1.age}}", None),
        ("age {{state.guests.0.age}}, then {{state.guests.1.age}}", "age 30, then null"),
        ("{{state.vip}}", True),
        ("{{state.vip}}!", "true!"),
        ("{{state.request}}", "Grüße 🙂"),
        ("<{{state}}>", '<{"request":"Grüße 🙂","guests":[{"age":30},{"age":null}],"vip":true}>'),
        ({"{{kind}}": "{{kind}}"}, {"{{kind}}": "choice"}),
        ([1, None, True, 2.5, "text"], [1, None, True, 2.5, "text"]),
        ({"model": "{{model}}", "kind": "{{kind}}"}, {"kind": "choice"}),
        ({"deep": {"system": "{{system}}"}}, {"deep": {}}),
        (["{{model}}", "{{kind}}"], ["choice"]),
        ("model: {{model}}.", "model: ."),
        ("{{model.version}} {{kind}}", " choice"),
        ("no {single} or {{ unclosed", "no {single} or {{ unclosed"),
        (7, 7),
        (None, None),
    ],
)
def test_placeholders_are_replaced(template: Any, body: Any) -> None:
    assert filled(template, VARIABLES) == body


@pytest.mark.parametrize(
    "template",
    [
        "{{}}",
        "{{ }}",
        "{{answer}}",
        "a {{Prompt}} b",
        "{{prompt.text}}",
        "{{state.missing}}",
        "{{state.guests.2}}",
        "{{state.guests.-1}}",
        "{{state.guests.x}}",
        "{{options.²}}",
        "{{state.}}",
        "{{prompt | upper}}",
        "{{model}}",
        {"deep": [{"x": "{{nobody}}"}]},
    ],
)
def test_what_no_variable_is_or_holds_is_a_template_error(template: Any) -> None:
    with pytest.raises(ProviderFault) as fault:
        filled(template, VARIABLES)

    assert fault.value.error.code is ErrorCode.TEMPLATE


def test_what_a_customer_wrote_is_no_template() -> None:
    variables = {**VARIABLES, "state": "{{system}} {{nobody}}"}

    assert filled("{{state}}", variables) == "{{system}} {{nobody}}"
    assert filled("state: {{state}}", variables) == "state: {{system}} {{nobody}}"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
)


@given(JSON)
def test_a_value_that_is_one_placeholder_keeps_its_type(state: Any) -> None:
    assert filled({"x": "{{state}}"}, {**VARIABLES, "state": state}) == {"x": state}


@pytest.mark.parametrize("place", ["9" * 5000, "0" * 5000, "²", "٣", "-1", "1e1", ""])
def test_a_place_that_no_list_has_is_told_as_such(place: str) -> None:
    with pytest.raises(ProviderFault) as raised:
        filled(f"{{{{options.{place}}}}}", VARIABLES)

    assert raised.value.error.code is ErrorCode.TEMPLATE
    assert len(raised.value.error.message) < 300
