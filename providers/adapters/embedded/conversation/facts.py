"""What tools, prompts and the framework told the model: ids, and lists to choose from, found by field
name.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from providers.adapters.embedded.conversation.row_names import is_scalar, row_name, telling_keys
from providers.adapters.embedded.forms.fields import Field, Kind, Option
from providers.adapters.embedded.forms.options import plain_label
from providers.adapters.embedded.language.json_text import embedded_json, outside_json
from providers.adapters.embedded.language.lexicon import stem
from providers.adapters.embedded.language.text import plain, read_text

GENERIC_LISTS: Final = frozenset(
    {"candidates", "options", "choices", "alternatives", "matches", "results", "items", "suggestions"}
)
LABELS: Final = ("name", "title", "label", "display_name", "description")
LIST_LINE: Final = re.compile(
    r"^\s*(?:\d+[.)]|[-*•–])\s+(?P<label>[^\n]+?)(?=\s+[-–—(]|[:,(]|\.?\s*$).*$", re.M
)
"""A line of a list; its label ends where a dash, a colon or a bracket begins to tell more."""
AMOUNT: Final = re.compile(r"[$€£]\s?(?P<amount>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)")


@dataclass(frozen=True)
class Source:
    """A text that may hold ids and choices. `told` is False for the system prompt, whose lists are
    instructions; `refused` names the tool whose rejection the text is.
    """

    text: str
    told: bool = True
    refused: str = ""


def known_value(field: Field, sources: Sequence[Source]) -> Any:
    """The value for an id field from the newest text that names it: `vehicle_id`, or `id` inside
    `vehicle`.
    """
    if field.kind not in {Kind.IDENTIFIER, Kind.CODE}:
        return None
    subject = field.name.removesuffix("_id").removesuffix("Id")
    for text in reversed([source.text for source in sources]):
        for data in embedded_json(text):
            values = [value for value in _ids(data, field.name, subject) if isinstance(value, str | int)]
            distinct = list(dict.fromkeys(values))
            if len(distinct) == 1:
                return distinct[0]
            if distinct:
                # Which of several is meant only the customer knows.
                return None
        prose = outside_json(text)
        written = re.search(
            rf"\b{re.escape(field.name).replace('_', '[_ ]')}\b['\"]?\s*(?:[:=]|is)\s*['\"]?([\w-]+)",
            prose,
            re.I,
        )
        if written:
            return written[1]
    return None


def choices(field: Field, sources: Sequence[Source]) -> tuple[Option, ...]:
    """The options for a field from the newest text that lists some, in their order."""
    if field.kind in {Kind.COMPOSED, Kind.ITEMS, Kind.LIST, Kind.BOOLEAN}:
        return ()
    for text in reversed([source.text for source in sources]):
        for data in embedded_json(text):
            options = _listed(data, field)
            if len(options) > 1 or (options and field.kind is not Kind.IDENTIFIER):
                return options
    return ()


def written_choices(field: Field, sources: Sequence[Source]) -> tuple[Option, ...]:
    """The lines of the newest list about the field's subject, for fields that take one of them by name."""
    if field.kind is not Kind.WORDS:
        return ()
    subject = stem(plain(field.name).split()[-1])
    for text in reversed([source.text for source in sources if source.told]):
        lines = {match["label"].strip(): match.group() for match in LIST_LINE.finditer(text)}
        prose = LIST_LINE.sub("", text)
        if len(lines) > 1 and subject in {word.stem for word in read_text(prose).words}:
            return tuple(Option(label, label, price=_amount(line)) for label, line in lines.items())
    return ()


def _amount(line: str) -> float | None:
    match = AMOUNT.search(line)
    return float(match["amount"].replace(",", "")) if match else None


def with_choices(field: Field, sources: Sequence[Source]) -> Field:
    """The field with options from tool results, if there are any and it has none of its own."""
    options = () if field.options else choices(field, sources) or written_choices(field, sources)
    kind = Kind.ROW if options and all(option.row for option in options) else Kind.OPTION
    return replace(field, options=options, kind=kind, shown=True) if options else field


def _ids(data: Any, name: str, subject: str) -> Iterator[Any]:
    for holder, key, value in walk(data, ""):
        if (
            key == name
            or key.replace("_", "").lower() == name.replace("_", "").lower()
            or (key == "id" and (holder == subject or holder.rstrip("s") == subject or name == "id"))
        ):
            yield value


def walk(data: Any, holder: str) -> Iterator[tuple[str, str, Any]]:
    """Every value of JSON data with its key and the key of the object around it."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield holder, str(key), value
            yield from walk(value, str(key))
    elif isinstance(data, list):
        for value in data:
            yield from walk(value, holder)


def _listed(data: Any, field: Field) -> tuple[Option, ...]:
    subject = field.name.removesuffix("_id").removesuffix("_name")
    for _, key, value in walk({"": data} if isinstance(data, list) else data, ""):
        if not isinstance(value, list) or not value:
            continue
        singular = key.removesuffix("s") if not key.endswith("ies") else key.removesuffix("ies") + "y"
        about = singular == subject or singular.endswith(f"_{subject}") or subject.endswith(f"_{singular}")
        options = [_option(one, field.name, subject, about or key in GENERIC_LISTS, about) for one in value]
        if field.kind is Kind.IDENTIFIER:
            options = _told_apart(value, options)
        given = {str(option.value): option for option in options if option is not None}
        if given and len([option for option in options if option]) == len(value):
            return tuple(given.values())
    return ()


def _told_apart(items: list[Any], options: list[Option | None]) -> list[Option | None]:
    """Ids named by what people tell the things apart by: the values that are not the same in all of them.

    Nobody says an id; "the SE" means the one whose trim that is.
    """
    rows = [item for item in items if isinstance(item, dict)]
    given = [option for option in options if option]
    if len(rows) < len(items) or len(given) < len(items):
        return options
    keys = telling_keys(rows, [option.value for option in given])
    names = [row_name(item, keys) for item in rows]
    if not all(names) or len(set(names)) < len(names):
        return options
    return [
        Option(option.value, name, option.label, tuple((key, item[key]) for key in keys))
        for option, name, item in zip(given, names, rows, strict=True)
    ]


def _option(one: Any, name: str, subject: str, may_be_id: bool, may_be_scalar: bool) -> Option | None:
    if isinstance(one, str | int | float) and not isinstance(one, bool):
        return Option(one, plain_label(one)) if may_be_scalar else None
    if not isinstance(one, dict):
        return None
    label = next((str(one[key]) for key in (*LABELS, subject) if isinstance(one.get(key), str)), "")
    others = " ".join(
        str(value) for key, value in one.items() if isinstance(value, str) and key not in {"id", name}
    )
    if is_scalar(one.get(name)):
        return Option(
            one[name],
            plain_label(one[name]),
            "" if name in LABELS else label if label != str(one[name]) else "",
        )
    if name.endswith("id") and may_be_id and is_scalar(one.get("id")):
        return Option(one["id"], label or others or str(one["id"]), others if label else "")
    if may_be_scalar and label:
        return Option(label, label)
    return None
