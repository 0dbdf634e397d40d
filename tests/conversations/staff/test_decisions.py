"""Decisions of a graph as staff's page hears them, and as nobody else does."""

from uuid import UUID

import pytest
from django.contrib.auth.models import User

from conversations.models import Decision
from conversations.testing import ScriptedDecisions, answers, fails, serve_graphs
from providers.database import in_database
from providers.errors import ErrorCode
from providers.registry import override_provider
from tests.conversations.chat.tab import open_tab
from tests.conversations.decisions.asking import DECIDED, asking
from tests.conversations.staff.staff_page import page_of

pytestmark = pytest.mark.django_db(transaction=True)


async def test_each_decision_is_told_when_it_is_on_record(bob: User, reader: User):
    asked = asking(rescued=False)
    decisions = ScriptedDecisions(
        [answers(topic="billing", anger=1.0, urgent=0.9), fails(ErrorCode.UNAVAILABLE)]
    )
    with serve_graphs(asked.graph), override_provider("typesafe", decisions):
        async with open_tab() as tab, page_of(bob) as sees, page_of(reader) as does_not:
            session = UUID((await tab.hello("ask"))["session"])
            for page in (sees, does_not):
                await page.follow(session)
            await tab.say(type="message", id="m1", text="My invoice is wrong!")
            made = await sees.hear("decision")
            assert (made["turn"], made["node"], made["outcome"]) == (1, "AskNode", "success")
            told = {one["question"]: (one.get("label"), one.get("number")) for one in made["answers"]}
            assert told == {"topic": ("billing", None), "anger": ("", 1.0), "urgent": ("", 0.9)}
            assert await in_database(Decision.objects.filter(pk=made["decision"]).exists)

            await tab.say(type="message", id="m2", text="Hello?")
            failed = await sees.hear("decision")
            assert (failed["turn"], failed["outcome"], failed["answers"]) == (2, "failed", [])
            for silent in (tab, does_not):
                await silent.hear("turn_failed")
                await silent.silence()
                assert "decision" not in {frame["type"] for frame in silent.heard}
            assert DECIDED in str(tab.heard)
