"""Which coverage may be chosen."""

from datetime import date, timedelta
from typing import Final

from ezgraph_site.graphs.dates import read_day, written_day
from ezgraph_site.graphs.quote.inputs import AdjustmentInput, CoverageInput
from ezgraph_site.graphs.quote.values import Coverage, Ownership
from ezgraph_site.graphs.refused import Refused

DAYS_AHEAD: Final = 60
LENDERS: Final = {"finance": "Your lender requires", "lease": "Your leasing company requires"}


def check_coverage(choice: CoverageInput, ownership: Ownership | None, today: date) -> Coverage:
    """The coverage as it is saved. Raises `Refused` with the first rule that says no.

    `ownership` is None where the vehicle stage has not been through yet.
    """
    start = read_day(choice.start_date)
    if start is None:
        raise Refused(f"{choice.start_date} is not a real date; we need year, month and day.")
    last = today + timedelta(days=DAYS_AHEAD)
    if not today <= start <= last:
        raise Refused(f"Coverage can start from today, {written_day(today)}, to {written_day(last)}.")
    collision, comprehensive = choice.collision_deductible, choice.comprehensive_deductible
    if ownership in LENDERS and (collision is None or comprehensive is None):
        raise Refused(
            f"{LENDERS[ownership]} both collision and comprehensive coverage until the vehicle is paid off. "
            "That is the lender's rule, so we need a deductible for each."
        )
    if collision is not None and comprehensive is None:
        raise Refused("Collision coverage comes only together with comprehensive coverage.")
    return Coverage(
        liability=choice.liability,
        collision_deductible=collision,
        comprehensive_deductible=comprehensive,
        extras=tuple(dict.fromkeys(choice.extras)),
        start_date=start,
    )


def adjusted(coverage: Coverage, changes: AdjustmentInput) -> CoverageInput:
    """The choice after the changes; what they leave out stays. Raises `Refused` where nothing changes.

    A deductible of null takes that coverage away; for the others null means that they stay.
    """
    given = changes.model_dump(exclude_unset=True)
    for name in ("liability", "extras", "start_date"):
        if given.get(name) is None:
            given.pop(name, None)
    if not given:
        raise Refused("Please say what to change: liability, a deductible, the extras or the start date.")
    return CoverageInput.model_validate(coverage.model_dump(mode="json") | given)
