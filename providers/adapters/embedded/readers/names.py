"""Names of people and places, by what introduces them and by capital letters."""

import re
from dataclasses import dataclass
from typing import Final

from providers.adapters.embedded.forms.fields import Field, Kind
from providers.adapters.embedded.language.calendar_words import MONTHS, WEEKDAYS
from providers.adapters.embedded.language.lexicon import known_words, word_set
from providers.adapters.embedded.language.text import Span, plain
from providers.adapters.embedded.readers.page import Page, Reading
from providers.adapters.embedded.readers.states import NICKNAMES, STATES

_PART = r"(?:[A-ZÀ-ÖØ-Þ][\w'’-]*\.?|(?:de|da|di|del|della|la|le|van|von|der|den|bin|al|el|ter|dos)(?= ))"

CAPITAL_NAME: Final = rf"[A-ZÀ-ÖØ-Þ][\w'’-]*\.?(?: {_PART}){{0,4}}"

ANY_NAME: Final = r"[^\W\d_][\w'’-]*\.?(?: [^\W\d_][\w'’-]*\.?){0,3}"

OWN: Final = re.compile(
    r"\b(?:my (?:full |legal |complete |first |last |given |family )?name is|(?:my |the )?name's|my "
    r"names|(?:full |legal )?name(?: is|:|\s*=| will be| would be)|call me|i'm called|i go "
    r"by)\s+",
    re.I,
)

INTRODUCED: Final = re.compile(r"\b(?:i am|i'm|im|this is|it's|its|hi,? i'm|here is|here's)\s+", re.I)

FOR_OTHERS: Final = re.compile(
    r"\b(?:under(?: the name(?: of)?)?|in the name of|named|for|with|is|are|by|(?:passenger"
    r"|patient|guest|attendee|contact|recipient|holder|owner)s?(?: is| are|:)?|to)\s+",
    re.I,
)

NOT_NAMES: Final = word_set(
    """
        monday tuesday wednesday thursday friday saturday sunday january february march april june july
        august september october november december today tomorrow hi hello hey yes no thanks thank please
        dear i we my the a an and or it ok okay born also then so dob license licensed licence date email
        phone
        """
)

STOPPERS: Final = word_set(
    """
        and born from in at on with for my i we born dob license licensed the a to is was have has who phone
        email but of since living lives live please under near by or as arriving leaving departing returning
        around about until between next this
        """
)

LABELLED: Final = 0.8
"""How sure a name is that stands after "first name" or "last name"."""

TITLES: Final = re.compile(r"^(?:mr|mrs|ms|miss|dr|prof)\.? ", re.I)


@dataclass(frozen=True)
class Name:
    """A name as written, or with capitals where it was typed without."""

    text: str
    span: Span
    sure: float


def find_person(page: Page, wanted: Field) -> Name | None:
    """The person whom the message names, surest form first."""
    text = page.utterance.text
    part = {Kind.FIRST_NAME: "first|given", Kind.LAST_NAME: "last|family|sur"}.get(wanted.kind)
    labelled = re.search(rf"\b(?:{part})[ -]?name\b\s*(?:is\b|:|=)?\s*", text, re.I) if part else None
    if labelled and (own := _name_at(page, labelled.end(), ANY_NAME)):
        return Name(own[0], own[1], LABELLED)
    roles = [token for token in plain(wanted.name).split() if token not in {"name", "full", "first", "last"}]
    role = re.search(rf"\b(?:{'|'.join(roles)})(?:'s name)?(?: is|:)\s+", text, re.I) if roles else None
    if role and (own := _name_at(page, role.end(), CAPITAL_NAME)):
        return Name(own[0], own[1], 0.75)
    for match in OWN.finditer(text):
        name = _name_at(page, match.end(), ANY_NAME)
        if name:
            return Name(name[0], name[1], 0.75)
    called = re.search(r"\b[Nn]ame (?=[A-Z])", text)
    if called and (own := _name_at(page, called.end(), CAPITAL_NAME)):
        return Name(own[0], own[1], 0.75)
    if page.asked(wanted) and (turned := _last_name_first(page)):
        return turned
    for match in INTRODUCED.finditer(text):
        name = _name_at(page, match.end(), CAPITAL_NAME) or _typed_small(page, match.end(), wanted)
        if name:
            full = re.search(rf"\b{re.escape(name[0])} {CAPITAL_NAME}", text)
            if " " not in name[0] and full:
                return Name(full.group(), Span(*full.span()), 0.7)
            return Name(name[0], name[1], 0.7)
    for match in FOR_OTHERS.finditer(text):
        name = _name_at(page, match.end(), CAPITAL_NAME)
        lead = match.group().strip().lower()
        if lead in {"is", "are", "by", "with"} and not page.mentions(wanted):
            continue
        if name and lead == "to" and not page.mentions(wanted) and not _addressee(page, name):
            continue
        if name:
            return Name(name[0], name[1], 0.6 if " " in name[0] or "under" in match.group().lower() else 0.5)
    return _leading(page, wanted) or _answer(page, wanted) or _anywhere(page)


def _last_name_first(page: Page) -> Name | None:
    """ "Lee, Ann" is Ann Lee."""
    match = re.fullmatch(r"\W*([A-Z][\w'-]+), ([A-Z][\w'-]+(?: [A-Z]\.?)?)\W*", page.utterance.text)
    if match is None or any(part.lower() in known_words() | NOT_NAMES for part in match.groups()):
        return None
    if any(Span(*match.span(group)).overlaps(span) for group in (1, 2) for span in page.value_spans):
        return None
    if any(part in STATES for part in match.groups()):
        return None
    return Name(f"{match[2]} {match[1]}", Span(*match.span()), 0.6)


def _addressee(page: Page, name: tuple[str, Span]) -> bool:
    """True for "to Jordan Blake, …", which is no city with its state after it."""
    after = page.utterance.text[name[1].end :]
    if not page.of_kind(Kind.PLACE, Kind.STREET):
        return True
    return (
        " " in name[0]
        and bool(re.match(r"\s*(?:[,.;]|$|at\b|and\b)", after))
        and not re.match(r",? [A-ZÀ-ÖØ-Þ]{2}\b", after)
    )


def read_person(page: Page, wanted: Field) -> list[Reading]:
    """A full name, or the part of it that a first or last name field wants."""
    name = find_person(page, wanted)
    if name is None:
        return []
    parts = TITLES.sub("", name.text).split(" ")
    labelled = name.sure >= LABELLED
    alone = len(parts) < 2 and not labelled
    if (
        wanted.kind is Kind.LAST_NAME
        and alone
        and not (page.asked(wanted) and not page.of_kind(Kind.FIRST_NAME))
    ):
        return []
    halves = {Kind.FIRST_NAME: parts[0], Kind.LAST_NAME: " ".join(parts[1:]) or parts[0]}
    text = name.text if labelled else halves.get(wanted.kind, name.text)
    shared = wanted.kind in {Kind.FIRST_NAME, Kind.LAST_NAME}
    return [Reading(wanted, text, name.span, name.sure + page.standing(wanted), shared=shared)]


def tidy(name: str) -> str:
    """Capital letters for a name typed without any."""
    return (
        name
        if any(character.isupper() for character in name)
        else " ".join(part[:1].upper() + part[1:] for part in name.split(" "))
    )


def _name_at(page: Page, position: int, form: str) -> tuple[str, Span] | None:
    match = re.compile(form).match(page.utterance.text, position)
    if not match:
        return None
    words = []
    end = position
    for part in re.finditer(r"\S+", match.group()):
        bare = part.group().lower().strip(".,'")
        if bare in STOPPERS | NOT_NAMES and bare not in {"al", "el"}:
            break
        span = Span(position + part.start(), position + part.end())
        if any(span.overlaps(other) for other in page.value_spans):
            break
        words.append(part.group())
        end = span.end
        if part.group().endswith(".") and len(part.group()) > 3:
            break
    text = (
        " ".join(words).rstrip(".,")
        if words and not re.search(r"\b[A-ZÀ-ÖØ-Þ]\.$|Jr\.$|Sr\.$", " ".join(words))
        else " ".join(words)
    )
    text = re.sub(r"'s$", "", text)
    if not text or text.lower() in {name.lower() for name in STATES} | set(NICKNAMES):
        return None
    return tidy(text), Span(position, end)


def _typed_small(page: Page, position: int, wanted: Field) -> tuple[str, Span] | None:
    """ "i'm jamie rivera" typed small: two or three unknown words that fill their clause."""
    match = re.compile(r"([a-z'-]{2,} [a-z'-]{2,}(?: [a-z'-]{2,})?)(?=\s*(?:[,.;!]|$| and\b| born\b))").match(
        page.utterance.text, position
    )
    if not match:
        return None
    words = match.group(1).split()
    if any(word in known_words() or word.endswith(("ing", "ed", "ly")) for word in words):
        return None
    if not page.asked(wanted) and len(words) > 2:
        return None
    return tidy(match.group(1)), Span(*match.span(1))


def _leading(page: Page, wanted: Field) -> Name | None:
    """Two or three capitalised words that stand for themselves: "Jamie Rivera, born …"."""
    for match in re.finditer(
        rf"(?:^|[,;:(\n.!?]\s*)({CAPITAL_NAME})(?=\s*(?:[,;.)\n!]|$| and\b| born\b| \d| here\b| -))",
        page.utterance.text,
    ):
        name = _name_at(page, match.start(1), CAPITAL_NAME)
        if not name or len(name[0].split()) < 2 or len(name[0].split()) > 4:
            continue
        words = {part.lower().strip(".") for part in name[0].split()}
        if (
            words & (NOT_NAMES | set(MONTHS) | set(WEEKDAYS) | {state.lower() for state in STATES})
            or words & known_words()
        ):
            continue
        if any(character.isdigit() for character in name[0]) or (name[0].isupper() and len(name[0]) < 5):
            continue
        return Name(name[0], name[1], 0.57)
    return None


def _anywhere(page: Page) -> Name | None:
    """Two capitalised words inside a sentence, where no place is looked for: "Enrol Nora Klein in …"."""
    if page.of_kind(Kind.PLACE, Kind.STREET, Kind.WORDS):
        return None
    for match in re.finditer(CAPITAL_NAME, page.utterance.text):
        begins = not page.utterance.text[: match.start()].strip() or bool(
            re.search(r"[.!?]\s*$", page.utterance.text[: match.start()])
        )
        start = match.end() if begins and " " not in match.group() else match.start()
        if begins and " " in match.group():
            start = match.start() + match.group().index(" ") + 1
        name = _name_at(page, start, CAPITAL_NAME)
        words = {part.lower().strip(".,") for part in name[0].split()} if name else set()
        if name and len(words) > 1 and not words & (NOT_NAMES | set(MONTHS) | set(WEEKDAYS) | known_words()):
            return Name(name[0], name[1], 0.56)
    return None


def _answer(page: Page, wanted: Field) -> Name | None:
    """A bare name as the answer to the question for one, up to the first comma."""
    if not page.asked(wanted):
        return None
    match = re.match(
        rf"\s*(?:sure|yes|ok|okay|hi|hello|it is|it's|its|the name is)?[,.!: "
        rf"]*({ANY_NAME})(?=\s*(?:[,.;!\n]|$| and\b| born\b| \d))",
        page.utterance.text,
        re.I,
    )
    if not match:
        return None
    words = match.group(1).split()
    if any((word.endswith("ing") and word.islower()) or word.lower().startswith("i'") for word in words):
        return None
    if any(
        word.lower().strip(".") in (known_words() | NOT_NAMES) - {"will", "may", "mark", "grant", "drew"}
        for word in words
    ):
        return None
    name = _name_at(page, match.start(1), ANY_NAME)
    return Name(name[0], name[1], 0.35) if name else None
