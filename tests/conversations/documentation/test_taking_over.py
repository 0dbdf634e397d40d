"""The page on taking over tells every frame of staff's WebSocket."""

from typing import Any

import pytest

from conversations.staff.client_frames import STAFF_FRAMES
from conversations.staff.protocol import StaffCloseCode
from conversations.staff.server_frames import STAFF_SERVER_FRAMES
from ezgraph_site.places import CHECKOUT

PAGE = (CHECKOUT / "docs" / "taking-over.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("frame", [*STAFF_FRAMES, *STAFF_SERVER_FRAMES], ids=lambda frame: frame.__name__)
def test_the_page_tells_every_frame_with_all_its_fields(frame: Any):
    kind = frame.model_fields["type"].annotation.__args__[0]
    rows = [line for line in PAGE.splitlines() if line.startswith("|") and f"`{kind}`" in line]
    assert any(all(name in row for name in frame.model_fields if name != "type") for row in rows), rows


def test_the_page_tells_the_close_code():
    assert str(int(StaffCloseCode.LOGGED_OUT)) in PAGE
