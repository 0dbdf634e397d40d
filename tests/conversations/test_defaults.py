"""What the apps' settings are in a project that leaves them out."""

import re
from pathlib import Path

import pytest
from django.conf import LazySettings, UserSettingsHolder, global_settings

from conversations.defaults import DEFAULTS as OF_CONVERSATIONS
from ezgraph_site.settings import ENVIRONMENT
from providers import defaults
from providers.defaults import DEFAULTS as OF_PROVIDERS
from providers.defaults import fill_in

CHECKOUT = Path(__file__).parents[2]

DEFAULTS = {**OF_PROVIDERS, **OF_CONVERSATIONS}

READ = re.compile(r"\bsettings\.(EZGRAPH_\w+|REDIS_URL)\b|\"(EZGRAPH_\w+_DAYS)\"")

SHOWN_IN_WORDS = {"EZGRAPH_ENCRYPTION_KEYS", "EZGRAPH_GRAPHS", "EZGRAPH_METRICS_TOKEN", "REDIS_URL"}
"""What the site finds elsewhere where nobody sets it."""


def read_by(package: str) -> set[str]:
    """The settings that the code of a package reads."""
    files = (CHECKOUT / package).rglob("*.py")
    found = (match for file in files for match in READ.finditer(file.read_text(encoding="utf-8")))
    return {match[1] or match[2] for match in found}


def test_every_setting_that_an_app_reads_has_a_default() -> None:
    assert read_by("providers") == set(OF_PROVIDERS)
    assert read_by("conversations") - set(OF_PROVIDERS) == set(OF_CONVERSATIONS)


def test_it_is_what_the_site_has_for_it() -> None:
    # OTEL_TRACES_EXPORTER is what everybody calls the variable of EZGRAPH_TRACES.
    variables = {"EZGRAPH_TRACES": "OTEL_TRACES_EXPORTER"}
    of_the_site = {described.name: described.default.lower() for described in ENVIRONMENT.descriptions}

    for name in DEFAULTS.keys() - SHOWN_IN_WORDS:
        assert of_the_site[variables.get(name, name)] == written(DEFAULTS[name]), name


def written(default: object) -> str:
    """A default as the table of the site's settings shows it."""
    if isinstance(default, tuple):
        return ",".join(default).lower()
    return "" if default is None else str(default).lower()


def test_what_a_project_names_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    project = LazySettings()
    project.configure(UserSettingsHolder(global_settings), EZGRAPH_LEASE_SECONDS=5)
    monkeypatch.setattr(defaults, "settings", project)

    fill_in({"EZGRAPH_LEASE_SECONDS": 60, "EZGRAPH_STOP_SECONDS": 20})

    assert (project.EZGRAPH_LEASE_SECONDS, project.EZGRAPH_STOP_SECONDS) == (5, 20)
