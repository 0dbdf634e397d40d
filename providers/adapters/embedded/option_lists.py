"""Lists of options: what is named, added, taken away, or everything but."""

import re
from typing import Any, Final

from providers.adapters.embedded.enums import find_options
from providers.adapters.embedded.fields import Field
from providers.adapters.embedded.matching import stem_match
from providers.adapters.embedded.page import Page, Reading
from providers.adapters.embedded.text import Span, Utterance

ALL: Final = re.compile(
    r"^\W*(?:i(?:'ll| will)? (?:take|want|need|have) )?(?:all|all of (?:them|those|these)"
    r"|everything|all (?:two|three|four)|both(?: of (?:them|those|these))?)(?: please)?\W*$",
    re.I,
)

ADDING: Final = re.compile(r"\b(?:add|also|too|as well|plus|additionally|in addition)\b", re.I)

WIDE: Final = re.compile(
    r"\b(?:everything|all of (?:them|those|these)|(?:all|both)(?: of)?(?: the| "
    r"your)? (?P<word>[a-z]+))\b",
    re.I,
)

EXCEPTION: Final = re.compile(r"\b(?:except(?: for)?|but not|apart from|other than|without)\b", re.I)

DENYING: Final = re.compile(r"\b(?:without|no|not|minus|don't|skip)\b", re.I)

REMOVING: Final = re.compile(
    r"\b(?:remove|drop|without|take (?:off|out|away)|take .{1,20} off|no more|lose|cancel"
    r"|delete|get rid of|minus|skip)\b",
    re.I,
)


def read_options_named(page: Page, wanted: Field, item: Field) -> list[Reading]:
    """The options that the message names, adds to the list or takes away from it."""
    if ALL.match(page.utterance.text) and page.asked(wanted):
        values = [option.value for option in item.options]
        return [Reading(wanted, values, Span(0, len(page.utterance.text)), 0.5 + page.standing(wanted))]
    wide = _everything(page, wanted, item)
    if wide is not None:
        return [wide]
    before = page.held(wanted)
    kept: list[Any] = list(before) if isinstance(before, list) else []
    matches = [
        match
        for match in find_options(page.utterance, item.options)
        if match.strength >= (0.6 if match.labelled else 0.7)
    ]
    matches = [
        match
        for match in matches
        if not any(_outdone(match, other) for other in matches if other is not match)
    ]
    if REMOVING.search(page.utterance.text):
        return _removed(page, wanted, item, kept)
    if not matches:
        return []
    values = [match.option.value for match in sorted(matches, key=lambda match: match.span.start)]
    if (ADDING.search(page.utterance.text) and not page.asked(wanted)) and kept:
        values = kept + [value for value in values if value not in kept]
    span = Span(min(match.span.start for match in matches), max(match.span.end for match in matches))
    strength = max(match.strength for match in matches)
    cue = max(page.cue(wanted, match.span) for match in matches)
    listed = 0.1 if len(matches) > 1 else 0.0
    standing = page.standing(wanted)
    if strength > 0.95 or ADDING.search(page.utterance.text):
        standing = max(0.0, standing)
    score = 0.57 + 0.1 * strength + 0.2 * cue + listed + standing
    first = min(matches, key=lambda match: match.span)
    return [
        Reading(
            wanted,
            list(dict.fromkeys(values)),
            first.span if len(matches) == 1 else span,
            score,
            shared=len(matches) > 1,
        )
    ]


def _everything(page: Page, wanted: Field, item: Field) -> Reading | None:
    """ "Both extras", "all of them", "everything except yoga"."""
    match = WIDE.search(page.utterance.text)
    if not match:
        return None
    named = match["word"] and any(
        stem_match(match["word"].lower(), target) >= 0.8 for target in wanted.weights
    )
    if not (named or page.asked(wanted)):
        return None
    exception = EXCEPTION.search(page.utterance.text, match.end())
    rest = (
        Utterance(" " * exception.end() + page.utterance.text[exception.end() :])
        if exception
        else Utterance("")
    )
    without = [match.option.value for match in find_options(rest, item.options) if match.strength >= 0.6]
    values = [option.value for option in item.options if option.value not in without]
    return Reading(wanted, values, Span(*match.span()), 0.6 + max(0.0, page.standing(wanted)))


def _outdone(match: Any, other: Any) -> bool:
    """A match on words that another option explains better."""
    if not match.span.overlaps(other.span):
        return False
    return (other.strength, other.weight) > (match.strength, match.weight)


def _removed(page: Page, wanted: Field, item: Field, kept: list[Any]) -> list[Reading]:
    """ "Without the rental": what was chosen before, less what is named."""
    # The words that deny are hidden, so that the options that they deny are found.
    plainly = DENYING.sub(lambda match: "x" * len(match.group()), page.utterance.text)
    named = [match for match in find_options(Utterance(plainly), item.options) if match.strength >= 0.6]
    if not named:
        return []
    gone = {str(match.option.value) for match in named}
    values = [value for value in kept if str(value) not in gone]
    return [Reading(wanted, values, named[0].span, 0.6 + max(0.0, page.standing(wanted)))]
