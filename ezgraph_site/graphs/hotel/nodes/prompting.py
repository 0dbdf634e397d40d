"""How the prompts of all conversation nodes are put together."""

from typing import Final

from conversations.authoring import GraphState, fenced, load_prompt

MANNER: Final = load_prompt("manner.md")


def stage_prompt(stage: str, state: GraphState, **data: str | None) -> str:
    """The chain's manner, the node's own prompt, today's date, and what is known, fenced as data.

    What is None is not known yet and is left out.
    """
    known = [fenced(name, text) for name, text in data.items() if text is not None]
    return "\n\n".join([MANNER, stage, f"Today is {state.today:%A, %Y-%m-%d}.", *known])
