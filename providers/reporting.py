"""What error reports tell about requests that carry secrets."""

from django.http import HttpRequest
from django.views.debug import SafeExceptionReporterFilter


class AlwaysFiltered(SafeExceptionReporterFilter):
    """Hides what is marked as sensitive in DEBUG, too: an error page is copied as easily as a log."""

    def is_active(self, request: HttpRequest | None) -> bool:
        """Always."""
        return True
