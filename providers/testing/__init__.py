"""Public kit that proves an adapter of a provider: what the port promises, case by case.

An author says how their vendor speaks (`Vendor`), or what a model inside of the process can answer
(`InProcess`); `conformance` gives the cases, for pytest to run or for any other runner.
"""

from providers.testing.conformance import conformance
from providers.testing.promises import Case, PromiseBroken
from providers.testing.server import Asked, WireAnswer
from providers.testing.subjects import SECRET, Feature, InProcess, Vendor

__all__ = [
    "SECRET",
    "Asked",
    "Case",
    "Feature",
    "InProcess",
    "PromiseBroken",
    "Vendor",
    "WireAnswer",
    "conformance",
]
