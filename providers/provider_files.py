"""Files of providers: strict YAML, read into entries and written from rows.

What is wrong is told by place and name, without any value: each may be a secret.
"""

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import yaml
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, validate_slug

from providers.options import DEEPEST, TOO_DEEP, ProviderOptions
from providers.spelling import spelled
from providers.types import ProviderType, provider_type
from providers.validation import FieldProblem
from providers.wire.texts import is_deeper, mend

NAME_LENGTH: Final = 64


@dataclass(frozen=True)
class Entry:
    """One provider of a file. `values` are its options and secrets, by the names of the type's model."""

    name: str
    type: ProviderType
    values: dict[str, Any]


@dataclass(frozen=True)
class ProviderFile:
    """What a file says: its providers, the faults of those that are none, and other things left aside."""

    entries: tuple[Entry, ...]
    problems: tuple[str, ...] = ()
    others: tuple[str, ...] = ()


class FileInvalid(ValueError):
    """A file of providers has faults; `problems` are all of them, one line each, without any value."""

    def __init__(self, *problems: str) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


def read_file(text: str) -> ProviderFile:
    """Return what the text of a file says. Raises `FileInvalid` where it has no list of providers."""
    document = _document(text)
    others: tuple[str, ...] = ()
    if isinstance(document, Mapping):
        others = tuple(sorted(str(key) for key in document if key != "providers"))
        document = document.get("providers")
    if not isinstance(document, list):
        raise FileInvalid("The file must be a list of providers, or have one under `providers`.")
    entries: list[Entry] = []
    problems: list[str] = []
    for place, item in enumerate(document, start=1):
        entry = _entry(item, place, problems)
        if entry is not None and any(entry.name == other.name for other in entries):
            problems.append(f"{entry.name}: is in the file twice")
        elif entry is not None:
            entries.append(entry)
    return ProviderFile(tuple(entries), tuple(problems), others)


def written(providers: list[dict[str, Any]]) -> str:
    """Return the YAML of a file with these providers, in order."""
    return yaml.safe_dump({"providers": providers}, sort_keys=False, allow_unicode=True, width=110)


def _document(text: str) -> Any:
    try:
        return yaml.load(text, Loader=_StrictLoader)  # noqa: S506 - a safe loader that refuses more
    except _KeyGivenTwice as twice:
        raise FileInvalid(f"A name is given twice, in line {twice.line}.") from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        where = f", line {mark.line + 1}, column {mark.column + 1}" if mark else ""
        raise FileInvalid(f"The file is not YAML as it should be{where}.") from None
    except (yaml.YAMLError, ValueError, RecursionError):
        raise FileInvalid("The file is not YAML as it should be.") from None


def _entry(item: Any, place: int, problems: list[str]) -> Entry | None:
    if not isinstance(item, Mapping):
        problems.append(f"provider {place}: must be an object of options")
        return None
    values = dict(item)
    names = [values.pop(key) for key in ("name", "id") if key in values]
    name = _name(names)
    kind = values.pop("type", None)
    type = provider_type(kind) if isinstance(kind, str) else None
    called = name or f"provider {place}"
    if name is None:
        problems.append(f"{called}: name: must be one name of letters, digits, hyphens and underscores")
    if type is None:
        problems.append(f"{called}: type: {_type_problem(kind)}")
    deep = [FieldProblem(str(key), TOO_DEEP) for key, value in values.items() if is_deeper(value, DEEPEST)]
    if deep:
        problems += [f"{called}: {problem}" for problem in deep]
        return None
    options, faults = spelled(type.options if type else ProviderOptions, values)
    problems += [f"{called}: {problem}" for problem in (*faults, *_not_json(options))]
    return Entry(name, type, options) if name and type and not faults else None


def _name(names: list[Any]) -> str | None:
    if not names or any(name != names[0] for name in names) or not isinstance(names[0], str):
        return None
    try:
        validate_slug(names[0])
        MaxLengthValidator(NAME_LENGTH)(names[0])
    except ValidationError:
        return None
    return names[0]


def _type_problem(kind: Any) -> str:
    if not isinstance(kind, str):
        return "must be given"
    return f"no app registers the provider type {kind!r}"


def _not_json(value: Any, path: str = "") -> list[FieldProblem]:
    """What no JSON can hold: YAML also knows dates, sets, NaN and names that are no texts."""
    if isinstance(value, Mapping):
        texts = [FieldProblem(path, "all names must be texts") for key in value if not isinstance(key, str)]
        inner = [_not_json(item, f"{path}.{key}" if path else str(key)) for key, item in value.items()]
        return [*texts[:1], *(problem for problems in inner for problem in problems)]
    if isinstance(value, list):
        inner = [_not_json(item, f"{path}.{place}") for place, item in enumerate(value)]
        return [problem for problems in inner for problem in problems]
    if isinstance(value, str) and mend(value) != value:
        return [FieldProblem(path, "must be text without NUL and lone surrogates")]
    finite = not isinstance(value, int | float) or abs(value) <= sys.float_info.max
    if finite and (value is None or isinstance(value, str | bool | int | float)):
        return []
    return [FieldProblem(path, "must be a text, a number, true, false, a list or an object")]


class _KeyGivenTwice(Exception):
    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


class _StrictLoader(yaml.SafeLoader):
    """A safe loader that refuses a key that an object has already, where YAML takes the last one."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        """Return the object of a node."""
        seen: set[str] = set()
        for key, _ in node.value:
            if not isinstance(key, yaml.ScalarNode) or key.value == "<<":
                continue
            if key.value in seen:
                raise _KeyGivenTwice(key.start_mark.line + 1)
            seen.add(key.value)
        return super().construct_mapping(node, deep)
