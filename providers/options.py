"""Options that every provider has, and how options are read and their faults reported."""

import logging
import math
import re
import traceback
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from decimal import Decimal
from typing import Annotated, Any, ClassVar, Final, Self, TypeAlias

import httpx
from django.views.decorators.debug import sensitive_variables
from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    PrivateAttr,
    SecretStr,
    ValidationError,
    ValidationInfo,
    field_validator,
)

from providers.addresses import SCHEMES, AddressRefused, refuse_at_sight, refuse_uncallable
from providers.secrets.options import mentions_secret, secrets_in, texts_in
from providers.secrets.redaction import Redaction
from providers.validation import FieldProblem, field_problems
from providers.wire.texts import is_deeper

logger = logging.getLogger(__name__)

CHAT_TIMEOUT_SECONDS: Final = 60.0
"""Limit of a chat attempt where the provider has none of its own."""

DECIDE_TIMEOUT_SECONDS: Final = 30.0
"""The same of a decide attempt."""

MOST_DOLLARS: Final = 1_000_000
"""No price and no budget is higher, in US dollars."""

Judge: TypeAlias = Callable[[httpx.URL], None]

_JUDGE: Final = "judge"
"""What the judge of addresses is called in the context of a validation."""

DEEPEST: Final = 40
"""Levels of lists and objects in each other that an option may have."""

TOO_DEEP: Final = f"must have at most {DEEPEST} lists and objects in each other"

_HEADER_NAME: Final = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_HEADER_VALUE: Final = re.compile(r"[ -~]*")
_OURS: Final = frozenset({"content-length", "content-type", "host", "transfer-encoding", "connection"})


def _header_name(name: str) -> str:
    if not _HEADER_NAME.fullmatch(name):
        raise ValueError("is not a header name")
    if name.lower() in _OURS:
        raise ValueError("is set by the adapter")
    return name


def _header_value(value: str) -> str:
    stripped = value.strip()
    if not _HEADER_VALUE.fullmatch(stripped):
        raise ValueError("must be one line of printable ASCII characters")
    return stripped


def _secret_header_value(value: SecretStr) -> SecretStr:
    return SecretStr(_header_value(value.get_secret_value()))


def _url(value: str, info: ValidationInfo) -> httpx.URL:
    try:
        url = httpx.URL(value.strip())
    except (httpx.InvalidURL, UnicodeError):
        raise ValueError("is not an address") from None
    if url.scheme not in SCHEMES or not url.host:
        raise ValueError("must begin with http:// or https:// and name a host")
    if url.userinfo or url.fragment:
        raise ValueError("must have no user and no fragment")
    try:
        (info.context or {}).get(_JUDGE, refuse_uncallable)(url)
    except AddressRefused as refused:
        raise ValueError(refused.reason) from None
    return url


def _address(value: str, info: ValidationInfo) -> str:
    url = _url(value, info)
    if url.query:
        raise ValueError("must have no query")
    return str(url).rstrip("/")


def _endpoint(value: str, info: ValidationInfo) -> str:
    return str(_url(value, info))


Address = Annotated[str, AfterValidator(_address)]
"""An http or https address without user, query and fragment; the last slash is left out."""

Endpoint = Annotated[str, AfterValidator(_endpoint)]
"""An http or https address of one service, kept as it is: a query may be in it, no user and no fragment."""

HeaderValue = Annotated[str, AfterValidator(_header_value)]
"""What travels in an HTTP header: one line of printable ASCII, white space around it left out."""

HeaderSecret = Annotated[SecretStr, AfterValidator(_secret_header_value)]
"""A `HeaderValue` that is a secret."""

HeaderName = Annotated[str, AfterValidator(_header_name)]
"""The name of a header that an adapter does not set itself."""


class Price(BaseModel):
    """US dollars for a million tokens."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    input: Decimal = Field(ge=0, le=MOST_DOLLARS, description="What the model reads.")
    output: Decimal = Field(ge=0, le=MOST_DOLLARS, description="What the model writes.")


class CircuitBreakerOptions(BaseModel):
    """After so many counted failures in a row calls fail at once, for `reset_ms`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    failures: int = Field(
        gt=0, le=1000, description="So many failures in a row, and the provider is not asked for a while."
    )
    reset_ms: int = Field(
        gt=0, le=3_600_000, description="How long it is left alone. Then one call tries whether it is well."
    )


class RateLimitOptions(BaseModel):
    """Calls a second, and how many may come at once; the latter is `per_second` rounded up by itself."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    per_second: float = Field(
        ge=0.001,
        le=100_000,
        allow_inf_nan=False,
        description="Calls a second. Those above it wait for their turn.",
    )
    burst: int | None = Field(
        default=None, gt=0, le=100_000, description="Calls that may come at once after a quiet time."
    )

    @property
    def size(self) -> int:
        """Calls that may come at once."""
        return self.burst if self.burst is not None else max(1, math.ceil(self.per_second))


class BudgetOptions(BaseModel):
    """US dollars that a provider may cost a UTC day, and one session altogether."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    per_day: Decimal | None = Field(
        default=None,
        ge=0,
        le=MOST_DOLLARS,
        description="US dollars a day, in UTC. Beyond it the provider is not asked.",
    )
    per_session: Decimal | None = Field(
        default=None,
        ge=0,
        le=MOST_DOLLARS,
        description="US dollars that one customer's session may cost altogether.",
    )


class ProviderOptions(BaseModel):
    """Base of the options of every provider type; an adapter's own options extend it.

    `name` is the provider's, not an option of its own. `timeout_ms` limits one attempt, for a
    stream its silence. `headers` are sent with every request; their values count as secrets.
    `fallback` names the providers that are asked when this one fails, in order; `max_concurrency` is
    how many calls may be on their way at once. A `budget` needs a `price`.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    addresses: ClassVar[frozenset[str]] = frozenset()
    """Options that say where secrets are sent: who changes one types the secrets again."""

    name: str
    timeout_ms: int | None = Field(
        default=None,
        gt=0,
        le=3_600_000,
        description="Longest wait for an answer, or for the next part of one that is streamed."
        f" Blank: {CHAT_TIMEOUT_SECONDS * 1000:.0f} for conversations,"
        f" {DECIDE_TIMEOUT_SECONDS * 1000:.0f} for decisions.",
    )
    headers: dict[HeaderName, HeaderSecret] = Field(
        default_factory=dict, description="HTTP headers that are sent with every call."
    )
    price: Price | None = None
    fallback: tuple[str, ...] = Field(
        default=(), description="Providers that are asked when this one fails, one after the other."
    )
    circuit_breaker: CircuitBreakerOptions | None = None
    rate_limit: RateLimitOptions | None = None
    max_concurrency: int | None = Field(
        default=None,
        gt=0,
        le=100_000,
        description="Calls that may be on their way at once. Those above it wait for their turn.",
    )
    budget: BudgetOptions | None = None
    _hidden: tuple[SecretStr, ...] = PrivateAttr(default=())

    @field_validator("budget")
    @classmethod
    def _can_count_its_cost(
        cls, budget: BudgetOptions | None, fields: ValidationInfo
    ) -> BudgetOptions | None:
        # A price with faults of its own is not among the data.
        if budget is not None and "price" in fields.data and fields.data["price"] is None:
            raise ValueError("a budget needs a price")
        return budget

    @property
    def chat_timeout(self) -> float:
        """Limit of a chat attempt in seconds."""
        return CHAT_TIMEOUT_SECONDS if self.timeout_ms is None else self.timeout_ms / 1000

    @property
    def decide_timeout(self) -> float:
        """Limit of a decide attempt in seconds."""
        return DECIDE_TIMEOUT_SECONDS if self.timeout_ms is None else self.timeout_ms / 1000

    def unset(self) -> tuple[str, ...]:
        """Return the options that still have to be set before the provider can be asked."""
        return ()

    def secret_values(self) -> tuple[SecretStr, ...]:
        """Return every secret among the options, and what of them came out of the environment."""
        named = secrets_in([getattr(self, name) for name in secret_names(type(self))])
        return (*named, *self._hidden)

    def hiding(self, secrets: Iterable[SecretStr]) -> Self:
        """Return the options with these secrets in them, which may stand in any text."""
        options = self.model_copy()
        options._hidden = (*self._hidden, *secrets)
        return options

    def __repr_args__(self) -> Iterator[tuple[str | None, Any]]:
        # A placeholder may have put a secret into an option that is none.
        redaction = Redaction(self.secret_values())
        for name, value in super().__repr_args__():
            yield name, _Shown(redaction.of(repr(value)))


class OptionsInvalid(ValueError):
    """The options of a provider have faults; `problems` holds all of them, without any value."""

    def __init__(self, *problems: FieldProblem) -> None:
        super().__init__("; ".join(map(str, problems)))
        self.problems = problems


@sensitive_variables()
def read_options(
    model: type[ProviderOptions],
    name: str,
    values: Mapping[str, Any],
    judge: Judge = refuse_at_sight,
    hidden: Collection[SecretStr] = (),
) -> ProviderOptions:
    """Return the options of the provider `name`. Raises `OptionsInvalid` with every fault.

    `judge` raises `AddressRefused` for addresses that are not to be called. `hidden` are secrets that may
    stand in any of the values; neither they nor the values of secret options are told in a fault.
    """
    if "name" in values:
        raise OptionsInvalid(FieldProblem("name", "is the provider's, not an option"))
    deep = [FieldProblem(option, TOO_DEEP) for option, value in values.items() if is_deeper(value, DEEPEST)]
    if deep:
        raise OptionsInvalid(*deep)
    try:
        return model.model_validate({**values, "name": name}, context={_JUDGE: judge}).hiding(hidden)
    except ValidationError as error:
        written = texts_in([values[secret] for secret in secret_names(model) & values.keys()])
        redaction = Redaction([*written, *hidden])
        raise OptionsInvalid(*(_redacted(problem, redaction) for problem in field_problems(error))) from None
    except Exception as exception:
        # A validator of another app; its text may hold a secret.
        where = "".join(traceback.format_tb(exception.__traceback__))
        logger.error("The options of %s raised %s\n%s", name, type(exception).__qualname__, where)
        problem = FieldProblem("", f"the check of the options failed with {type(exception).__qualname__}")
        raise OptionsInvalid(problem) from None


def secret_names(model: type[ProviderOptions]) -> frozenset[str]:
    """Return the options of `model` whose values are secrets or hold secrets."""
    return frozenset(name for name, field in model.model_fields.items() if mentions_secret(field.annotation))


def plain_names(model: type[ProviderOptions]) -> frozenset[str]:
    """Return the options of `model` that may be shown."""
    return frozenset(model.model_fields) - secret_names(model) - {"name"}


def _redacted(problem: FieldProblem, redaction: Redaction) -> FieldProblem:
    return FieldProblem(redaction.of(problem.field), redaction.of(problem.message))


class _Shown(str):
    """A text that shows itself as it is."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)
