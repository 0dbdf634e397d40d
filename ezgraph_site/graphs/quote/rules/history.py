"""Which incidents count."""

from datetime import date
from typing import Final

from ezgraph_site.graphs.dates import months_between, read_month
from ezgraph_site.graphs.quote.inputs import HistoryInput, IncidentInput
from ezgraph_site.graphs.quote.values import History, Incident
from ezgraph_site.graphs.refused import Refused

MONTHS_BACK: Final = 60


def check_history(details: HistoryInput, today: date) -> History:
    """The history as it is saved. Raises `Refused`, naming the first faulty incident's number."""
    return History(
        currently_insured=details.currently_insured,
        coverage_lapse=details.coverage_lapse,
        incidents=tuple(
            _check_incident(number, incident, today)
            for number, incident in enumerate(details.incidents, start=1)
        ),
    )


def _check_incident(number: int, incident: IncidentInput, today: date) -> Incident:
    month = read_month(incident.month)
    if month is None:
        raise Refused(f"Incident {number}: {incident.month} is not a real month; we need its year and month.")
    ago = months_between(month, today)
    if ago < 0:
        raise Refused(f"Incident {number}: {month:%B %Y} is in the future.")
    if ago > MONTHS_BACK:
        raise Refused(
            f"Incident {number}: {month:%B %Y} is more than {MONTHS_BACK} months ago, so it no longer counts."
        )
    return Incident(type=incident.type, month=month)
