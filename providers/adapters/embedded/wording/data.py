"""Data as people read it: facts out of prompts, internal messages and tool results, without any notation."""

import re
from collections.abc import Mapping
from typing import Any, Final

from providers.adapters.embedded.conversation.row_names import (
    PRICES,
    is_scalar,
    row_name,
    spoken_price,
    spoken_text,
)
from providers.adapters.embedded.language.json_text import located_json
from providers.adapters.embedded.language.text import plain, read_text

SAYING: Final = re.compile(r"\b(?:messages?|summary|confirmation|reference|results?|answers?|notes?)\b", re.I)
HIDDEN: Final = re.compile(
    r"^(?:accepted|ok|success|status_code|error|id|.*_id|needs_.*|candidates|type|schema)$", re.I
)
PLACE: Final = re.compile(r"[0-9]{1,9}")
"""A place in a list, in the path of a fault."""
HEADS: Final = ("name", "title", "label", "tier", "plan", "option")
"""Keys of what a thing is called."""
INSTRUCTION: Final = re.compile(
    r"^(?:(?:now|then|next|first|and|please|also|afterwards)[, ]+)*(?:ask|tell|call|use|do "
    r"not|don't|never|always|confirm|present|greet|say|reply|respond|answer|collect|explain"
    r"|show|offer|continue|"
    r"keep|stay|help|make sure|remember|wait|start|begin|proceed|mention|list|summari[sz]e"
    r"|give|let|write|thank|invite|you are|you're|if the|when the|the (?:customer|user|model"
    r"|assistant) (?:should|must|has to|can|may)|read|briefly|be )\b",
    re.I,
)
FENCE: Final = re.compile(
    r"<(?P<tag>[\w:-]+)[^>]*>\s*(?P<body>.*?)\s*</(?P=tag)>|```\w*\s*\n?(?P<code>.*?)```", re.S
)
SEEDS: Final = frozenset({"start", "begin", "continue", "go", "hello", "restart", "ok", ""})


def statements(text: str) -> str:
    """What a text states, for the customer: sentences and data, without instructions to the model."""
    opened = FENCE.sub(lambda match: f"\n{match['body'] if match['tag'] else match['code']}\n", text)
    pieces: list[str] = []
    position = 0
    for value, start, end in located_json(opened):
        pieces.append(_prose(opened[position:start]))
        pieces.append(readable(value))
        position = end
    pieces.append(_prose(opened[position:]))
    return "\n".join(piece for piece in pieces if piece).strip()


def is_seed(text: str) -> bool:
    """True for an internal message that only sets a node going."""
    return text.strip().strip(".!").lower() in SEEDS


def readable(value: Any) -> str:
    """JSON data as lines of text; ids and technical keys are left out."""
    if isinstance(value, dict):
        return "\n".join(line for line in _lines(value) if line)
    if isinstance(value, list):
        return "\n".join(f"– {_one_line(one)}" for one in value if _one_line(one))
    return _scalar("", value)


def is_for_showing(data: Any) -> bool:
    """True where a result holds what a customer waits for: prices, a list, a message. Other results are
    bookkeeping.
    """
    if isinstance(data, list):
        return bool(data)
    if not isinstance(data, dict):
        return False
    return any(
        PRICES.search(plain(str(key)))
        or SAYING.search(plain(str(key)))
        or (isinstance(value, list) and any(isinstance(one, dict) for one in value))
        or (isinstance(value, dict) and is_for_showing(value))
        for key, value in data.items()
        if not HIDDEN.match(str(key))
    )


def sentence(text: str) -> str:
    """A text as a sentence: capital letter, full stop."""
    text = text.strip()
    if not text:
        return ""
    return text[0].upper() + text[1:] + ("" if text[-1] in ".!?:" else ".")


def reason(text: str, names: Mapping[str, str] | None = None) -> str:
    """Why a call was refused, in words: validation messages lose their notation.

    `names` are what customers call the fields, by the fields' names in the schema.
    """
    parts = [part for part in re.split(r"\n|;\s(?=[\w.]+:)", text) if part.strip()]
    return " ".join(sentence(_validation(part.strip(), names or {})) for part in parts)


def _validation(text: str, names: Mapping[str, str]) -> str:
    match = re.match(r"^(?P<path>[a-z_][\w.\[\]]*)\s*:\s*(?P<why>.+)$", text, re.S)
    if match and (" " not in match["path"]):
        steps = [step for step in re.split(r"[.\[\]]+", match["path"]) if step]
        number = next((int(step) + 1 for step in steps if PLACE.fullmatch(step)), None)
        step = steps[-1] if not steps[-1].isdigit() else steps[0]
        about = names.get(step, f"the {plain(step)}") + (
            f" of number {number}" if number and not steps[-1].isdigit() else ""
        )
        rule = _plain_rule(match["why"])
        if rule.startswith("it "):
            return f"{about} {rule.removeprefix('it ')}"
        return f"there is a problem with {about}: {rule}"
    return re.sub(r"\b[a-z]+(?:_[a-z]+)+\b", lambda found: found.group().replace("_", " "), text)


def _plain_rule(rule: str) -> str:
    rule = re.sub(r"^value error,\s*", "", rule.strip(), flags=re.I)
    rule = re.sub(r"\s*\[type=.*$", "", rule, flags=re.S)
    rule = re.sub(
        r"^input should be a valid (?:integer|number).*$", "it should be a number", rule, flags=re.I
    )
    rule = re.sub(r"^input should be a valid boolean.*$", "it should be yes or no", rule, flags=re.I)
    rule = re.sub(r"^input should be a valid string.*$", "it should be a text", rule, flags=re.I)
    rule = re.sub(r"^input should be a valid date.*$", "it should be a date", rule, flags=re.I)
    rule = re.sub(r"^string should match pattern.*$", "it has another form than expected", rule, flags=re.I)
    rule = re.sub(r"\bless than or equal to\b", "at most", rule, flags=re.I)
    rule = re.sub(r"\bgreater than or equal to\b", "at least", rule, flags=re.I)
    rule = re.sub(r"\bgreater than\b", "more than", rule, flags=re.I)
    rule = re.sub(r"^field required$", "it is still missing", rule, flags=re.I)
    rule = re.sub(r"^input should be (?!a valid)", "it should be ", rule, flags=re.I)
    return re.sub(r"'([\w-]+)'", lambda found: found[1].replace("_", " ").replace("-", " "), rule)


def _prose(text: str) -> str:
    lines = []
    for line in text.splitlines():
        if re.match(r"^\s*(?:[-*•–]|\d+[.)])\s", line):
            lines.append(line.strip())
            continue
        kept = [
            part
            for part in read_text(line).sentences
            if part.strip()
            and not INSTRUCTION.match(part.strip())
            and not re.search(r"\w_\w|\btool\b|^#", part)
        ]
        if kept:
            lines.append(" ".join(part for part in kept if not is_seed(part)))
    return "\n".join(lines)


def _lines(value: dict[str, Any]) -> list[str]:
    lines = []
    for key, inner in value.items():
        if HIDDEN.match(str(key)) or inner is None or inner in ("", [], {}):
            continue
        if isinstance(inner, dict):
            plainly = _one_line(inner)
            lines.append(f"{_title(key)}: {plainly}" if plainly else "")
        elif isinstance(inner, list) and any(isinstance(one, dict) for one in inner):
            lines.append(f"{_title(key)}:\n{readable(inner)}")
        elif isinstance(inner, list):
            lines.append(f"{_title(key)}: {', '.join(_scalar('', one) for one in inner)}")
        else:
            lines.append(f"{_title(key)}: {_scalar(str(key), inner)}")
    return lines


def _one_line(value: Any) -> str:
    if not isinstance(value, dict):
        return ", ".join(_scalar("", one) for one in value) if isinstance(value, list) else _scalar("", value)
    shown = {
        key: inner
        for key, inner in value.items()
        if not HIDDEN.match(str(key)) and inner is not None and inner not in ("", [], {})
    }
    if not any(key in shown for key in HEADS) and shown and all(is_scalar(one) for one in shown.values()):
        return row_name(shown, list(shown), len(shown))
    head = next((key for key in HEADS if key in shown), None)
    rest = ", ".join(
        f"{_unit_free(str(key))} "
        f"{_one_line(inner) if isinstance(inner, dict | list) else _scalar(str(key), inner)}"
        for key, inner in shown.items()
        if key != head
    )
    if head is None:
        return rest
    return f"{shown[head]}: {rest}" if rest else str(shown[head])


def _unit_free(key: str) -> str:
    """A key as words; its currency stands beside the amount."""
    return re.sub(r" (?:usd|eur|gbp|euros?|dollars?)$", "", plain(key))


def _title(key: Any) -> str:
    name = plain(str(key))
    return name[:1].upper() + name[1:]


def _scalar(key: str, value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float) and PRICES.search(plain(key)):
        return spoken_price(key, value)
    text = str(value)
    if PRICES.search(plain(key)) and re.fullmatch(r"\d{1,15}\.\d{2}", text):
        return spoken_price(key, float(text))
    return spoken_text(text)
