"""Every topic there is."""

from typing import Final

from providers.adapters.embedded.decisions.topics import matters, stays, steps, telling, time_and_money
from providers.adapters.embedded.decisions.topics.small_talk import SMALL_TALK
from providers.adapters.embedded.decisions.topics.topic import Topic

TOPICS: Final[tuple[Topic, ...]] = (
    *time_and_money.TOPICS,
    *stays.TOPICS,
    *steps.TOPICS,
    *matters.TOPICS,
    *telling.TOPICS,
    SMALL_TALK,
)
