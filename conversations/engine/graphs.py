"""The graphs that this site serves: imported and checked once, at start-up."""

from functools import cache

from django.conf import settings
from django.utils.module_loading import import_string

from conversations.authoring import AuthoringError, Graph, GraphConfigurationError, GraphFault, faults_of
from conversations.authoring.places import place_of
from conversations.engine.errors import GraphUnknown


@cache
def served() -> dict[str, Graph]:
    """Every graph by name. Raises GraphConfigurationError with all faults of all graphs."""
    classes, faults = find()
    if faults:
        raise GraphConfigurationError("\n".join(fault.message for fault in faults))
    return {graph.name: graph for graph in (graph_class() for graph_class in classes)}


def get(name: str) -> Graph:
    """A graph by its name. Raises GraphUnknown."""
    try:
        return served()[name]
    except KeyError:
        raise GraphUnknown from None


def find() -> tuple[list[type[Graph]], list[GraphFault]]:
    """The graph classes of EZGRAPH_GRAPHS, and everything that is wrong with them."""
    classes, faults = _found(tuple(settings.EZGRAPH_GRAPHS))
    return [*classes], [*faults]


@cache
def _found(paths: tuple[str, ...]) -> tuple[list[type[Graph]], list[GraphFault]]:
    """Pages of the back office ask for it, and a check reads the source of every node."""
    classes: list[type[Graph]] = []
    faults: list[GraphFault] = []
    for path in paths:
        try:
            found = import_string(path)
        except Exception as error:
            faults.append(
                GraphFault("import", f"EZGRAPH_GRAPHS: {path} cannot be imported: {_reason(error)}")
            )
            continue
        if not (isinstance(found, type) and issubclass(found, Graph)):
            faults.append(
                GraphFault("import", f"EZGRAPH_GRAPHS: {path} is not a Graph; name a class that is one.")
            )
            continue
        faults.extend(faults_of(found))
        faults.extend(
            GraphFault(
                "name",
                f"EZGRAPH_GRAPHS: the name {found.name!r} is given twice, by {_path(other)} "
                f"and {_path(found)}; rename one.",
            )
            for other in classes
            if other.name == found.name
        )
        classes.append(found)
    return classes, faults


def _path(graph_class: type[Graph]) -> str:
    return f"{graph_class.__module__}.{graph_class.__name__}"


def _reason(error: Exception) -> str:
    """Why a module cannot be imported, and which line of which file says so."""
    told = error.msg if isinstance(error, SyntaxError | ImportError) else str(error)
    if not isinstance(error, AuthoringError | ImportError):
        told = f"{type(error).__name__}: {told}"
    place = place_of(error)
    return f"{told} ({place})" if place else told


def reset() -> None:
    """Forget the graphs, so that the next use reads the setting again; for tests."""
    served.cache_clear()
    _found.cache_clear()
