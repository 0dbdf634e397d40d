"""Readers of the environment: what they take, and how they refuse."""

import os
from datetime import date

import pytest
from django.core.exceptions import ImproperlyConfigured

from ezgraph_site.env import LOOPBACK_PROVIDERS, PRIVATE_HOSTS, Environment, allow_loopback


def test_an_unset_or_blank_variable_gives_the_default():
    assert Environment({}).integer("EZGRAPH_N", 7, "") == 7
    assert Environment({"EZGRAPH_N": "  "}).integer("EZGRAPH_N", 7, "") == 7


@pytest.mark.parametrize("written", ["1", "true", "True", "YES", "on"])
def test_a_boolean_can_be_switched_on(written: str):
    assert Environment({"EZGRAPH_B": written}).boolean("EZGRAPH_B", False, "") is True


@pytest.mark.parametrize("written", ["0", "false", "No", "OFF"])
def test_a_boolean_can_be_switched_off(written: str):
    assert Environment({"EZGRAPH_B": written}).boolean("EZGRAPH_B", True, "") is False


def test_a_list_is_parted_by_commas_and_drops_blanks():
    assert Environment({"EZGRAPH_L": " a, b ,,"}).texts("EZGRAPH_L", (), "") == ("a", "b")


@pytest.mark.parametrize("written", [",", " , ,"])
def test_it_refuses_a_list_of_nothing_by_name(written: str):
    with pytest.raises(ImproperlyConfigured, match="EZGRAPH_L must list something"):
        Environment({"EZGRAPH_L": written}).texts("EZGRAPH_L", ("a",), "")


def test_it_refuses_a_short_secret_by_name_and_never_shows_it():
    with pytest.raises(ImproperlyConfigured) as refused:
        Environment({"EZGRAPH_S": "hidden"}).secret("EZGRAPH_S", "", shown="", minimum=32)

    assert str(refused.value) == "EZGRAPH_S must have at least 32 characters."


def test_a_choice_is_taken_in_any_case():
    assert Environment({"EZGRAPH_C": "info"}).choice("EZGRAPH_C", "DEBUG", "", ("DEBUG", "INFO")) == "INFO"


def test_a_day_is_a_date():
    assert Environment({"EZGRAPH_D": "2026-02-28"}).day("EZGRAPH_D", "") == date(2026, 2, 28)


@pytest.mark.parametrize("written", ["2026-02-30", "20260228", "28.02.2026", "2026-W09-6", "tomorrow"])
def test_it_refuses_what_is_no_date_by_name(written: str):
    with pytest.raises(ImproperlyConfigured, match="EZGRAPH_D must be a date"):
        Environment({"EZGRAPH_D": written}).day("EZGRAPH_D", "")


@pytest.mark.parametrize(
    ("written", "why"), [("ten", "a whole number"), ("0", "at least 1"), ("11", "at most 10")]
)
def test_it_refuses_a_number_that_does_not_fit_by_name(written: str, why: str):
    with pytest.raises(ImproperlyConfigured, match=f"EZGRAPH_N must be {why}"):
        Environment({"EZGRAPH_N": written}).integer("EZGRAPH_N", 5, "", minimum=1, maximum=10)


def test_it_refuses_a_boolean_that_is_neither_by_name():
    with pytest.raises(ImproperlyConfigured, match="EZGRAPH_B must be true or false, not 'maybe'"):
        Environment({"EZGRAPH_B": "maybe"}).boolean("EZGRAPH_B", False, "")


def test_it_refuses_an_unknown_choice_by_name():
    with pytest.raises(ImproperlyConfigured, match="EZGRAPH_C must be one of a, b"):
        Environment({"EZGRAPH_C": "c"}).choice("EZGRAPH_C", "a", "", ("a", "b"))


@pytest.mark.parametrize("written", ["Mars/Olympus", "../etc/passwd", "/etc/passwd", "Europe"])
def test_it_refuses_an_unknown_time_zone_by_name(written: str):
    with pytest.raises(ImproperlyConfigured, match="EZGRAPH_Z must name a time zone"):
        Environment({"EZGRAPH_Z": written}).time_zone("EZGRAPH_Z", "UTC", "")


def test_it_refuses_a_variable_that_nobody_reads_and_names_the_nearest():
    environment = Environment({"EZGRAPH_LEASE_SECOND": "5", "OTHER": "1"})
    environment.integer("EZGRAPH_LEASE_SECONDS", 60, "")
    environment.text("EZGRAPH_DATA_DIR", "", "")

    with pytest.raises(ImproperlyConfigured, match=r"EZGRAPH_LEASE_SECOND is not .* EZGRAPH_LEASE_SECONDS\?"):
        environment.refuse_unknown()


@pytest.mark.parametrize("name", ["EZGRAPH_FOO", "EZGRAPH_", "EZGRAPH_HTTP_PROXY_HEADERS"])
def test_it_suggests_nothing_where_no_name_is_near(name: str):
    environment = Environment({name: "1"})
    environment.boolean("EZGRAPH_HTTPS", False, "")

    with pytest.raises(ImproperlyConfigured, match=f"^{name} is not a setting of this site") as refused:
        environment.refuse_unknown()

    assert "Did you mean" not in str(refused.value)


def test_it_accepts_variables_that_are_not_ours():
    Environment({"OTHER": "1"}).refuse_unknown()


def test_private_hosts_are_parted_by_commas():
    environment = Environment({"EZGRAPH_H": "ollama:11434, [::1]:*"})

    assert environment.private_hosts("EZGRAPH_H", "") == ("ollama:11434", "[::1]:*")
    assert Environment({}).private_hosts("EZGRAPH_H", "") == ()


@pytest.mark.parametrize("written", ["ollama", "ollama:11434,::1", "http://ollama:11434"])
def test_it_refuses_a_private_host_without_a_port_by_name(written: str):
    with pytest.raises(ImproperlyConfigured, match="EZGRAPH_H must list hosts with their ports"):
        Environment({"EZGRAPH_H": written}).private_hosts("EZGRAPH_H", "")


@pytest.mark.parametrize(
    ("hosts", "before", "after"),
    [("", "", "yes"), (" ", " ", "yes"), ("ollama:1", "", ""), ("", "no", "no")],
)
def test_make_run_lets_providers_call_this_machine_unless_somebody_says_otherwise(
    monkeypatch: pytest.MonkeyPatch, hosts: str, before: str, after: str
):
    monkeypatch.setenv(PRIVATE_HOSTS, hosts)
    monkeypatch.setenv(LOOPBACK_PROVIDERS, before)

    allow_loopback()

    assert (os.environ[PRIVATE_HOSTS], os.environ[LOOPBACK_PROVIDERS]) == (hosts, after)
