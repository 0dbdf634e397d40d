"""What the earlier stages have saved, read by the stages that rate it.

The nodes are named by id because their files lead to each other in a circle.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from conversations.authoring import GraphState
from ezgraph_site.graphs.quote.catalogue import Vehicle
from ezgraph_site.graphs.quote.inputs import CoverageInput
from ezgraph_site.graphs.quote.rating import Applicant, rate_tiers
from ezgraph_site.graphs.quote.rules.coverage import check_coverage
from ezgraph_site.graphs.quote.values import Coverage, Driver, History, RatedTier, VehicleUse
from ezgraph_site.graphs.refused import Refused


@dataclass(frozen=True)
class Intake:
    """The saved values of the first three stages; None where a stage has not been through."""

    driver: Driver | None
    vehicle: Vehicle | None
    use: VehicleUse | None
    history: History | None

    def applicant(self) -> Applicant:
        """The whole, for rating. Raises `Refused` where a stage is missing."""
        if self.driver and self.vehicle and self.use and self.history:
            return Applicant(self.driver, self.vehicle, self.use, self.history)
        raise Refused("Before coverage, we need the driver, the vehicle and the driving history.")


def read_intake(state: GraphState) -> Intake:
    """Read the channels of the first three stages."""
    vehicle = state.of("VehicleNode")
    return Intake(
        driver=state.of("DriverNode").driver,
        vehicle=vehicle.vehicle,
        use=vehicle.use,
        history=state.of("HistoryNode").history,
    )


def rate(choice: CoverageInput, state: GraphState) -> tuple[Coverage, Sequence[RatedTier]]:
    """The checked coverage and the three prices around it. Raises `Refused`."""
    intake, today = read_intake(state), state.today
    coverage = check_coverage(choice, intake.use.ownership if intake.use else None, today)
    return coverage, rate_tiers(intake.applicant(), coverage, today)
