"""Members of staff with the rights of a test, and conversations whose decisions they look at."""

from typing import Any

from django.contrib.auth.models import Permission
from django.test import Client

from conversations.models import Decision
from conversations.testing import GraphHarness, ScriptedDecisions, answers, fails
from conversations.testing.deciding import DecisionScript
from tests.conversations.admin.deciding import TriageGraph

LIST = "/admin/conversations/decision/"
CAPTURES = "/admin/conversations/decisioncapture/"
QUEUE = f"{LIST}queue/"
SAID = "My <i>words</i>"
READS = ("view_decision", "view_review", "view_session", "view_turn", "view_message")


def somebody(model: Any, name: str, *codenames: str) -> Client:
    """A browser of somebody with these permissions."""
    user = model.objects.create_user(name, is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=codenames))
    client = Client()
    client.force_login(user)
    return client


def reviewer(model: Any, name: str = "ada") -> Client:
    """A browser of somebody who reads and reviews."""
    return somebody(model, name, *READS, "review_decision")


def page_of(row: Decision) -> str:
    """The address of a decision's page."""
    return f"{LIST}{row.pk}/change/"


def talk() -> GraphHarness:
    """A session whose second decision fails."""
    sure = answers(topic="billing", anger=1, urgent=0.2)
    script: list[DecisionScript] = [sure, fails(), *[sure] * 6]
    return GraphHarness(TriageGraph, decisions=ScriptedDecisions(script))
