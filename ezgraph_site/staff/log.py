"""Who did what in the back office."""

from typing import Any

from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.http import HttpRequest
from django.urls import NoReverseMatch
from django.utils.html import format_html
from django.utils.safestring import SafeString

from providers.admin.lists import ListAdmin


@admin.register(LogEntry)
class LogAdmin(ListAdmin):
    """Every change by staff, and every look at what is guarded, the newest first; nobody changes it."""

    list_display = ("action_time", "user", "content_type", "subject", "what")
    list_display_links = None
    list_filter = ("user", "content_type")
    list_select_related = ("user", "content_type")
    search_fields = ("object_repr",)
    search_help_text = "What it was done to, as it was called then"
    ordering = ("-pk",)
    actions = None

    @admin.display(description="to what")
    def subject(self, entry: LogEntry) -> SafeString | str:
        """What it was done to, with a link where there is a page of it."""
        try:
            address = entry.get_admin_url()
        except NoReverseMatch:
            address = None
        return (
            format_html('<a href="{}">{}</a>', address, entry.object_repr) if address else entry.object_repr
        )

    @admin.display(description="what")
    def what(self, entry: LogEntry) -> str:
        """What was done, in words."""
        return entry.get_change_message() or entry.get_action_flag_display()

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Never."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False
