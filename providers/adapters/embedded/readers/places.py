"""Names of places, by the words that lead to them and by capital letters."""

import re
from typing import Final

from providers.adapters.embedded.forms.fields import Bound, Field, Kind
from providers.adapters.embedded.language.lexicon import known_words
from providers.adapters.embedded.language.text import Span
from providers.adapters.embedded.readers.contacts import STREET
from providers.adapters.embedded.readers.names import NOT_NAMES, STOPPERS, tidy
from providers.adapters.embedded.readers.page import Page, Reading
from providers.adapters.embedded.readers.states import STATES

PLACE_LEADS: Final = {
    Bound.LOW: r"from|leaving|departing(?: from)?|out of|starting in|origin(?: is|:)?|depart(?:ing|s)?"
    r"|fly(?:ing)? out of|pick(?:ed|ing)?(?: me| us| it)? up (?:at|in|from)",
    Bound.HIGH: r"to|into|for|destination(?: is|:)?|going to|heading to|arriv(?:ing|e) (?:in|at)|towards?"
    r"|drop(?:ped|ping)?(?: me)? off (?:at|in)|visit(?:ing)?",
    None: r"in|at|near|to|around|from|live in|lives in|living in|city(?: is|:)?|town(?: is|:)?"
    r"|location(?: is|:)?|moved to|based in|by",
}


def read_place(page: Page, wanted: Field) -> list[Reading]:
    """A city, airport or other place after the words that lead to one, or as the answer."""
    readings = []
    several = len(page.of_kind(Kind.PLACE)) > 1
    lead = PLACE_LEADS[wanted.bound]
    if not several:
        lead = f"{PLACE_LEADS[None]}|{lead}"
    for match in re.finditer(rf"\b(?:{lead})\s+(?:the )?", page.utterance.text, re.I):
        place = _place_at(page, match.end())
        if place:
            readings.append(
                Reading(
                    wanted,
                    place[0],
                    place[1],
                    (0.6 if place[2] else 0.4 + 0.2 * bool(several)) + page.standing(wanted),
                )
            )
            if not several and place[2]:
                break
    readings += _city_before_state(page, wanted)
    if not several and not readings:
        readings += _place_alone(page, wanted)
    if several:
        readings += _from_to(page, wanted)
    return readings or _place_answer(page, wanted)


def _place_at(page: Page, position: int) -> tuple[str, Span, bool] | None:
    street = STREET.match(page.utterance.text, position)
    if street:
        return street.group().strip(" ,."), Span(*street.span()), True
    match = re.compile(r"[A-ZÀ-ÖØ-Þ][\w'.-]*(?: (?:de |of |la |the |del )?[A-ZÀ-ÖØ-Þ][\w'.-]*){0,3}").match(
        page.utterance.text, position
    )
    capital = match is not None
    if match is None:
        match = re.compile(r"[a-z][a-z'.-]+(?: [a-z][a-z'.-]+){0,2}").match(page.utterance.text, position)
    if match is None:
        return None
    words: list[str] = []
    end = position
    for part in re.finditer(r"\S+", match.group()):
        span = Span(position + part.start(), position + part.end())
        bare = part.group().lower().strip(".,")
        if (
            bare in STOPPERS
            or bare in NOT_NAMES
            or (not capital and bare in known_words() and bare not in {"new", "york"})
        ):
            break
        if any(span.overlaps(other) for other in page.value_spans):
            break
        words.append(part.group())
        end = span.end
    text = " ".join(words).strip(" .,")
    if not text or (not capital and (len(text) < 4 or text.endswith("ing"))):
        return None
    if not capital and not _ends_there(page, end):
        return None
    if text.lower() in {name.lower() for name in STATES} - {"new york", "washington"} and page.of_kind(
        Kind.STATE
    ):
        return None
    return tidy(text), Span(position, end), capital


def _ends_there(page: Page, position: int) -> bool:
    """True where a name typed small is followed by a mark, a number or a little word, not by what goes on
    with it.
    """
    return bool(
        re.match(
            r"\s*(?:$|[,.;!?\d]|(?:and|on|at|for|from|to|in|next|this|until|by|tomorrow|today|please)\b)",
            page.utterance.lower[position:],
        )
    )


def _from_to(page: Page, wanted: Field) -> list[Reading]:
    """ "Boston to Denver", "SFO-JFK" without "from"."""
    match = re.search(
        r"(?<![\w])([A-ZÀ-ÖØ-Þ][\w.']*(?: [A-ZÀ-ÖØ-Þ][\w.']*){0,2})\s*(?:to|-|->|→)\s*([A-ZÀ-ÖØ-Þ][\w.']*(?: "
        r"[A-ZÀ-ÖØ-Þ][\w.']*){0,2})",
        page.utterance.text,
    )
    if not match or wanted.bound is None:
        return []
    group = 1 if wanted.bound is Bound.LOW else 2
    place = _place_at(page, match.start(group))
    text = place[0] if place else ""
    lead = re.match(
        r"(?:Flight|Fly|Flying|From|Trip|Train|Book|Need|Get|Find|Show|Travel|Ticket|Tickets)\s+", text
    )
    if not place or text.lower() in NOT_NAMES or (lead and lead.end() == len(text)):
        return []
    return [Reading(wanted, text[lead.end() :] if lead else text, place[1], 0.57 + page.standing(wanted))]


def _city_before_state(page: Page, wanted: Field) -> list[Reading]:
    names = "|".join(re.escape(name) for name in STATES)
    match = re.search(
        rf"(?:^|[\s,])([A-ZÀ-ÖØ-Þ][\w'-]*(?: [A-ZÀ-ÖØ-Þ][\w'-]*){{0,2}}),? "
        rf"(?:[A-ZÀ-ÖØ-Þ]{{2}}\b|{names})",
        page.utterance.text,
    )
    if not match or len(page.of_kind(Kind.PLACE)) > 1:
        return []
    place = _place_at(page, match.start(1))
    return [Reading(wanted, place[0], place[1], 0.62 + page.standing(wanted))] if place else []


def _place_alone(page: Page, wanted: Field) -> list[Reading]:
    """A name that fills the space between two commas: "van, Las Vegas, from …"."""
    if page.of_kind(Kind.PERSON, Kind.FIRST_NAME, Kind.WORDS):
        return []
    for match in re.finditer(
        r"(?:^|,)\s*([A-ZÀ-ÖØ-Þ][\w'-]+(?: [A-ZÀ-ÖØ-Þ][\w'-]+){0,2})(?=\s*(?:,|[.;]|$))", page.utterance.text
    ):
        words = {part.lower() for part in match[1].split()}
        place = _place_at(page, match.start(1))
        if place and place[0] == match[1] and not words & (known_words() | NOT_NAMES):
            return [Reading(wanted, place[0], place[1], 0.57 + page.standing(wanted))]
    return []


def _place_answer(page: Page, wanted: Field) -> list[Reading]:
    if not page.asked(wanted):
        return []
    match = re.match(
        r"\s*(?:(?:it's|it is|i'm in|we're in|my city is|i live in)\b)?\s*(?:in )?", page.utterance.text, re.I
    )
    place = _place_at(page, match.end() if match else 0)
    if not place or len(page.utterance.words) > 8:
        return []
    return [Reading(wanted, place[0], place[1], 0.25 + page.standing(wanted))]
