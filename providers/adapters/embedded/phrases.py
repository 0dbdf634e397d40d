"""A field as a customer would hear of it, and which fields a question of the assistant was about."""

import re
from functools import lru_cache
from typing import Final

from providers.adapters.embedded.fields import Field, Kind, Option
from providers.adapters.embedded.lexicon import STOP_WORDS, word_list
from providers.adapters.embedded.matching import stem_match
from providers.adapters.embedded.text import plain, read_text

ROLES: Final = "|".join(
    word_list(
        """
        customer user guest applicant caller driver traveler traveller
        borrower policyholder visitor shopper buyer
        """
    )
)
JARGON: Final = (
    re.compile(
        r"[,;(\s-]*\b(?:as|in|format(?:ted)?(?: as)?|using)?\s*(?:the "
        r")?(?:format\s*)?y{4}-m{2}(?:-d{2})?(?:[t ]h{2}:m{2}(?::s{2})?)?(?: format)?\)?",
        re.I,
    ),
    re.compile(
        r"[,;(\s-]*\b(?:as|in|format(?:ted)?(?: as)?)?\s*\(?h{2}:m{2}(?::s{2})?(?: "
        r"format)?(?:,? 24.hour(?: clock| format)?)?\)?",
        re.I,
    ),
    re.compile(
        r"[,;(\s-]*\b(?:as|in)?\s*(?:an? )?iso(?:[- ]?\d{4})?(?:[- ]\w+)?(?: date| format| string)*\)?", re.I
    ),
    re.compile(
        r"[,;(]\s*(?:or )?(?:null|none|empty|omit|leave (?:out|empty)|optional|default"
        r"|required|if (?:any|known|given|applicable|provided)|when known)\b[^,;.)]*\)?",
        re.I,
    ),
    re.compile(r"\b(?:or )?null\b[^,.;]*", re.I),
    re.compile(
        r"[,;(\s]*\b(?:as )?(?:an? )?(?:integer|string|boolean|json|enum|array|float|number "
        r"type|whole number)\b\)?",
        re.I,
    ),
    re.compile(
        r"[,;]?\s*\(?\b(?:a |the )?(?:two|2)[- ](?:letter|character)(?:s)?(?: u\.?s\.?)?(?: "
        r"postal)?(?: code| abbreviation)\b\)?",
        re.I,
    ),
    re.compile(r"\b(?:two|2)[- ]letter\s+(?=u\.?s\.?|state|code)", re.I),
    re.compile(r"[,;]?\s*\(?\b(?:one|any|some|zero or more) of\b.*$", re.I | re.S),
    re.compile(r"[`\"{}\[\]<>]"),
)
"""What descriptions say to machines."""

CLAUSE_STARTS: Final = re.compile(
    r"^(?:(?:for|at|in|on|to|from|by|with) (?:how|what|which|whom)|whether|if|how|when|where"
    r"|what|which|who|why)\b",
    re.I,
)
DETERMINED: Final = re.compile(r"^(?:the|a|an|your|any|all|each|their|this|these|every|you|one|some)\b", re.I)
YOUR_KINDS: Final = frozenset(
    {Kind.PERSON, Kind.FIRST_NAME, Kind.LAST_NAME, Kind.EMAIL, Kind.PHONE, Kind.STREET, Kind.POSTCODE}
)
LONGEST_LIST: Final = 8


@lru_cache(maxsize=1024)
def phrase(description: str, name: str, kind: Kind, options: tuple[Option, ...] = ()) -> str:
    """What to ask for, to follow "Could you tell me": a noun with its article or a clause with "whether"."""
    text = _plain_description(description, options) or plain(name)
    truth = re.match(
        r"^(?:is |set )?(?:to )?true (?:if|when|where|for) (.+?)(?:,? (?:otherwise |and )?false\b.*)?$",
        text,
        re.I | re.S,
    )
    if truth:
        text = f"whether {truth[1]}"
    text = _addressed(text)
    first = text.split(" ")[0] if text else ""
    if first and not (first.isupper() and len(first) > 1) and not re.match(r"(?:U\.S|ZIP|VIN|Wi)", first):
        text = text[0].lower() + text[1:]
    if CLAUSE_STARTS.match(text):
        return re.sub(r"^if\b", "whether", text)
    if kind is Kind.BOOLEAN:
        return _yes_or_no(text)
    if DETERMINED.match(text):
        return text
    yours = kind in YOUR_KINDS and " of " not in text and " for " not in text
    return f"your {text}" if yours or (kind is Kind.DATE and re.search(r"birth", text)) else f"the {text}"


def short_phrase(field: Field) -> str:
    """The phrase for a field without its choices."""
    if field.kind is Kind.ROW:
        return f"which {plain(field.name.removesuffix('_id').removesuffix('Id'))} you mean"
    options = field.options or (field.item.options if field.item else ())
    return phrase(field.description, field.name, field.kind, options)


def asks_for(field: Field) -> str:
    """The phrase with the choices or the permission to say none."""
    options = field.options or (field.item.options if field.item else ())
    base = short_phrase(field)
    parts = [base]
    if options and len(options) <= LONGEST_LIST:
        parts.append(f" – {listed([option.label for option in options], 'or')}")
        if field.nullable or (field.kind is Kind.LIST and not field.shortest):
            parts.append(", or none")
    elif field.nullable or (field.kind in {Kind.LIST, Kind.ITEMS} and not field.shortest):
        parts.append(", or none")
    return "".join(parts)


def listed(texts: list[str], joiner: str) -> str:
    """ "a", "a or b", "a, b or c"."""
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} {joiner} {texts[-1]}" if texts else ""


def asked_fields(question: str, fields: tuple[Field, ...]) -> tuple[str, ...]:
    """The keys of the fields that a question was about, in its order.

    Our own questions hold the phrase of each field word for word; another author's are matched by the
    words that belong to the field.
    """
    if not question:
        return ()
    text = question.lower()
    exact = []
    for field in fields:
        wanted, short = asks_for(field).lower(), short_phrase(field).lower()
        # A question about an object of a list is a question about the list.
        for form in (wanted, short, *(asks_for(member).lower() for member in field.members)):
            place = text.rfind(form) if len(form) > 4 else -1
            if place >= 0:
                exact.append((place, len(form), field.key))
    if exact:
        # "the state" also stands inside "the state that issued the license": the longer phrase counts.
        kept = [
            one
            for one in exact
            if not any(
                other is not one
                and other[0] <= one[0]
                and one[0] + one[1] <= other[0] + other[1]
                and other[1] > one[1]
                for other in exact
            )
        ]
        return tuple(dict.fromkeys(key for _, _, key in sorted(kept)))
    return _by_words(question, fields)


def _by_words(question: str, fields: tuple[Field, ...]) -> tuple[str, ...]:
    sentences = [sentence for sentence in read_text(question).sentences if sentence.endswith("?")]
    if not sentences:
        sentences = [
            sentence
            for sentence in read_text(question).sentences
            if re.search(
                r"\b(?:please|tell me|let me know|i need|share|give me|provide|enter)\b", sentence, re.I
            )
        ]
    asking = " ".join(sentences).lower()
    words = [
        word
        for sentence in sentences
        for word in read_text(sentence).words
        if word.content or word.lower == "name"
    ]
    scored = []
    for field in fields:
        hits = [
            (stem_match(word.lower, target) * weight, place)
            for place, word in enumerate(words)
            for target, weight in field.weights.items()
            if weight >= 0.5
        ]
        best = max(hits, default=(0.0, 0))
        options = [
            option for option in field.options if len(option.label) > 2 and option.label.lower() in asking
        ]
        if (
            len(options) > 1
            or best[0] >= 0.9
            or (best[0] >= 0.5 and sum(hit for hit, _ in hits if hit >= 0.3) >= 0.9)
            or (best[0] >= 0.5 and len(words) <= 3)
        ):
            scored.append((best[1], -best[0], field.key))
    return tuple(key for _, _, key in sorted(scored))


def _plain_description(description: str, options: tuple[Option, ...]) -> str:
    text = re.split(r"(?<!U\.S)(?<!e\.g)(?<!i\.e)[.;](?:\s|$)|\n", description.strip(), maxsplit=1)[0].strip()
    if text.endswith("?"):
        text = re.sub(r"^(?:what is|what's|what are|tell us)\s+", "", text.rstrip("?"), flags=re.I)
    values = [str(option.value) for option in options]
    for match in re.findall(r"\([^)]*\)", text):
        if any(re.search(rf"\b{re.escape(value)}\b", match) for value in values) or re.search(
            r"yyyy|e\.g|iso|null|[_{}|]|min|max|\d+\s*-\s*\d+", match, re.I
        ):
            text = text.replace(match, " ")
    if (
        len(values) > 1
        and sum(bool(re.search(rf"(?<![\w-]){re.escape(value)}(?![\w-])", text)) for value in values) >= 2
    ):
        first = min(place for value in values if (place := text.find(value)) >= 0)
        text = re.sub(r"[\s:,–—-]+(?:is|are|as|either|one of)?\s*$", "", text[:first])
    text = re.split(r"\s*[,(]?\s*\b(?:e\.g\.|eg\.?|for example|such as|i\.e\.)", text, maxsplit=1)[0]
    for form in JARGON:
        text = form.sub(" ", text)
    if options and ":" in text:
        text = text.partition(":")[0]
    text = re.sub(r"^(?:the )?(?:unique )?id(?:entifier)? (?:of|for) (?=the |an? )", "", text, flags=re.I)
    text = re.sub(r"\b\w+_\w+\b", lambda match: match.group().replace("_", " "), text)
    text = re.sub(r"\s+([,.;)])", r"\1", re.sub(r"\s{2,}", " ", text)).strip(" ,;:–—-()")
    return text if any(word.lower not in STOP_WORDS for word in read_text(text).words) else ""


def _addressed(text: str) -> str:
    """Descriptions speak of "the driver"; the customer is spoken to."""
    text = re.sub(rf"\b(?:the|this|a|an) (?:{ROLES})(?:'s|s')(?= |$)", "your", text, flags=re.I)
    for third, second in (
        ("has", "have"),
        ("is", "are"),
        ("was", "were"),
        ("does", "do"),
        ("wants", "want"),
        ("needs", "need"),
        ("owns", "own"),
        ("drives", "drive"),
        ("prefers", "prefer"),
        ("would", "would"),
        ("lives", "live"),
        ("wishes", "wish"),
        ("had", "had"),
        ("currently has", "currently have"),
        ("currently", "currently"),
        ("can", "can"),
        ("will", "will"),
        ("ever", "ever"),
    ):
        text = re.sub(rf"\b(?:the|this) (?:{ROLES}) {third}\b", f"you {second}", text, flags=re.I)
    text = _second_person(text)
    if re.search(r"\byou\b", text):
        text = re.sub(r"\btheir\b", "your", text)
    of_role = re.sub(rf"\s+of (?:the|this|a) (?:{ROLES})(?=$|[,;])", "", text, flags=re.I)
    if of_role != text:
        text = (
            of_role
            if DETERMINED.match(of_role) or CLAUSE_STARTS.match(of_role)
            else f"your {of_role[0].lower()}{of_role[1:]}"
        )
    return re.sub(rf"^(?:{ROLES})'s (?=\w)", "your ", text, flags=re.I)


def _second_person(text: str) -> str:
    """ "The tier that the customer takes" is "the tier that you take"."""
    lead = r"(\b(?:that|which|whether|how|where|when|who|what|if|as|years|miles)\b(?: \w+){0,2}?) "
    return re.sub(rf"{lead}(?:the|this|a) (?:{ROLES}) ([a-z]{{2,}})s\b", r"\1 you \2", text, flags=re.I)


def _yes_or_no(text: str) -> str:
    match = re.match(
        r"^(has|have|is|are|was|does|do|did|needs?|wants?|includes?|requires?|needed)\b\s*(.*)", text, re.I
    )
    if match and match[2]:
        verb = {
            "has": "you have",
            "have": "you have",
            "is": "it is",
            "are": "you are",
            "was": "it was",
            "does": "you",
            "do": "you",
            "did": "you",
        }.get(match[1].lower())
        return f"whether {verb or 'you ' + match[1].lower().rstrip('s')} {match[2]}".replace(
            "it is you", "you are"
        )
    return f"{text if DETERMINED.match(text) else 'about ' + text} (yes or no)"
