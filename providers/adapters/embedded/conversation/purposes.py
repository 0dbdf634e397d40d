"""Ways out of a form: tools that end, give up, hand over, or take what does not matter or belongs elsewhere.

Customers say these things in a few families of everyday words, which seldom share a word with the
tool's description. A tool belongs to a family by its description, a message by its own words.
"""

import re
from enum import StrEnum
from functools import lru_cache
from typing import Final

from providers.adapters.embedded.forms.fields import Kind, Tool
from providers.adapters.embedded.language.text import plain


class Purpose(StrEnum):
    """What a way out is for."""

    ENDING = "ending"
    GIVING_UP = "giving_up"
    INDIFFERENT = "indifferent"
    PERSON = "person"
    ELSEWHERE = "elsewhere"


FREE_TEXT: Final = frozenset({Kind.REMARK, Kind.WORDS, Kind.COMPOSED})
"""Fields that take any text, so that filling them says nothing about a tool."""

TOOLS: Final = {
    Purpose.ENDING: re.compile(r"\b(?:end|ends|terminate|stop|close|quit|exit|hang up|goodbye)\b", re.I),
    Purpose.GIVING_UP: re.compile(
        r"\b(?:cancels?|gives? up|abandons?|drops?|withdraws?|discards?|aborts?|calls? off)\b"
        r"|\b(?:no longer|not)\b.{0,40}\b(?:any ?more|wants?|needs?)\b|\bno longer wants?\b",
        re.I,
    ),
    Purpose.INDIFFERENT: re.compile(
        r"\bno\b.{0,30}\b(?:preferences?|requirements?|wish|wishes|limit)\b|\bdo(?:es)?(?:n't| not) "
        r"(?:\w+ )?(?:care|matter|mind)\b|\bhas none\b|\bany (?:\w+ )?is fine\b|\bindifferent\b",
        re.I,
    ),
    Purpose.PERSON: re.compile(
        r"\b(?:human|live agent|real person|representative|operator|colleague|staff member)\b"
        r"|\btransfer\b.{0,30}\b(?:to|conversation|chat|call)\b",
        re.I,
    ),
    Purpose.ELSEWHERE: re.compile(
        r"\b(?:something|anything) (?:else|other)\b|\banother (?:criterion|topic|subject|matter|field|part"
        r"|stage)\b|\bother (?:criteria|topics|matters)\b|\bnot about\b|\bunrelated\b|\belsewhere\b",
        re.I,
    ),
}
"""What the description of a tool of each family says."""

MESSAGES: Final = {
    Purpose.ENDING: re.compile(
        r"\b(?:stop|quit|exit|bye|goodbye|good bye|see you|farewell|end (?:the|this|our|it)"
        r"|cancel (?:everything|all|this|the (?:session|conversation|chat|whole))"
        r"|(?:i'm|i am|we're|we are) (?:all )?(?:done|finished)|that's all|that is all|no longer "
        r"interested|not interested|forget (?:it|about it|the whole)|leave me alone|terminate"
        r"|hang up|never ?mind)\b",
        re.I,
    ),
    Purpose.GIVING_UP: re.compile(
        r"\bnever ?mind\b(?! the)|\bforget (?:about )?(?:it|that|this|the|my|everything)\b"
        r"|\b(?:drop|scrap|leave|skip|cancel|scratch|withdraw|stop) (?:it|this|that|everything"
        r"|the whole|my \w+"
        r"|the \w+)\b|\bcall (?:it|the whole thing) off\b|\bchanged (?:my|our) minds?\b"
        r"|\bon second thoughts?,? no\b"
        r"|\b(?:do not|don't|no longer|not) (?:want|need|wish)\b.{0,40}\b(?:any ?more|after all|at all)\b"
        r"|\bno longer (?:want|need|interested|necessary)\b|\bnot (?:needed|necessary) (?:any ?more"
        r"|after all)\b"
        r"|\bdon't bother\b|\b(?:let's|i'd rather|i would rather) not\b|\b(?:just )?cancel\b[.!]?$",
        re.I,
    ),
    Purpose.INDIFFERENT: re.compile(
        r"\b(?:do|does)(?:n't| not) (?:really |actually |much )?(?:care|mind|matter)\b"
        r"|\bcouldn't care less\b|\bno (?:\w+ )?(?:preferences?|limits?)\b|\bno object\b|\bsurprise me\b"
        r"|\b(?:up to you|you (?:choose|decide|pick)|your choice|dealer's choice)\b"
        r"|\b(?:égale?|egal|gleichgültig|spielt keine rolle|peu importe|da igual|da lo mismo"
        r"|no (?:me )?importa|non importa|fa lo stesso|tanto faz|não importa|maakt niet uit)\b"
        r"|^\W*(?:no|nope|none|nothing|no,? thanks?|none of (?:them|those|these))\W*$"
        r"|\b(?:all|all one|the same|all the same) to me\b|\bwhatever\b|\bnot (?:picky|fussy|important)\b"
        r"|\bany(?:thing|one|where)? (?:\w+ )?(?:is|are|will be|would be|works?)(?: just| all)? ?"
        r"(?:fine|ok|okay|good|do|alright)?\b|\bi'm (?:easy|flexible|open)\b|\bnothing (?:special"
        r"|in particular)\b",
        re.I,
    ),
    Purpose.PERSON: re.compile(
        r"\b(?:human|(?:live|real) (?:agent|person)|agent|representative|operator|(?:talk|speak) "
        r"(?:to|with) (?:some|a|an))\b",
        re.I,
    ),
    Purpose.ELSEWHERE: re.compile(
        r"\b(?:something|anything) (?:else|different)\b|\b(?:other|another|different) (?:topic|matter"
        r"|question"
        r"|subject|thing)\b|\bfirst (?:i|let|can|could)\b|\b(?:before that|by the way)\b.{0,20}\b(?:i"
        r"|can|could)\b",
        re.I,
    ),
}
"""What customers write who want it."""

NOT_ENDING: Final = re.compile(
    r"\b(?:don't|do not|not|never|won't|can't|non)[ -]*(?:want to )?(?:stop|quit|exit)\b"
    r"|\b(?:bus|non|one|pit|first|next|full)[ -]?stop\b|\bstop(?:s|ped|over|ping)\b|\bstop "
    r"\w+ing\b|\bstop the\b|\bstop (?:works?|charges?|responds?|functions?|in|at)\b",
    re.I,
)
INQUIRY: Final = re.compile(
    r"\b(?:question|ask(?:ing)?|talk|speak)(?: to you)? (?:about|on|regarding)\b", re.I
)
"""Somebody who wants to know something, and does not answer."""
NEITHER: Final = re.compile(
    r"^\W*(?:no,? )?(?:neither|none|not any|nothing) of (?:them|those|these|that)\b"
    r"|^\W*(?:no,? )?(?:they|those|these) (?:don't|do not|won't) (?:suit|fit|work)\b|\bnone (?:suits?"
    r"|fits?|works?)\b"
    r"|^\W*(?:no,? )?(?:neither|none)(?: (?:suits|fits|works))?\W*$",
    re.I,
)
"""What people say who like none of the rows that they were shown."""
REQUEST: Final = re.compile(
    r"\b(?:i(?:'d| would) (?:like|want|rather)|i (?:want|need|have to|wish)|(?:can|could) (?:you|i|we)|please"
    r"|let's|let me|help me|question about|wanted to|ask(?:ing)? about|instead)\b",
    re.I,
)


@lru_cache(maxsize=512)
def purposes_of(tool: Tool) -> frozenset[Purpose]:
    """The families that a tool belongs to; a tool with anything but free text to fill in is no way out."""
    if any(field.kind not in FREE_TEXT for field in tool.fields):
        return frozenset()
    about = f"{plain(tool.name)}. {tool.description}"
    return frozenset(purpose for purpose, form in TOOLS.items() if form.search(about))


def is_way_out(tool: Tool) -> bool:
    """True for a tool that leaves the form."""
    return bool(purposes_of(tool))


def wished(text: str, tool: Tool) -> bool:
    """True where the message asks for a way out of the tool's family."""
    return any(
        MESSAGES[purpose].search(text) and not (purpose is Purpose.ENDING and NOT_ENDING.search(text))
        for purpose in purposes_of(tool)
    )


def is_request(text: str) -> bool:
    """True where somebody wants something, whatever it is."""
    return REQUEST.search(text) is not None
