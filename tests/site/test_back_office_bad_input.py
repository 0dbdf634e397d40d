"""Odd values in the forms and addresses of the back office: refused at the field, never a 500."""

from typing import Any
from urllib.parse import quote, urlencode

import pytest
from django.contrib import admin
from django.db.models import Model
from django.http import QueryDict
from django.test import Client
from django.urls import reverse

from conversations.models import GraphSettings
from providers.models import Provider

pytestmark = pytest.mark.django_db

TEXTS = [
    "",
    " ",
    "x" * 300,
    "\x00",
    "a\x00b",
    "\x07",
    "\u200b",
    "\u202e",
    "😀" * 201,
    "9" * 400,
    "../..",
    "{}",
]
KEYS = [
    "0",
    "-1",
    "abc",
    "%00",
    "_00",
    "9" * 30,
    "9" * 400,
    "%ff",
    "é",
    "00000000-0000-0000-0000-000000000000",
]
SHAPING = ("type", "shaped_for")
"""Fields by which the page chooses its form."""

QUERIES = [
    "q=%00",
    "q=%ff",
    f"q={'x' * 5000}",
    "o=999",
    "o=abc",
    "p=-1",
    f"p={'9' * 20}",
    "p=abc",
    "e=1",
    "id=abc",
]

MODELS: list[type[Model]] = sorted(admin.site._registry, key=lambda model: model._meta.label)


@pytest.fixture
def staff(admin_client: Client) -> Client:
    """The administrator, who is shown a 500 where there is one."""
    admin_client.raise_request_exception = False
    return admin_client


def address(model: type[Model], page: str = "changelist", *args: Any) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=args)


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model._meta.label)
def test_an_odd_address_shows_no_record(staff: Client, model: type[Model]):
    for key in KEYS:
        for page in ("change/", "delete/", "history/"):
            answer = staff.get(f"{address(model)}{key}/{page}")
            assert answer.status_code in (302, 403, 404), (key, page)
    for query in QUERIES:
        assert staff.get(f"{address(model)}?{query}").status_code in (200, 302), query


def forms() -> dict[str, dict[str, str]]:
    """A form of each kind that staff fill in, by its address, with what makes it valid."""
    provider = Provider.objects.get(name="openai")
    settings, _ = GraphSettings.objects.get_or_create(graph="quote")
    return {
        address(GraphSettings, "change", settings.pk): {"public": "on"},
        f"{address(Provider, 'add')}?type=http": {"name": "y", "type": "http", "url": "https://api.test"},
        address(Provider, "change", provider.pk): {"model": "gpt"},
    }


def send_in_each_field(staff: Client, page: str, valid: dict[str, str], value: str) -> None:
    """Send a value, percent-encoded, in one field after the other of a form that is valid without it.

    The form is asked first. What it takes is sent and saved; what it refuses is sent in all those fields
    at once, since only the page that shows the faults is left to be seen.
    """
    form = staff.get(page).context["adminform"].form
    refused = []
    for field in form.fields:
        body = f"{urlencode(valid)}&{quote(field)}={value}"
        if field not in SHAPING and not asked(form, body).is_valid():
            refused.append(field)
            continue
        answer = sent(staff, page, body)
        assert answer.status_code == 302 or faults_of(answer), (page, field)
    others = {field: text for field, text in valid.items() if field not in refused}
    answer = sent(staff, page, "&".join([urlencode(others), *(f"{quote(name)}={value}" for name in refused)]))
    assert (answer.status_code == 200) == bool(refused), page
    assert not refused or faults_of(answer), page


def asked(form: Any, body: str) -> Any:
    """The same form with what was sent, and with the row as it is now."""
    rows = type(form.instance)._default_manager
    return type(form)(QueryDict(body), instance=rows.filter(pk=form.instance.pk).first())


def sent(staff: Client, page: str, body: str) -> Any:
    return staff.post(page, body, content_type="application/x-www-form-urlencoded")


def faults_of(answer: Any) -> Any:
    assert answer.status_code == 200, answer.status_code
    return answer.context["adminform"].form.errors


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: ascii(text[:12]))
def test_an_odd_value_is_taken_as_text_or_refused_at_its_field(staff: Client, text: str):
    for page, valid in forms().items():
        send_in_each_field(staff, page, valid, quote(text))
    kept = [*Provider.objects.values_list("name", "options"), *GraphSettings.objects.values_list()]
    assert "\\x00" not in repr(kept)


def test_bytes_that_are_no_utf_8_are_taken_for_what_they_are_not(staff: Client):
    for page, valid in forms().items():
        send_in_each_field(staff, page, valid, "%ff%ed%a0%80")


def test_five_megabytes_and_thousands_of_fields_are_refused(staff: Client):
    page = address(Provider, "add")
    many = "&".join(f"field{number}=1" for number in range(2000))

    assert staff.post(page, {"name": "x" * 5_000_000, "type": "openai"}).status_code == 400
    assert staff.post(page, many, content_type="application/x-www-form-urlencoded").status_code == 400
    assert Provider.objects.filter(name__startswith="x").count() == 0


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: ascii(text[:12]))
def test_nobody_signs_in_with_odd_words(text: str):
    client = Client(raise_request_exception=False)
    answer = client.post("/admin/login/", {"username": text, "password": text, "next": text})

    assert answer.status_code == 200
    assert "_auth_user_id" not in client.session


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model._meta.label)
def test_a_filter_by_what_no_column_can_hold_leads_to_the_whole_list(staff: Client, model: type[Model]):
    filters = [str(name) for name in admin.site._registry[model].list_filter]
    for name in [*filters, *(f"{name}__exact" for name in filters), "id", "x%00"]:
        for value in ("%00", "a%00b"):
            assert staff.get(f"{address(model)}?{name}={value}").status_code in (200, 302), (name, value)


OURS = [model for model in MODELS if model._meta.app_label in ("conversations", "providers")]


@pytest.mark.parametrize("model", OURS, ids=lambda model: model._meta.label)
@pytest.mark.parametrize("query", ["id=%00", "x%00=1", "o=1&p=%00", "q=x&id=a%00b"])
def test_nul_is_refused_in_every_list_of_ours_as_other_filters_without_sense(
    staff: Client, model: type[Model], query: str
):
    answer = staff.get(f"{address(model)}?{query}")
    assert (answer.status_code, answer.headers["Location"]) == (302, f"{address(model)}?e=1")
    assert staff.get(answer.headers["Location"]).status_code == 200
