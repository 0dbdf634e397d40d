from io import StringIO

import pytest
from cryptography.fernet import Fernet
from django.core.management import CommandError, call_command
from pytest_django.fixtures import Settings

from conversations.access import identity_secrets
from conversations.models import GraphSettings
from providers.models import Provider

pytestmark = pytest.mark.django_db

OLD, NEW = (Fernet.generate_key().decode() for _ in range(2))


def test_after_rotation_the_old_key_can_go(settings: Settings) -> None:
    settings.EZGRAPH_ENCRYPTION_KEYS = (OLD,)
    Provider.objects.create(name="gpt", type="openai", options={"api_key": "sk-1"})

    settings.EZGRAPH_ENCRYPTION_KEYS = (NEW, OLD)
    output = StringIO()
    call_command("rotate_secrets", stdout=output)

    settings.EZGRAPH_ENCRYPTION_KEYS = (NEW,)
    assert Provider.objects.get(name="gpt").secrets == {"api_key": "sk-1"}
    assert output.getvalue() == "Encrypted the secrets of 1 providers anew.\n"


def test_secrets_that_no_key_opens_are_named_and_the_others_rotated(settings: Settings) -> None:
    settings.EZGRAPH_ENCRYPTION_KEYS = (OLD,)
    Provider.objects.create(name="gpt", type="openai", options={"api_key": "sk-1"})
    Provider.objects.create(name="lost", type="openai", sealed="gibberish")

    settings.EZGRAPH_ENCRYPTION_KEYS = (NEW, OLD)
    with pytest.raises(CommandError, match="lost"):
        call_command("rotate_secrets", stdout=StringIO())

    settings.EZGRAPH_ENCRYPTION_KEYS = (NEW,)
    assert Provider.objects.get(name="gpt").secrets == {"api_key": "sk-1"}


def test_secrets_of_graphs_are_rotated_too(settings: Settings) -> None:
    settings.EZGRAPH_ENCRYPTION_KEYS = (OLD,)
    row = GraphSettings(graph="quote")
    identity_secrets.put(row, {"second": "x" * 32})
    row.save()

    settings.EZGRAPH_ENCRYPTION_KEYS = (NEW, OLD)
    output = StringIO()
    call_command("rotate_secrets", stdout=output)

    settings.EZGRAPH_ENCRYPTION_KEYS = (NEW,)
    assert identity_secrets.secrets_of(GraphSettings.objects.get(graph="quote")) == ("x" * 32,)
    assert output.getvalue() == "Encrypted the secrets of 1 graphs anew.\n"
