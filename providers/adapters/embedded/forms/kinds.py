"""Which kind of value a text or number field holds, from its format, pattern, name and description."""

import re
from typing import Any, Final

from providers.adapters.embedded.forms.fields import Bound, Kind
from providers.adapters.embedded.language.lexicon import word_set
from providers.adapters.embedded.language.text import plain

FORMATS: Final = {
    "date": Kind.DATE,
    "date-time": Kind.MOMENT,
    "time": Kind.TIME,
    "email": Kind.EMAIL,
    "idn-email": Kind.EMAIL,
    "uri": Kind.ADDRESS_OF_PAGE,
    "url": Kind.ADDRESS_OF_PAGE,
    "phone": Kind.PHONE,
    "uuid": Kind.IDENTIFIER,
}
SAMPLES: Final = (
    (Kind.DATE, ("2024-05-17",)),
    (Kind.MONTH, ("2024-05",)),
    (Kind.TIME, ("09:30", "09:30:00")),
    (Kind.MOMENT, ("2024-05-17T09:30", "2024-05-17T09:30:00")),
)
"""Texts that only a pattern of that kind takes."""

WRITTEN_FORMS: Final = (
    (re.compile(r"y{4}-m{2}-d{2}[t ]h{2}|iso.?8601 date.?time", re.I), Kind.MOMENT),
    (
        re.compile(r"y{4}-m{2}-d{2}|\biso(?:.?8601)?(?: format(?:ted)?)? date\b|\bdate in iso\b", re.I),
        Kind.DATE,
    ),
    (re.compile(r"y{4}-m{2}\b", re.I), Kind.MONTH),
    (re.compile(r"\bh{2}:m{2}\b", re.I), Kind.TIME),
)
PERSONS: Final = word_set(
    """
        passenger patient guest attendee contact recipient holder owner beneficiary traveler traveller
        employee tenant borrower applicant driver customer caller signer cardholder student parent spouse
        person nominee payee
        """
)
THINGS_WITH_NAMES: Final = word_set(
    """
        hotel company business product pet file event project school street city model account user team
        restaurant store shop brand ship item course class group bank employer organization organisation
        merchant vendor domain device host room building clinic hospital medication drug dish song band
        movie film book game table
        """
)
HELD: Final = word_set("table seat ticket order appointment booking reservation room list bill door")
"""Things that stand under the name of a person."""
_HELD = rf"(?:the|your|this|an?) (?:{'|'.join(sorted(HELD))})\b"
NAMES_A_PERSON: Final = re.compile(
    rf"\bname (?:for|on) {_HELD}|\bunder (?:which|what|whose) name\b"
    rf"|\bname under (?:which|whom) {_HELD}|\bname (?:\w+ ){{0,8}}{_HELD} under\b"
    rf"|\bname of (?:the |your |an? )?(?:{'|'.join(sorted(PERSONS))})\b",
    re.I,
)
"""Descriptions of a person's name, also where it stands on a thing: "the name for the table"."""
FOR_WHOM: Final = re.compile(r"\bwho(?:m)? (?:\w+ ){1,4}for\b|\bfor whom\b|\bwho are you\b", re.I)
"""Descriptions of a person in a field that is called a name."""

BY_NAME: Final[tuple[tuple[Kind, frozenset[str]], ...]] = (
    (Kind.EMAIL, frozenset({"email", "mail"})),
    (Kind.PHONE, frozenset({"phone", "mobile", "telephone", "cell", "cellphone", "fax"})),
    (Kind.POSTCODE, frozenset({"zip", "zipcode", "postcode", "postal"})),
    (Kind.ADDRESS_OF_PAGE, frozenset({"url", "website", "webpage", "homepage"})),
    (Kind.DATE, frozenset({"date", "dob", "birthday", "birthdate", "deadline", "day"})),
    (Kind.MONTH, frozenset({"month"})),
    (Kind.TIME, frozenset({"time"})),
    (Kind.STATE, frozenset({"state"})),
    (Kind.STREET, frozenset({"street", "address", "line1"})),
    (
        Kind.REMARK,
        word_set(
            """
        description reason notes note comment comments remark remarks message details issue problem
        complaint feedback summary requests instructions purpose symptoms explanation question body concern
        story justification
        """
        ),
    ),
    (
        Kind.PLACE,
        word_set(
            """
        city town origin destination airport location place country from to departure arrival region
        neighborhood county venue station
        """
        ),
    ),
    (Kind.CODE, frozenset({"reference", "confirmation", "vin", "sku", "serial", "plate", "coupon", "promo"})),
)
LOW_NAMES: Final = word_set(
    """
        first origin source min minimum low lowest least smallest cheapest shortest start starts from
        begin begins pickup checkin arrival
        depart outbound
        lower since departure
        """
)
HIGH_NAMES: Final = word_set(
    """
        last destination greatest longest farthest furthest largest
        max maximum highest high most end ends until checkout dropoff return upper limit ceiling till cap to
        """
)
MONEY: Final = re.compile(
    r"\b(?:prices?|budgets?|costs?|amounts?|fees?|incomes?|salar(?:y|ies)|usd|dollars?|deductibles?"
    r"|(?:co|down|over|pre)?payments?|loans?|rent|premiums?|pay|wages?|limits?|balances?|refunds?|deposits?|donations?"
    r"|spend(?:s|ing)?)\b|\$",
    re.I,
)


def text_kind(name: str, schema: dict[str, Any], description: str) -> Kind:
    """The kind of a field of type string. A stated form wins over the name, the name over the description."""
    stated = (
        FORMATS.get(str(schema.get("format", "")))
        or _pattern_kind(schema.get("pattern"))
        or _written(description)
    )
    if stated:
        return stated
    by_name = _named(plain(name).split(), description)
    if by_name is Kind.WORDS:
        by_name = _described(description) or Kind.WORDS
    if (
        by_name in {Kind.WORDS, Kind.PLACE}
        and schema.get("maxLength") == 2
        and "state" in description.lower()
    ):
        return Kind.STATE
    if by_name is Kind.WORDS and isinstance(schema.get("pattern"), str):
        return Kind.CODE
    return by_name


def number_kind(name: str, schema: dict[str, Any]) -> Kind:
    """The kind of a field of type integer or number: a calendar year or any other number."""
    tokens = plain(name).split()
    lowest = schema.get("minimum", schema.get("exclusiveMinimum"))
    if "year" in tokens and (lowest is None or lowest > 999) and schema.get("type") == "integer":
        return Kind.YEAR
    return Kind.NUMBER


def bound_of(name: str, description: str) -> Bound | None:
    """Which end of a range the field holds, if it says so."""
    joined = plain(name).replace("check in", "checkin").replace("check out", "checkout")
    joined = joined.replace("pick up", "pickup").replace("drop off", "dropoff")
    for tokens in (joined.split(), _opening(description)):
        low, high = LOW_NAMES & set(tokens), HIGH_NAMES & set(tokens)
        if bool(low) != bool(high):
            return Bound.LOW if low else Bound.HIGH
    if re.search(r"\bfrom\W*$|\b(?:of|for) (?:departure|origin|pick-?up)\b|\bpicked up\b", description, re.I):
        return Bound.LOW
    return Bound.HIGH if re.search(r"\bto\W*$|\bof arrival\b|\bdestination\b", description, re.I) else None


def _opening(description: str) -> list[str]:
    """The first words of a description without the prepositions, which rarely mean a bound there."""
    return [token for token in re.findall(r"[a-z]+", description.lower())[:2] if token not in {"from", "to"}]


def _pattern_kind(pattern: object) -> Kind | None:
    if not isinstance(pattern, str):
        return None
    try:
        compiled = re.compile(pattern)
    except re.error:
        return None
    if any(compiled.search(other) for other in ("zz zz", "5552018876", "123-45678")):
        return None
    return next(
        (kind for kind, samples in SAMPLES if any(compiled.fullmatch(sample) for sample in samples)), None
    )


def _written(description: str) -> Kind | None:
    return next((kind for form, kind in WRITTEN_FORMS if form.search(description)), None)


def _named(tokens: list[str], description: str) -> Kind:
    given = set(tokens)
    if tokens[-1:] == ["id"]:
        return Kind.IDENTIFIER
    if tokens[-1:] == ["number"] and not given & {"phone", "mobile", "telephone", "cell", "fax", "contact"}:
        return Kind.CODE
    if tokens[-1:] == ["code"] and not given & {"zip", "postal", "post", "country", "area", "state", "color"}:
        return Kind.CODE
    if tokens[-1:] == ["name"] or tokens == ["fullname"]:
        return _name_kind(given, description)
    if given & {"address"} and given & {"email", "mail"}:
        return Kind.EMAIL
    if tokens[-1:] == ["state"] or (given & {"state"} and not given & {"status"}):
        return Kind.STATE
    # The last word is what the field is, the words before it say whose or which.
    for token in reversed(tokens):
        for kind, names in BY_NAME:
            if token in names and not (kind is Kind.TIME and given & {"zone", "full", "part"}):
                return kind
    if tokens[-1:] and tokens[-1] in PERSONS:
        return Kind.PERSON
    return Kind.WORDS


def _name_kind(given: set[str], description: str) -> Kind:
    if given & THINGS_WITH_NAMES:
        return Kind.WORDS
    if given & {"first", "given"}:
        return Kind.FIRST_NAME
    if given & {"last", "family", "sur"}:
        return Kind.LAST_NAME
    described = set(re.findall(r"[a-z]+", description.lower()))
    if not described & (THINGS_WITH_NAMES - HELD) and (
        NAMES_A_PERSON.search(description) or FOR_WHOM.search(description)
    ):
        return Kind.PERSON
    return (
        Kind.WORDS
        if given == {"name"} and described & THINGS_WITH_NAMES and not described & PERSONS
        else Kind.PERSON
    )


def _described(description: str) -> Kind | None:
    text = description.lower()
    if re.search(r"\be-?mail\b", text):
        return Kind.EMAIL
    if re.search(r"\b(?:phone|mobile|telephone) number\b", text):
        return Kind.PHONE
    if re.search(r"\bzip code\b|\bpostal code\b", text):
        return Kind.POSTCODE
    if re.search(r"\b(?:two|2).letters?\b|\bu\.?s\.? states?\b", text) and "state" in text:
        return Kind.STATE
    if re.search(r"\b(?:full|first and last|person's|guest's|legal) name\b", text):
        return Kind.PERSON
    if NAMES_A_PERSON.search(text):
        return Kind.PERSON
    if re.search(
        r"\bin (?:their|your|his|her|the customer's|the user's|one's) own words\b|\bwhat "
        r"(?:happened|is wrong|went wrong)\b",
        text,
    ):
        return Kind.REMARK
    if re.search(
        r"^(?:the |name of the |which )?(?:\w+ )?(?:city|town|airport|country|place|location|address)\b", text
    ):
        return Kind.PLACE
    return None
