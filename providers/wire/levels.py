"""Scores between the levels of a question."""

import math


def nearest_level(score: float) -> int:
    """Return the level that is nearest to `score`; halfway between two it is the higher."""
    return math.floor(score + 0.5)
