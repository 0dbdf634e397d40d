"""How much a message tells: a value, or only what it is about. Its form says so, not words of its own."""

from typing import Final

from providers.adapters.embedded.decisions.topics.topic import Topic

GIVING: Final = Topic(
    "giving",
    heads="""
        apply*, value, values, concrete, already says, already contains, already gives, already states,
        says what, gives a, gives the, states a, states the, provides, new value, to be saved, can be saved
    """,
    words="",
)

NAMING: Final = Topic(
    "naming",
    heads="""
        prompt*, ask next, ask for, no value, without a value, without value, without values, only names,
        just names, names only, only mentions, next question, has to be asked, must be asked,
        should be asked, to be asked
    """,
    words="""
        go on, continue, next?, weiter, continuer, suivant, siguiente, seguir, avanti, continuar, verder
    """,
)

TOPICS: Final = (GIVING, NAMING)
