"""Forms of many trades, filled from one message, left alone by others, or filled answer by answer."""

from typing import Any

import pytest

from tests.providers.embedded import (
    cases_errands,
    cases_everyday,
    cases_leisure,
    cases_offices,
    cases_services,
)
from tests.providers.embedded.filling import asked_on, called_after, filled_by

TRADES: tuple[Any, ...] = (cases_everyday, cases_errands, cases_services, cases_leisure, cases_offices)

ANSWERS = [(*case, trade.forms.STOP) for trade in TRADES for case in trade.ANSWERS]

NOTHING_TO_CALL = [(*case, trade.forms.STOP) for trade in TRADES for case in trade.NOTHING_TO_CALL]

CONVERSATIONS = [
    (*case, trade.forms.STOP) for trade in (cases_leisure, cases_offices) for case in trade.CONVERSATIONS
]


@pytest.mark.parametrize(("form", "message", "arguments", "stop"), ANSWERS)
def test_it_fills_the_form_from_one_message(
    form: Any, message: str, arguments: dict[str, Any], stop: Any
) -> None:
    assert called_after(message, form, stop) == [(form.name, arguments)]


@pytest.mark.parametrize(("form", "message", "stop"), NOTHING_TO_CALL)
def test_it_asks_where_nothing_was_answered(form: Any, message: str, stop: Any) -> None:
    assert asked_on(message, form, stop)


@pytest.mark.parametrize(("form", "messages", "arguments", "stop"), CONVERSATIONS)
def test_it_fills_the_form_answer_by_answer(
    form: Any, messages: list[str], arguments: dict[str, Any], stop: Any
) -> None:
    assert filled_by(messages, form, stop) == arguments
