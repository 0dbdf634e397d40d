"""Nodes that stand for each other in a graph's picture: of one kind, led to and leading on alike."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from conversations.picturing.shape import NodeShape


def groups_of(
    nodes: Sequence[NodeShape], links: Iterable[tuple[str, str]], alone: Iterable[str] = ()
) -> list[tuple[NodeShape, ...]]:
    """The nodes in groups, in their order; most groups are of one node, and those of `alone` are.

    A hub with five spokes is drawn with one line to all five instead of a line to each.
    """
    sources: defaultdict[str, set[str]] = defaultdict(set)
    targets: defaultdict[str, set[str]] = defaultdict(set)
    for source, target in links:
        sources[target].add(source)
        targets[source].add(target)
    single = {*alone, *(node.id for node in nodes if not sources[node.id] | targets[node.id])}
    groups: dict[object, list[NodeShape]] = {}
    for node in nodes:
        alike = (node.kind, frozenset(sources[node.id]), frozenset(targets[node.id]))
        groups.setdefault(node.id if node.id in single else alike, []).append(node)
    return [tuple(group) for group in groups.values()]
