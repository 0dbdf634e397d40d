"""What a tool wants to know: tools, their fields, their options. Plain data without behaviour of its own."""

from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any


class Kind(StrEnum):
    """How a field's value is written by people, and therefore which reader looks for it."""

    BOOLEAN = "boolean"
    NUMBER = "number"
    YEAR = "year"
    OPTION = "option"
    ROW = "row"
    DATE = "date"
    MONTH = "month"
    TIME = "time"
    MOMENT = "moment"
    STATE = "state"
    EMAIL = "email"
    PHONE = "phone"
    POSTCODE = "postcode"
    ADDRESS_OF_PAGE = "address_of_page"
    PERSON = "person"
    FIRST_NAME = "first_name"
    LAST_NAME = "last_name"
    PLACE = "place"
    STREET = "street"
    REMARK = "remark"
    CODE = "code"
    IDENTIFIER = "identifier"
    WORDS = "words"
    LIST = "list"
    ITEMS = "items"
    COMPOSED = "composed"
    UNREADABLE = "unreadable"


class Bound(StrEnum):
    """Which end of a range a field holds."""

    LOW = "low"
    HIGH = "high"


@dataclass(frozen=True)
class Option:
    """One allowed value, what people call it, and the text that describes it.

    `row` holds what a tool's result tells of a thing that has an id: its keys and single values. `price`
    is the first amount in the line of a written list.
    """

    value: Any
    label: str
    describing: str = ""
    row: tuple[tuple[str, Any], ...] = ()
    price: float | None = None


@dataclass(frozen=True)
class Field:
    """One leaf of a tool's arguments.

    `path` leads to it from the top of the arguments; `key` is equal for two fields that mean the
    same, also when two tools have them. `weights` maps stems of its names and
    description to 0…1. `members` are the fields of the objects in a list of objects, with paths
    inside one object; `item` is the element of a plain list. `shown` tells that the options are
    things that the customer was shown.
    """

    path: tuple[str, ...]
    kind: Kind
    key: str = ""
    description: str = ""
    required: bool = False
    nullable: bool = False
    whole_number: bool = False
    money: bool = False
    minimum: float | None = None
    maximum: float | None = None
    shortest: int | None = None
    longest: int | None = None
    pattern: str | None = None
    options: tuple[Option, ...] = ()
    shown: bool = False
    examples: tuple[str, ...] = ()
    item: "Field | None" = None
    members: tuple["Field", ...] = ()
    bound: Bound | None = None
    constant: Any = None
    weights: dict[str, float] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The last step of the path."""
        return self.path[-1]

    @cached_property
    def fingerprint(self) -> str:
        """Everything about the field as one text; fields with the same key may be described otherwise."""
        return repr(self)

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Field) and other.key == self.key


@dataclass(frozen=True)
class Tool:
    """A tool on offer with its fields in the schema's order."""

    name: str
    description: str
    fields: tuple[Field, ...]

    @property
    def required(self) -> tuple[Field, ...]:
        """The fields without which it cannot be called."""
        return tuple(field for field in self.fields if field.required)

    @property
    def asked(self) -> tuple[Field, ...]:
        """The required fields that only the customer can answer."""
        return tuple(field for field in self.required if field.kind not in {Kind.COMPOSED, Kind.UNREADABLE})
