"""What a sentence model has to tell, and where the one of the extra `semantic` comes from.

It compares whole texts by their sense, in whatever languages they are. Nothing is downloaded and
nothing leaves the process: its weights come inside a package.
"""

import logging
from collections.abc import Sequence
from functools import cache
from typing import Protocol

from providers.adapters.embedded.decisions.labels import Label

logger = logging.getLogger(__name__)


class SentenceModel(Protocol):
    """How near a message is to labels by its sense."""

    def to_labels(self, message: str, labels: Sequence[Label]) -> list[float]:
        """Nearness to each label beyond that of any text: about 0 for none, 0.1 for a near one."""
        ...

    def to_small_talk(self, message: str, labels: Sequence[Label]) -> float:
        """How much nearer the message is to small talk than to any label, from 0."""
        ...


@cache
def installed_model() -> SentenceModel | None:
    """The sentence model of the extra; None where it is not installed, or cannot run on this machine."""
    try:
        from providers.adapters.embedded.decisions.sentences import Sentences
    except ImportError:
        return None
    try:
        return Sentences()
    except Exception as exception:
        logger.warning("The sentence model cannot be loaded (%s): words decide.", type(exception).__name__)
        return None
