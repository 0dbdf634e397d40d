"""Which vehicle is meant."""

from collections.abc import Sequence

from ezgraph_site.graphs.quote.catalogue import Vehicle, find_model, with_trim
from ezgraph_site.graphs.quote.inputs import VehicleInput, VehicleUseInput
from ezgraph_site.graphs.quote.values import VehicleUse
from ezgraph_site.graphs.refused import Refused


class TrimNeeded(Refused):
    """Several vehicles fit; `candidates` differ by their trim."""

    def __init__(self, reason: str, candidates: Sequence[Vehicle]) -> None:
        super().__init__(reason)
        self.candidates = tuple(candidates)


def resolve_vehicle(wanted: VehicleInput, catalogue: Sequence[Vehicle]) -> Vehicle:
    """The one vehicle that is meant. Raises `TrimNeeded` or `Refused`."""
    model = find_model(catalogue, wanted.make, wanted.model)
    if not model:
        names = dict.fromkeys(f"{vehicle.year} {vehicle.make} {vehicle.model}" for vehicle in catalogue)
        raise Refused(f"We do not cover the {wanted.make} {wanted.model}. We cover: {', '.join(names)}.")
    found = [vehicle for vehicle in model if vehicle.year == wanted.year]
    name = f"{model[0].make} {model[0].model}"
    if not found:
        years = dict.fromkeys(str(vehicle.year) for vehicle in model)
        raise Refused(f"We cover the {name} of these model years: {', '.join(years)}.")
    chosen = with_trim(found, wanted.trim) if wanted.trim else found
    if len(chosen) == 1:
        return chosen[0]
    trims = ", ".join(vehicle.trim for vehicle in found)
    if chosen:
        raise TrimNeeded(f"The {wanted.year} {name} comes in several trims: {trims}.", chosen)
    raise TrimNeeded(f"We do not know that trim. We cover the {wanted.year} {name} as: {trims}.", found)


def check_vehicle_use(details: VehicleUseInput, resolved: Vehicle | None) -> tuple[Vehicle, VehicleUse]:
    """The resolved vehicle and its use. Raises `Refused` where there is none or another one is meant."""
    if resolved is None:
        raise Refused("We need to know the vehicle's year, make and model first.")
    if details.vehicle_id != resolved.id:
        raise Refused(f"That is another vehicle than the {resolved.title} that we found.")
    use = VehicleUse(
        ownership=details.ownership, annual_mileage=details.annual_mileage, parking=details.parking
    )
    return resolved, use
