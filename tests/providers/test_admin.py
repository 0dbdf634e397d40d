import re
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from providers.models import Provider

SECRET = "sk-very-secret"
LIST = "/admin/providers/provider/"


@pytest.fixture
def row(db: None) -> Provider:
    return Provider.objects.create(
        name="gpt",
        type="openai",
        options={"model": "m", "api_key": SECRET, "base_url": "https://api.test/v1", "timeout_ms": 5000},
    )


def page_of(row: Provider) -> str:
    return reverse("admin:providers_provider_change", args=[row.pk])


def kept(**values: Any) -> dict[str, Any]:
    """What the form of `row` sends where nothing was touched."""
    return {"model": "m", "base_url": "https://api.test/v1", "timeout_ms": "5000", **values}


def errors(response: Any) -> dict[str, list[str]]:
    return dict(response.context["adminform"].form.errors)


def text(response: Any) -> str:
    return response.content.decode()


def test_a_visitor_sees_nothing(client: Client, row: Provider) -> None:
    assert client.get(page_of(row)).status_code == 302


def test_staff_without_the_permission_see_nothing(
    client: Client, row: Provider, django_user_model: Any
) -> None:
    client.force_login(django_user_model.objects.create_user("staff", is_staff=True))

    assert client.get(page_of(row)).status_code == 403


def test_the_list_shows_name_type_and_model_but_no_secret(admin_client: Client, row: Provider) -> None:
    page = text(admin_client.get(LIST))

    assert all(word in page for word in ("gpt", "openai", "gpt-4.1-mini"))
    assert SECRET not in page


def test_a_new_provider_is_asked_for_its_type_and_then_for_the_options_of_that(
    admin_client: Client, db: None
) -> None:
    types = text(admin_client.get(f"{LIST}add/"))
    assert 'href="?type=openai"' in types
    assert "Chat Completions" in types

    form = text(admin_client.get(f"{LIST}add/?type=openai"))
    assert 'name="name"' in form
    assert 'name="base_url"' in form

    sent = {
        "name": "local",
        "type": "openai",
        "model": "m",
        "base_url": "http://ollama:11434/v1",
        "api_key": SECRET,
    }
    admin_client.post(f"{LIST}add/?type=openai", sent)
    row = Provider.objects.get(name="local")
    assert row.options == {"model": "m", "base_url": "http://ollama:11434/v1"}
    assert row.secrets == {"api_key": SECRET}


@pytest.mark.parametrize("values", [{"name": "openai"}, {"name": "a b"}, {"name": ""}, {"type": "elsewhere"}])
def test_a_new_provider_needs_a_name_of_its_own_and_a_known_type(
    admin_client: Client, db: None, values: dict[str, str]
) -> None:
    admin_client.post(f"{LIST}add/", {"name": "new", "type": "openai", **values})

    assert Provider.objects.count() == 2


def test_the_form_shows_options_and_whether_a_secret_is_set_but_no_secret(
    admin_client: Client, row: Provider
) -> None:
    page = text(admin_client.get(page_of(row)))

    assert 'value="https://api.test/v1"' in page
    assert 'value="5000"' in page
    assert "Set. Leave empty to keep it." in page
    assert SECRET not in page


def test_a_name_does_not_change_any_more(admin_client: Client, row: Provider) -> None:
    admin_client.post(page_of(row), kept(name="other"))

    row.refresh_from_db()
    assert row.name == "gpt"


def test_another_type_shows_its_own_options_and_asks_for_the_secrets_again(
    admin_client: Client, row: Provider
) -> None:
    page = f"{page_of(row)}?type=anthropic"
    assert 'name="max_tokens"' in text(admin_client.get(page))

    sent = {"type": "anthropic", "shaped_for": "anthropic", "model": "claude"}
    response = admin_client.post(page, sent)
    assert errors(response) == {"api_key": ["The type or the address has changed: give this once more."]}

    admin_client.post(page, {**sent, "api_key": "sk-new"})
    row.refresh_from_db()
    assert (row.type, row.options, row.secrets) == ("anthropic", {"model": "claude"}, {"api_key": "sk-new"})


def test_without_scripts_another_type_is_saved_only_once_its_options_were_seen(
    admin_client: Client, row: Provider
) -> None:
    response = admin_client.post(page_of(row), kept(type="anthropic", shaped_for="openai", api_key="sk-new"))

    assert "These are the options of the type “anthropic”" in errors(response)["type"][0]
    assert re.search(r'name="shaped_for" value="anthropic"', text(response))
    row.refresh_from_db()
    assert row.type == "openai"


def test_options_are_saved_and_blank_ones_left_out(admin_client: Client, row: Provider) -> None:
    values = kept(model="m2", timeout_ms="", price__input="0.15", price__output="0.60")
    admin_client.post(page_of(row), values)

    row.refresh_from_db()
    assert row.options == {
        "model": "m2",
        "base_url": "https://api.test/v1",
        "price": {"input": "0.15", "output": "0.60"},
    }


def test_a_secret_left_blank_is_kept(admin_client: Client, row: Provider) -> None:
    admin_client.post(page_of(row), kept(model="m2"))

    row.refresh_from_db()
    assert row.secrets == {"api_key": SECRET}


def test_a_secret_that_is_typed_replaces_the_stored_one_and_is_not_logged(
    admin_client: Client, row: Provider
) -> None:
    response = admin_client.post(
        page_of(row), kept(api_key="sk-new", headers='{"X-Key": "hdr-new"}'), follow=True
    )

    row.refresh_from_db()
    assert row.secrets == {"api_key": "sk-new", "headers": {"X-Key": "hdr-new"}}
    seen = text(response) + repr(list(LogEntry.objects.values()))
    assert "sk-new" not in seen
    assert "hdr-new" not in seen


def test_a_stored_secret_can_be_forgotten(admin_client: Client, row: Provider) -> None:
    admin_client.post(page_of(row), kept(api_key__clear="on"))

    row.refresh_from_db()
    assert row.secrets == {}


def test_a_new_address_asks_for_the_secret_again(admin_client: Client, row: Provider) -> None:
    response = admin_client.post(page_of(row), kept(base_url="https://evil.test/v1"))

    assert errors(response) == {"api_key": ["The type or the address has changed: give this once more."]}
    row.refresh_from_db()
    assert row.options["base_url"] == "https://api.test/v1"


def test_a_new_address_with_the_secret_typed_again_is_saved(admin_client: Client, row: Provider) -> None:
    admin_client.post(page_of(row), kept(base_url="https://other.test/v1", api_key="sk-new"))

    row.refresh_from_db()
    assert (row.options["base_url"], row.secrets) == ("https://other.test/v1", {"api_key": "sk-new"})


def test_every_fault_stands_at_its_field_and_nothing_is_saved(admin_client: Client, row: Provider) -> None:
    response = admin_client.post(
        page_of(row),
        kept(
            timeout_ms="-1",
            price__input="1",
            organization="örg",
            headers='{"X Bad": "hdr-bad"}',
            api_key="sk-ö",
        ),
    )

    errors = response.context["adminform"].form.errors
    assert set(errors) == {"timeout_ms", "price__output", "organization", "headers", "api_key"}
    assert "hdr-bad" not in text(response)
    assert "sk-ö" not in text(response)
    row.refresh_from_db()
    assert row.version == 1


def test_what_is_still_missing_is_said(admin_client: Client, db: None) -> None:
    row = Provider.objects.get(name="openai")

    response = admin_client.post(page_of(row), {"model": "m"}, follow=True)

    assert "“openai” cannot be used yet: api_key is not set." in text(response)


def test_a_row_whose_type_or_secrets_are_lost_can_still_be_opened(
    admin_client: Client, row: Provider
) -> None:
    Provider.objects.filter(pk=row.pk).update(sealed="gibberish")
    lost = Provider.objects.create(name="lost", type="elsewhere", options=["no object"])

    assert admin_client.get(page_of(row)).status_code == 200
    assert admin_client.get(page_of(lost)).status_code == 200


@pytest.mark.parametrize("typed", ["[]", "0", "false", '"text"', "[1]", '{"X-Key": 1}'])
def test_headers_that_are_no_object_of_texts_are_a_fault_at_their_field(
    admin_client: Client, row: Provider, typed: str
) -> None:
    response = admin_client.post(page_of(row), kept(headers=typed))

    assert list(response.context["adminform"].form.errors) == ["headers"]


def test_no_headers_take_the_place_of_stored_ones(admin_client: Client, row: Provider) -> None:
    admin_client.post(page_of(row), kept(headers='{"X-Key": "hdr"}'))
    admin_client.post(page_of(row), kept(headers="{}"))

    row.refresh_from_db()
    assert row.secrets == {"api_key": SECRET}


def test_name_and_type_come_first_and_labels_say_units(admin_client: Client, row: Provider) -> None:
    form = admin_client.get(page_of(row)).context["adminform"]
    fields = [field for fieldset in form for field in fieldset.fields]
    labels = {name: field.label for name, field in form.form.fields.items()}

    assert fields[:2] == ["name", "type"]
    assert labels["api_key"] == "API key"
    assert labels["base_url"] == "Base URL"
    assert labels["timeout_ms"] == "Timeout (milliseconds)"
    assert labels["price__input"] == "Price input (US dollars for a million tokens)"


def test_the_list_says_which_keys_are_set_and_which_are_missing(admin_client: Client, row: Provider) -> None:
    Provider.objects.create(name="lost", type="openai", sealed="gibberish")
    page = text(admin_client.get(LIST))
    told = re.findall(r"field-secrets_set[^>]*>([^<]*)<", page)

    # embedded, gpt, lost, openai
    assert told == ["none needed", "API key set", "cannot be read", "API key missing"]


def test_a_template_is_shown_as_it_is_edited_and_lists_and_choices_are_boxes(
    admin_client: Client, db: None
) -> None:
    add = f"{LIST}add/?type=http"
    assert re.search(r'<textarea[^>]*name="request"[^>]*>\s*</textarea>', text(admin_client.get(add)))
    sent = {
        "name": "service",
        "type": "http",
        "url": "https://api.test/decide",
        "capabilities": ["chat", "decide"],
        "request": '{"q": "{{prompt}}", "z": "\\u0000"}',
        "map__text": "$.said",
        "map__choice": "$.a[0].c",
    }
    response = admin_client.post(add, {**sent, "map__choice": "$..c", "capabilities": ["fly"]})
    assert set(errors(response)) == {"map__choice", "capabilities"}
    admin_client.post(add, sent)

    row = Provider.objects.get(name="service")
    assert row.options == {
        "url": "https://api.test/decide",
        "capabilities": ["chat", "decide"],
        "request": {"q": "{{prompt}}", "z": "\ufffd"},
        "map": {"text": "$.said", "choice": "$.a[0].c"},
    }
    page = text(admin_client.get(page_of(row)))
    assert "&quot;q&quot;: &quot;{{prompt}}&quot;" in page
    assert len(re.findall(r" checked[ >]", page)) == 2


def test_fallbacks_are_names_in_order_and_their_faults_stand_at_the_field(
    admin_client: Client, row: Provider
) -> None:
    Provider.objects.create(name="local", type="openai", options={"fallback": ["gpt"]})

    response = admin_client.post(page_of(row), kept(fallback="nobody, gpt, embedded embedded, local"))
    assert errors(response) == {
        "fallback": [
            "No provider is called 'nobody'.",
            "A provider cannot be its own fallback.",
            "'embedded' is named twice.",
            "Goes in a circle: gpt → local → gpt.",
        ]
    }
    admin_client.post(page_of(row), kept(fallback="openai, embedded"))
    row.refresh_from_db()
    assert row.options["fallback"] == ["openai", "embedded"]
    assert 'value="openai, embedded"' in text(admin_client.get(page_of(row)))


def test_a_budget_needs_a_price_and_says_so_at_its_field(admin_client: Client, row: Provider) -> None:
    response = admin_client.post(page_of(row), kept(budget__per_session="1", rate_limit__burst="2"))

    assert errors(response) == {
        "budget__per_day": ["A budget needs a price."],
        "rate_limit__per_second": ["Field required."],
    }


def test_placeholders_are_stored_as_written_and_named_where_they_fill_nothing(
    admin_client: Client, row: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    response = admin_client.post(page_of(row), kept(api_key="${HOME}", organization="${PATH:-x}"))
    assert errors(response) == {
        "api_key": ["EZGRAPH_PROVIDER_ENV does not allow HOME."],
        "organization": ["EZGRAPH_PROVIDER_ENV does not allow PATH."],
    }
    saved = text(admin_client.post(page_of(row), kept(api_key="${ACME_API_KEY}"), follow=True))
    assert "cannot be used yet: api_key: the environment variable ACME_API_KEY is not set." in saved

    monkeypatch.setenv("ACME_API_KEY", "sk-from-the-environment")
    page = text(admin_client.get(page_of(row)))
    assert "Filled from the environment variable ACME_API_KEY." in page
    assert "sk-from-the-environment" not in page


def test_who_saves_over_the_change_of_another_is_told(admin_client: Client, row: Provider) -> None:
    seen = re.search(r'name="version" value="(\d+)"', text(admin_client.get(page_of(row))))
    assert seen
    admin_client.post(page_of(row), kept(model="theirs", version=seen[1]))

    response = admin_client.post(page_of(row), kept(model="mine", version=seen[1]))

    assert "Somebody has changed this provider meanwhile." in text(response)
    row.refresh_from_db()
    assert row.options["model"] == "theirs"


def test_the_list_asks_the_database_as_often_for_many_as_for_few(
    admin_client: Client, row: Provider, django_assert_num_queries: Any
) -> None:
    with CaptureQueriesContext(connection) as few:
        admin_client.get(LIST)
    for number in range(20):
        Provider.objects.create(name=f"p{number}", type="openai")

    with django_assert_num_queries(len(few)):
        admin_client.get(LIST)
