"""Describes an operation of the API where it is written: what it takes, gives and can fail with."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema

from conversations.api.openapi.failures import ALWAYS, WITH_A_BODY, failures
from conversations.api.openapi.schema import OperationSchema
from conversations.codes import Code

F = TypeVar("F", bound=Callable[..., Any])

BEARER: Final[list[dict[str, list[str]]]] = [{"bearer": []}]
SECURITY: Final[list[dict[str, list[str]]]] = [*BEARER, {"staff": []}]
"""Who may call: the names of the document's security schemes."""

JSON: Final = "application/json"


@dataclass(frozen=True)
class Answer:
    """An answer that is no error: what is in it, in words, an example, and the headers that come with it.

    `kind` is a serializer, a schema, or None where there is no body.
    """

    kind: Any
    description: str
    example: Any = None
    media_type: str = JSON
    headers: Mapping[str, str] | None = None


def documented(
    name: str,
    summary: str,
    answers: Mapping[int, Answer | Sequence[Answer]],
    *,
    tag: str,
    takes: Any = None,
    example: Any = None,
    parameters: Iterable[Any] = (),
    codes: Iterable[Code] = (),
    for_anybody: bool = False,
    for_staff: bool = True,
) -> Callable[[F], F]:
    """Describe a handler, whose docstring is the description.

    `codes` are the errors beside those of every operation; `example` is of the body that it takes. With
    `for_staff` it takes the cookie of the back office, too.
    """
    examples = [OpenApiExample("Request", value=example, request_only=True)] if takes is not None else []
    common = ALWAYS if takes is None else (*ALWAYS, *WITH_A_BODY)
    responses: dict[Any, Any] = {}
    headers: list[OpenApiParameter] = []
    for status, given in answers.items():
        for answer in given if isinstance(given, Sequence) else (given,):
            key = status if answer.kind is None else (status, answer.media_type)
            responses[key] = _response(status, answer)
            headers += [_header(status, *named) for named in (answer.headers or {}).items()]
    callers = SECURITY if for_staff else BEARER
    described = extend_schema(
        operation_id=name,
        summary=summary,
        tags=[tag],
        request=takes,
        examples=examples,
        parameters=[*parameters, *headers],
        responses={**responses, **failures((*common, *codes))},
        auth=[*callers, {}] if for_anybody else callers,  # type: ignore[list-item, arg-type]
    )

    def describe(handler: F) -> F:
        # What the description builds on; else it would be the schema of whatever project this is part of.
        vars(handler)["kwargs"] = {"schema": OperationSchema}
        return described(handler)

    return describe


def in_path(name: str, description: str, kind: Any, example: Any) -> OpenApiParameter:
    """A part of the address."""
    shown = [OpenApiExample(name, value=example, parameter_only=(name, OpenApiParameter.PATH))]
    return OpenApiParameter(name, kind, OpenApiParameter.PATH, description=description, examples=shown)


def _response(status: int, answer: Answer) -> OpenApiResponse:
    if answer.kind is None:
        return OpenApiResponse(None, answer.description)
    shown = OpenApiExample(
        "Example",
        value=answer.example,
        response_only=True,
        status_codes=[str(status)],
        media_type=answer.media_type,
    )
    return OpenApiResponse(answer.kind, answer.description, [shown])


def _header(status: int, name: str, description: str) -> OpenApiParameter:
    return OpenApiParameter(
        name, str, OpenApiParameter.HEADER, description=description, response=[str(status)]
    )
