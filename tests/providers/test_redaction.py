import json
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import SecretStr

from providers.secrets.redaction import Redaction

SECRET = "sk-ü/\"+ 7' \\x"

REDACTION = Redaction([SecretStr(SECRET), SecretStr("short"), SecretStr("sk-other")])


@pytest.mark.parametrize(
    "written",
    [
        SECRET,
        json.dumps({"key": SECRET}),
        json.dumps({"key": SECRET}, ensure_ascii=False),
        repr({"key": SECRET}),
        f"https://api.test/?key={quote(SECRET, safe='')}",
        f"https://api.test/{quote(SECRET)}/x",
        "cut: sk-oth",
        "cut: sk-othe…",
    ],
)
def test_a_secret_is_taken_out_however_it_is_written(written: str) -> None:
    redacted = REDACTION.of(written)

    assert "***" in redacted
    assert "sk-" not in redacted


@pytest.mark.parametrize("text", ["", "a short one", "sk-ot", "sk-oth is not at the end", "…"])
def test_other_texts_stay(text: str) -> None:
    assert REDACTION.of(text) == text


@given(st.text(min_size=6), st.text(), st.text(), st.integers(0, 40))
def test_no_cut_leaves_a_secret_in_a_text(secret: str, before: str, after: str, length: int) -> None:
    redacted = Redaction([SecretStr(secret)]).of((before + secret + after)[:length])

    assert secret not in redacted
