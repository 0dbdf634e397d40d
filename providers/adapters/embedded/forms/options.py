"""The allowed values of a field and the texts that describe them.

Where a schema gives no text, the description of the field often does, in one of the usual forms:
`own (paid off), finance (still paying it off)`, `own: paid off; finance: still paying`, `own = paid off`.
"""

import re
from typing import Any

from providers.adapters.embedded.forms.fields import Option
from providers.adapters.embedded.language.text import plain


def read_options(
    schema: dict[str, Any], branches: list[dict[str, Any]], description: str
) -> tuple[Option, ...]:
    """The options of a schema without null, in its order. `branches` are its anyOf or oneOf parts,
    resolved.
    """
    described = [branch for branch in branches if "const" in branch]
    values = [value for value in schema.get("enum", ()) if value is not None]
    for branch in branches:
        values += [value for value in branch.get("enum", ()) if value is not None and value not in values]
    if not values and described:
        values = [branch["const"] for branch in described if branch["const"] is not None]
    texts = _keyword_texts(schema, branches, values)
    for branch in described:
        text = " ".join(str(branch[key]) for key in ("title", "description") if branch.get(key))
        texts.setdefault(str(branch["const"]), text)
    return tuple(
        Option(
            value,
            plain_label(value),
            texts.get(str(value)) or _from_description(str(value), values, description),
        )
        for value in values
    )


def plain_label(value: Any) -> str:
    """An option as people would say it: `at-fault-accident` is "at fault accident"."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    text = str(value)
    return re.sub(r"(?<=\w)[_-]+(?=\w)", " ", text) if re.search(r"[a-zA-Z]", text) else text


def label_words(value: Any) -> str:
    """The words of an option for matching: also camel case is taken apart."""
    return plain(str(value)) if re.search(r"[a-z][A-Z]", str(value)) else plain_label(value).lower()


def _keyword_texts(
    schema: dict[str, Any], branches: list[dict[str, Any]], values: list[Any]
) -> dict[str, str]:
    texts: dict[str, str] = {}
    for part in (schema, *branches):
        for keyword in (
            "x-options",
            "x-enum-descriptions",
            "x-enumDescriptions",
            "enumDescriptions",
            "x-enumNames",
        ):
            given = part.get(keyword)
            if isinstance(given, dict):
                texts.update({str(value): str(text) for value, text in given.items() if text})
            elif isinstance(given, list) and len(given) == len(values):
                texts.update(
                    {str(value): str(text) for value, text in zip(values, given, strict=True) if text}
                )
    return texts


def _from_description(value: str, values: list[Any], description: str) -> str:
    others = "|".join(re.escape(str(other)) for other in values if str(other) != value)
    end = (
        rf"(?=[;.\n]|,?\s+(?:or |and )?['\"`]?(?:{others})['\"`]?(?:\s*[(:=]|\s+means\b)|$)"
        if others
        else r"(?=[;.\n]|$)"
    )
    own = rf"(?<![\w-])['\"`]?{re.escape(value)}['\"`]?(?![\w-])"
    for form in (rf"{own}\s*\(([^)]*)\)", rf"{own}\s*(?::|=|—|–|\s-\s|means|if|when)\s*(.+?){end}"):
        match = re.search(form, description, re.I | re.S)
        if match:
            return match.group(1).strip(" ,")
    return ""
