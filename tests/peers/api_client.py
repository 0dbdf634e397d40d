"""A client of the REST API that openapi-python-client makes of the served document, and of nothing else.

The generator is a command of the peers' environment. What it made of a document is kept and used again.
"""

import hashlib
import importlib
import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, Final

NAME: Final = "generated_conversations"
MISSING: Final = "openapi-python-client is not installed: make peers"
GENERATE_SECONDS: Final = 120

CONFIG: Final = "post_hooks: []\n"
"""The generator would tidy up with a command that need not be there."""


def find() -> Path | None:
    """The generator's command in the peers' environment (`PEERS_VENV`, else `.venv-peers`), or None."""
    environment = os.environ.get("PEERS_VENV") or Path(__file__).resolve().parents[2] / ".venv-peers"
    command = Path(environment) / "bin" / "openapi-python-client"
    return command if command.exists() else None


def required() -> bool:
    """Tell whether a missing generator is a failure, as it is where CI runs the tests."""
    return bool(os.environ.get("CI"))


class GeneratedClient:
    """The package that was made: its modules by their names below it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def module(self, name: str) -> ModuleType:
        """Import a module of the package, such as `api.turns.run_turn`."""
        if str(self._folder) not in sys.path:
            sys.path.insert(0, str(self._folder))
        return importlib.import_module(f"{NAME}.{name}")


def generated(command: Path, document: dict[str, Any], cache: Path) -> GeneratedClient:
    """The client of a document; a warning of the generator is an error.

    Below `cache` each document's is kept by its digest. Raises AssertionError with what the generator said.
    """
    text = json.dumps(document, sort_keys=True)
    folder = cache / hashlib.sha256(text.encode()).hexdigest()[:16]
    finished = folder / "finished"
    if not finished.exists():
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "openapi.json").write_text(text, "utf-8")
        (folder / "config.yml").write_text(CONFIG, "utf-8")
        told = subprocess.run(
            [
                *(command, "generate", "--path", folder / "openapi.json", "--config", folder / "config.yml"),
                *("--meta", "none", "--output-path", folder / NAME, "--overwrite", "--fail-on-warning"),
            ],
            timeout=GENERATE_SECONDS,
            capture_output=True,
            text=True,
            check=False,
        )
        assert told.returncode == 0, told.stdout + told.stderr
        finished.touch()
    return GeneratedClient(folder)
