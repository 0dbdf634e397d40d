from typing import Any

import pytest
from django.db import IntegrityError, connection
from django.db.transaction import atomic

from providers.models import Provider

pytestmark = pytest.mark.django_db

SECRET = "sk-very-secret"


def made(**values: Any) -> Provider:
    return Provider.objects.create(**{"name": "gpt", "type": "openai", **values})


def stored_row(row: Provider) -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM providers_provider WHERE id = %s", [row.pk])
        return repr(cursor.fetchall())


def test_secrets_among_the_options_are_stored_encrypted() -> None:
    row = made(options={"model": "m", "api_key": SECRET, "headers": {"X-Key": SECRET}})

    assert row.options == {"model": "m"}
    assert SECRET not in stored_row(row)
    assert Provider.objects.get(name="gpt").values() == {
        "model": "m",
        "api_key": SECRET,
        "headers": {"X-Key": SECRET},
    }


def test_one_new_secret_leaves_the_others() -> None:
    row = made(options={"api_key": "old", "headers": {"X-Key": "kept"}})

    row.options["api_key"] = "new"
    row.save()

    assert Provider.objects.get(name="gpt").secrets == {"api_key": "new", "headers": {"X-Key": "kept"}}


def test_every_change_has_a_version_of_its_own() -> None:
    row = made()
    same_row = Provider.objects.get(name="gpt")

    row.save()
    same_row.save(update_fields=["options"])
    Provider.objects.filter(name="gpt").update(options={"model": "m"})

    assert (row.version, same_row.version) == (2, 3)
    assert Provider.objects.get(name="gpt").version == 4


@pytest.mark.parametrize("values", [{"name": ""}, {"type": ""}, {"version": 0}, {"name": "taken"}])
def test_the_database_refuses_rows_that_make_no_sense(values: dict[str, Any]) -> None:
    made(name="taken")

    with pytest.raises(IntegrityError), atomic():
        Provider.objects.bulk_create([Provider(**{"name": "gpt", "type": "openai", **values})])


def test_a_row_shows_no_secret() -> None:
    row = made(options={"api_key": SECRET})

    assert SECRET not in f"{row} {row!r} {vars(row)}"
