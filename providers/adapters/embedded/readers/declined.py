"""Saying no to what may be left out: "liability only", "no collision", "none", for fields that take null."""

import re
from typing import Any, Final

from providers.adapters.embedded.forms.fields import Field, Kind
from providers.adapters.embedded.language.matching import stem_match
from providers.adapters.embedded.language.text import Span, Word, plain
from providers.adapters.embedded.readers.lists import NOTHING
from providers.adapters.embedded.readers.open_ends import is_turn_of, parts_of, read_open
from providers.adapters.embedded.readers.page import Page, Reading

INDIFFERENT: Final = re.compile(
    r"\b(?:(?:do|does)(?:n't| not) (?:really )?(?:care|mind|matter)|no (?:limit"
    r"|restriction|maximum|minimum)s?\b|no (?:\w+ )?preferences?"
    r"|any(?:thing|one)? (?:\w+ )?(?:is|are|will be|would be|works?)(?: \w+)? ?(?:fine|ok"
    r"|okay|good|do)?"
    r"|whatever|not important|no matter|either (?:is|one)|not (?:picky|fussy)|don't need any"
    r"|égale?|egal|gleichgültig|spielt keine rolle|peu importe|da igual|da lo mismo"
    r"|no (?:me )?importa|non importa|fa lo stesso|tanto faz|não importa|maakt niet uit|all the same to me"
    r"|nothing (?:special|in particular|specific)|no (?:special )?(?:requirements?|requests?|wishes))\b",
    re.I,
)
"""Words of somebody to whom it is all one."""
NOTHING_ELSE: Final = re.compile(r"\b(?:nothing|none|anything) (?:else|more|further)\b", re.I)
CHOSEN: Final = frozenset({Kind.NUMBER, Kind.OPTION, Kind.DATE, Kind.MONTH, Kind.MOMENT, Kind.TIME})

ONLY: Final = re.compile(
    r"(?:\b(?:only|just|nothing but|merely)\s+(?:the |want |need |have |take "
    r")*(?P<after>[\w-]+(?: [\w-]+)?))|(?P<before>[\w-]+)\s+only\b|\b(?P<else>\w+)(?: and| "
    r"but)? nothing else\b",
    re.I,
)


def read_declined(page: Page, wanted: Field) -> list[Reading]:
    """A null for the field where the message declines it; only for fields that allow null."""
    if not wanted.nullable or wanted.kind in {Kind.LIST, Kind.ITEMS}:
        return []
    if _closes(page, wanted):
        return []
    if page.asked(wanted) and NOTHING.match(page.utterance.text):
        return [
            Reading(wanted, None, Span(0, len(page.utterance.text)), 0.3 + page.standing(wanted), shared=True)
        ]
    parts = parts_of(page)
    for place, (part, span) in enumerate(parts):
        alone = len(parts) == 1 or not page.asked(wanted)
        if not alone and NOTHING.match(part) and is_turn_of(page, wanted, place, len(parts)):
            return [Reading(wanted, None, span, 0.3 + page.standing(wanted), shared=True)]
    meant = page.asked(wanted) or page.context.sent_on or page.mentions(wanted) >= 0.7
    if meant and INDIFFERENT.search(page.utterance.text):
        return [
            Reading(
                wanted,
                None,
                Span(0, len(page.utterance.text)),
                0.56 + max(0.0, page.standing(wanted)),
                shared=True,
            )
        ]
    negated = _negated(page, wanted)
    if negated:
        return [negated]
    return _left_out(page, wanted) or read_open(page, wanted)


def _closes(page: Page, wanted: Field) -> bool:
    """ "Nothing else" ends a list of wishes; to a question for an amount or a choice it is no answer."""
    text = page.utterance.text
    return wanted.kind in CHOSEN and bool(NOTHING.match(text) and NOTHING_ELSE.search(text))


def _negated(page: Page, wanted: Field) -> Reading | None:
    own = _own_words(page, wanted)
    for word in page.utterance.words:
        strength = _names(word, own)
        if word.negated and word.content and strength >= 0.7:
            return Reading(wanted, None, word.span, 0.3 + 0.4 * strength + page.standing(wanted), shared=True)
    return None


def _left_out(page: Page, wanted: Field) -> list[Reading]:
    """ "Only X", where X is another field of the tool, leaves out the siblings that may be null."""
    match = ONLY.search(page.utterance.text)
    if not match:
        return []
    group = next(name for name, text in match.groupdict().items() if text)
    named = page.utterance.within(Span(*match.span(group)))
    if any(_names(word, _own_words(page, wanted)) >= 0.7 for word in named):
        return []
    others = [
        other for other in page.fields if other.key != wanted.key and other.path[:-1] == wanted.path[:-1]
    ]
    if not any(_names(word, _words_with_options(page, other)) >= 0.7 for word in named for other in others):
        return []
    if any(
        _names(word, _own_words(page, wanted)) >= 0.9 and not word.negated for word in page.utterance.words
    ):
        return []
    return [Reading(wanted, None, Span(*match.span()), 0.65 + max(0.0, page.standing(wanted)), shared=True)]


def _own_words(page: Page, wanted: Field) -> dict[str, float]:
    """The words that tell the field from its siblings."""
    from_name = {target: weight for target, weight in wanted.weights.items() if weight >= 0.9}
    return {
        target: weight
        for target, weight in from_name.items()
        if not any(other.weights.get(target, 0.0) >= 0.9 for other in page.fields if other.key != wanted.key)
    } or from_name


def _words_with_options(page: Page, wanted: Field) -> dict[str, Any]:
    words: dict[str, float] = dict(_own_words(page, wanted))
    for option in wanted.options:
        words.update({part: 0.9 for part in plain(str(option.value)).split() if len(part) > 2})
    return words


def _names(word: Word, targets: dict[str, float]) -> float:
    return max((stem_match(word.lower, target) * weight for target, weight in targets.items()), default=0.0)
