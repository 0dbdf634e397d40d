"""What a role may not open is refused, and no page that it may open leads there."""

import pytest
from django.contrib.auth.models import Group, User
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from ezgraph_site.staff.roles import ROLES
from tests.back_office.walking import HOME, Samples, Walk, first_addresses, pages_of
from tests.back_office.world import grow

pytestmark = [pytest.mark.any_database, pytest.mark.slow, pytest.mark.django_db]

ROWS = 3

READERS = {"Reviewer", "Operator", "Provider manager", "Privacy officer"}

LISTS = {
    "session": READERS,
    "turn": READERS,
    "message": READERS,
    "decision": READERS,
    "graphsettings": READERS,
    "decisioncapture": {"Privacy officer"},
    "apiclient": {"Integration manager"},
    "apikey": {"Integration manager"},
    "webhook": {"Integration manager"},
    "webhookdelivery": {"Integration manager"},
}
"""Who may open which list of the app conversations."""


@pytest.fixture
def world() -> list[str]:
    """Addresses of lists and of records of every kind, and the roles."""
    call_command("migrate", verbosity=0)
    return [*first_addresses(), *pages_of(grow(ROWS))]


def somebody(role: str) -> Client:
    user = User.objects.create_user(role.lower().replace(" ", "-"), is_staff=True)
    user.groups.add(Group.objects.get(name=role))
    client = Client()
    client.force_login(user)
    return client


def statuses(client: Client, begin_with: list[str]) -> dict[str, int]:
    """What every page answers that somebody finds who begins there."""
    walk = Walk(Samples(texts=("room",)), begin_with)
    found: dict[str, int] = {}
    for address in walk:
        if "?" in address:
            continue
        answer = client.get(address)
        found[address] = answer.status_code
        if answer.status_code == 200:
            walk.take(address, answer)
    return found


@pytest.mark.parametrize("role", ROLES)
def test_no_page_leads_a_role_to_where_it_may_not_go(world: list[str], role: str):
    found = statuses(somebody(role), [HOME])

    assert len(found) > 10
    assert {address: status for address, status in found.items() if status not in (200, 302)} == {}


@pytest.mark.parametrize("role", ROLES)
def test_every_address_is_answered_or_refused_or_takes_posts_only(world: list[str], role: str):
    client = somebody(role)

    answers = {address: client.get(address).status_code for address in world}

    assert {
        address: status for address, status in answers.items() if status not in (200, 302, 403, 405)
    } == {}
    for name, roles in LISTS.items():
        expected = 200 if role in roles else 403
        assert answers[reverse(f"admin:conversations_{name}_changelist")] == expected, name
    providers = reverse("admin:providers_provider_changelist")
    assert answers[providers] == (200 if role == "Provider manager" else 403)
    assert answers[reverse("admin:auth_user_changelist")] == 403


def test_who_is_of_no_role_sees_nothing(world: list[str]):
    client = Client()
    client.force_login(User.objects.create_user("nobody", is_staff=True))

    found = statuses(client, [HOME])

    assert set(found.values()) <= {200, 302}
    assert not [address for address in found if "/conversations/" in address or "/providers/" in address]
