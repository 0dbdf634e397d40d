"""`manage.py startgraph NAME`: begin a new graph."""

import os
import sys
from argparse import ArgumentParser
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from conversations.engine import graphs
from conversations.starting import (
    NameRefused,
    NewGraph,
    PlaceRefused,
    Unlistable,
    add_to_list,
    listed_in,
    names_of,
    place_for,
    write,
)


class Command(BaseCommand):
    """Writes a small graph that runs, with its test, and lets the site serve it.

    A site may name the module that lists its graphs, `EZGRAPH_GRAPHS_MODULE`, and the folder for their
    tests, `EZGRAPH_GRAPHS_TESTS`, in its settings. Without them the graph's package has its test, and the
    command says what to add where.
    """

    help = "Begin a new graph: a small one that runs, with a test, ready to be changed."
    # Whoever has a faulty graph may begin another one.
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The graph's name, and where it goes."""
        parser.add_argument("name", help="name of the graph and its package, such as bike_repair")
        parser.add_argument(
            "--into",
            metavar="PACKAGE",
            default=_home(),
            help=f"package that gets it{f' (default: {_home()})' if _home() else ''}",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Write it, list it, and say what to do next."""
        if not options["into"]:
            raise CommandError("Say which package gets the graph: --into PACKAGE.")
        try:
            names = names_of(options["name"])
            self._refuse_served(names.name)
            graph = place_for(names, options["into"], getattr(settings, "EZGRAPH_GRAPHS_TESTS", None))
            write(graph)
        except (NameRefused, PlaceRefused) as refused:
            raise CommandError(str(refused)) from None
        except OSError as error:
            raise CommandError(f"{error.filename} cannot be written: {error.strerror}.") from None
        self.stdout.write(
            self.style.SUCCESS(f"Made {_shown(graph.folder)}, and its test in {_shown(graph.tests)}.")
        )
        self.stdout.write(_listed(graph))
        self._say_what_next(graph)

    def _refuse_served(self, name: str) -> None:
        served, _ = graphs.find()
        for graph_class in served:
            if graph_class.name == name:
                place = f"{graph_class.__module__}.{graph_class.__name__}"
                raise CommandError(f"A graph {name!r} is served already: {place}. Choose another name.")

    def _say_what_next(self, graph: NewGraph) -> None:
        python, name = _shown(Path(sys.executable)), graph.names.name
        for what, how in (
            ("Talk to it", f"{python} manage.py chat {name}, or start the site again and open /chat/{name}/"),
            ("Test it", f"{python} -m pytest {_shown(graph.tests)}{_missing('pytest')}"),
            (
                "Make it yours",
                f"begin with {_shown(graph.folder / 'nodes')} and {_shown(graph.folder / 'rules.py')}",
            ),
        ):
            self.stdout.write(f"  {what + ':':<15}{how}")


def _missing(module: str) -> str:
    """A remark where a module is not installed, as in an environment that only serves."""
    return f" ({module} is not installed here yet)" if find_spec(module) is None else ""


def _home() -> str | None:
    """The package of the module that lists the site's graphs."""
    module: str | None = getattr(settings, "EZGRAPH_GRAPHS_MODULE", None)
    return module.rpartition(".")[0] if module else None


def _listed(graph: NewGraph) -> str:
    """Let the site serve the graph; return what was done, or what is left to do."""
    module: str | None = getattr(settings, "EZGRAPH_GRAPHS_MODULE", None)
    spec = find_spec(module) if module else None
    if spec is None or spec.origin is None:
        return f'It is not served yet. Add to EZGRAPH_GRAPHS in your settings: "{graph.path}",'
    file = Path(spec.origin)
    try:
        before = listed_in(file)
        add_to_list(file, graph.path)
    except (Unlistable, OSError) as error:
        return f'It is not served yet: {error} Add there: "{graph.path}",'
    if tuple(settings.EZGRAPH_GRAPHS) == before:
        return f"It is served: {_shown(file)} lists it."
    named = ",".join([*settings.EZGRAPH_GRAPHS, graph.path])
    return f"{_shown(file)} lists it, but the environment names other graphs: EZGRAPH_GRAPHS={named}"


def _shown(path: Path) -> str:
    """A path as somebody in this folder types it."""
    # Not resolved: the Python of an environment is a link.
    shorter = os.path.relpath(path)
    return str(path) if shorter.startswith("..") else shorter
