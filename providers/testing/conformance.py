"""All promises that hold for a subject, as cases."""

from functools import partial
from itertools import chain
from typing import Final

from providers.testing.accounting import ACCOUNTING
from providers.testing.answering import ANSWERING
from providers.testing.bench import Bench, laid_out
from providers.testing.breaking import BREAKING
from providers.testing.conversing import CONVERSING
from providers.testing.local import ERRAND, LOCAL
from providers.testing.promises import Case, Promise
from providers.testing.refusing import REFUSING
from providers.testing.subjects import InProcess, Vendor

_OF_VENDORS: Final = (ACCOUNTING, CONVERSING, ANSWERING, REFUSING, BREAKING)


def conformance(subject: Vendor | InProcess) -> list[Case]:
    """Return what the port promises of such an adapter, each as a case to be called.

    ```python
    @pytest.mark.parametrize("case", conformance(AcmeVendor()), ids=str)
    def test_acme_keeps_what_the_port_promises(case: Case) -> None:
        case()
    ```

    Cases need Django's settings, but no database. Vendors are played by a server on 127.0.0.1.
    """
    if isinstance(subject, InProcess):
        traits = subject.capabilities | ({ERRAND} if subject.errand else set())
        return [
            Case(promise.name, promise.words, partial(promise.check, subject))
            for promise in LOCAL.all
            if promise.needs <= traits
        ]
    return [
        Case(promise.name, promise.words, partial(_put_to, subject, promise))
        for promise in chain.from_iterable(promises.all for promises in _OF_VENDORS)
        if promise.needs <= subject.capabilities | subject.features
    ]


async def _put_to(vendor: Vendor, promise: Promise[Bench]) -> None:
    async with laid_out(vendor) as bench:
        try:
            await promise.check(bench)
        finally:
            # A mistake of the author's own vendor, which the adapter only saw as one of the server.
            if bench.server.failure is not None:
                raise bench.server.failure
