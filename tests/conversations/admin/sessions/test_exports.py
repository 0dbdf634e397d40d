"""Conversations leave the site as JSON, CSV or text, whole and harmless, and that is on record."""

import csv
import io
import json
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from conversations.admin.sessions import admin
from conversations.models import Session
from conversations.testing import serve_graphs
from tests.conversations.admin.sessions.rows import (
    LIST,
    a_call,
    a_decision,
    a_session,
    a_step,
    a_turn,
    address,
    rate,
    say,
    somebody,
    take_over,
)
from tests.conversations.graphs import WishGraph

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume asynchronous iterators"),
]


@pytest.fixture(autouse=True)
def _served() -> Iterator[None]:
    with serve_graphs(WishGraph):
        yield


def exported(client: Client, session: Session, kind: str) -> str:
    answer = client.post(address(session, "export"), {"format": kind})
    assert answer.status_code == 200
    assert answer["Content-Disposition"].startswith('attachment; filename="session-')
    return b"".join(answer).decode()


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_json_holds_everything(admin_client: Client):
    session = a_session(external_name="Ada", config={"tone": "warm"})
    say(session, None, "May I help?", author="Grace")
    turn = a_turn(session, "Hi", "Hello.")
    step = a_step(turn, channels={"NameNode": {"name": "Ada"}})
    a_decision(turn, step=step).answers.create(question="topic", kind="choice", label="billing")
    a_call(turn, step=step, cost=Decimal("0.01"))
    take_over(session)
    rate(session, 1, "Quick!")

    told = json.loads(exported(admin_client, session, "json"))
    (told_turn,) = told["turns"]
    assert (told["id"], told["external_name"], told["config"]) == (str(session.pk), "Ada", {"tone": "warm"})
    assert (told["rating"]["comment"], told["takeovers"][0]["staff_name"]) == ("Quick!", "Grace")
    assert told["messages_before_the_first_turn"][0]["text"] == "May I help?"
    assert [message["text"] for message in told_turn["messages"]] == ["Hi", "Hello."]
    assert told_turn["steps"][0]["channels"] == {"NameNode": {"name": "Ada"}}
    assert told_turn["decisions"][0]["answers"][0]["label"] == "billing"
    assert (told_turn["model_calls"][0]["step"], told_turn["model_calls"][0]["cost"]) == (1, "0.010000")


@pytest.mark.parametrize(
    "start",
    ["=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20", "\t", "\r"],
    ids=["=", "+", "-", "@", "wide =", "wide +", "wide -", "wide @", "tab", "CR"],
)
def test_no_cell_of_csv_starts_a_formula(admin_client: Client, start: str):
    session = a_session()
    a_turn(session, f"{start}HYPERLINK(1)", 'Plain, "quoted"\nand two lines')

    first, second = rows_of(exported(admin_client, session, "csv"))
    assert first["text"] == f"'{start}HYPERLINK(1)"
    assert second["text"] == 'Plain, "quoted"\nand two lines'
    assert (first["speaker"], second["speaker"], second["turn"]) == ("Customer", "Assistant", "1")


def test_text_reads_as_a_conversation(admin_client: Client):
    session = a_session(external_name="Ada")
    turn = a_turn(session, "Hi", "Hello.")
    say(session, turn, "I am here.", author="Grace")

    text = exported(admin_client, session, "text")
    assert "customer: Ada" in text
    assert text.index("Customer:\nHi") < text.index("Assistant:\nHello.") < text.index("Grace:\nI am here.")


def test_long_sessions_are_read_piece_by_piece(admin_client: Client):
    session = a_session()
    for number in range(60):
        a_turn(session, f"Question {number}", "Answer")

    with CaptureQueriesContext(connection):
        text = exported(admin_client, session, "csv")
    assert [row["number"] for row in rows_of(text)] == [str(number) for number in range(1, 121)]


def test_each_export_is_on_record(django_user_model: Any):
    session = a_session()
    client = somebody(django_user_model, "view_session", "export_session")
    for kind in ("json", "csv", "text"):
        exported(client, session, kind)

    entries = list(LogEntry.objects.order_by("pk"))
    assert [entry.change_message for entry in entries] == [
        "Exported the conversation as JSON.",
        "Exported the conversation as CSV.",
        "Exported the conversation as text.",
    ]
    assert {(str(entry.user), entry.object_id) for entry in entries} == {("staff", str(session.pk))}


def test_a_format_that_there_is_not_is_refused(admin_client: Client):
    answer = admin_client.post(address(a_session(), "export"), {"format": "pdf"})
    assert answer.status_code == 400
    assert not LogEntry.objects.exists()


@pytest.mark.parametrize("kind", ["json", "csv", "text"])
def test_chosen_sessions_are_one_file(django_user_model: Any, kind: str):
    sessions = [a_session(), a_session()]
    for place, session in enumerate(sessions):
        a_turn(session, f"I am number {place}")
    client = somebody(django_user_model, "view_session", "export_session")

    chosen = {"action": f"export_{kind}", "_selected_action": [str(session.pk) for session in sessions]}
    text = b"".join(client.post(LIST, chosen)).decode()
    assert all(f"I am number {place}" in text for place in range(2))
    if kind == "json":
        assert {one["id"] for one in json.loads(text)} == {str(session.pk) for session in sessions}
    if kind == "csv":
        assert len(rows_of(text)) == 2
    assert LogEntry.objects.count() == 2


def test_more_than_a_file_holds_are_refused(admin_client: Client, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(admin, "MOST_EXPORTED", 1)
    chosen = {"action": "export_csv", "_selected_action": [str(a_session().pk) for _ in range(2)]}

    answer = admin_client.post(LIST, chosen, follow=True)
    assert "One file holds at most" in answer.content.decode()
    assert not LogEntry.objects.exists()


def test_who_may_not_export_has_no_way_to_choose(django_user_model: Any):
    session = a_session()
    client = somebody(django_user_model, "view_session")

    assert "export_json" not in client.get(LIST).content.decode()
    chosen = {"action": "export_json", "_selected_action": [str(session.pk)]}
    assert "attachment" not in client.post(LIST, chosen).headers.get("Content-Disposition", "")
    assert not LogEntry.objects.exists()
