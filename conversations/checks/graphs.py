"""System checks of the graphs that this site serves: every fault of every graph at once."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register
from django.db import connections

from conversations.engine import graphs
from conversations.models import GraphSettings
from conversations.provider_use import provider_uses
from providers.ports import CHAT
from providers.registry import supplied

GRAPH_FAULT = "ezgraph.graphs.E001"
PROVIDER_FAULT = "ezgraph.graphs.E002"
SETTING_FAULT = "ezgraph.graphs.E003"


@register()
def check_graphs(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:
    """Report what is wrong with the graphs' code."""
    _, faults = graphs.find()
    return [Error(fault.message, obj=fault.code, id=GRAPH_FAULT) for fault in faults]


@register(Tags.database)
def check_providers_of_graphs(
    app_configs: Any, databases: Sequence[str] | None = None, **kwargs: Any
) -> Sequence[CheckMessage]:
    """Report providers that a graph's nodes use and that nothing supplies, or that cannot chat."""
    if GraphSettings.objects.db not in (databases or ()) or not _is_migrated():
        return []
    uses = list(provider_uses())
    problems = {name: _problems(name) for name in {use.provider for use in uses}}
    # Nodes that name no provider all ask this one: one fault, however many there are.
    default = settings.EZGRAPH_CHAT_PROVIDER
    return [
        *(
            Error(f"EZGRAPH_CHAT_PROVIDER is {default!r}, but {problem}", id=SETTING_FAULT)
            for problem in problems.get(default, ())
        ),
        *(
            Error(f"{use} uses the provider {use.provider!r}: {problem}", id=PROVIDER_FAULT)
            for use in uses
            if use.provider != default
            for problem in problems[use.provider]
        ),
    ]


def _is_migrated() -> bool:
    """Whether there is a table to look into; these checks also run before the first migration."""
    connection = connections[GraphSettings.objects.db]
    with connection.cursor() as cursor:
        return GraphSettings._meta.db_table in connection.introspection.table_names(cursor)


def _problems(name: str) -> list[str]:
    supply = supplied(name)
    if supply.problems:
        # A missing provider is no fault of a field.
        return [problem.message if problem.field == "name" else str(problem) for problem in supply.problems]
    return [] if CHAT in supply.capabilities else ["it cannot hold conversations."]
