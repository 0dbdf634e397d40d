"""`manage.py graph NAME`: what a graph is made of, and what the checks find."""

from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from shutil import get_terminal_size
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from conversations.authoring import Graph, faults_of
from conversations.checks.graphs import is_migrated
from conversations.engine import graphs
from conversations.management.unknown_graphs import unknown_graph
from conversations.models import GraphSettings
from conversations.picturing import Description, mermaid
from conversations.provider_use import ProviderUse, problems_of, uses_of


class Command(BaseCommand):
    """Describes one of the graphs that this site serves."""

    help = "Describe a graph: checks, nodes, tools, questions, thresholds, spaces and a Mermaid picture."
    # It tells the faults itself.
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The graph's name."""
        parser.add_argument("graph", help="name of the graph, such as quote")
        parser.add_argument("--mermaid", action="store_true", help="print the picture only")

    def handle(self, *args: Any, **options: Any) -> None:
        """Describe it. A faulty one has its faults told, and the command fails."""
        graph_class = _find(options["graph"])
        faults = [fault.message for fault in faults_of(graph_class)]
        if faults:
            raise CommandError("\n".join(faults))
        graph = graph_class()
        if options["mermaid"]:
            self.stdout.write(mermaid(graph), ending="")
            return
        uses = list(_uses(graph))
        asked = {use.node: use.provider for use in uses}
        description = Description(graph, asked, get_terminal_size().columns)
        told = [
            self.style.MIGRATE_HEADING(f"{graph.name}: {graph.display_title}"),
            f"{graph_class.__module__}.{graph_class.__name__}, begins at {graph.start_id}",
            *self._section("Checks", _checked(uses)),
            *self._section("Nodes", description.nodes()),
            *self._section("Spaces", description.spaces()),
            *self._section("Picture", mermaid(graph).splitlines()),
        ]
        # At once, so that a pager that is left early breaks nothing off.
        self.stdout.write("\n".join(told))

    def _section(self, title: str, lines: Iterable[str]) -> list[str]:
        return ["", self.style.MIGRATE_HEADING(title), *lines]


def _find(name: str) -> type[Graph]:
    """The class of a graph by its name, faulty or not."""
    classes, _ = graphs.find()
    known = {graph_class.name: graph_class for graph_class in classes}
    if name in known:
        return known[name]
    raise unknown_graph(name, known)


def _uses(graph: Graph) -> Iterator[ProviderUse]:
    """Who asks which provider, with what staff set counted in where there is a database to ask."""
    row = GraphSettings.objects.filter(graph=graph.name).first() if is_migrated() else None
    yield from uses_of(graph, row)


def _checked(uses: list[ProviderUse]) -> Iterator[str]:
    """What is found, a line each; the code has no fault where this is asked."""
    yield "  The code has no fault."
    if not is_migrated():
        yield "  The database is not migrated, so providers were not looked for."
        return
    faults = [
        f"  {use.node} asks the provider {use.provider!r}: {problem}"
        for use in uses
        for problem in problems_of(use.provider, use.capability)
    ]
    yield from faults or ["  Every provider that it asks can answer."]
