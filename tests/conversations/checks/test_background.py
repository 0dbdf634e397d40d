"""A deployment without a worker, and one that forgets nobody, are named."""

from datetime import timedelta

import pytest
from django.core.checks import run_checks
from django.utils import timezone
from pytest_django.fixtures import Settings

from conversations.background import schedule, upkeep
from conversations.models import ScheduledWork

pytestmark = pytest.mark.django_db


def found(*, deploy: bool = True) -> list[str]:
    faults = run_checks(include_deployment_checks=deploy, databases=["default"])
    return [str(fault) for fault in faults if str(fault.id).startswith("ezgraph.background.")]


def did_its_work(ago: timedelta) -> None:
    schedule.claim(upkeep.NAME, upkeep.EVERY)
    ScheduledWork.objects.update(ended_at=timezone.now() - ago)


def test_no_worker_ever_is_named_before_the_public_comes(settings: Settings):
    settings.EZGRAPH_ERASE_DAYS = 30
    (told,) = found()

    assert "(ezgraph.background.W001) No worker has done its hourly work yet" in told
    assert found(deploy=False) == []


def test_a_worker_that_is_gone_is_named_with_the_time(settings: Settings):
    settings.EZGRAPH_ERASE_DAYS = 30
    did_its_work(timedelta(hours=5, minutes=1))
    (told,) = found()

    assert "No worker has done its hourly work for 5 hours" in told


def test_a_worker_that_is_there_and_a_time_to_forget_are_fine(settings: Settings):
    settings.EZGRAPH_ERASE_DAYS = 30
    did_its_work(timedelta(hours=1))

    assert found() == []


def test_conversations_that_are_kept_for_ever_are_told(settings: Settings):
    settings.EZGRAPH_ERASE_DAYS = 0
    did_its_work(timedelta(0))
    (told,) = found()

    assert "(ezgraph.background.I001)" in told
