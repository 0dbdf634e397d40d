"""The roles that a fresh site has. What they may do is staff's to change afterwards."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.apps import AppConfig
from django.apps import apps as installed
from django.apps.registry import Apps

READS: Final = (
    "conversations.view_session",
    "conversations.view_turn",
    "conversations.view_step",
    "conversations.view_message",
    "conversations.view_channel",
    "conversations.view_modelcall",
    "conversations.view_rating",
    "conversations.view_takeover",
    "conversations.view_decision",
    "conversations.view_review",
    "conversations.view_replay",
    "conversations.view_graphsettings",
)
"""Most roles read conversations, decisions and how graphs are set; captures are not among them."""

ROLES: Final[Mapping[str, Sequence[str]]] = {
    "Reviewer": (*READS, "conversations.review_decision", "conversations.run_replay"),
    "Operator": (
        *READS,
        "conversations.take_over_session",
        "conversations.retry_turn",
        "conversations.end_session",
        "conversations.fork_session",
    ),
    "Provider manager": (
        *READS,
        "conversations.change_graphsettings",
        "providers.view_provider",
        "providers.add_provider",
        "providers.change_provider",
        "providers.delete_provider",
    ),
    "Privacy officer": (
        *READS,
        "conversations.erase_session",
        "conversations.export_session",
        "conversations.export_decision",
        "conversations.view_decisioncapture",
        "conversations.view_captured_content",
        "conversations.run_replay",
    ),
    "Integration manager": (
        "conversations.view_apiclient",
        "conversations.add_apiclient",
        "conversations.change_apiclient",
        "conversations.view_apikey",
        "conversations.add_apikey",
        "conversations.change_apikey",
        "conversations.revoke_apikey",
        "conversations.view_webhook",
        "conversations.add_webhook",
        "conversations.change_webhook",
        "conversations.delete_webhook",
        "conversations.view_webhookdelivery",
        "conversations.replay_webhook",
    ),
}
"""Permissions by role.

A replay sends what was captured to a provider: it takes the right to see it. Who looks after integrations
opens no conversation in the back office, but issues keys by which those of an integration are read, so that
the role is for people who may be trusted with them. It gives no key what erases, judges or reaches beyond the
integration; the scope `admin`, which reaches all conversations, is given by no role but by superusers.
"""


def make_after_migrate(sender: AppConfig, using: str, apps: Apps = installed, **kwargs: Any) -> None:
    """Make the roles that are not there, as soon as all their permissions are."""
    groups = apps.get_model("auth", "Group")._default_manager.using(using)
    permissions = apps.get_model("auth", "Permission")._default_manager.using(using)
    for role, names in ROLES.items():
        allowed = [
            permission
            for app, _, codename in (name.partition(".") for name in names)
            for permission in permissions.filter(content_type__app_label=app, codename=codename)
        ]
        if len(allowed) == len(names) and not groups.filter(name=role).exists():
            groups.create(name=role).permissions.set(allowed)
