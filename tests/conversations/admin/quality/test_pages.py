"""The quality pages: what they show to whom, from real rows, and what they cost."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from conversations import clock
from conversations.admin.quality import queries
from conversations.admin.quality.figures import Share
from conversations.models import GraphSettings
from conversations.testing import serve_graphs
from tests.conversations.admin.deciding import TriageGraph
from tests.conversations.admin.quality.labelled import Labelled, put_on_record, review

pytestmark = pytest.mark.django_db

OVERVIEW = "/admin/conversations/decision/quality/"
NODE = f"{OVERVIEW}triage/TriageNode/"

MIXED = [
    *[Labelled("billing", "billing", 0.95)] * 40,
    *[Labelled("billing", "other", 0.55)] * 10,
    *[Labelled("other", "other", 0.55)] * 10,
]


@pytest.fixture(autouse=True)
def served() -> Iterator[None]:
    with serve_graphs(TriageGraph):
        yield


def reader(model: Any, *codenames: str) -> Client:
    user = model.objects.create_user("reader", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=codenames))
    client = Client()
    client.force_login(user)
    return client


def told(client: Client, **query: str) -> Any:
    answer = client.get(NODE, query)
    assert answer.status_code == 200
    return answer.context["study"]


def test_the_figures_are_those_of_the_reviews(admin_client: Client):
    put_on_record(MIXED)
    study = told(admin_client)

    assert study.agreement == Share(50, 60)
    # 40 with 0.95 of which all are right, 20 with 0.55 of which half are.
    assert study.calibration.error == pytest.approx((40 * 0.05 + 20 * 0.05) / 60)
    assert study.levels[60].accuracy == Share(40, 40)
    assert study.levels[60].coverage == pytest.approx(40 / 60)
    assert study.suggestion.threshold == 0.56


def test_staff_set_the_target_on_the_page(admin_client: Client):
    put_on_record(MIXED)

    assert told(admin_client, target="70").suggestion.threshold == 0.0
    assert told(admin_client, target="99").suggestion.threshold is None
    assert "target of 90.0 %" in told(admin_client, target="nonsense").suggestion.reason


def test_below_thirty_reviews_the_page_says_too_few(admin_client: Client):
    put_on_record(MIXED[:29])

    assert "Too few reviews: there are 29" in admin_client.get(NODE).content.decode()


def test_the_newest_review_of_a_decision_is_the_truth(admin_client: Client):
    first, *_ = put_on_record([Labelled("billing", "billing"), Labelled("billing", "billing")])
    review(first, "topic", agrees=False, label="other")

    assert told(admin_client).agreement == Share(1, 2)


def test_verdicts_on_the_whole_are_kept_apart(admin_client: Client):
    decisions = put_on_record([Labelled("billing", "billing")] * 3)
    review(decisions[0], "", agrees=False)

    assert told(admin_client).agreement == Share(3, 3)
    whole = admin_client.get(NODE, {"question": ""})
    assert whole.context["whole"].agreement == Share(0, 1)
    assert "Led to the right place" in whole.content.decode()


def test_coverage_counts_what_nobody_reviewed(admin_client: Client):
    put_on_record([*MIXED, *[Labelled("billing", None, 0.95)] * 40])
    study = told(admin_client)

    assert study.reviews == 60
    assert study.levels[60].coverage == 0.8
    assert study.weighted.value == pytest.approx((80 * 1 + 20 * 0.5) / 100)


def test_coverage_is_of_the_newest_decisions_alone(admin_client: Client, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(queries, "MOST_DECISIONS", 2)
    days = [
        Labelled("billing", None, 0.5 + day / 10, at=clock.now() - timedelta(days=day)) for day in range(4)
    ]
    put_on_record(days)
    study = told(admin_client)

    assert study.population == 2
    assert study.levels[55].coverage == 0.5


def test_test_sessions_are_left_out(admin_client: Client):
    put_on_record([Labelled("billing", "billing")])
    put_on_record([Labelled("billing", "other")] * 5, is_test=True)

    assert told(admin_client).agreement == Share(1, 1)
    assert told(admin_client).population == 1
    (node,) = admin_client.get(OVERVIEW).context["nodes"]
    assert [line.agreement for line in node.lines] == [Share(1, 1)]


def test_it_can_be_narrowed_to_a_provider_a_model_and_a_time(admin_client: Client):
    put_on_record(
        [
            Labelled("billing", "billing"),
            Labelled("billing", "other", provider="openai", model="m"),
            Labelled("billing", "other", at=clock.now() - timedelta(days=60)),
        ]
    )

    assert told(admin_client, provider="openai", model="m").agreement == Share(0, 1)
    assert told(admin_client, provider="typesafe", model="jev-1", days="30").agreement == Share(1, 1)
    assert len(told(admin_client).models) == 2
    assert len(told(admin_client).weeks) == 2


def test_figures_of_several_sources_come_with_a_warning(admin_client: Client):
    put_on_record([Labelled("billing", "billing"), Labelled("other", "other", source="self_reported")])

    assert "are mixed here" in admin_client.get(NODE).content.decode()


def test_what_nobody_answered_is_told_and_not_counted(admin_client: Client):
    put_on_record([Labelled("billing", "billing"), Labelled(None, "other")])
    study = told(admin_client)

    assert (study.agreement, study.unanswered) == (Share(1, 1), 1)


def test_the_threshold_that_staff_set_is_the_one_that_is_judged(admin_client: Client):
    put_on_record(MIXED)
    assert told(admin_client).at_thresholds[0].held.number == 0.6

    GraphSettings.objects.create(graph="triage", thresholds={"TriageNode": {"topic": 0.5}})
    (at,) = told(admin_client).at_thresholds
    assert (at.held.number, at.held.by_staff) == (0.5, True)
    assert at.split.precision == Share(50, 60)


def test_of_a_noul_precision_and_recall_stand_at_its_threshold(admin_client: Client):
    kinds = {"kind": "noul", "question": "urgent"}
    put_on_record(
        [
            *[Labelled(0.2, 0, **kinds)] * 6,  # type: ignore[arg-type]
            *[Labelled(0.6, 1, **kinds)] * 2,  # type: ignore[arg-type]
            *[Labelled(0.9, 0, **kinds)] * 3,  # type: ignore[arg-type]
        ]
    )
    (at,) = told(admin_client, question="urgent").at_thresholds

    assert (at.held.number, at.held.direction) == (0.7, "at_most")
    assert (at.split.precision, at.split.recall) == (Share(6, 8), Share(6, 9))


def test_the_page_says_what_the_queue_does_to_the_figures(admin_client: Client):
    put_on_record(MIXED)

    assert "least certain decisions first" in admin_client.get(NODE).content.decode()


def test_each_chart_has_a_table_with_its_figures(admin_client: Client):
    put_on_record(MIXED)
    page = admin_client.get(NODE).content.decode()

    assert page.count('role="img"') == 2
    assert '<td class="quality-number">40</td><td class="quality-number">95.0 %</td>' in page
    assert "The same as a table" in page


def test_names_of_questions_and_labels_are_escaped(admin_client: Client):
    put_on_record([Labelled("<b>x</b>", "<b>x</b>", question="<i>q</i>", labels=("<b>x</b>",))] * 2)
    page = admin_client.get(NODE, {"question": "<i>q</i>"}).content.decode()

    assert "<b>x" not in page
    assert "<i>q" not in page


def test_a_node_without_decisions_is_an_empty_page(admin_client: Client):
    assert "Too few reviews" in admin_client.get(NODE).content.decode()
    assert admin_client.get(f"{OVERVIEW}gone/GoneNode/").status_code == 200


@pytest.mark.parametrize(
    "address",
    [f"{OVERVIEW}triage/%00/", f"{NODE}?question=%00", f"{NODE}?provider=a%00&model=b"],
    ids=["node", "question", "provider"],
)
def test_a_name_that_nothing_can_have_is_not_found(admin_client: Client, address: str):
    assert admin_client.get(address).status_code == 404


def test_the_overview_names_every_node_that_decides(admin_client: Client):
    put_on_record(MIXED)
    put_on_record([Labelled("a", "a")], graph="gone", node="GoneNode")
    nodes = admin_client.get(OVERVIEW).context["nodes"]

    assert [(node.graph, node.node) for node in nodes] == [("triage", "TriageNode"), ("gone", "GoneNode")]
    assert [(line.name, line.agreement) for line in nodes[0].lines] == [("topic", Share(50, 60))]


def test_only_who_may_read_decisions_sees_their_quality(django_user_model: Any):
    nobody = reader(django_user_model, "view_session")

    assert nobody.get(OVERVIEW).status_code == 403
    assert nobody.get(NODE).status_code == 403


def test_who_may_only_read_is_offered_neither_export_nor_replay(django_user_model: Any):
    put_on_record(MIXED)
    page = reader(django_user_model, "view_decision").get(NODE).content.decode()

    assert "Export labelled decisions" not in page
    assert "Replay with another model" not in page


@pytest.mark.parametrize("query", [{}, {"question": ""}], ids=["question", "whole"])
def test_more_reviews_cost_no_more_queries(admin_client: Client, query: dict[str, str]):
    def cost(address: str) -> int:
        with CaptureQueriesContext(connection) as captured:
            admin_client.get(address, query)
        return len(captured)

    put_on_record(MIXED[:1])
    few = cost(NODE), cost(OVERVIEW)
    put_on_record(MIXED)

    assert (cost(NODE), cost(OVERVIEW)) == few
    assert max(few) <= 15
