"""A decision as a round of a conversation: rules and questions from the system, the state as data."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, assert_never

from providers.adapters.llm_decisions.schema import answer_schema, keys_of
from providers.ports import ChatMessage, ChatRequest, ChatRole, DecideRequest, ToolSpec
from providers.questions import Choice, Noul, Question, Score
from providers.wire.bodies import json_body

ANSWER: Final = "answer"
"""What a schema or tool of the answers is called."""

AS_JSON: Final = "Answer with one JSON object and nothing else: its keys are those of the questions."

AS_TOOL_CALL: Final = f"Answer by calling the tool `{ANSWER}` once, with all answers."

RULES: Final = Path(__file__).with_name("prompt.md").read_text(encoding="utf-8").strip()


def as_shown(questions: Mapping[str, Question]) -> str:
    """How to answer where nothing but the prompt tells a model the schema."""
    return f"{AS_JSON} It has to fit this JSON Schema:\n\n{_json(answer_schema(questions))}"


def answer_tool(questions: Mapping[str, Question]) -> ToolSpec:
    """Return the tool whose arguments are the answers."""
    return ToolSpec(
        name=ANSWER, description="Takes the answers to all questions.", parameters=answer_schema(questions)
    )


def as_chat(
    request: DecideRequest, how: str, parameters: Mapping[str, Any], tools: Sequence[ToolSpec] = ()
) -> ChatRequest:
    """Return the round of a conversation that asks all questions of `request`.

    `how` says in which form to answer. Raises `ProviderFault` of code `invalid_request` where the
    state or a question holds what JSON cannot express.
    """
    rules = f"{RULES}\n\n# Questions\n\n{_listed(request.questions)}\n\n# Answer\n\n{how}"
    return ChatRequest(
        messages=(
            ChatMessage(role=ChatRole.SYSTEM, text=rules),
            ChatMessage(role=ChatRole.HUMAN, text=f"<state>\n{_fenced(request.state)}\n</state>"),
        ),
        tools=tuple(tools),
        model=request.model,
        parameters=dict(parameters),
        session=request.session,
        timeout=request.timeout,
    )


def _listed(questions: Mapping[str, Question]) -> str:
    keys = keys_of(questions)
    return "\n".join(f"- {_json(_described(keys[name], name, asked))}" for name, asked in questions.items())


def _described(key: str, name: str, question: Question) -> dict[str, Any]:
    asked: dict[str, Any] = {"key": key, "kind": question.kind}
    if name != key:
        asked["name"] = name
    if question.instructions is not None:
        asked["instructions"] = question.instructions
    match question:
        case Choice():
            asked["labels"] = question.criteria
        case Score():
            asked["levels"] = {str(level): text for level, text in enumerate(question.criteria)}
        case Noul():
            sides = {"true": question.true, "false": question.false}
            asked.update({side: text for side, text in sides.items() if text is not None})
        case _:
            assert_never(question)
    return asked


def _fenced(state: Any) -> str:
    # Angle brackets stand in JSON inside texts only, where they may be escaped: no text can end the fence.
    return _json(state).replace("<", "\\u003c").replace(">", "\\u003e")


def _json(value: Any) -> str:
    return json_body(value).decode()
