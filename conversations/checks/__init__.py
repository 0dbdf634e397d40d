"""System checks: what would keep this app from working, or make it slow or unsafe; see docs/checks.md.

Importing the package registers them. Those that look into the database carry Django's tag for that.
"""

from conversations.checks import (
    background,
    database_server,
    database_settings,
    engine_settings,
    graphs,
    live,
    visitors,
)
from conversations.checks.graphs import SETTING_FAULT

__all__ = [
    "SETTING_FAULT",
    "background",
    "database_server",
    "database_settings",
    "engine_settings",
    "graphs",
    "live",
    "visitors",
]
