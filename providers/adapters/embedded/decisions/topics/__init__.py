"""Topics of everyday talk with any service, in the words of several languages; no graph's own."""

from providers.adapters.embedded.decisions.topics.catalogue import TOPICS
from providers.adapters.embedded.decisions.topics.small_talk import SMALL_TALK
from providers.adapters.embedded.decisions.topics.topic import Topic

__all__ = ["SMALL_TALK", "TOPICS", "Topic"]
