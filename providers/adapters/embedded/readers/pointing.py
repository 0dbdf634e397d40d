""" "The second one", "the middle one", "number 3": options by their place."""

import re
from typing import Final

from providers.adapters.embedded.forms.fields import Field
from providers.adapters.embedded.language.text import Span
from providers.adapters.embedded.readers.page import Page, Reading

ORDINALS: Final = {
    "first": 0, "1st": 0, "former": 0, "top": 0, "second": 1, "2nd": 1, "third": 2, "3rd": 2,
    "fourth": 3, "4th": 3, "fifth": 4, "5th": 4, "last": -1, "latter": -1, "bottom": -1,
}  # fmt: skip

POINTING: Final = re.compile(
    r"\b(?:the |option |number |choice |no\. ?|#)+(?P<word>1st|2nd|3rd|4th|5th|first|second"
    r"|third|fourth|fifth|last|former|latter|top|bottom|middle|\d)(?: one| option| choice)?\b",
    re.I,
)

BARE_NUMBER: Final = re.compile(r"^\W*(?P<word>\d)\W*$")


def read_pointed(page: Page, wanted: Field) -> list[Reading]:
    """ "The second one", "the middle one", "number 3" point at the options in their order."""
    match = POINTING.search(page.utterance.text) or BARE_NUMBER.match(page.utterance.text)
    if (
        not match
        or len(wanted.options) < 2
        or any(match.start() <= mention.span.start < match.end() for mention in page.dates)
    ):
        return []
    count, word = len(wanted.options), match["word"].lower()
    if word == "middle":
        if count % 2 == 0:
            return []
        place = count // 2
    else:
        place = int(word) - 1 if word.isdecimal() else ORDINALS[word]
    if not -count <= place < count:
        return []
    plainly = (
        bool(re.search(r"\b(?:one|option|choice|number|no\.|#)", match.group(), re.I))
        or len(page.utterance.words) <= 3
    )
    lowest = 0.56 if plainly and page.context.asked == () else 0.3
    return [
        Reading(
            wanted,
            wanted.options[place].value,
            Span(*match.span()),
            lowest + page.standing(wanted) + (0.1 if plainly else 0.0),
        )
    ]
