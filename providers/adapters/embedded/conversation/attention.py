"""How much of a talk is read: enough for any form, little enough for a round to stay within milliseconds."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from providers.ports import ChatMessage, ChatRole

LONGEST_MESSAGE: Final = 1_000
"""Characters of a customer's message that are read, from its beginning."""
MOST_WORDS: Final = 200
"""Words of a customer's message that are read; people's thousand characters hold no more."""
LONGEST_QUESTION: Final = 1_000
"""Characters of an assistant's text that are read, up to its end, where the question stands."""
LONGEST_TEXT: Final = 20_000
LONGEST_LIST: Final = 5_000
"""Characters of an assistant's list that are read, whose lines are cut to `LONGEST_ROW`."""
LONGEST_ROW: Final = 100
MOST_CHARACTERS: Final = 6_000
"""Characters of all the customer's messages that are read, counted from the newest."""
MOST_MESSAGES: Final = 40
"""Customer messages that are read, counted from the newest."""

ROW: Final = re.compile(r"\s*(?:\d+[.)]|[-*•–])\s")
WORD: Final = re.compile(r"\S+")
GAP: Final = re.compile(r"[^\S\n]{2,}")
NEW_LINES: Final = re.compile(r"\s*\n\s*\n\s*")


def first_part(text: str) -> str:
    """What is read of a customer's message, cut between two words where there is a gap; wide gaps are
    made narrow.
    """
    head = NEW_LINES.sub("\n\n", GAP.sub(" ", text[:LONGEST_MESSAGE]))
    words = list(islice(WORD.finditer(head), MOST_WORDS + 1))
    if len(words) > MOST_WORDS:
        return head[: words[MOST_WORDS - 1].end()]
    if len(text) <= LONGEST_MESSAGE or len(words) < 2 or text[LONGEST_MESSAGE].isspace():
        return head
    return head[: words[-1].start()].rstrip()


def last_part(text: str) -> str:
    """What is read of an assistant's text: its end, or of a long list the beginning of every line."""
    if len(text) <= LONGEST_QUESTION:
        return text
    lines = text[-LONGEST_TEXT:].splitlines()
    rows = [line for line in lines if ROW.match(line)]
    listed = "\n".join(line[:LONGEST_ROW] if ROW.match(line) else line for line in lines)
    return listed if len(rows) > 1 and len(listed) <= LONGEST_LIST else text[-LONGEST_QUESTION:]


def whole_again(value: str, part: str, text: str) -> str:
    """A value that reaches to the end of the `part` that was read goes on to the end of the text."""
    if len(part) == len(text) or not part.rstrip().endswith(value):
        return value
    written = re.search(r"\s+".join(map(re.escape, value.split())), text)
    return text[written.start() :].strip() if written else value


def readable_messages(messages: Sequence[ChatMessage]) -> tuple[ChatMessage, ...]:
    """The messages as far as they are read. What the framework wrote is whole: it may be handed on."""
    return tuple(_readable(messages))


def read_places(places: Sequence[int], messages: Sequence[ChatMessage]) -> tuple[int, ...]:
    """Those of the customer's messages that are read, oldest first; the newest always is."""
    kept: list[int] = []
    left = MOST_CHARACTERS
    for place in reversed(places[-MOST_MESSAGES:]):
        left -= min(len(messages[place].text), LONGEST_MESSAGE)
        if kept and left < 0:
            break
        kept.append(place)
    return tuple(reversed(kept))


def _readable(messages: Sequence[ChatMessage]) -> Iterator[ChatMessage]:
    said: set[str] = set()
    for message in messages:
        repeated = message.role is ChatRole.HUMAN and message.text in said
        if message.role is ChatRole.HUMAN and (repeated or not message.internal):
            said.add(message.text)
            yield message.model_copy(update={"text": first_part(message.text)})
        elif message.role is ChatRole.AI and not message.tool_calls:
            yield message.model_copy(update={"text": last_part(message.text)})
        else:
            yield message
