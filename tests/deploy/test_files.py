"""What lies in `deploy/` fits the site and itself: names of settings, files, times, ports, services."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings

from ezgraph_site.databases import database
from ezgraph_site.places import CHECKOUT
from ezgraph_site.serve import ANSWER_SECONDS

DEPLOY = CHECKOUT / "deploy"
UNITS = sorted((DEPLOY / "systemd").iterdir())
GUIDES = [CHECKOUT / "docs" / f"{name}.md" for name in ("backup", "deploying", "keys", "upgrading")]
OWN = {".env", "site.env"}
"""What somebody may have filled in here."""

TEXTS = sorted(path for path in DEPLOY.rglob("*") if path.is_file() and path.name not in OWN) + GUIDES

AFTER_TURNS = 15
"""Seconds that a stop may take beside EZGRAPH_STOP_SECONDS: to mark turns, send answers, and end work."""


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    """What compose.yaml says, its merges done."""
    read: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    return read


def known() -> set[str]:
    return {description.name for description in settings.ENVIRONMENT.descriptions}


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_every_setting_that_a_file_names_is_one(path: Path):
    named = set(re.findall(r"\bEZGRAPH_[A-Z_]+\b", path.read_text()))

    assert named <= known()


def example(name: str) -> dict[str, str]:
    lines = (DEPLOY / name).read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def test_the_examples_have_no_value_for_a_secret():
    given = example("env.example") | example("compose.env.example")

    assert [name for name, value in given.items() if not value] == [
        "EZGRAPH_SECRET_KEY",
        "EZGRAPH_ENCRYPTION_KEYS",
        "POSTGRES_PASSWORD",
    ]


def test_a_process_is_given_the_site_s_settings_and_nothing_that_is_compose_s_own(compose: dict[str, Any]):
    wanted = set(re.findall(r"\$\{([A-Z_]+)", (DEPLOY / "compose.yaml").read_text()))

    assert set(example("env.example")) <= known()
    assert set(example("compose.env.example")) == wanted
    for service in compose["services"].values():
        if service["image"] == "ezgraph":
            assert service["env_file"] == "site.env"
            assert set(service["environment"]) == {"DATABASE_URL", "PGPASSWORD", "REDIS_URL"}


def test_the_database_s_password_may_hold_any_character(compose: dict[str, Any]):
    """libpq takes it from its own variable where the URL has none."""
    environment = compose["services"]["worker"]["environment"]
    read = database(environment["DATABASE_URL"], Path("/unused"), threads=1)

    assert (read["USER"], read["HOST"], read["NAME"], read["PASSWORD"]) == (
        "ezgraph",
        "postgres",
        "ezgraph",
        "",
    )
    assert environment["PGPASSWORD"].startswith("${POSTGRES_PASSWORD:")


def test_the_image_is_made_of_what_is_there_and_of_nothing_else():
    dockerfile = (DEPLOY / "Dockerfile").read_text()
    copied = re.findall(r"^COPY (?!--from)(\S+)", dockerfile, re.MULTILINE)
    admitted = re.findall(r"^!(\S+)", (DEPLOY / "Dockerfile.dockerignore").read_text(), re.MULTILINE)

    assert sorted(copied) == sorted(admitted)
    assert all((CHECKOUT / name).exists() for name in copied)
    assert re.search(r"^USER [1-9]\d*$", dockerfile, re.MULTILINE)


def test_the_image_holds_traces_where_that_is_asked_for(compose: dict[str, Any]):
    dockerfile = (DEPLOY / "Dockerfile").read_text()
    asked = compose["services"]["worker"]["build"]["args"]["REQUIREMENTS"]

    assert '--requirement "${REQUIREMENTS}"' in dockerfile
    assert (
        "ARG REQUIREMENTS=requirements.lock\nCOPY requirements.lock .\nCOPY requirements-tracing.lock .\n"
        in dockerfile
    )
    assert asked == "${REQUIREMENTS:-requirements.lock}"


def test_services_wait_for_services_that_are_there_and_tell_of_their_health(compose: dict[str, Any]):
    services = compose["services"]
    for service in services.values():
        for name, wanted in service.get("depends_on", {}).items():
            if wanted["condition"] == "service_healthy":
                is_site = services[name].get("image") == "ezgraph"  # whose image has a health check
                assert is_site or "test" in services[name]["healthcheck"]
            else:
                assert services[name]["restart"] == "no"
    assert set(compose["volumes"]) == {"postgres"}
    assert all(set(service["networks"]) <= set(compose["networks"]) for service in services.values())


def test_images_of_others_have_a_version(compose: dict[str, Any]):
    images = {service["image"] for service in compose["services"].values()} - {"ezgraph"}

    assert all(re.fullmatch(r"[a-z]+:\d+(\.\d+)*", image) for image in images)


def test_only_the_proxy_is_reached_from_outside(compose: dict[str, Any]):
    assert [name for name, service in compose["services"].items() if "ports" in service] == ["proxy"]
    assert compose["networks"]["inside"]["internal"] is True


def test_the_proxy_asks_both_processes_and_is_given_all_that_its_file_wants(compose: dict[str, Any]):
    services = compose["services"]
    given = services["proxy"]["environment"]
    template = (DEPLOY / "nginx" / "ezgraph.conf.template").read_text()
    addresses = [
        f"{services[name]['networks']['inside']['ipv4_address']}:8000" for name in ("site-one", "site-two")
    ]

    assert set(re.findall(r"\$\{([A-Z_]+)\}", template)) == set(given)
    assert [given["SITE_ONE"], given["SITE_TWO"]] == addresses


def test_whoever_stops_a_process_waits_long_enough(compose: dict[str, Any]):
    needed = 20 + AFTER_TURNS
    periods = [
        service["stop_grace_period"]
        for service in compose["services"].values()
        if service["image"] == "ezgraph"
    ]
    units = [
        seconds
        for unit in UNITS
        for seconds in re.findall(r"^TimeoutStopSec=(\d+)$", unit.read_text(), re.MULTILINE)
    ]

    assert "EZGRAPH_STOP_SECONDS=20\n" in (DEPLOY / "env.example").read_text()
    assert ANSWER_SECONDS < AFTER_TURNS
    assert set(periods) == {f"{needed}s"}
    assert units == [str(needed)] * 2


def test_each_process_has_metrics_where_the_guide_looks_for_them(compose: dict[str, Any]):
    guide = (CHECKOUT / "docs" / "observing.md").read_text()
    listed = re.search(r"# targets: (\[.*\])", guide)
    assert listed is not None
    targets = dict(target.split(":") for target in yaml.safe_load(listed[1]))
    worker = compose["services"]["worker"]["command"]
    unit = (DEPLOY / "systemd" / "ezgraph-worker@.service").read_text().replace("%i", "1")
    served = {
        name
        for name, service in compose["services"].items()
        if service["image"] == "ezgraph" and name != "migrate"
    }

    assert set(targets) == served
    assert worker[-2:] == ["--metrics", f"0.0.0.0:{targets['worker']}"]
    assert f"--metrics {targets['worker']}\n" in unit
    assert f"`127.0.0.1:{targets['worker']}`" in guide
    assert f"{compose['name']}_inside: {{external: true}}" in guide


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd")
def test_systemd_understands_the_units(tmp_path: Path):
    for unit in UNITS:
        text = unit.read_text().replace("/srv/ezgraph/.venv/bin/python", sys.executable)
        (tmp_path / unit.name).write_text(text)
    answer = subprocess.run(
        ["systemd-analyze", "verify", *sorted(map(str, tmp_path.iterdir()))],
        capture_output=True,
        text=True,
        check=False,
    )

    assert [line for line in answer.stderr.splitlines() if "ezgraph" in line] == []
