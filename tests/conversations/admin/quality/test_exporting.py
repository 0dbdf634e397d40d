"""Labelled decisions as JSONL: what a line holds, who gets it, and what is put on record."""

import json
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.test import AsyncClient

from conversations.admin.quality import exporting
from conversations.models import DecisionCapture
from providers.database import in_database
from tests.conversations.admin.quality.labelled import Labelled, put_on_record, review

pytestmark = pytest.mark.django_db(transaction=True)

EXPORT = "/admin/conversations/decision/quality/export/"
OF_NODE = {"graph": "triage", "node": "TriageNode"}
CAPTURE = {"questions": {"topic": {"kind": "choice"}}, "state": {"request": "my words"}}
ALL = ("view_decision", "export_decision", "view_captured_content")


async def staff(model: Any, *codenames: str) -> AsyncClient:
    def make() -> Any:
        user = model.objects.create_user("staff", is_staff=True)
        user.user_permissions.set(Permission.objects.filter(codename__in=codenames))
        return user

    client = AsyncClient()
    await client.aforce_login(await in_database(make))
    return client


async def lines_of(client: AsyncClient, **also: str) -> list[dict[str, Any]]:
    answer: Any = await client.post(EXPORT, {**OF_NODE, **also})
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("application/jsonl")
    assert answer["Content-Disposition"] == 'attachment; filename="labelled-triage-TriageNode.jsonl"'
    body = b"".join([chunk async for chunk in answer.streaming_content])
    return [json.loads(line) for line in body.splitlines()]


async def test_a_line_holds_the_answer_the_truth_and_who_was_asked(django_user_model: Any):
    (decision,) = await in_database(
        put_on_record, [Labelled("billing", "other", 0.75, thresholds={"topic": 0.6}, capture=CAPTURE)]
    )
    (line,) = await lines_of(await staff(django_user_model, *ALL))
    reviewed_at = line.pop("reviewed_at")

    assert line == {
        "decision": str(decision.pk),
        "at": decision.at.isoformat(),
        "graph": "triage",
        "node": "TriageNode",
        "question": "topic",
        "kind": "choice",
        "labels": ["billing", "other"],
        "answer": "billing",
        "number": None,
        "probability": 0.75,
        "probabilities": {"billing": 0.75, "other": 0.25},
        "confidence": None,
        "thresholds": {"topic": 0.6},
        "truth": "other",
        "agrees": False,
        "provider": "typesafe",
        "model": "jev-1",
        "source": "calibrated",
        "outcome": "success",
    }
    assert reviewed_at


@pytest.mark.parametrize(
    ("row", "labels", "answer", "truth"),
    [
        (Labelled(0.3, 1, kind="noul"), ["yes", "no"], "no", "yes"),
        (Labelled(1.0, 0, kind="score"), ["0", "1"], "1", "0"),
        (Labelled(None, "other"), None, None, "other"),
    ],
    ids=["noul", "score", "nobody answered"],
)
async def test_each_kind_is_told_in_its_words(
    django_user_model: Any, row: Labelled, labels: Any, answer: Any, truth: str
):
    await in_database(put_on_record, [row])
    (line,) = await lines_of(await staff(django_user_model, *ALL))

    assert (line["labels"], line["answer"], line["truth"]) == (labels, answer, truth)


async def test_what_nobody_reviewed_verdicts_on_the_whole_and_test_sessions_stay(django_user_model: Any):
    def put() -> None:
        (decision,) = put_on_record([Labelled("billing")])
        review(decision, "", agrees=True)
        put_on_record([Labelled("billing", "other")], is_test=True)
        put_on_record([Labelled("billing", "other")], node="OtherNode")

    await in_database(put)
    assert await lines_of(await staff(django_user_model, *ALL)) == []


async def test_the_newest_review_is_the_truth_and_notes_stay_inside(django_user_model: Any):
    def put() -> None:
        (decision,) = put_on_record([Labelled("billing", "billing")])
        review(decision, "topic", agrees=False, label="other", note="Ada said so")

    await in_database(put)
    (line,) = await lines_of(await staff(django_user_model, *ALL))

    assert line["truth"] == "other"
    assert "Ada" not in json.dumps(line)


async def test_however_many_there_are_each_is_told_once(
    django_user_model: Any, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(exporting, "BATCH", 3)
    decisions = await in_database(put_on_record, [Labelled("billing", "other")] * 10)
    lines = await lines_of(await staff(django_user_model, *ALL))

    assert sorted(line["decision"] for line in lines) == sorted(str(decision.pk) for decision in decisions)


async def test_what_was_sent_goes_out_only_on_request(django_user_model: Any):
    await in_database(put_on_record, [Labelled("billing", "other", capture=CAPTURE)])
    client = await staff(django_user_model, *ALL)

    assert "captured" not in (await lines_of(client))[0]
    (line,) = await lines_of(client, captured="on")
    assert line["captured"] == {"question": {"kind": "choice"}, "state": {"request": "my words"}}

    await in_database(DecisionCapture.objects.all().delete)
    assert (await lines_of(client, captured="on"))[0]["captured"] is None


async def test_each_export_is_put_on_record_with_what_went_out(django_user_model: Any):
    client = await staff(django_user_model, *ALL)
    await lines_of(client)
    await lines_of(client, captured="on")

    def told() -> list[tuple[str, str, str]]:
        entries = LogEntry.objects.order_by("pk")
        return [(entry.user.get_username(), entry.object_repr, entry.change_message) for entry in entries]

    assert await in_database(told) == [
        ("staff", "triage TriageNode", "Exported the labelled decisions."),
        ("staff", "triage TriageNode", "Exported the labelled decisions, and what was captured of them."),
    ]


@pytest.mark.parametrize(
    ("codenames", "also"),
    [
        (("view_decision", "view_captured_content"), {}),
        (("view_decision", "export_decision"), {"captured": "on"}),
    ],
    ids=["export", "captures"],
)
async def test_without_the_permission_nothing_goes_out(
    django_user_model: Any, codenames: tuple[str, ...], also: dict[str, str]
):
    client = await staff(django_user_model, *codenames)

    assert (await client.post(EXPORT, {**OF_NODE, **also})).status_code == 403
    assert await in_database(LogEntry.objects.count) == 0


async def test_a_link_alone_exports_nothing(django_user_model: Any):
    client = await staff(django_user_model, *ALL)

    assert (await client.get(EXPORT, OF_NODE)).status_code == 405


async def test_names_that_nothing_can_have_are_not_found(django_user_model: Any):
    client = await staff(django_user_model, *ALL)

    assert (await client.post(EXPORT, {"graph": "a\0", "node": "b"})).status_code == 404
