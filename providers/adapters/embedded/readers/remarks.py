"""Longer texts in the customer's own words: reasons, descriptions, comments."""

import re
from typing import Final

from providers.adapters.embedded.forms.fields import Field
from providers.adapters.embedded.language.text import Span, read_text
from providers.adapters.embedded.readers.page import Page, Reading
from providers.adapters.embedded.readers.wordy import GREETING, labelled, quoted

NO_STORY: Final = re.compile(r"(?:hi|hello|my name|i'm [A-Z]|i am [A-Z]|can i|could i)\b", re.I)
TELLING: Final = re.compile(
    r"(?:because|i have|i've|i am having|i keep|my|it|it's|the|we|there|since)\b", re.I
)
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
    """What the message tells of its own, where the tool waits for a story: whole sentences first, then
    clauses such as "…, I have a sore throat, …".
    """
    if not wanted.required or page.known(wanted):
        return []
    readings = []
    for sentence in page.utterance.sentences:
        if NO_STORY.match(sentence):
            clauses = [part.strip() for part in sentence.split(",")[1:]]
        else:
            readings += _story(page, wanted, sentence, 0.56)
            clauses = [part.strip() for part in sentence.split(",")]
        for clause in clauses:
            if len(clauses) and clause != sentence and TELLING.match(clause):
                readings += _story(page, wanted, clause, 0.555)
    return sorted(readings, key=lambda one: (-one.score, one.span.start - one.span.end))


def _story(page: Page, wanted: Field, text: str, score: float) -> list[Reading]:
    words = read_text(text).words
    content = [word for word in words if word.content and not word.lower.isdigit()]
    if len(content) < 2 or len(words) < 4:
        return []
    start = page.utterance.text.find(text)
    reason = REASONS.search(text) if "reason" in wanted.name or "purpose" in wanted.name else None
    told = reason["rest"].strip(" .!") if reason else text.strip()
    sure = (
        score - (0.0 if len(content) >= 3 or score < 0.56 else 0.06) - (0.3 if page.context.distant else 0.0)
    )
    return [Reading(wanted, told, Span(start, start + len(text)), sure, shared=True)]


def _own_words(text: str) -> str:
    reason = re.match(r"^(?:because|it's because|it is because|well,)\s+(?P<rest>.+)", text, re.I | re.S)
    return (reason["rest"] if reason else text).strip()
