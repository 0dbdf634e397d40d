"""What staff read in place of a session's customer and of whoever speaks."""

from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from conversations.admin.reading import short_id
from conversations.engine import graphs
from conversations.models import Message, MessageRole, Origin, Session

CUSTOMER: Final = "Customer"
ASSISTANT: Final = "Assistant"
VISITOR: Final = "Visitor"
UNRECORDED: Final = "not on record"


def customer_of(session: Session) -> str:
    """The customer's name, email or user, whichever is there first; a visitor has none."""
    return session.external_name or session.external_email or session.external_user or VISITOR


def came_through(session: Session) -> str:
    """How the session came in, and for which integration. Only the API makes sessions of integrations."""
    unknown = Origin.API.label if session.client else UNRECORDED
    way = Origin(session.origin).label if session.origin else unknown
    return f"{way} ({session.client.name})" if session.client else str(way)


def title_of(session: Session) -> str:
    """The title of its graph with the beginning of its id."""
    graph = graphs.served().get(session.graph)
    return f"{graph.display_title if graph else session.graph} {short_id(session)}"


@dataclass(frozen=True)
class Titled:
    """A session as breadcrumbs name and link it: by the title of its graph, which no row knows."""

    session: Session

    @property
    def _meta(self) -> Any:
        return self.session._meta

    @property
    def pk(self) -> UUID:
        """The session's id."""
        return self.session.pk

    def __str__(self) -> str:
        return title_of(self.session)


def speaker_of(message: Message) -> str:
    """Who a visible message is from: the customer, the assistant, or somebody of staff by name."""
    if message.role == MessageRole.HUMAN:
        return CUSTOMER
    return message.author or ASSISTANT
