"""A customer's text as words with places, clauses and negation, which every reader builds on."""

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from providers.adapters.embedded.language.lexicon import STOP_WORDS, stem

LONGEST_TEXT: Final = 4000
LEAD: Final = 80
"""Characters in which the words that introduce a value must stand."""
"""Characters of one message that are read; nobody answers a question in more."""

STRAIGHT: Final = str.maketrans(
    {"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "−": "-", "\u00a0": " "}
)
WORD: Final = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
BREAK: Final = re.compile(r"(?!(?<=\b[Nn]o)\. ?[A-Za-z-]{0,4}\d)[.!?]+(?=\s|$)|[;\n]|,(?!\d{3}\b)|\s-\s|[()]")
SENTENCE_END: Final = re.compile(r"(?!(?<=\b[Nn]o)\. ?[A-Za-z-]{0,4}\d)[.!?]+(?=\s|$)|\n")
CLAUSE_WORDS: Final = frozenset(
    {"but", "and", "with", "except", "plus", "though", "although", "while", "so", "because"}
)
NEGATORS: Final = frozenset(
    {
        "no",
        "not",
        "never",
        "none",
        "without",
        "neither",
        "nor",
        "zero",
        "cannot",
        "nothing",
        "cant",
        "dont",
        "wont",
    }
    | {
        "isnt",
        "wasnt",
        "havent",
        "hasnt",
        "doesnt",
        "didnt",
        "arent",
        "aint",
        "non",
        "minus",
        "skip",
        "decline",
        "nobody",
    }
)
NOT_A_NEGATION: Final = re.compile(
    r"no (?:problems?|worries|matter|ideas?)\b|not (?:only|just|sure)\b|(?:no|not|nothing|none|never) "
    r"(?:(?:more|less|fewer|further|farther|later|earlier|longer)(?= than\b)|(?:over|above"
    r"|under|below|beyond|exceeding)(?=\s[$€£\d]))|no\.? ?[A-Za-z-]{0,4}\d|number",
    re.I,
)


class Span(NamedTuple):
    """A half-open range of characters."""

    start: int
    end: int

    def overlaps(self, other: "Span") -> bool:
        """True where the two share a character."""
        return self.start < other.end and other.start < self.end


@dataclass(frozen=True)
class Word:
    """One word of a text; `clause` and `sentence` are running numbers."""

    text: str
    lower: str
    stem: str
    span: Span
    index: int
    clause: int
    sentence: int
    negated: bool

    @property
    def content(self) -> bool:
        """True where the word has a subject of its own."""
        return self.lower not in STOP_WORDS

    @property
    def capital(self) -> bool:
        """True where it starts with a capital letter."""
        return self.text[:1].isupper()


@dataclass(frozen=True)
class Utterance:
    """A text with typographic characters made plain, same length as the original."""

    text: str

    @cached_property
    def lower(self) -> str:
        """The text in lower case; same length, whatever the script."""
        return "".join(low if len(low := character.lower()) == 1 else character for character in self.text)

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """The words in order."""
        return tuple(_words(self.text))

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """The sentences, with their closing marks."""
        return tuple(
            part.strip() for part in re.findall(r".+?(?:[.!?]+(?=\s|$)|\n|$)", self.text) if part.strip()
        )

    @cached_property
    def stems(self) -> frozenset[str]:
        """Every stem that occurs."""
        return frozenset(word.stem for word in self.words)

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """Every word that occurs, in lower case."""
        return frozenset(word.lower for word in self.words)

    def lead(self, position: int) -> str:
        """The last `LEAD` characters before a position: what introduces a value stands right before it."""
        return self.text[max(0, position - LEAD) : position]

    def within(self, span: Span) -> tuple[Word, ...]:
        """The words inside a range."""
        first, last = bisect_left(self._starts, span.start), bisect_right(self._ends, span.end)
        return self.words[first:last]

    def before(self, position: int) -> tuple[Word, ...]:
        """The words that end at or before a position, nearest first."""
        return self.words[: bisect_right(self._ends, position)][::-1]

    def after(self, position: int) -> tuple[Word, ...]:
        """The words that start at or after a position, nearest first."""
        return self.words[bisect_left(self._starts, position) :]

    @cached_property
    def _starts(self) -> list[int]:
        return [word.span.start for word in self.words]

    @cached_property
    def _ends(self) -> list[int]:
        return [word.span.end for word in self.words]


@lru_cache(maxsize=512)
def read_text(text: str) -> Utterance:
    """Make a text readable: straight quotes and dashes, at most `LONGEST_TEXT` characters."""
    return Utterance(text[:LONGEST_TEXT].translate(STRAIGHT))


@lru_cache(maxsize=4096)
def content_stems(text: str) -> tuple[str, ...]:
    """The stems of the words with a subject, in order, for descriptions and labels."""
    return tuple(word.stem for word in read_text(text).words if word.content)


def plain(name: str) -> str:
    """A schema's name as words: `coverage_lapse` and `coverageLapse` are "coverage lapse"."""
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name)
    return " ".join(re.split(r"[\s_\-]+", spaced)).strip().lower()


def _words(text: str) -> list[Word]:
    breaks = [match.start() for match in BREAK.finditer(text)]
    ends = [match.start() for match in SENTENCE_END.finditer(text)]
    found: list[Word] = []
    clause = sentence = passed = ended = 0
    negated = False
    for index, match in enumerate(WORD.finditer(text)):
        while passed < len(breaks) and breaks[passed] < match.start():
            passed, clause, negated = passed + 1, clause + 1, False
        while ended < len(ends) and ends[ended] < match.start():
            ended, sentence = ended + 1, sentence + 1
        lower = match.group().lower()
        if lower in CLAUSE_WORDS and found:
            clause, negated = clause + 1, False
        negation = _negates(lower) and not NOT_A_NEGATION.match(text, match.start())
        found.append(
            Word(
                match.group(),
                lower,
                stem(lower),
                Span(*match.span()),
                index,
                clause,
                sentence,
                negated or negation,
            )
        )
        negated = negated or negation
    return found


def _negates(lower: str) -> bool:
    return lower.replace("'", "") in NEGATORS or lower.endswith("n't")
