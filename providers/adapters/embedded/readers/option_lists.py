"""Lists of options: what is named, added, taken away, or everything but."""

import re
from typing import Any, Final

from providers.adapters.embedded.forms.fields import Field
from providers.adapters.embedded.language.matching import stem_match
from providers.adapters.embedded.language.text import Span, Utterance
from providers.adapters.embedded.readers.option_groups import excepted, grouped
from providers.adapters.embedded.readers.option_matching import PART_OF_LABEL, find_options
from providers.adapters.embedded.readers.page import Page, Reading

ALL: Final = re.compile(
    r"^\W*(?:i(?:'ll| will)? (?:take|want|need|have) )?(?:all|all of (?:them|those|these)"
    r"|everything|all (?:two|three|four)|both(?: of (?:them|those|these))?)(?: please)?\W*$",
    re.I,
)

ADDING: Final = re.compile(
    r"^\W*(?:oh,? |ok,? |okay,? )?and\b|\b(?:add|also|too|as well|plus|additionally|in addition)\b", re.I
)

WIDE: Final = re.compile(
    r"\b(?:everything|all of (?:them|those|these)|(?:all|both)(?: of)?(?: the|"
    r" your)? (?P<word>[a-z]+))\b",
    re.I,
)

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
    if not page.asked(wanted):
        matches = [match for match in matches if match.strength > PART_OF_LABEL]
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
    """ "Both extras", "all of them", "everything except yoga", "weekdays but not Friday", "the first two"."""
    group = grouped(page, item.options, page.asked(wanted))
    if group is None:
        match = WIDE.search(page.utterance.text)
        if not match:
            return None
        named = match["word"] and any(
            stem_match(match["word"].lower(), target) >= 0.8 for target in wanted.weights
        )
        whole = match["word"] is None or match["word"].lower() in {"except", "but", "apart", "without"}
        if not (named or (page.asked(wanted) and whole)):
            return None
        position = match.start("word") if match["word"] and not named else match.end()
        group = [option.value for option in item.options], Span(match.start(), position)
    values, span = group
    without = excepted(page, item.options, span.end)
    left = [value for value in values if value not in without]
    return Reading(wanted, left, span, 0.6 + max(0.0, page.standing(wanted)))


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
