"""Builders are plain values: modifiers return new ones, equal ones lead to the same outcome."""

import json

import pytest

from conversations.authoring import (
    AuthoringError,
    BuilderMisuse,
    Node,
    direct,
    direct_to,
    finish,
    go,
    reject,
    stay,
)
from providers.ports import Usage


class ANode(Node):
    pass


class BNode(Node):
    pass


def test_feedback_may_be_an_object_which_becomes_json():
    assert json.loads(stay({"found": ["Zürich"]}).feedback) == {"found": ["Zürich"]}
    assert "Zürich" in stay({"found": ["Zürich"]}).feedback


def test_a_rejection_is_a_stay_that_says_why():
    assert json.loads(reject("Too young.").feedback) == {"accepted": False, "error": "Too young."}
    assert json.loads(reject("Which?", options=["a", "b"]).feedback)["options"] == ["a", "b"]


@pytest.mark.parametrize("text", ["", "  ", "\n"])
def test_an_exact_text_must_not_be_blank(text: str):
    for build in (direct, finish, lambda text: direct_to(ANode, text)):
        with pytest.raises(BuilderMisuse, match="blank"):
            build(text)


def test_feedback_that_is_no_json_is_refused():
    with pytest.raises((ValueError, TypeError)):
        stay({"ratio": float("nan")})
    assert issubclass(BuilderMisuse, AuthoringError)


def test_modifiers_return_new_values():
    plain = go(ANode)
    changed = (
        plain.with_state(name="Ada")
        .with_message("Hello")
        .with_tool_feedback("Saved")
        .with_cleanup(lambda: None)
        .with_usage("p", "m", Usage())
    )
    assert plain == go(ANode)
    assert (plain.messages, plain.state, plain.cleanups, plain.usage) == ((), (), (), ())
    assert changed != plain


def test_the_same_transition_is_equal_whatever_its_own_call_brought_along():
    one = go(ANode).with_tool_feedback("first").with_usage("p", "m", Usage()).with_cleanup(lambda: None)
    assert one == go(ANode).with_tool_feedback("second")


def test_a_target_named_by_its_id_is_the_same_target():
    assert go(ANode) == go("ANode")
    assert direct_to("ANode", "Hi") == direct_to(ANode, "Hi")


def test_the_order_of_seeded_fields_makes_no_difference_but_their_values_do():
    assert go(ANode).with_state(a=1, b=2) == go(ANode).with_state(b=2).with_state(a=1)
    assert go(ANode).with_state(a=1).with_state(a=2) == go(ANode).with_state(a=2)
    assert go(ANode).with_state(a=1) != go(ANode).with_state(a=2)


@pytest.mark.parametrize(
    "other",
    [go(BNode), direct_to(ANode, "Hi"), direct("Hi"), finish("Hi"), go(ANode).with_message("Hi")],
    ids=["another target", "direct_to", "direct", "finish", "a message more"],
)
def test_different_transitions_are_not_equal(other: object):
    assert go(ANode) != other
