"""Chat options by level: the higher one wins, and another provider drops the model below it."""

import pytest
from pydantic import ValidationError

from conversations.authoring.config import ChatOptions, merge_chat_options

FRAMEWORK: ChatOptions = {"provider": "embedded"}


def test_the_framework_s_defaults_hold_where_nobody_says_more():
    config = merge_chat_options([FRAMEWORK])
    assert (config.provider, config.model, config.timeout, config.max_retries) == ("embedded", None, 60.0, 0)
    assert config.parameters == {}


def test_the_highest_level_wins_field_by_field():
    config = merge_chat_options([FRAMEWORK, {"model": "a", "timeout": 5}, {"model": "b"}, {"max_retries": 2}])
    assert (config.provider, config.model, config.timeout, config.max_retries) == ("embedded", "b", 5, 2)


def test_another_provider_drops_the_model_set_below_it():
    levels: list[ChatOptions] = [FRAMEWORK, {"provider": "openai", "model": "gpt"}, {"provider": "other"}]
    assert merge_chat_options(levels).model is None


def test_another_provider_may_bring_its_own_model():
    levels: list[ChatOptions] = [{"provider": "a", "model": "x"}, {"provider": "b", "model": "y"}]
    assert merge_chat_options(levels).model == "y"


def test_the_same_provider_named_again_keeps_the_model():
    levels: list[ChatOptions] = [{"provider": "a", "model": "x"}, {"provider": "a"}]
    assert merge_chat_options(levels).model == "x"


def test_another_provider_keeps_what_is_not_the_model():
    levels: list[ChatOptions] = [
        {"provider": "a", "timeout": 9, "parameters": {"temperature": 0}},
        {"provider": "b"},
    ]
    config = merge_chat_options(levels)
    assert (config.timeout, config.parameters) == (9, {"temperature": 0})


def test_parameters_are_merged_and_none_removes_one():
    levels: list[ChatOptions] = [
        {"provider": "a", "parameters": {"temperature": 0, "top_p": 1}},
        {"parameters": {"temperature": None, "seed": 7}},
    ]
    assert merge_chat_options(levels).parameters == {"top_p": 1, "seed": 7}


def test_a_removed_parameter_may_be_set_again_above():
    levels: list[ChatOptions] = [
        {"provider": "a", "parameters": {"seed": None}},
        {"parameters": {"seed": 1}},
    ]
    assert merge_chat_options(levels).parameters == {"seed": 1}


@pytest.mark.parametrize(
    "level",
    [
        {"timeout": 0},
        {"timeout": -1},
        {"max_retries": -1},
        {"max_retries": 11},
        {"provider": ""},
        {"modell": "x"},
    ],
)
def test_options_out_of_range_and_unknown_ones_are_refused(level: ChatOptions):
    with pytest.raises(ValidationError):
        merge_chat_options([FRAMEWORK, level])
