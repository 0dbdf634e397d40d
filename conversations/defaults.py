"""What the settings of this app are where a project leaves them out."""

from collections.abc import Mapping
from typing import Any, Final

METRICS_TOKEN_CHARACTERS: Final = 24
"""A token that is shorter may be guessed: nothing counts the tries."""

DEFAULTS: Final[Mapping[str, Any]] = {
    "EZGRAPH_ADDRESS_CALLS_PER_MINUTE": 6000,
    "EZGRAPH_BUDGET_DAYS": 90,
    "EZGRAPH_BUSINESS_DATE": None,
    "EZGRAPH_CAPTURE_DAYS": 30,
    "EZGRAPH_CHAT_PROVIDER": "embedded",
    "EZGRAPH_CONNECTIONS_PER_ADDRESS": 2000,
    "EZGRAPH_DECISION_DAYS": 1095,
    "EZGRAPH_DECISION_PROVIDER": "typesafe",
    "EZGRAPH_ERASE_DAYS": 0,
    "EZGRAPH_GRAPHS": (),
    "EZGRAPH_KEY_CALLS_PER_MINUTE": 6000,
    "EZGRAPH_LEASE_SECONDS": 60,
    "EZGRAPH_MAX_MESSAGE_LENGTH": 4000,
    "EZGRAPH_METRICS_TOKEN": "",
    "EZGRAPH_STOP_SECONDS": 20,
    "EZGRAPH_TRACES": "none",
    "EZGRAPH_TRACE_CALLERS": False,
    "EZGRAPH_TRACE_PROVIDERS": False,
    "EZGRAPH_TRUSTED_PROXIES": 0,
    "EZGRAPH_WEBHOOK_DAYS": 30,
}
