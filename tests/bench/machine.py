"""The machine and the software of a benchmark, in words that name neither a host nor a folder."""

import os
import platform
import sqlite3
from collections.abc import Mapping

from tests.bench.cases import Side
from tests.bench.runner import Results


def machine_in_words() -> str:
    """Cores, memory, system and Python."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{cores} cores, {memory:.0f} GiB of memory, {platform.system()}, {python}"


def software_in_words(results: Results) -> str:
    """The versions that the sides told, and SQLite's."""
    versions: dict[str, str] = {}
    for side in Side:
        versions.update(results.versions_of(side))
    return _listed({**versions, "SQLite": sqlite3.sqlite_version})


def _listed(versions: Mapping[str, str]) -> str:
    return ", ".join(f"{name} {version}" for name, version in versions.items())
