"""What commands say where the database is not migrated: one sentence, and nothing is begun."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.migration import Migration

from conversations.background.worker import Worker


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "command", [["worker"], ["prune"], ["resume_turns"], ["issue_api_key", "shop"]], ids=lambda it: it[0]
)
def test_a_command_refuses_a_database_that_is_not_migrated(
    command: list[str], monkeypatch: pytest.MonkeyPatch
):
    missing = [(Migration("0001_initial", "conversations"), False)]
    monkeypatch.setattr(MigrationExecutor, "migration_plan", lambda *_: missing)
    out = StringIO()

    with pytest.raises(CommandError, match=r"lacks 1 migrations.*manage\.py migrate"):
        call_command(*command, stdout=out)

    assert out.getvalue() == ""


@pytest.mark.django_db(transaction=True)
def test_a_worker_waits_for_a_database_that_is_away(monkeypatch: pytest.MonkeyPatch):
    def away(*_: object) -> None:
        raise OperationalError

    async def stopped_at_once(_: Worker) -> None:
        """Nothing is due."""

    monkeypatch.setattr(MigrationExecutor, "__init__", away)
    monkeypatch.setattr(Worker, "run", stopped_at_once)
    out = StringIO()

    call_command("worker", stdout=out)

    assert out.getvalue().startswith("Ready")
