"""How callers are turned away."""

from conversations.codes import Code


class AccessDenied(Exception):
    """The caller may not do this. A foreign session is told apart from an unknown one to nobody."""

    def __init__(self, code: Code, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class Throttled(AccessDenied):
    """It was too much; after `seconds` it may be asked again."""

    def __init__(self, message: str, seconds: int) -> None:
        super().__init__(Code.RATE_LIMITED, message)
        self.seconds = seconds
