"""The log of the back office can be read and not changed."""

import pytest
from django.contrib.admin.models import ADDITION, CHANGE, LogEntry
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.urls import reverse

from providers.models import Provider

pytestmark = pytest.mark.django_db

LIST = reverse("admin:admin_logentry_changelist")


@pytest.fixture
def anna(client: Client) -> User:
    user = User.objects.create_user("anna", is_staff=True)
    user.user_permissions.add(Permission.objects.get(codename="view_logentry"))
    client.force_login(user)
    return user


def log(user: User, flag: int, text: str) -> LogEntry:
    row = Provider.objects.first()
    assert row
    LogEntry.objects.log_actions(user.pk, [row], flag, text, single_object=True)
    return LogEntry.objects.latest("pk")


def test_it_says_who_did_what_to_what_the_newest_first(client: Client, anna: User):
    log(anna, ADDITION, "Opened the circuit.")
    log(anna, CHANGE, "Closed the circuit.")
    page = client.get(LIST).content.decode()
    assert "anna" in page
    assert page.index("Closed the circuit.") < page.index("Opened the circuit.")


def test_nobody_changes_or_deletes_an_entry(admin_client: Client, admin_user: User):
    entry = log(admin_user, CHANGE, "Closed the circuit.")
    for action, data in (("change", {"object_repr": "x"}), ("delete", {"post": "yes"})):
        answer = admin_client.post(reverse(f"admin:admin_logentry_{action}", args=[entry.pk]), data)
        assert answer.status_code == 403
    assert LogEntry.objects.get(pk=entry.pk).get_change_message() == "Closed the circuit."
    assert admin_client.get(reverse("admin:admin_logentry_add")).status_code == 403


def test_an_account_with_entries_cannot_be_deleted_since_they_would_go_with_it(
    admin_client: Client, anna: User
):
    entry = log(anna, CHANGE, "Closed the circuit.")
    chosen = {"action": "delete_selected", "_selected_action": anna.pk, "post": "yes"}
    for address, data in (
        (reverse("admin:auth_user_delete", args=[anna.pk]), {"post": "yes"}),
        (reverse("admin:auth_user_changelist"), chosen),
    ):
        assert admin_client.post(address, data).status_code == 403
    assert LogEntry.objects.filter(pk=entry.pk, user=anna).exists()


def test_without_the_right_there_is_no_log(client: Client):
    client.force_login(User.objects.create_user("ben", is_staff=True))
    assert client.get(LIST).status_code == 403
    assert LIST not in client.get(reverse("admin:index")).content.decode()
