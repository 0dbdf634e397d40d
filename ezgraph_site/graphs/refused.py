"""How a rule says no."""


class Refused(Exception):
    """A business rule refuses what the customer gave. The text is written for the customer."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
