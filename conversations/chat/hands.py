"""In whose hands a session is, as far as a tab was told."""

from conversations.engine.events import HandedBack, HandedOver, OfStaff
from conversations.engine.staff import Holder


class ToldHands:
    """Passes on what is news. Events come late, twice, or not at all; take-overs count up."""

    def __init__(self, holder: Holder | None) -> None:
        self._newest = 0 if holder is None else holder.takeover
        self._are_staffs = holder is not None

    @property
    def takeover(self) -> int | None:
        """The take-over that lasts, as the tab believes; None where the machine answers."""
        return self._newest if self._are_staffs else None

    def is_news(self, event: OfStaff) -> bool:
        """Whether the tab is to hear an event, which counts as told then."""
        match event:
            case HandedOver():
                if event.takeover <= self._newest:
                    return False
                self._newest, self._are_staffs = event.takeover, True
                return True
            case HandedBack():
                if event.takeover < self._newest or not self._are_staffs:
                    self._newest = max(self._newest, event.takeover)
                    return False
                self._newest, self._are_staffs = event.takeover, False
                return True
            case _:
                return event.takeover == self.takeover
