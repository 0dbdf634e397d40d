"""How the prompts of this site's graphs are put together."""

from pydantic import BaseModel

from conversations.authoring import GraphState, fenced


def prompt_of(manner: str, stage: str, state: GraphState, **data: BaseModel | str | None) -> str:
    """A graph's manner, the stage's own prompt, today's date, and what is known, fenced as data.

    What is None is not known yet and is left out.
    """
    known = [
        fenced(name, value if isinstance(value, str) else value.model_dump_json())
        for name, value in data.items()
        if value is not None
    ]
    return "\n\n".join([manner, stage, f"Today is {state.today:%A, %Y-%m-%d}.", *known])
