"""JSONPath that names one place at most: the singular queries of RFC 9535."""

from functools import cache
from typing import Annotated, Any, Final

from jsonpath import JSONPath, JSONPathEnvironment
from jsonpath.exceptions import JSONPathError
from pydantic import AfterValidator

_RFC_9535: Final = JSONPathEnvironment(strict=True)


@cache
def _compiled(path: str) -> JSONPath:
    """Raises ValueError where `path` is no singular query."""
    try:
        query = _RFC_9535.compile(path)
    # A library's way to say where a path ends too early.
    except (JSONPathError, ValueError, IndexError, RecursionError):
        raise ValueError("is not a JSONPath, such as $.answer.label or $.scores[0]") from None
    if not isinstance(query, JSONPath) or not query.singular_query():
        raise ValueError("must name one place: names and numbers only, such as $.answer.label or $.scores[0]")
    return query


def _singular_path(path: str) -> str:
    _compiled(path)
    return path


SingularPath = Annotated[str, AfterValidator(_singular_path)]
"""A JSONPath that names one place at most."""


def value_at(path: str, document: Any) -> Any:
    """Return what stands at `path` in a JSON document; None where nothing does."""
    found = _compiled(path).match(document)
    return None if found is None else found.value
