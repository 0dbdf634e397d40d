"""What all prompts of this graph begin with: the insurer's manner."""

from functools import partial
from typing import Final

from conversations.authoring import load_prompt
from ezgraph_site.graphs.prompting import prompt_of

MANNER: Final = load_prompt("manner.md")

stage_prompt = partial(prompt_of, MANNER)
