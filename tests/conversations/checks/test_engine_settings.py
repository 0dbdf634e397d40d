"""Settings that would lose turns, or let a process grow, are named."""

from django.core.checks import run_checks
from pytest_django.fixtures import Settings


def found(*, deploy: bool = False) -> list[str]:
    ids = [str(fault.id) for fault in run_checks(include_deployment_checks=deploy)]
    return [name for name in ids if name.startswith("ezgraph.engine.")]


def test_nothing_is_wrong_with_the_settings_of_this_site():
    assert found(deploy=True) == []


def test_times_without_a_zone_are_an_error(settings: Settings):
    settings.USE_TZ = False

    assert found() == ["ezgraph.engine.E001"]


def test_a_short_lease_is_named_before_the_public_comes(settings: Settings):
    settings.EZGRAPH_LEASE_SECONDS = 9

    assert found() == []
    assert found(deploy=True) == ["ezgraph.engine.W001"]


def test_a_lease_of_ten_seconds_will_do(settings: Settings):
    settings.EZGRAPH_LEASE_SECONDS = 10

    assert found(deploy=True) == []


def test_kept_queries_are_named_before_the_public_comes(settings: Settings):
    settings.DEBUG = True

    assert found() == []
    assert found(deploy=True) == ["ezgraph.engine.W002"]
