"""What providers announce; see `providers.announcing`. Names, codes and numbers, never what anybody wrote."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from providers.announcing import Work
from providers.errors import ProviderError
from providers.ports import ChatResult, DecideResult, Usage


@dataclass(eq=False, kw_only=True)
class ModelCall(Work):
    """A call that goes out to a provider; those that a gate refuses are none.

    `type` is the provider's, "" where nobody knows. `operation` is `chat` or `decide`, of which several may
    travel in one call. `asked_model` is "" for the provider's own, `model` who answered, as the server says.
    `fault` is the code of its error; `cost` is in US dollars, None where the provider has no price.
    """

    provider: str
    type: str
    operation: str
    asked_model: str
    streamed: bool = False
    model: str = ""
    usage: Usage = field(default_factory=Usage)
    cost: Decimal | None = None
    request_id: str = ""

    def ended(self, results: Sequence[ChatResult | DecideResult]) -> None:
        """Take in the results. A call of several fails where none of them was answered."""
        for result in results:
            self.model = result.model or self.model
            self.request_id = result.request_id or self.request_id
            if result.usage is not None:
                self.usage += result.usage
            if result.cost is not None:
                self.cost = (self.cost or Decimal(0)) + result.cost
        errors = [result for result in results if isinstance(result, ProviderError)]
        if errors and len(errors) == len(results):
            self.fault = errors[0].code.value


@dataclass(frozen=True)
class CallRefused:
    """A gate let a call not out to the provider; `code` is that of the error, such as `circuit_open`."""

    provider: str
    code: str


@dataclass(frozen=True)
class CallWaited:
    """A call had to pass a gate that makes calls wait: `rate_limit` or `concurrency`."""

    provider: str
    gate: str
    seconds: float


@dataclass(frozen=True)
class DatabaseHop:
    """Work of the database executor is over: in which `threads`, after what wait, how long it took."""

    threads: str
    waited: float
    seconds: float
