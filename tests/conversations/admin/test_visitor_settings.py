"""Staff set what holds for a graph's visitors; every fault stands at its field."""

from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client

from conversations.access.identity_secrets import places_in_use, secrets_of
from conversations.models import GraphSettings

pytestmark = pytest.mark.django_db(transaction=True)

ONE, OTHER = "1" * 32, "2" * 40


@pytest.fixture
def row(transactional_db: None) -> GraphSettings:
    return GraphSettings.objects.create(graph="quote")


def page_of(row: GraphSettings) -> str:
    return f"/admin/conversations/graphsettings/{row.pk}/change/"


def sent(client: Client, row: GraphSettings, **fields: str) -> dict[str, list[str]]:
    """Post the page; what stands at its fields where it was not saved."""
    response: Any = client.post(page_of(row), {"public": "on", **fields})
    row.refresh_from_db()
    return {} if response.status_code == 302 else dict(response.context["adminform"].form.errors)


def test_what_nobody_has_set_is_what_the_documents_say(row: GraphSettings):
    assert (row.public, row.allowed_origins, row.longest_message) == (True, [], None)
    assert (row.visitor_messages_per_minute, row.visitor_messages_per_day) == (20, 300)
    assert (row.address_messages_per_minute, row.address_sessions_per_minute) == (600, 60)
    assert (row.turns_per_day, row.dollars_per_day) == (20_000, None)


def test_limits_are_set_and_go_back_to_their_defaults_when_emptied(admin_client: Client, row: GraphSettings):
    fields = {"visitor_messages_per_minute": "5", "dollars_per_day": "12.50", "longest_message": "500"}
    assert sent(admin_client, row, **fields) == {}
    assert (row.visitor_messages_per_minute, str(row.dollars_per_day), row.longest_message) == (
        5,
        "12.50",
        500,
    )

    assert sent(admin_client, row) == {}
    assert row.visitor_messages_per_minute == 5, "what was not sent stays"
    assert sent(admin_client, row, **dict.fromkeys(fields, "")) == {}
    assert (row.visitor_messages_per_minute, row.dollars_per_day, row.longest_message) == (20, None, None)


@pytest.mark.parametrize(
    ("field", "value", "fault"),
    [
        ("visitor_messages_per_minute", "0", "greater than or equal to 1"),
        ("visitor_messages_per_day", "-1", "greater than or equal to 1"),
        ("address_messages_per_minute", "many", "whole number"),
        ("address_sessions_per_minute", "1.5", "whole number"),
        ("turns_per_day", str(2**31), "less than or equal to"),
        ("dollars_per_day", "0", "greater than or equal to 0.01"),
        ("dollars_per_day", "1.001", "2 decimal places"),
        ("dollars_per_day", "nan", "number"),
        ("longest_message", "0", "greater than or equal to 1"),
        ("longest_message", "4001", "4000 characters at most (EZGRAPH_MAX_MESSAGE_LENGTH)"),
        ("allowed_origins", "shop.example", "begins with https:// or http://"),
        ("allowed_origins", "https://shop.example/page", "ends after its host and port"),
        ("allowed_origins", "https://user@shop.example", "ends after its host and port"),
        ("allowed_origins", "https://shop.example:port", "This is no origin"),
        ("allowed_origins", "https://", "cannot be one"),
        ("allowed_origins", "https://*", "cannot be one"),
        ("allowed_origins", "https://a.*.example", "cannot be one"),
        ("allowed_origins", "null", "begins with https:// or http://"),
        ("first_identity_secret", "short", "at least 32 characters"),
        ("second_identity_secret", "-----BEGIN PUBLIC KEY-----" + "x" * 32, "no secret of random characters"),
    ],
)
def test_what_cannot_hold_is_a_fault_at_its_field(
    admin_client: Client, row: GraphSettings, field: str, value: str, fault: str
):
    errors = sent(admin_client, row, **{field: value})

    assert list(errors) == [field]
    assert fault in " ".join(errors[field])


def test_origins_are_kept_as_browsers_write_them(admin_client: Client, row: GraphSettings):
    typed = "HTTPS://Shop.Example:443/\nhttp://localhost:8080, https://bücher.example https://shop.example"
    assert sent(admin_client, row, allowed_origins=typed) == {}
    assert row.allowed_origins == [
        "https://shop.example",
        "http://localhost:8080",
        "https://xn--bcher-kva.example",
    ]


def test_secrets_are_kept_encrypted_never_shown_and_forgotten_one_by_one(
    admin_client: Client, row: GraphSettings
):
    assert sent(admin_client, row, first_identity_secret=ONE, second_identity_secret=OTHER) == {}
    assert secrets_of(row) == (ONE, OTHER)
    assert ONE not in row.sealed_identity

    page = admin_client.get(page_of(row)).content.decode()
    log = " ".join(entry.change_message for entry in LogEntry.objects.all())
    assert ONE not in page + log
    assert OTHER not in page + log
    assert "First identity secret: set anew" in log

    assert sent(admin_client, row, forget_first_identity_secret="on") == {}
    assert secrets_of(row) == (OTHER,)
    assert places_in_use(row) == {"second"}


def test_one_secret_is_not_set_twice_nor_set_and_forgotten(admin_client: Client, row: GraphSettings):
    twice = sent(admin_client, row, first_identity_secret=ONE, second_identity_secret=ONE)
    assert twice == {"second_identity_secret": ["Both secrets are the same."]}

    assert sent(admin_client, row, first_identity_secret=ONE) == {}
    both = sent(admin_client, row, first_identity_secret=OTHER, forget_first_identity_secret="on")
    assert list(both) == ["first_identity_secret"]
    assert secrets_of(row) == (ONE,)


def test_staff_who_may_only_read_see_limits_and_which_secrets_are_set(
    row: GraphSettings, client: Client, django_user_model: Any
):
    from django.contrib.auth.models import Permission

    reader = django_user_model.objects.create_user("reader", password="x", is_staff=True)
    reader.user_permissions.add(Permission.objects.get(codename="view_graphsettings"))
    client.force_login(reader)
    page = client.get(page_of(row)).content.decode()

    assert "20000" in page.replace(",", "")
    assert "Identity secrets" in page
