"""What lists and pages of keys show of each."""

from django.contrib import admin
from django.utils.html import format_html
from django.utils.safestring import SafeString

from conversations import clock
from conversations.admin.integrations.words import end_in_words, key_label, moment_in_words
from conversations.admin.parts.lines import ShowsLines, lines
from conversations.models import ApiKey


class ShowsKeys(ShowsLines):
    """For records of keys."""

    @admin.display(description="begins with")
    def beginning(self, key: ApiKey) -> SafeString:
        """All that is known of the key itself."""
        return format_html('<code class="font-mono">{}…</code>', key.prefix)

    @admin.display(description="may")
    def allows(self, key: ApiKey) -> SafeString:
        """Its scopes."""
        return lines(key.scopes)

    @admin.display(description="state")
    def state(self, key: ApiKey) -> SafeString:
        """Whether it works."""
        return key_label(key, clock.now())

    @admin.display(description="expires")
    def expires(self, key: ApiKey) -> str:
        """When it ends by itself."""
        return end_in_words(key.expires_at)

    @admin.display(description="last used")
    def last_used(self, key: ApiKey) -> str:
        """When somebody called with it last, within an hour."""
        return moment_in_words(key.last_used_at) if key.last_used_at else "Not yet"
