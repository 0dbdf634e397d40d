"""What a page of HTML offers: its links, and the controls of forms that only ask."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Final

CHECKED: Final = ("checkbox", "radio")
DATES: Final = ("date", "datetime-local")
NUMBERS: Final = ("number", "range")


@dataclass
class Control:
    """One control of a form. `values` are those to choose from; a text has none of its own."""

    name: str
    kind: str
    values: list[str] = field(default_factory=list)

    @property
    def is_date(self) -> bool:
        """Whether it takes a day."""
        return self.kind in DATES

    @property
    def is_number(self) -> bool:
        """Whether it takes a number."""
        return self.kind in NUMBERS


@dataclass
class Form:
    """A form that asks by GET. `action` is "" for the page itself."""

    action: str
    controls: dict[str, Control] = field(default_factory=dict)

    def add(self, name: str, kind: str, value: str | None = None) -> None:
        """Add a control, or one more value of it."""
        control = self.controls.setdefault(name, Control(name, kind))
        if value:
            control.values.append(value)


class Offers(HTMLParser):
    """Reads a page; then `links` and `forms` are all that it offers."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.forms: list[Form] = []
        self._form: Form | None = None
        self._select = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take a link, the begin of a form, or a control of it."""
        own = {name: value or "" for name, value in attrs}
        match tag:
            case "a" if own.get("href"):
                self.links.append(own["href"])
            case "form":
                self._begin(own)
            case "input" if self._form and own.get("name"):
                self._add_input(self._form, own)
            case "select":
                self._select = own.get("name", "")
            case "option" if self._form and self._select:
                self._form.add(self._select, "select", own.get("value"))

    def handle_endtag(self, tag: str) -> None:
        """Leave a form or a select."""
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._select = ""

    def _begin(self, own: dict[str, str]) -> None:
        self._form = None
        if own.get("method", "get").lower() == "get":
            self._form = Form(own.get("action", ""))
            self.forms.append(self._form)

    def _add_input(self, form: Form, own: dict[str, str]) -> None:
        kind = own.get("type", "text")
        if kind in CHECKED:
            form.add(own["name"], kind, own.get("value", "on"))
        elif kind not in ("hidden", "submit", "button"):
            # The admin's own day fields are texts to a browser.
            form.add(own["name"], "date" if "vDateField" in own.get("class", "") else kind)
