"""What error reports tell about requests that carry secrets."""

from collections.abc import ItemsView
from types import FrameType
from typing import Any

from django.http import HttpRequest
from django.views.debug import SafeExceptionReporterFilter


class AlwaysFiltered(SafeExceptionReporterFilter):
    """Hides what was sent, in DEBUG too: an error page is copied as easily as a log.

    Local variables are left out altogether: a secret may be in those of any function on the way.
    """

    def is_active(self, request: HttpRequest | None) -> bool:
        """Always."""
        return True

    def get_traceback_frame_variables(
        self, request: HttpRequest | None, tb_frame: FrameType
    ) -> ItemsView[str, Any]:
        """None of them."""
        return dict[str, Any]().items()
