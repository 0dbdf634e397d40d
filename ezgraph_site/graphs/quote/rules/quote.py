"""What may be done with the three offers."""

from collections.abc import Sequence

from ezgraph_site.graphs.quote.values import Coverage, RatedTier, TierName
from ezgraph_site.graphs.refused import Refused


def choose_tier(name: TierName, tiers: Sequence[RatedTier]) -> RatedTier:
    """The saved offer of that name. Raises `Refused` where it was never rated."""
    for tier in tiers:
        if tier.name == name:
            return tier
    raise Refused(f"There is no {name} offer to accept yet; the coverage has to be rated first.")


def saved_coverage(coverage: Coverage | None) -> Coverage:
    """The coverage that a change starts from. Raises `Refused` where none was saved."""
    if coverage is None:
        raise Refused("There is no coverage to change yet; it has to be chosen first.")
    return coverage
