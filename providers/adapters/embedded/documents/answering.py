"""One round over a paper: the call that records it, or in words what cannot be read."""

import json
from collections.abc import Iterator
from typing import Any, Final

from providers.adapters.embedded.conversation.concerned import error_text
from providers.adapters.embedded.conversation.phrases import short_phrase
from providers.adapters.embedded.conversation.space import Space
from providers.adapters.embedded.documents.filling import fill, readings, takes_papers
from providers.adapters.embedded.documents.paper import Paper, read_paper
from providers.adapters.embedded.forms.fields import Field, Tool
from providers.adapters.embedded.wording.data import FENCE
from providers.ports import ChatRole

BLANK: Final = Paper(merchant=None, currency=None, days=(), goods=(), sums=None)
"""What is known of a text that is no paper."""


def read_document(space: Space) -> tuple[Tool, dict[str, Any]] | str | None:
    """The call or the reply to the paper in the prompt; None where there is none, or it is talked of.

    A tool that refuses one reading is called with the next; when there is no other, its reason is told.
    """
    tool = next((tool for tool in space.tools if takes_papers(tool)), None)
    text = next(_texts(space), None) if tool is not None else None
    if tool is None or text is None or any(call.accepted and call.name == tool.name for call in space.calls):
        return None
    paper = read_paper(text) or BLANK
    unread = fill(tool, paper).unread
    if unread:
        return None if space.transcript.customer_places else _not_found(unread)
    calls = [call for call in space.calls if call.name == tool.name]
    tried = [call.arguments for call in calls]
    arguments = next((reading for reading in readings(tool, paper) if reading not in tried), None)
    if arguments is not None:
        return tool, arguments
    return f"I cannot make sense of this text as it is. {error_text(calls[-1].result)}"


def _texts(space: Space) -> Iterator[str]:
    """The texts that prompts hold as data, JSON left out."""
    for message in space.messages:
        if message.role is ChatRole.SYSTEM:
            for match in FENCE.finditer(message.text):
                body = match["body"] if match["tag"] else match["code"]
                if body.strip() and not _is_data(body):
                    yield body


def _is_data(text: str) -> bool:
    """True for a JSON object or list: facts of the graph, and nothing that was printed."""
    try:
        return isinstance(json.loads(text), dict | list)
    except (ValueError, RecursionError):
        return False


def _not_found(fields: tuple[Field, ...]) -> str:
    phrases = "; ".join(short_phrase(field) for field in fields)
    return f"I cannot read everything that is needed in this text. Not found, and not guessed: {phrases}."
