"""Yes-or-no descriptions as clauses: "Are there any pets" is "whether there are any pets"."""

import re
from typing import Final

INVERTED: Final = re.compile(
    r"^(?P<verb>is|are|was|were|has|have|had|can|could|will|would|should|must|may|shall|does|did) "
    r"(?P<subject>there|you|we|they|it|he|she|i|someone|somebody|anyone|anybody"
    r"|(?:the|your|a|an|any|his|her|their|this|these) [\w'-]+)(?P<rest> .+)$",
    re.I,
)
"""A question: the verb before its subject."""
DO_YOU: Final = re.compile(r"^do (?P<subject>you|they|we) (?P<rest>.+)$", re.I)
WITHOUT_SUBJECT: Final = (
    (re.compile(r"^(?:has|have)\b", re.I), "you have"),
    (re.compile(r"^is\b", re.I), "it is"),
    (re.compile(r"^are\b", re.I), "you are"),
    (re.compile(r"^was\b", re.I), "it was"),
    (re.compile(r"^(?:can|could|will|would)\b", re.I), "you {}"),
    (re.compile(r"^(?:must|should|may)\b", re.I), "it {}"),
    (
        re.compile(r"^(?:needs?|wants?|includes?|requires?|owns?|smokes?|lives?|travels?|drives?)\b", re.I),
        "you {}",
    ),
    (re.compile(r"^needed\b", re.I), "it is needed"),
)
"""A clause whose subject the author left out."""


def as_clause(text: str) -> str:
    """The clause, or an empty text where the description is neither a question nor begins with a verb."""
    if match := DO_YOU.match(text):
        return f"whether {match['subject'].lower()} {match['rest']}"
    if match := INVERTED.match(text):
        return f"whether {match['subject']} {match['verb'].lower()}{match['rest']}"
    for form, start in WITHOUT_SUBJECT:
        match = form.match(text)
        if match and text[match.end() :].strip():
            verb = match.group().lower()
            plain = verb if re.fullmatch(r"can|could|will|would|must|should|may", verb) else verb.rstrip("s")
            return f"whether {start.format(plain)}{text[match.end() :]}".replace("it is you", "you are")
    return ""
