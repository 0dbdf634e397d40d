"""Back office: what staff see of conversations, and what they set for graphs."""

from conversations.admin.captures import DecisionCaptureAdmin
from conversations.admin.decisions import DecisionAdmin
from conversations.admin.graphs import GraphSettingsAdmin
from conversations.admin.integrations import ApiClientAdmin, ApiKeyAdmin
from conversations.admin.provider_figures import show_panel
from conversations.admin.records import ChannelAdmin, MessageAdmin, ModelCallAdmin, StepAdmin
from conversations.admin.replays import ReplayAdmin
from conversations.admin.sessions import SessionAdmin, TurnAdmin
from conversations.admin.webhooks import WebhookAdmin, WebhookDeliveryAdmin

__all__ = [
    "ApiClientAdmin",
    "ApiKeyAdmin",
    "ChannelAdmin",
    "DecisionAdmin",
    "DecisionCaptureAdmin",
    "GraphSettingsAdmin",
    "MessageAdmin",
    "ModelCallAdmin",
    "ReplayAdmin",
    "SessionAdmin",
    "StepAdmin",
    "TurnAdmin",
    "WebhookAdmin",
    "WebhookDeliveryAdmin",
]

show_panel()
