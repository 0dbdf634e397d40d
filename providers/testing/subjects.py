"""What an author tells of an adapter: how its vendor speaks, or what its model can answer by itself."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, ClassVar, Final

from providers.ports import CHAT, DECIDE, ChatReply, ChatRequest, DecideReply, DecideRequest
from providers.questions import ConfidenceSource
from providers.testing.server import Asked, WireAnswer

SECRET: Final = "conformance-secret-0123456789"  # noqa: S105 - what it stands for is to be recognized
"""The key to give to the adapter. It has to reach the vendor and must not show up anywhere else."""

HEADER: Final = "X-Conformance"
HEADER_VALUE: Final = "header-secret-9876543210"
"""A header of the provider's options. Its value is a secret, too."""


class Feature(StrEnum):
    """What a vendor may lack, beside a capability."""

    STREAMING = "streaming"
    """Text comes as it is written, and not in one piece at the end."""

    TOOLS = "tools"
    """It calls tools and reads their results."""

    USAGE = "usage"
    """It counts tokens."""

    MODELS = "models"
    """It has several models, takes the one that is asked for and says which one answered."""

    REQUEST_IDS = "request_ids"
    """Its answers have ids that its own staff can find again."""

    PARAMETERS = "parameters"
    """It takes parameters such as `temperature`."""


class Subject(ABC):
    """Base of what is put to the test: the provider type `type`, as an app has registered it.

    `capabilities` are those that its adapter has to declare, and no others.
    """

    type: ClassVar[str]
    capabilities: ClassVar[frozenset[str]] = frozenset({CHAT, DECIDE})


class InProcess(Subject):
    """An adapter that asks nobody: its model runs in this process, and cannot be told what to say.

    `options` are those of its provider. So the author says what it can answer: `small_talk` leads to words,
    `errand` to a call of a tool (None where it calls none), `decisions` to answers.
    """

    options: ClassVar[Mapping[str, Any]] = {}
    small_talk: ClassVar[ChatRequest | None] = None
    errand: ClassVar[ChatRequest | None] = None
    decisions: ClassVar[Sequence[DecideRequest]] = ()


class Vendor(Subject):
    """How a vendor speaks on the wire: the kit says what to answer, the author puts it into its words.

    The server on this machine that plays the vendor asks for an answer as soon as a request has come in.
    Methods of a capability or feature that the vendor lacks are never called. `lacks` names such features;
    `confidence_source` is that of its decisions.
    """

    lacks: ClassVar[frozenset[Feature]] = frozenset()
    confidence_source: ClassVar[ConfidenceSource] = ConfidenceSource.SELF_REPORTED

    @property
    def features(self) -> frozenset[Feature]:
        """What the vendor does not lack."""
        return frozenset(Feature) - self.lacks

    @abstractmethod
    def options(self, address: str) -> Mapping[str, Any]:
        """The options of a provider whose vendor is at `address` and whose key is `SECRET`."""

    def says(self, asked: Asked, reply: ChatReply) -> WireAnswer:
        """The answer that stands for `reply`: text, tool calls, usage, model, request id."""
        raise NotImplementedError

    def streams(self, asked: Asked, reply: ChatReply) -> WireAnswer:
        """The same as a stream of at least four chunks, of which the first two begin the text.

        Up to the last but one it must be seen to be unfinished.
        """
        raise NotImplementedError

    def decides(self, asked: Asked, reply: DecideReply) -> WireAnswer:
        """The answer that stands for `reply`: an `Answer` by question, usage, model, request id.

        Where the adapter asks each question in a request of its own, `asked` tells which. Fields of an
        answer that the vendor does not know are left out; the others are sent however wrong they are.
        """
        raise NotImplementedError

    def refuses(self, asked: Asked, status: int, words: str) -> WireAnswer:
        """A refusal with an HTTP status, in which the vendor says `words`."""
        return WireAnswer.of_json({"error": {"message": words}}, status)

    def is_out_of_credit(self, asked: Asked) -> WireAnswer:
        """How the vendor says that the account's credit, quota or spend limit is used up."""
        return self.refuses(asked, 402, "Insufficient credit.")
