import pytest
from django.apps import apps
from django.core.management import call_command

from providers.models import Provider
from providers.seeding import seed_defaults


def names() -> list[str]:
    return list(Provider.objects.values_list("name", flat=True))


@pytest.mark.django_db
def test_a_fresh_database_has_its_two_providers() -> None:
    assert names() == ["embedded", "openai"]


@pytest.mark.django_db
def test_a_provider_that_staff_deleted_stays_deleted() -> None:
    Provider.objects.filter(name="openai").delete()

    call_command("migrate", verbosity=0)

    assert names() == ["embedded"]


@pytest.mark.django_db
def test_what_is_missing_can_be_made_again_and_the_rest_stays() -> None:
    Provider.objects.filter(name="embedded").delete()
    Provider.objects.filter(name="openai").update(options={"model": "mine"})

    seed_defaults(apps)

    assert names() == ["embedded", "openai"]
    assert Provider.objects.get(name="openai").options == {"model": "mine"}


@pytest.mark.django_db(transaction=True)
def test_an_emptied_database_has_them_again() -> None:
    call_command("flush", interactive=False, verbosity=0)

    assert names() == ["embedded", "openai"]
