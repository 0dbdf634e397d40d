"""Which layer each box stands in: below all that lead to it, ways back left out."""

from collections.abc import Iterable, Mapping, Sequence

from conversations.picturing.layout.boxes import Link


def layers_of(keys: Sequence[str], links: Iterable[Link], start: str) -> dict[str, int]:
    """The layer of each box by its key, 0 at the top. Every link leads down or, as a way back, up.

    `start` comes first; what it does not lead to is taken in the order of `keys`.
    """
    following: dict[str, list[str]] = {key: [] for key in keys}
    for source, target in links:
        if source != target:
            following[source].append(target)
    finished = _in_order_of_finishing([start, *keys], following)
    place = {key: number for number, key in enumerate(reversed(finished))}
    layers = dict.fromkeys(keys, 0)
    for key in sorted(keys, key=place.__getitem__):
        for target in following[key]:
            if place[target] > place[key]:
                layers[target] = max(layers[target], layers[key] + 1)
    return layers


def _in_order_of_finishing(roots: Sequence[str], following: Mapping[str, Sequence[str]]) -> list[str]:
    """Depth first, each box once all that it leads to are done, but for those on the way to it."""
    finished: list[str] = []
    seen: set[str] = set()
    for root in roots:
        if root in seen:
            continue
        seen.add(root)
        way = [(root, iter(following[root]))]
        while way:
            key, rest = way[-1]
            unseen = next((target for target in rest if target not in seen), None)
            if unseen is None:
                finished.append(key)
                way.pop()
            else:
                seen.add(unseen)
                way.append((unseen, iter(following[unseen])))
    return finished
