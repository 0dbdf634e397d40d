"""Every page of the back office of a site with a million decisions costs its database little."""

import pytest
from django.contrib import admin

from conversations.models import Decision, Session
from tests.back_office.measuring import Cost
from tests.back_office.walking import first_addresses, kind_of
from tests.scale.bulk.filling import SESSIONS
from tests.scale.bulk.table import faults_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def test_the_site_has_a_million_decisions_and_200_000_sessions(used_site: None, share: float):
    assert Session.objects.count() >= SESSIONS * share
    assert Decision.objects.count() >= 1_000_000 * share


def test_every_list_was_opened(costs: list[Cost]):
    opened = {kind_of(cost.address) for cost in costs if cost.status == 200}
    names = [f"admin:{model._meta.app_label}_{model._meta.model_name}" for model in admin.site._registry]
    assert [name for name in names if f"{name}_changelist" not in opened] == []


def test_every_page_takes_few_queries_and_little_time_of_the_database(costs: list[Cost]):
    assert [str(cost) for cost in faults_of(costs)] == []


def test_no_link_leads_to_an_error(costs: list[Cost]):
    own = set(first_addresses())
    assert [
        (cost.status, cost.address) for cost in costs if cost.status >= 400 and cost.address not in own
    ] == []
