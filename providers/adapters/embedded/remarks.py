"""Longer texts in the customer's own words: reasons, descriptions, comments."""

import re
from typing import Final

from providers.adapters.embedded.fields import Field
from providers.adapters.embedded.page import Page, Reading
from providers.adapters.embedded.text import Span, read_text
from providers.adapters.embedded.wordy import GREETING, labelled, quoted

REASONS: Final = re.compile(
    r"\b(?:because(?: of)?|since|due to|as|reason(?: is|:)|it's about|it is about|regarding"
    r"|about|for)\s+(?P<rest>.+)",
    re.I | re.S,
)


def read_remark(page: Page, wanted: Field) -> list[Reading]:
    """Readings of a longer text in the customer's own words."""
    plainly = labelled(page, wanted) + quoted(page, wanted)
    if plainly:
        return plainly
    text = page.utterance.text.strip()
    if GREETING.match(text) or not text:
        return []
    span = Span(0, len(page.utterance.text))
    if page.asked(wanted):
        only = len(page.context.asked) == 1 or len(page.utterance.words) > 3
        return [
            Reading(
                wanted, _own_words(text), span, (0.25 if only else 0.15) + page.standing(wanted), shared=True
            )
        ]
    return _told(page, wanted)


def _told(page: Page, wanted: Field) -> list[Reading]:
    """A sentence that tells something of its own, where the tool waits for a story and nothing else
    explains it.
    """
    best: tuple[int, str] = (0, "")
    for sentence in page.utterance.sentences:
        words = read_text(sentence).words
        content = [word for word in words if word.content and not word.lower.isdigit()]
        if (
            len(content) < 2
            or len(words) < 4
            or re.match(r"(?:hi|hello|my name|i'm [A-Z]|i am [A-Z]|can i|could i)", sentence)
        ):
            continue
        if len(content) > best[0]:
            best = (len(content), sentence)
    if not best[1] or not wanted.required or page.known(wanted):
        return []
    start = page.utterance.text.find(best[1])
    reason = REASONS.search(best[1]) if "reason" in wanted.name or "purpose" in wanted.name else None
    text = reason["rest"].strip(" .!") if reason else best[1].strip()
    score = 0.56 if best[0] >= 3 else 0.5
    return [
        Reading(
            wanted,
            text,
            Span(start, start + len(best[1])),
            score - (0.3 if page.context.distant else 0),
            shared=True,
        )
    ]


def _own_words(text: str) -> str:
    reason = re.match(r"^(?:because|it's because|it is because|well,)\s+(?P<rest>.+)", text, re.I | re.S)
    return (reason["rest"] if reason else text).strip()
