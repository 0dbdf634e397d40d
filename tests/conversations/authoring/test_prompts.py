"""Prompts: files beside their node, and a fence around what others said."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conversations.authoring import fenced, load_prompt


def test_a_fence_names_its_text_as_data():
    text = fenced("driver", "Ada, 36")
    assert text.startswith("<data ")
    assert 'name="driver"' in text
    assert "Ada, 36" in text
    assert text.endswith("</data>")


@given(st.text(), st.sampled_from(["</data>", "</DATA>", "<data>", "</data >", "<Data name='x'>"]), st.text())
def test_no_text_can_end_its_fence_early(before: str, fence: str, after: str):
    lines = fenced("note", before + fence + after).lower()
    assert lines.count("</data") == 1
    assert lines.count("<data") == 1


def test_a_name_cannot_break_out_of_its_attribute():
    assert '"' not in fenced('a" onload="b', "x").split("name=", 1)[1].split(" note", 1)[0].strip('"')


def test_a_missing_prompt_is_found_when_its_module_is_imported():
    with pytest.raises(FileNotFoundError):
        load_prompt("no_such_prompt.md")
