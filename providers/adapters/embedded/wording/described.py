"""A field's description turned into what a customer is asked for.

Authors describe fields for machines and people at once: "U.S. state the customer lives in, as a
two-letter code". The customer hears a noun with its article or a clause, in the second person.
"""

import re
from functools import lru_cache
from typing import Final

from providers.adapters.embedded.forms.fields import Kind, Option
from providers.adapters.embedded.language.lexicon import STOP_WORDS, word_list
from providers.adapters.embedded.language.text import plain, read_text
from providers.adapters.embedded.wording.whether import as_clause

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
        r"[,;(\s-]*\b(?:as|in)?\s*(?:an? )?iso(?:[- ]?\d{4})?\b(?:[- ]\w+)?(?: date| format| string)*\)?",
        re.I,
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
        r"[,;]?\s*\(?\b(?:as )?(?:a |the )?(?:two|2)[- ](?:letter|character)(?:s)?(?: u\.?s\.?)?(?: "
        r"postal)?(?: code| abbreviation)\b\)?",
        re.I,
    ),
    re.compile(r"\b(?:two|2)[- ]letter\s+(?=u\.?s\.?|state|code)", re.I),
    re.compile(r"[,;]?\s*\(?\b(?:one|any|some|zero or more) of\b.*$", re.I | re.S),
    re.compile(r"[`\"{}\[\]<>]"),
)
"""What descriptions say to machines."""

CLAUSE_STARTS: Final = re.compile(
    r"^(?:(?:for|at|in|on|to|from|by|with|since|until|till) (?:how|what|which|whom|when|where)|whether"
    r"|if|how|when|where"
    r"|what|which|who|why)\b",
    re.I,
)
DETERMINED: Final = re.compile(
    r"^(?:the|a|an|your|its|our|my|his|her|any|all|each|their|this|these|every|you|one|some)\b", re.I
)
SPOKEN_TO: Final = re.compile(r"\b(?:the|this) (?:customer|user|client|caller|applicant)\b(?!'s)", re.I)
ALTERNATIVE: Final = re.compile(r"^[\w-]+ or (?:[\w-]+ ){0,2}[\w-]+$", re.I)
"""A description that only names the choices."""
REQUEST: Final = re.compile(
    r"^(?:please )?(?:enter|give|provide|tell us|specify|choose|select|indicate|describe|type in)(?: us"
    r"| me)? "
    r"(?=(?:the|your|a|an|his|her|their|what|which|how|where|when|why|who|whether|customer)\b)",
    re.I,
)
"""How a form speaks; a conversation does not."""
CONDITION: Final = re.compile(r"^(?:set|given|filled|present|only) (?:when|if|where)\b", re.I)
"""A description that says when there is a value, not which."""
FORM_TAIL: Final = re.compile(
    r"\s*,\s*(?:\d+ (?:for|means|is|if|when)\b.*|(?:\w+ )?(?:\w+) (?:letters?|digits?|characters?)\b.*)$",
    re.I | re.S,
)
"""What a value looks like, behind what it is."""
ASIDE: Final = re.compile(r"\b(?:otherwise|else|if|unless)\b|\d", re.I)
LONGEST_ASIDE: Final = 4
"""Words in brackets that may stay in a question."""
YOUR_KINDS: Final = frozenset(
    {Kind.PERSON, Kind.FIRST_NAME, Kind.LAST_NAME, Kind.EMAIL, Kind.PHONE, Kind.STREET, Kind.POSTCODE}
)


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
    text = re.sub(r"^true (?=to )", "whether ", text, flags=re.I)
    if ALTERNATIVE.match(text) and options:
        text = plain(name)
    text = _addressed(text)
    first = text.split(" ")[0] if text else ""
    if (
        first
        and not (first.isupper() and len(first) > 1)
        and not re.match(r"(?:U\.S|ZIP|VIN|Wi-?Fi)\b", first)
    ):
        text = text[0].lower() + text[1:]
    if CLAUSE_STARTS.match(text):
        return re.sub(r"^if\b", "whether", text)
    if kind is Kind.BOOLEAN:
        return as_clause(text) or f"{text if DETERMINED.match(text) else 'about ' + text} (yes or no)"
    if DETERMINED.match(text):
        return text
    yours = kind in YOUR_KINDS and " of " not in text and " for " not in text
    return (
        f"your {text}"
        if yours or (kind is Kind.DATE and re.search(r"\bbirth(?:day|date)?\b", text))
        else f"the {text}"
    )


def _plain_description(description: str, options: tuple[Option, ...]) -> str:
    text = re.split(r"(?<!U\.S)(?<!e\.g)(?<!i\.e)[.;](?:\s|$)|\n", description.strip(), maxsplit=1)[0].strip()
    if text.endswith("?"):
        text = re.sub(r"^(?:what is|what's|what are|tell us)\s+", "", text.rstrip("?"), flags=re.I)
    values = [str(option.value) for option in options]
    for match in re.findall(r"\([^)]*\)", text):
        if any(re.search(rf"\b{re.escape(value)}\b", match) for value in values) or re.search(
            r"yyyy|\b(?:e\.g|iso|null|min|max)\b|[_{}|]|\d+\s*-\s*\d+", match, re.I
        ):
            text = text.replace(match, " ")
    if (
        len(values) > 1
        and sum(bool(re.search(rf"(?<![\w-]){re.escape(value)}(?![\w-])", text)) for value in values) >= 2
    ):
        first = min(place for value in values if (place := text.find(value)) >= 0)
        text = re.sub(r"[\s:,–—-]+(?:is|are|as|either|one of)?\s*$", "", text[:first])
    text = _without_asides(FORM_TAIL.sub("", REQUEST.sub("", text)))
    text = re.sub(r"^iso(?:[- ]?8601)?[- ](?=date|time|day)", "", text, flags=re.I)
    if CONDITION.match(text):
        return ""
    text = re.split(r"\s*[,(]?\s*\b(?:e\.g\.|i\.e\.|(?:eg|for example|such as)\b)", text, maxsplit=1)[0]
    for form in JARGON:
        text = form.sub(" ", text)
    if options and ":" in text:
        text = text.partition(":")[0]
    text = re.sub(r"^(?:the )?(?:unique )?id(?:entifier)? (?:of|for) (?=the |an? )", "", text, flags=re.I)
    text = re.sub(r"\b\w+_\w+\b", lambda match: match.group().replace("_", " "), text)
    text = re.sub(r"\s+([,.;)])", r"\1", re.sub(r"\s{2,}", " ", text)).strip(" ,;:–—-")
    if text.count("(") != text.count(")"):
        text = text.split("(")[0].strip(" ,;:–—-)")
    return text if any(word.lower not in STOP_WORDS for word in read_text(text).words) else ""


def _without_asides(text: str) -> str:
    """The text without brackets that tell of other cases, forms, or much."""
    for aside in re.findall(r"\([^()]*\)", text):
        if ASIDE.search(aside) or len(aside.split()) > LONGEST_ASIDE:
            text = text.replace(aside, " ")
    return text


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
    if CLAUSE_STARTS.match(text):
        text = re.sub(
            r"\b(?:the|this) (?:customer|user|client|caller|applicant)\b(?!'s)", "you", text, flags=re.I
        )
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
