"""System checks of the graphs that this site serves: every fault of every graph at once."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.db import connections
from django.db.models import Model

from conversations.engine import graphs
from conversations.models import GraphSettings
from conversations.provider_use import ProviderUse, problems_of, provider_uses
from conversations.thresholds import threshold_faults
from providers.ports import CHAT, DECIDE

GRAPH_FAULT: Final = "ezgraph.graphs.E001"
PROVIDER_FAULT: Final = "ezgraph.graphs.E002"
SETTING_FAULT: Final = "ezgraph.graphs.E003"
IDLE_THRESHOLD: Final = "ezgraph.graphs.W001"

SETTINGS: Final[Mapping[str, str]] = {
    CHAT: "EZGRAPH_CHAT_PROVIDER",
    DECIDE: "EZGRAPH_DECISION_PROVIDER",
}
"""What names the provider of nodes that name none, by what it is asked for."""

ATTRIBUTES: Final[Mapping[str, str]] = {CHAT: "chat", DECIDE: "decision"}
"""The attribute of a graph that names it."""


@register()
def check_graphs(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:
    """Report what is wrong with the graphs' code."""
    _, faults = graphs.find()
    return [Error(fault.message, obj=fault.code, id=GRAPH_FAULT) for fault in faults]


@register(Tags.database)
def check_providers_of_graphs(
    app_configs: Any, databases: Sequence[str] | None = None, **kwargs: Any
) -> Sequence[CheckMessage]:
    """Report providers that a graph's nodes use and that nothing supplies, or that lack what is asked."""
    if GraphSettings.objects.db not in (databases or ()) or not is_migrated():
        return []
    uses = list(provider_uses())
    asked = {(use.capability, use.provider) for use in uses}
    problems = {(capability, name): problems_of(name, capability) for capability, name in asked}
    # Nodes that name no provider all ask this one: one fault, however many there are.
    defaults = {(capability, getattr(settings, setting)): setting for capability, setting in SETTINGS.items()}
    return [
        *(
            Error(
                f"{setting} is {name!r}, but {problem}",
                hint=_remedy(capability, name, uses),
                id=SETTING_FAULT,
            )
            for (capability, name), setting in defaults.items()
            for problem in problems.get((capability, name), ())
        ),
        *(
            Error(f"{use} uses the provider {use.provider!r}: {problem}", id=PROVIDER_FAULT)
            for use in uses
            if (use.capability, use.provider) not in defaults
            for problem in problems[use.capability, use.provider]
        ),
    ]


def _remedy(capability: str, provider: str, uses: Sequence[ProviderUse]) -> str:
    """Which graphs ask the provider without naming it, and the ways out."""
    asking = dict.fromkeys(
        use.graph for use in uses if (use.capability, use.provider) == (capability, provider)
    )
    return (
        f"Asked by: {', '.join(asking)}. Add it under Providers in the back office, change "
        f"{SETTINGS[capability]}, or let the graph name another one, such as the one that needs no key: "
        f'{ATTRIBUTES[capability]} = {{"provider": "embedded"}}'
    )


@register(Tags.database)
def check_thresholds_of_staff(
    app_configs: Any, databases: Sequence[str] | None = None, **kwargs: Any
) -> Sequence[CheckMessage]:
    """Report numbers that staff set for thresholds which no node declares, or which are out of reach."""
    if GraphSettings.objects.db not in (databases or ()) or not is_migrated():
        return []
    classes, faults = graphs.find()
    return [] if faults else list(_of_thresholds({found.name: found() for found in classes}))


def _of_thresholds(served: Mapping[str, Any]) -> Iterator[CheckMessage]:
    for row in GraphSettings.objects.filter(graph__in=served).order_by("graph"):
        for fault in threshold_faults(served[row.graph], row.thresholds):
            yield Warning(
                f"{row.graph}: {fault}",
                hint="Change or empty the number in the graph's settings in the back office.",
                id=IDLE_THRESHOLD,
            )


def is_migrated(model: type[Model] = GraphSettings) -> bool:
    """Whether there is a table to look into, with every column: checks run before migrations, too."""
    connection = connections[model._default_manager.db]
    table = model._meta.db_table
    with connection.cursor() as cursor:
        if table not in connection.introspection.table_names(cursor):
            return False
        found = {column.name for column in connection.introspection.get_table_description(cursor, table)}
    return found >= {field.column for field in model._meta.concrete_fields}
