"""The lock files fit pyproject.toml, and bind what is installed to what was locked."""

import re
import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from ezgraph_site.places import CHECKOUT

PROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))
RUNTIME = PROJECT["project"]["dependencies"]
GROUPS = PROJECT["dependency-groups"]
EXTRAS = PROJECT["project"]["optional-dependencies"]
LOCKS = [
    "requirements.lock",
    "requirements-tracing.lock",
    "requirements-dev.lock",
    "requirements-peers.lock",
    "requirements-bench.lock",
]


def lock(name: str) -> str:
    return (CHECKOUT / name).read_text(encoding="utf-8")


def locked_versions(name: str) -> dict[str, str]:
    pins = re.findall(r"^([\w.-]+)(?:\[[^]]*\])?==([^ ;\\]+)", lock(name), re.MULTILINE)
    return {canonicalize_name(package): version for package, version in pins}


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("requirements.lock", RUNTIME),
        ("requirements-tracing.lock", RUNTIME + EXTRAS["tracing"]),
        ("requirements-dev.lock", RUNTIME + GROUPS["dev"]),
        ("requirements-peers.lock", GROUPS["peers"]),
        ("requirements-bench.lock", GROUPS["bench"]),
    ],
)
def test_a_lock_holds_what_the_project_asks_for(name: str, wanted: list[str]):
    locked = locked_versions(name)

    for requirement in map(Requirement, wanted):
        version = locked.get(canonicalize_name(requirement.name))
        assert version, f"{requirement} is not locked in {name}: make lock"
        assert version in requirement.specifier, f"{name} holds {version} of {requirement}: make lock"


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-tracing.lock"])
def test_tests_run_on_the_versions_that_are_served(name: str):
    tested = locked_versions("requirements-dev.lock")

    assert locked_versions(name).items() <= tested.items()


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_names_hashes_and_neither_an_index_nor_a_place_on_a_machine(name: str):
    content = lock(name)

    assert content.count("--hash=sha256:") >= len(locked_versions(name))
    assert not re.search(r"index-url|find-links|://|\s/\w", content)
