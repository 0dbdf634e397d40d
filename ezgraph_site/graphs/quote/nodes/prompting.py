"""How the prompts of all stages are put together."""

from typing import Final

from pydantic import BaseModel

from conversations.authoring import GraphState, fenced, load_prompt

MANNER: Final = load_prompt("manner.md")


def stage_prompt(stage: str, state: GraphState, **data: BaseModel | str | None) -> str:
    """The insurer's manner, the stage's own prompt, today's date, and what is known, fenced as data.

    What is None is not known yet and is left out.
    """
    known = [
        fenced(name, value if isinstance(value, str) else value.model_dump_json())
        for name, value in data.items()
        if value is not None
    ]
    return "\n\n".join([MANNER, stage, f"Today is {state.today:%A, %Y-%m-%d}.", *known])
