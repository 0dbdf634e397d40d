"""Prompts: files beside their node, and a fence around what others said."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conversations.authoring import PromptUnreadable, fenced, load_prompt


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
    with pytest.raises(PromptUnreadable, match=r"test_prompts\.py loads the prompt 'none\.md'.*no such file"):
        load_prompt("none.md")


@pytest.mark.parametrize(
    ("content", "words"), [(b" \n", "is blank"), (b"Gr\xfc\xdfe", "is not UTF-8")], ids=["blank", "encoding"]
)
def test_a_prompt_that_says_nothing_is_refused_with_its_path(tmp_path: Path, content: bytes, words: str):
    (tmp_path / "greet.md").write_bytes(content)
    module = {"__file__": str(tmp_path / "greet.py"), "load_prompt": load_prompt}
    with pytest.raises(PromptUnreadable, match=rf"greet\.md {words}"):
        exec("load_prompt('greet.md')", module)
