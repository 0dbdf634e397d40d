"""The back office's theme and what stands at its side: who may not see a page has no link to it."""

from typing import Any, Final

from django.http import HttpRequest
from django.templatetags.static import static
from django.urls import reverse_lazy


class MayUse:
    """Whether somebody has one of these permissions, such as `conversations.view_session`."""

    def __init__(self, *permissions: str) -> None:
        self._permissions = permissions

    def __call__(self, request: HttpRequest) -> bool:
        """Tell for who asks for a page."""
        return any(map(request.user.has_perm, self._permissions))


class MustHave(MayUse):
    """Whether somebody has all of these permissions."""

    def __call__(self, request: HttpRequest) -> bool:
        """Tell for who asks for a page."""
        return all(map(request.user.has_perm, self._permissions))


class Below:
    """Whether a page is below an address, and not below others that lie below it as well."""

    def __init__(self, address: str, *besides: str) -> None:
        self._address = reverse_lazy(f"admin:{address}")
        self._besides = [reverse_lazy(f"admin:{other}") for other in besides]

    def __call__(self, request: HttpRequest) -> bool:
        """Tell of the page that is asked for."""
        path = request.path
        return path.startswith(str(self._address)) and not path.startswith(tuple(map(str, self._besides)))


def _item(title: str, icon: str, address: str, *permissions: str) -> dict[str, Any]:
    """A link to a page of the back office, by the name of its address; icons are of Material Symbols."""
    item = {"title": title, "icon": icon, "link": reverse_lazy(f"admin:{address}")}
    return {**item, "permission": MayUse(*permissions)} if permissions else item


def _list(title: str, icon: str, model: str) -> dict[str, Any]:
    """A link to the list of a model, such as `conversations.session`."""
    app, name = model.split(".")
    return _item(title, icon, f"{app}_{name}_changelist", f"{app}.view_{name}")


def _document(title: str, icon: str, address: str) -> dict[str, Any]:
    """A link to a page that describes the REST API, for whoever has to do with integrations."""
    return {
        "title": title,
        "icon": icon,
        "link": reverse_lazy(address),
        "permission": MayUse(
            "conversations.view_apiclient", "conversations.view_apikey", "conversations.view_webhook"
        ),
    }


NAVIGATION: Final = [
    {"items": [_item("Home", "home", "index")]},
    {
        "title": "Conversations",
        "separator": True,
        "items": [
            _list("Sessions", "forum", "conversations.session"),
        ],
    },
    {
        "title": "Decisions",
        "separator": True,
        "items": [
            {
                **_list("Decisions", "alt_route", "conversations.decision"),
                "active": Below(
                    "conversations_decision_changelist",
                    "conversations_decision_quality",
                    "conversations_decision_queue",
                ),
            },
            _item("Review queue", "rule", "conversations_decision_queue", "conversations.review_decision"),
            _item("Quality", "insights", "conversations_decision_quality", "conversations.view_decision"),
            {
                **_item("Replays", "replay", "conversations_replay_changelist"),
                "permission": MustHave("conversations.run_replay", "conversations.view_captured_content"),
            },
            _item(
                "Captures",
                "inventory_2",
                "conversations_decisioncapture_changelist",
                "conversations.view_captured_content",
            ),
        ],
    },
    {
        "title": "Machinery",
        "separator": True,
        "items": [
            _list("Graphs", "account_tree", "conversations.graphsettings"),
            _list("Providers", "hub", "providers.provider"),
        ],
    },
    {
        "title": "Integrations",
        "separator": True,
        "items": [
            _list("API clients", "extension", "conversations.apiclient"),
            _list("API keys", "key", "conversations.apikey"),
            _list("Webhooks", "webhook", "conversations.webhook"),
            _list("Deliveries", "outbox", "conversations.webhookdelivery"),
            _document("Try the API", "api", "swagger"),
            _document("Read about the API", "menu_book", "redoc"),
        ],
    },
    {
        "title": "Records",
        "separator": True,
        "items": [
            _list("Turns", "sync_alt", "conversations.turn"),
            _list("Steps", "format_list_numbered", "conversations.step"),
            _list("Messages", "chat_bubble", "conversations.message"),
            _list("Channels", "database", "conversations.channel"),
            _list("Model calls", "bolt", "conversations.modelcall"),
        ],
    },
    {
        "title": "Staff",
        "separator": True,
        "items": [
            _list("Users", "person", "auth.user"),
            _list("Roles", "badge", "auth.group"),
            _list("Log", "history", "admin.logentry"),
        ],
    },
]

THEME: Final = {
    "SITE_TITLE": "EZGraph",
    "SITE_HEADER": "EZGraph",
    "SITE_SUBHEADER": "Back office",
    "SITE_URL": "/demo/",
    "SITE_SYMBOL": "forum",
    "SITE_FAVICONS": [
        {"rel": "icon", "type": "image/svg+xml", "href": lambda request: static("conversations/icon.svg")}
    ],
    "SHOW_BACK_BUTTON": True,
    "BORDER_RADIUS": "8px",
    "COLORS": {
        # The blue of the chat: of one hue, 4.5 to 1 against white from 600 on.
        "primary": {
            "50": "oklch(97% .014 255)",
            "100": "oklch(93% .032 255)",
            "200": "oklch(88% .059 255)",
            "300": "oklch(81% .105 255)",
            "400": "oklch(71% .165 255)",
            "500": "oklch(62% .205 257)",
            "600": "oklch(54% .22 260)",
            "700": "oklch(48% .21 262)",
            "800": "oklch(42% .18 264)",
            "900": "oklch(38% .14 265)",
            "950": "oklch(28% .09 267)",
        },
    },
    "LOGIN": {"form": "ezgraph_site.staff.login.ThrottledLogin"},
    "DASHBOARD_CALLBACK": "conversations.admin.home.dashboard",
    "SIDEBAR": {"show_search": False, "navigation": NAVIGATION},
}
"""As Unfold takes it."""
