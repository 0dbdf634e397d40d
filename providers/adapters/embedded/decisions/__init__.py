"""Typed decisions of the embedded model: which label fits a message, by words and, where installed, by sense.

Labels are matched by their names, their descriptions and the topics of everyday talk that these name;
the optional sentence model compares whole sentences. What neither can settle is refused.
"""

from providers.adapters.embedded.decisions.deciding import SENSE_MODEL, WORDS_MODEL, decide
from providers.adapters.embedded.decisions.sense import SentenceModel, installed_model

__all__ = ["SENSE_MODEL", "WORDS_MODEL", "SentenceModel", "decide", "installed_model"]
