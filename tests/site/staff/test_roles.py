"""A fresh site has its roles, and staff's changes to them last."""

import pytest
from django.contrib.auth.models import Group, Permission
from django.core.management import call_command

from ezgraph_site.staff.roles import ROLES

pytestmark = pytest.mark.django_db


def named(role: str) -> set[str]:
    rows = Group.objects.get(name=role).permissions.values_list("content_type__app_label", "codename")
    return {f"{app}.{codename}" for app, codename in rows}


@pytest.fixture(autouse=True)
def migrated() -> None:
    call_command("migrate", verbosity=0)


@pytest.mark.parametrize("role", ROLES)
def test_a_fresh_database_has_the_role_with_its_permissions(role: str):
    assert named(role) == set(ROLES[role])


def test_what_staff_changed_stays_after_the_next_migration():
    role = Group.objects.get(name="Reviewer")
    role.permissions.remove(Permission.objects.get(codename="run_replay"))
    Group.objects.filter(name="Operator").update(name="Front desk")

    call_command("migrate", verbosity=0)

    assert "conversations.run_replay" not in named("Reviewer")
    assert named("Front desk") == set(ROLES["Operator"])


def test_only_the_privacy_officer_sees_what_was_captured():
    assert [role for role, names in ROLES.items() if "conversations.view_captured_content" in names] == [
        "Privacy officer"
    ]
