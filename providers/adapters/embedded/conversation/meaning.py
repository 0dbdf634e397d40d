"""What a message means among the tools on offer, by the topics that their descriptions name."""

import re
from collections.abc import Sequence
from typing import Final

from providers.adapters.embedded.conversation.purposes import Purpose, is_way_out, purposes_of
from providers.adapters.embedded.decisions.labels import read_labels
from providers.adapters.embedded.decisions.wording import evidence
from providers.adapters.embedded.forms.fields import Tool
from providers.adapters.embedded.readers.reading import is_question

ENOUGH: Final = 0.24
"""Evidence that makes a message a tool's where it speaks for no other: a weak sign of a topic."""
PLAIN: Final = 0.5
"""A plain word of a topic that a description names."""

ASKED: Final = re.compile(
    r"^\W*(?:(?:and|but|so) )?(?:which|what|where|how|who|why|is|are|does|do|has|have)\b.*\?\W*$", re.I | re.S
)
"""Somebody wants to know something first."""


def means(text: str, tool: Tool, tools: Sequence[Tool]) -> bool:
    """True where a message speaks for a tool without fields more than for any other tool on offer.

    Ways out have words of their own, and a question asks for no tool, unless it asks for what a tool that
    sends it on names: a summary, for instance.
    """
    if tool.fields:
        return False
    if Purpose.ELSEWHERE in purposes_of(tool):
        least = PLAIN
    elif is_way_out(tool) or is_question(text) or ASKED.match(text):
        return False
    else:
        least = ENOUGH
    labels = read_labels({one.name: one.description for one in tools})
    found = {label.key: worth for label, worth in zip(labels, evidence(text, labels), strict=True)}
    others = [worth for name, worth in found.items() if name != tool.name]
    return found[tool.name] >= least and found[tool.name] > max(others, default=0.0)
