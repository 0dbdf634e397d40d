"""The errors of the engine, each with its stable code.

An `EngineError` is raised before a turn is accepted: nothing was stored. A turn that fails later
ends with a `Cause`, which staff see, and with `TURN_FAILED` and a safe sentence for the customer.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum

from conversations.authoring.places import place_of
from conversations.codes import Code
from providers.errors import CONFIGURATION, ErrorCode, ProviderError


class Cause(StrEnum):
    """Why a turn failed. Shown to staff and API keys only."""

    PROVIDER_FAILED = "PROVIDER_FAILED"
    """The model could not be reached or gave no answer that fits."""
    HANDLER_FAILED = "HANDLER_FAILED"
    """The graph's own code raised, or returned what it must not."""
    CONFIGURATION = "CONFIGURATION"
    """A provider, an option, a question or a fact has to be mended."""
    STEP_LIMIT = "STEP_LIMIT"
    """The turn did not end within 25 steps."""
    ROUND_LIMIT = "ROUND_LIMIT"
    """The model went on calling tools beyond `max_agent_rounds`."""
    TRANSITION_CONFLICT = "TRANSITION_CONFLICT"
    """One message of the model led to different transitions."""
    EMPTY_REPLY = "EMPTY_REPLY"
    """The model said nothing and called no tool, also when asked again."""
    REPLY_TRUNCATED = "REPLY_TRUNCATED"
    """The reply was cut off."""
    REPLY_REFUSED = "REPLY_REFUSED"
    """The model refused to answer."""
    REPLY_FILTERED = "REPLY_FILTERED"
    """The vendor's filter withheld the reply."""
    REPLY_NOT_JSON = "REPLY_NOT_JSON"
    """A graph that replies in JSON ended with something else."""
    NODE_UNKNOWN = "NODE_UNKNOWN"
    """The session stands at a node that the graph no longer has."""
    TURN_TIMEOUT = "TURN_TIMEOUT"
    """The turn took longer than `turn_timeout`."""
    INTERRUPTED = "INTERRUPTED"
    """The process that ran the turn died, for the third time."""
    STORAGE_FAILED = "STORAGE_FAILED"
    """The step could not be written."""


SAFE_SENTENCE = "Sorry, something went wrong on our side. Your message is saved: please try again."
"""What a customer reads when a turn failed."""


class EngineError(Exception):
    """A request that was not accepted. `message` is safe for whoever asked.

    `turn` is the number of the turn that it is about, `errors` names what is wrong by field.
    """

    code: Code
    default = ""

    def __init__(
        self,
        message: str = "",
        *,
        turn: int | None = None,
        errors: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        self.message = message or self.default
        self.turn = turn
        self.errors = errors
        super().__init__(self.message)


class GraphUnknown(EngineError):
    """No graph of this name is served here."""

    code = Code.GRAPH_UNKNOWN
    default = "There is no such conversation here."


class RequestInvalid(EngineError):
    """The configuration is not what the graph takes; `errors` maps a field to what is wrong."""

    code = Code.INVALID
    default = "The request is not valid."


class MessageInvalid(EngineError):
    """The customer's message cannot be taken."""

    code = Code.MESSAGE_INVALID


class SessionUnknown(EngineError):
    """There is no such session, or it is not the caller's: nobody is told which."""

    code = Code.SESSION_UNKNOWN
    default = "There is no such session."


class SessionBusy(EngineError):
    """Another turn runs. `turn` is its number; `same_message` tells that it is this very message."""

    code = Code.SESSION_BUSY
    default = "The previous message is still being answered."

    def __init__(self, *, turn: int | None, same_message: bool = False) -> None:
        super().__init__(turn=turn)
        self.same_message = same_message


class SessionConflict(EngineError):
    """The lease was lost while the turn ran; nothing of the step was written."""

    code = Code.SESSION_CONFLICT
    default = "The session was changed elsewhere. Please try again."


class SessionTaken(SessionConflict):
    """Another process runs the turn by now, and tells every tab how it ends."""


class SessionCompleted(EngineError):
    """The session takes no more messages."""

    code = Code.SESSION_COMPLETED
    default = "This conversation has ended."


class SessionTooNew(EngineError):
    """The session was stored by a newer version of its graph."""

    code = Code.SESSION_TOO_NEW
    default = "This conversation is served by a newer version of the site. Please try again soon."


class SessionUnavailable(EngineError):
    """The graph's migrations or its `on_restore` failed; nothing was stored."""

    code = Code.UNAVAILABLE
    default = "This conversation cannot be opened right now. Please try again in a moment."


class ServerStopping(EngineError):
    """This process is being stopped and starts no more turns; nothing was stored."""

    code = Code.UNAVAILABLE
    default = "The server is being restarted. Please try again in a moment."


class IdempotencyMismatch(EngineError):
    """The client's id was used before for another message."""

    code = Code.IDEMPOTENCY_MISMATCH
    default = "This message id was used before with another content."


class NotHandedOver(EngineError):
    """Staff have not taken the session over, or have handed it back."""

    code = Code.NOT_HANDED_OVER
    default = "Take the conversation over first."


class HeldByAnother(EngineError):
    """Somebody else of staff has taken the session over."""

    code = Code.HELD_BY_ANOTHER

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} has taken this conversation over.")


class TurnUnknown(EngineError):
    """The session has no turn of this number."""

    code = Code.NOT_FOUND
    default = "There is no such turn."


class StepUnknown(EngineError):
    """The turn has no step of this number."""

    code = Code.NOT_FOUND
    default = "There is no such step."


class TurnNotRetryable(EngineError):
    """Only an interrupted turn, or the newest one where it failed, can be retried."""

    code = Code.TURN_NOT_RETRYABLE
    default = "This message cannot be tried again."


class TurnCancelled(EngineError):
    """The turn of this message was cancelled."""

    code = Code.TURN_CANCELLED
    default = "This message was cancelled."


class TurnFault(Exception):
    """Ends the running turn as failed."""

    def __init__(self, cause: Cause, detail: str) -> None:
        super().__init__(detail)
        self.cause = cause
        self._detail = detail

    @property
    def detail(self) -> str:
        """What went wrong, and which line of an author's code raised it: for staff, never for a customer."""
        place = place_of(self.__cause__)
        return f"{self._detail} ({place})" if place else self._detail


_CAUSES = {
    ErrorCode.TRUNCATED: Cause.REPLY_TRUNCATED,
    ErrorCode.REFUSED: Cause.REPLY_REFUSED,
    ErrorCode.FILTERED: Cause.REPLY_FILTERED,
    **dict.fromkeys(CONFIGURATION, Cause.CONFIGURATION),
}


def is_misconfigured(error: ProviderError) -> bool:
    """Whether somebody has to mend the configuration; of a chain only where all its entries failed so."""
    return {error.code, *(attempt.code for attempt in error.attempts)} <= CONFIGURATION


def fault_of(error: ProviderError) -> TurnFault:
    """The fault that a provider's error means for the turn."""
    cause = _CAUSES.get(error.code, Cause.PROVIDER_FAILED)
    if cause is Cause.CONFIGURATION and not is_misconfigured(error):
        cause = Cause.PROVIDER_FAILED
    return TurnFault(cause, f"{error.provider}: {error.code}: {error.message}")
