"""From a row to a provider with all its layers, or to the reasons why there is none."""

import logging
import traceback
from collections.abc import Iterator, Set
from typing import Any, Final

from providers.boundary import Boundary, answers_together, signed
from providers.errors import MESSAGE_LENGTH, ErrorCode, ProviderError
from providers.models import Provider
from providers.net import http_client
from providers.options import OptionsInvalid, ProviderOptions
from providers.placeholders import read_filled
from providers.ports import CHAT, DECIDE, AnyProvider
from providers.ports import Provider as Adapter
from providers.resilience.announced import Announced
from providers.resilience.answers import AnswerCheck
from providers.resilience.breaker import CircuitBreaker
from providers.resilience.budget import Budget, Spending
from providers.resilience.chain import Link
from providers.resilience.concurrency import ConcurrencyLimit
from providers.resilience.gates import Gate, Gated
from providers.resilience.guard import Guard
from providers.resilience.limiter import RateLimiter
from providers.resilience.pricing import Priced
from providers.resilience.stores import MemoryStore, Store, process_store
from providers.resilience.timeout import TimeLimit
from providers.secrets.redaction import Redaction
from providers.secrets.sealing import SecretsUnreadable
from providers.types import ProviderType, provider_type
from providers.validation import FieldProblem

logger = logging.getLogger(__name__)

_METHODS: Final = {CHAT: ("chat", "chat_stream"), DECIDE: ("decide",)}
"""What an adapter with a capability has."""


def build(row: Provider) -> AnyProvider | ProviderError:
    """Return the provider of `row` in its layers, without fallback, or an error of code `config_invalid`."""
    return link_of(row).provider


def link_of(row: Provider) -> Link:
    """Return the provider of `row` in its layers as an entry of a chain."""
    made = _adapter_of(row)
    if isinstance(made, ProviderError):
        return Link(row.name, row.type, made)
    adapter, options = made
    return Link(
        row.name,
        row.type,
        in_layers(adapter, options, process_store(), type=row.type),
        batches=answers_together(adapter),
    )


def build_ungated(row: Provider) -> AnyProvider | ProviderError:
    """Return the provider of `row` without gates and fallback: every call really goes out to it."""
    made = _adapter_of(row)
    return made if isinstance(made, ProviderError) else _ungated(*made, row.type)


def _adapter_of(row: Provider) -> tuple[Adapter, ProviderOptions] | ProviderError:
    try:
        kind, options = options_of(row)
    except OptionsInvalid as invalid:
        return config_invalid(row.name, str(invalid))
    unset = options.unset()
    if unset:
        return config_invalid(row.name, f"{' and '.join(unset)} not set yet")
    try:
        adapter = kind.factory(options, http_client())
    except Exception as exception:
        # Source lines only: the exception's own text may hold a secret.
        where = "".join(traceback.format_tb(exception.__traceback__))
        logger.error("The factory of %s raised %s\n%s", kind.name, type(exception).__qualname__, where)
        return config_invalid(row.name, f"its factory failed with {type(exception).__qualname__}")
    if isinstance(adapter, ProviderError):
        return signed(adapter, row.name, Redaction(options.secret_values()))
    if not _is_adapter(adapter):
        return config_invalid(row.name, "its factory gave no provider")
    return adapter, options


def _is_adapter(made: Any) -> bool:
    """Whether a factory of another app gave what it promised."""
    try:
        capabilities = made.capabilities
        methods = [name for capability in capabilities for name in _METHODS.get(capability, ())]
        return (
            isinstance(made.name, str)
            and isinstance(capabilities, Set)
            and all(callable(getattr(made, name)) for name in methods)
        )
    except Exception:
        return False


def options_of(row: Provider) -> tuple[ProviderType, ProviderOptions]:
    """Return the row's type and options. Raises `OptionsInvalid` with every fault."""
    kind = provider_type(row.type)
    if kind is None:
        raise OptionsInvalid(FieldProblem("type", f"no app registers the provider type {row.type!r}"))
    if not isinstance(row.options, dict):
        raise OptionsInvalid(FieldProblem("options", "must be a JSON object"))
    try:
        values = row.values()
    except SecretsUnreadable as unreadable:
        raise OptionsInvalid(FieldProblem("", f"{unreadable}; type them again")) from None
    return kind, read_filled(kind.options, row.name, values)


def in_layers(
    adapter: Adapter, options: ProviderOptions, store: Store | None = None, *, type: str = ""
) -> AnyProvider:
    """Return the adapter with the layers around it that its options ask for, inside out.

    `store` keeps the state of its circuit and bucket; without one it has its own. `type` is told to who
    observes its calls.
    """
    provider = _ungated(adapter, options, type)
    for gate in _gates(options, store or MemoryStore()):
        provider = Gated(provider, gate)
    return Guard(provider)


def _ungated(adapter: Adapter, options: ProviderOptions, type: str) -> AnyProvider:
    provider: AnyProvider = AnswerCheck(Boundary(adapter, options.secret_values()))
    provider = TimeLimit(provider, chat=options.chat_timeout, decide=options.decide_timeout)
    if options.price is not None:
        provider = Priced(provider, options.price)
    return Announced(provider, options.name, type)


def _gates(options: ProviderOptions, store: Store) -> Iterator[Gate]:
    """The gates that the options ask for, inside out: an open circuit refuses before anybody waits."""
    if options.budget is not None and options.price is not None:
        spending = Spending(
            price=options.price,
            most_output=getattr(options, "max_tokens", None),
            chat=options.chat_timeout,
            decide=options.decide_timeout,
        )
        yield Budget(options.name, options.budget, spending)
    if options.max_concurrency is not None:
        yield ConcurrencyLimit(options.name, options.max_concurrency)
    if options.rate_limit is not None:
        yield RateLimiter(options.name, options.rate_limit, store)
    longest = max(options.chat_timeout, options.decide_timeout)
    yield CircuitBreaker(options.name, options.circuit_breaker, longest, store)


def config_invalid(name: str, reason: str) -> ProviderError:
    """Return the error of a provider that cannot be used as it is configured."""
    return ProviderError(
        code=ErrorCode.CONFIG_INVALID,
        message=f"The provider {name!r} cannot be used: {reason}."[:MESSAGE_LENGTH],
        provider=name,
    )
