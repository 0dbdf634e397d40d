import json
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from providers.wire.texts import from_json, mend, to_json

any_text = st.text(st.characters())
any_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | any_text,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(any_text, inner, max_size=3),
    max_leaves=6,
)


@given(any_json)
def test_any_json_goes_out_as_utf_8_and_comes_back(value: Any) -> None:
    assert from_json(to_json(value)) == mend(value)


@given(any_json)
def test_whatever_escapes_a_server_writes_the_texts_are_clean(value: Any) -> None:
    read = json.dumps(from_json(json.dumps(value)), ensure_ascii=False)

    assert "\0" not in read
    assert read.encode()


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        ("plain", "plain"),
        ("Grüße 🙂", "Grüße 🙂"),
        ("\ud83d\ude00", "😀"),
        ("\ude00\ud83d", "\ufffd\ufffd"),
        ("a\0b", "a\ufffdb"),
    ],
)
def test_broken_characters_are_mended(text: str, mended: str) -> None:
    assert mend({text: [text]}) == {mended: [mended]}


@pytest.mark.parametrize("value", [float("nan"), float("inf"), date(2026, 1, 1), {1, 2}, object()])
def test_what_json_cannot_hold_is_refused(value: object) -> None:
    with pytest.raises((TypeError, ValueError)):
        to_json({"value": value})


@pytest.mark.parametrize("text", ["", "{", "NaN", "[Infinity]", "[" * 100_000, "9" * 5000])
def test_what_is_not_json_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the words are json's own matter
        from_json(text)
