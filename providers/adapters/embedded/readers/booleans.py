"""Yes and no: answers to what was asked, and statements about a field's subject, negation included."""

import re
from typing import Final

from providers.adapters.embedded.forms.fields import Field, Kind, Option
from providers.adapters.embedded.language.lexicon import GENERIC_WORDS, stem, word_set
from providers.adapters.embedded.language.matching import stem_match
from providers.adapters.embedded.language.text import Span, Word, content_stems, plain
from providers.adapters.embedded.readers.option_matching import find_options
from providers.adapters.embedded.readers.page import Page, Reading

YES: Final = re.compile(
    r"\b(?:yes|yeah|yep|yup|yess|sure|correct|right(?! now| away)|absolutely|definitely|certainly|of course"
    r"|i do|i am|i have|we do|we are"
    r"|it is|it does|it has|that's right|true|indeed|affirmative|exactly|ok|okay|please do|y"
    r"|i did|i was|there is|there are|uh[ -]?huh|m+hm+|i (?:guess|think|suppose|believe) so"
    r"|occasionally|sometimes|regularly)\b",
    re.I,
)
NO: Final = re.compile(
    r"\b(?:no|nope|nah|never|none|not really|not at all|neither|false|negative|i don't|i do "
    r"not|i haven't|i'm not|i am not"
    r"|we don't|it isn't|it doesn't|it's not|not|n|i didn't|nothing|i wasn't"
    r"|(?:i|we) used to|any ?more|afraid not|guess not|without|skip|(?:i|we) (?:quit|stopped|gave up))\b",
    re.I,
)
UNWILLING: Final = re.compile(
    r"\b(?:don't|do not|doesn't|no) (?:know|idea)\b|\bnot sure\b|\bmaybe\b|\bunsure\b", re.I
)
OPPOSITES: Final = {
    "online": "in person|face to face|offline|on site|onsite|at the office",
    "remote": "on site|onsite|in the office|at the office|in person",
    "deliver": r"pick(?:ing|ed)? (?:it |them |that |this )?up|pick-?up|collect(?:ing)?|come by|fetch",
    "go": "for here|eat in|dine in|stay in|sit in",
    "new": "returning|existing|been (?:there|here) before",
    "first": "returning|been (?:there|here) before|not the first",
    "outdoor": "inside|indoors?",
    "indoor": "outside|outdoors?",
    "anonymous": "my name may|with my name",
}
"""Words for the contrary of a field's subject."""
AFFIRMING: Final = {"first": "never (?:been|visited|tried|used|had)|new (?:here|to you)"}
"""Other words for the subject itself."""

OTHERWISE: Final = re.compile(
    r"\botherwise,? (?:the (?:customer|user|client) |they |you |it is )?(?P<other>[^.;()]+)", re.I
)
"""The alternative that a description names, which is a no."""

HAVING: Final = re.compile(r"\b(?:has|have|owns?|keeps?|there (?:is|are))\b", re.I)
THERE_IS: Final = re.compile(
    r"\W*(?:(?:just|only|yes|we have|i have|i've|we've|there's|there is)\W+)*"
    r"(?:an?|one|two|three|four|five|six|several|some|many|\d+)\b",
    re.I,
)
REFUSING: Final = re.compile(
    r"\b(?:stop|cancel|remove|unsubscribe|disable|turn(?:ed)? off|switch off|opt out|drop"
    r"|take me off|no more|refuse|decline|avoid|hate)\b",
    re.I,
)
DENIED_AFTER: Final = re.compile(
    r"^(?:\s+\w+){0,2}?\s+(?:is|are|was|were|does|do|did|will|would|can|has|have)(?:n't|n’t| not)\b", re.I
)
BORROWED: Final = 0.35
"""What is left of a word that names another field more plainly."""
PLAIN: Final = 0.7
"""From here on a word is plainly about a field's subject."""
NO_AFTER: Final = re.compile(r"\s*[:=-]?\s*(?:no|none|nope|negative)\s*(?:[,.;!\n]|$|and\b)", re.I)
"""After the subject: "lapse no"."""
REVERSED_PREFIXES: Final = ("un", "non", "in")
WEAK_NAME_WORDS: Final = word_set(
    """
        has have is are was were had do does did need needs want wants include includes add will would
        should can currently ever any with require requires required allow allowed accept accepts prefer
        already been be active enable enabled
        """
)
NAME_NEGATIONS: Final = frozenset({"no", "not", "non", "without", "never"})


def read_boolean(page: Page, wanted: Field) -> list[Reading]:
    """What the message says about a yes-or-no field: its last statement about the subject, or a plain
    answer.
    """
    stated = _opposite(page, wanted) or _otherwise(page, wanted) or _statement(page, wanted)
    answered = _answer(page, wanted) or _shown(page, wanted)
    return [reading for reading in (stated, answered) if reading]


def _statement(page: Page, wanted: Field) -> Reading | None:
    inverted = bool(NAME_NEGATIONS & set(plain(wanted.name).split()))
    strengths = {word.index: _about(word, _subject(wanted)) for word in page.utterance.words if word.content}
    best: Reading | None = None
    for word in page.utterance.words:
        strength, reversed_word = strengths.get(word.index, (0.0, False))
        strength *= _exclusive(page, wanted, word, strength)
        if strength < 0.4 or _is_condition(page, word):
            continue
        # Two words of the subject in one clause say it twice as plainly: "my first visit", "own my home".
        beside = [
            strengths[other.index][0]
            for other in page.utterance.words
            if other.index in strengths and other.clause == word.clause and other.stem != word.stem
        ]
        strength = min(1.0, strength + 0.5 * max(beside, default=0.0))
        denied = word.negated or _refused(page, word) or NO_AFTER.match(page.utterance.text, word.span.end)
        positive = not (bool(denied) ^ reversed_word ^ inverted)
        score = 0.25 + 0.45 * strength + page.standing(wanted)
        if best is None or score > best.score + 0.05:
            best = Reading(wanted, positive, word.span, score, shared=True)
    return best


def _opposite(page: Page, wanted: Field) -> Reading | None:
    """A statement of the contrary: "in person" says no to online lessons."""
    for subject, contrary in OPPOSITES.items():
        weight = max(
            (weight for target, weight in wanted.weights.items() if target == stem(subject)),
            default=0.0,
        )
        match = re.search(rf"\b(?:{contrary})\b", page.utterance.lower) if weight >= 0.5 else None
        known = AFFIRMING.get(subject)
        same = re.search(rf"\b(?:{known})\b", page.utterance.lower) if known and weight >= 0.5 else None
        if same:
            return Reading(wanted, True, Span(*same.span()), 0.6 + page.standing(wanted), shared=True)
        if match and not any(word.negated for word in page.utterance.within(Span(*match.span()))):
            return Reading(
                wanted, False, Span(*match.span()), 0.35 + 0.3 * weight + page.standing(wanted), shared=True
            )
    return None


def _otherwise(page: Page, wanted: Field) -> Reading | None:
    """A statement of what the description names as the alternative: "otherwise the customer picks it up"."""
    match = OTHERWISE.search(wanted.description)
    if not match:
        return None
    found = find_options(page.utterance, (Option(match["other"], match["other"]),))
    if not found or found[0].strength < 0.8:
        return None
    return Reading(wanted, False, found[0].span, 0.62 + page.standing(wanted), shared=True)


def _shown(page: Page, wanted: Field) -> Reading | None:
    """ "Two cats" to "do you have pets?": who names what there is says yes."""
    match = THERE_IS.match(page.utterance.text)
    owning = HAVING.search(f"{plain(wanted.name)} {wanted.description}")
    if not match or not owning or page.context.asked != (wanted.key,):
        return None
    if any(word.negated for word in page.utterance.words):
        return None
    return Reading(wanted, True, Span(*match.span()), 0.2 + page.standing(wanted), shared=True)


def _refused(page: Page, word: Word) -> bool:
    """True after a verb that ends something: "stop the newsletter", "turn off alerts"."""
    before = " ".join(
        other.lower
        for other in page.utterance.words
        if other.clause == word.clause and other.index < word.index
    )
    after = page.utterance.text[word.span.end :]
    return bool(REFUSING.search(before) or DENIED_AFTER.match(after))


def _exclusive(page: Page, wanted: Field, word: Word, strength: float) -> float:
    """Less than 1 where another field is named more plainly by the word."""
    for other in page.fields:
        if other.key == wanted.key:
            continue
        subject = _subject(other) if other.kind is Kind.BOOLEAN else other.weights
        if _about(word, subject)[0] > strength:
            return BORROWED
    return 1.0


def _subject(wanted: Field) -> dict[str, float]:
    names = {token for token in plain(wanted.name).split() if token in WEAK_NAME_WORDS}
    match = OTHERWISE.search(wanted.description)
    other = set(content_stems(match["other"])) if match else set()
    return {
        target: weight
        for target, weight in wanted.weights.items()
        if target not in other
        and target not in {name.rstrip("e") for name in names} | names
        and target not in GENERIC_WORDS
    }


def _about(word: Word, subject: dict[str, float]) -> tuple[float, bool]:
    """How plainly a word is about the subject, and whether its prefix turns it round ("uninsured")."""
    if not word.content:
        return 0.0, False
    straight = max(
        (stem_match(word.lower, target) * weight for target, weight in subject.items()), default=0.0
    )
    for prefix in REVERSED_PREFIXES:
        rest = word.lower.removeprefix(prefix)
        if rest != word.lower and len(rest) > 4:
            turned = max(
                (stem_match(rest, target) * weight for target, weight in subject.items()), default=0.0
            )
            if turned >= straight and turned > 0:
                return turned, True
    return straight, False


def _is_condition(page: Page, word: Word) -> bool:
    """ "If I have pets" says nothing about having them."""
    before = page.utterance.lower[: word.span.start]
    clause = before[max(before.rfind(mark) for mark in ".,;!?") + 1 :]
    return bool(re.search(r"\b(?:if|whether)\b", clause))


def _answer(page: Page, wanted: Field) -> Reading | None:
    """A plain yes or no counts for what was asked; with two questions, answers come in their order."""
    if not page.asked(wanted) or UNWILLING.search(page.utterance.text):
        return None
    said = _plain_answers(page)
    answers = [answer for answer in said if not _of_another(page, wanted, answer[1])]
    if not answers:
        return None
    asked = [
        key
        for key in page.context.asked
        if any(field.key == key and field.kind is Kind.BOOLEAN for field in page.fields)
    ]
    place = asked.index(wanted.key)
    own = _in_turn(page, wanted, answers)
    if own:
        value, span = own
    elif len(answers) > 1 and len(asked) == len(answers):
        value, span = answers[place]
    elif (
        len(asked) > 1
        and place
        and (len(page.utterance.words) <= 3 or len(said) > 1)
        and not re.search(r"\b(?:both|neither|all|either)\b", page.utterance.lower)
        and len(answers) == 1
    ):
        # One bare word for two questions answers the first; the other is asked again.
        return None
    else:
        value, span = answers[0]
    inverted = bool(NAME_NEGATIONS & set(plain(wanted.name).split()))
    return Reading(wanted, value ^ inverted, span, 0.3 + page.standing(wanted), shared=True)


def _of_another(page: Page, wanted: Field, answer: Span) -> bool:
    """True for the no of "no accidents", where another field asks for accidents: it answers nothing else.

    What is asked for next to it counts as told by the same words only where they are about both.
    """
    governed = []
    for word in page.utterance.after(answer.end):
        if re.search(r"[,.;:!?\n]|\bbut\b", page.utterance.lower[answer.end : word.span.end]):
            break
        governed.append(word)
    own = max((_about(word, _subject(wanted))[0] for word in governed), default=0.0)
    others = max(
        (
            1.0 if _names_option(word, other) else _about(word, other.weights)[0]
            for other in page.fields
            if other.key != wanted.key
            for word in governed
        ),
        default=0.0,
    )
    return others >= PLAIN and own < others


def _names_option(word: Word, wanted: Field) -> bool:
    """True for a word that is one of a field's choices, or of its objects': "ticket" for a violation."""
    inner = (*wanted.members, *((wanted.item,) if wanted.item else ()))
    texts = [f"{option.label}, {option.describing}" for field in (wanted, *inner) for option in field.options]
    return word.content and any(word.stem in content_stems(text) for text in texts)


def _in_turn(page: Page, wanted: Field, answers: list[tuple[bool, Span]]) -> tuple[bool, Span] | None:
    """The answer in the part of the message that is the field's turn: "none, yes" to two questions."""
    parts = [Span(*match.span()) for match in re.finditer(r"[^,;.!?\n]*\w[^,;.!?\n]*", page.utterance.text)]
    if len(parts) < 2 or len(parts) != len(page.context.asked):
        return None
    part = parts[page.context.asked.index(wanted.key)]
    return next(((value, span) for value, span in answers if span.overlaps(part)), None)


def _plain_answers(page: Page) -> list[tuple[bool, Span]]:
    answers: list[tuple[bool, Span]] = []
    text = page.utterance.text
    for part in re.finditer(r"[^,.;!?\n]+", text):
        for piece in re.finditer(r".+?(?=\band\b|\bbut\b|$)", part.group(), re.I | re.S):
            start = part.start() + piece.start()
            yes, no = YES.search(piece.group()), NO.search(piece.group())
            if no and (
                not yes
                or no.start() <= yes.start()
                or "n't" in no.group().lower()
                or no.group().lower().startswith("not")
            ):
                answers.append((False, Span(start + no.start(), start + no.end())))
            elif yes:
                answers.append((True, Span(start + yes.start(), start + yes.end())))
    return answers
