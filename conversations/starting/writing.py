"""Where a new graph goes, and how the template becomes its code."""

import ast
import importlib
import importlib.util
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from conversations.starting.naming import Names

TEMPLATE: Final = "conversations.starting.template"
TEMPLATE_FOLDER: Final = Path(__file__).with_name("template")
TESTS: Final = "tests"


class PlaceRefused(Exception):
    """There is no room for the graph where it was to go; the message says why."""


@dataclass(frozen=True)
class NewGraph:
    """A graph that is about to be written: `package` in `folder`, its test in `tests`."""

    names: Names
    package: str
    folder: Path
    tests: Path

    @property
    def path(self) -> str:
        """The dotted path under which a site serves it."""
        return f"{self.package}.graph.{self.names.class_name}"


def place_for(names: Names, into: str, tests: Path | None) -> NewGraph:
    """Where a graph goes: a package in the package `into`, and its test into a folder of `tests`.

    Without `tests` the test lies in the graph's own package. Raises PlaceRefused where something is there.
    """
    package = f"{into}.{names.name}"
    folder = _folder_of(into) / names.name
    test_folder = folder / TESTS if tests is None else tests / names.name
    if importlib.util.find_spec(package) is not None:
        raise PlaceRefused(f"There is a {package} already. Choose another name.")
    for taken in (folder, test_folder):
        if taken.exists():
            raise PlaceRefused(f"The folder {taken} is there already. Choose another name, or remove it.")
    return NewGraph(names, package, folder, test_folder)


def write(graph: NewGraph) -> None:
    """Write all files of the graph, or none. Raises OSError."""
    try:
        for path, text in _files(graph):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    except OSError:
        # Neither folder was there before, so nothing but drafts is in them.
        for folder in (graph.folder, graph.tests):
            shutil.rmtree(folder, ignore_errors=True)
        raise
    importlib.invalidate_caches()


def _folder_of(package: str) -> Path:
    try:
        module = importlib.import_module(package)
    except ImportError as error:
        raise PlaceRefused(f"--into {package}: it cannot be imported: {error}.") from None
    places = getattr(module, "__path__", None)
    if not places:
        raise PlaceRefused(f"--into {package}: that is a module and no package.")
    return Path(next(iter(places)))


def _files(graph: NewGraph) -> Iterator[tuple[Path, str]]:
    """Every file of the template, renamed: its place and its text."""
    new = {
        TEMPLATE: graph.package,
        "NewGraph": graph.names.class_name,
        "new_graph": graph.names.name,
        "New graph": graph.names.title,
    }
    old = re.compile("|".join(map(re.escape, new)))
    for file in sorted(TEMPLATE_FOLDER.rglob("*")):
        if file.suffix not in (".py", ".md"):
            continue
        text = old.sub(lambda match: new[match.group()], file.read_text(encoding="utf-8"))
        inside = file.relative_to(TEMPLATE_FOLDER)
        is_test = inside.parts[0] == TESTS
        target = graph.tests / _test_name(inside.name, graph) if is_test else graph.folder / inside
        yield target, _in_order(text, graph.package) if file.suffix == ".py" else text


def _test_name(name: str, graph: NewGraph) -> str:
    """The name of a test's file, with the graph's in it.

    By its own defaults pytest takes files of one name for one, where their folders are no packages.
    """
    return name.replace("test_", f"test_{graph.names.name}_", 1)


def _in_order(source: str, package: str) -> str:
    """The source with its first-party imports sorted again: the new package may belong before the others."""
    first_party = {TEMPLATE.partition(".")[0], package.partition(".")[0]}
    imports = [
        part
        for part in ast.parse(source).body
        if isinstance(part, ast.ImportFrom) and (part.module or "").partition(".")[0] in first_party
    ]
    if not imports:
        return source
    lines = source.splitlines(keepends=True)
    blocks = {part.module: lines[part.lineno - 1 : part.end_lineno] for part in imports}
    ordered = [line for module in sorted(blocks, key=str) for line in blocks[module]]
    lines[imports[0].lineno - 1 : imports[-1].end_lineno] = ordered
    return "".join(lines)
