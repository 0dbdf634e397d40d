import pytest

from providers.fallbacks import Chains, fallback_problems


def messages(name: str, **chains: list[str]) -> list[str]:
    problems = fallback_problems(name, chains)
    assert all(problem.field == "fallback" for problem in problems)
    return [problem.message for problem in problems]


def test_a_list_without_faults_has_none() -> None:
    assert messages("a", a=["b", "c"], b=["c"], c=[]) == []


def test_every_fault_of_a_list_is_told() -> None:
    assert messages("a", a=["a", "b", "b", "nobody", "c"], b=[], c=["a"]) == [
        "a provider cannot be its own fallback",
        "'b' is named twice",
        "no provider is called 'nobody'",
        "goes in a circle: a → c → a",
    ]


def test_a_long_circle_is_told_by_its_shortest_way() -> None:
    assert messages("a", a=["b"], b=["c", "d"], c=["d"], d=["a"]) == ["goes in a circle: a → b → d → a"]


@pytest.mark.parametrize("chains", [{"a": ["b"], "b": ["c"], "c": ["b"]}, {"a": ["b"], "b": ["b"]}])
def test_a_circle_of_others_is_theirs(chains: Chains) -> None:
    assert fallback_problems("a", chains) == []
    assert fallback_problems("b", chains) != []
