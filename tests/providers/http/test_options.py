"""What is found wrong when a provider of type http is saved."""

from typing import Any

import pytest

from providers.adapters.http import HttpOptions
from providers.adapters.http.options import AnswerMap
from providers.adapters.http.paths import value_at
from providers.options import OptionsInvalid, read_options

URL = "https://service.example/decide"


def problems(**options: Any) -> dict[str, str]:
    with pytest.raises(OptionsInvalid) as invalid:
        read_options(HttpOptions, "service", options)
    return {problem.field: problem.message for problem in invalid.value.problems}


def test_it_decides_unless_somebody_says_otherwise() -> None:
    assert HttpOptions(name="service", url=URL).capabilities == ("decide",)


def test_a_url_is_needed_and_may_have_a_query() -> None:
    assert problems().keys() == {"url"}
    assert HttpOptions(name="service", url=f"{URL}/?v=1").url == f"{URL}/?v=1"


@pytest.mark.parametrize(
    "url",
    ["", "service", "ftp://a.example/", "http://", "http://user:pass@a.example/", "http://a.example/#x"],
)
def test_other_addresses_are_refused(url: str) -> None:
    assert problems(url=url).keys() == {"url"}


@pytest.mark.parametrize("path", ["$", "$.a.b[0].c", "$['a']['b c']", "$[-1]", "$.é"])
def test_a_path_that_names_one_place_is_taken(path: str) -> None:
    assert HttpOptions(name="service", url=URL, map=AnswerMap(choice=path)).map.choice == path


@pytest.mark.parametrize(
    "path",
    [
        "",
        "a",
        "$.",
        "$..a",
        "$.a[*]",
        "$.a[0:1]",
        "$.a[0,1]",
        "$.a[?@.b]",
        "$.a | $.b",
        " $.a",
        "$.a ",
        "^.a",
    ],
)
def test_any_other_path_is_refused_at_its_field(path: str) -> None:
    assert problems(url=URL, map={"choice": path}).keys() == {"map.choice"}


def test_all_faults_are_told_at_once() -> None:
    found = problems(
        url="x",
        capabilities=["decide", "sing"],
        map={"choice": "$..a", "noul": "b", "mood": "$"},
        timeout_ms=0,
    )

    assert found.keys() == {"timeout_ms", "url", "capabilities.1", "map.choice", "map.noul", "map.mood"}


@pytest.mark.parametrize(
    ("capabilities", "paths"),
    [
        (["decide"], {"text": "$.a"}),
        (["decide"], {"confidence": "$.a"}),
        (["chat"], {"choice": "$.a"}),
        (["decide", "chat"], {"choice": "$.a"}),
    ],
)
def test_a_map_has_to_find_what_the_provider_is_asked_for(
    capabilities: list[str], paths: dict[str, str]
) -> None:
    assert problems(url=URL, capabilities=capabilities, map=paths).keys() == {"map"}


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("$.a[0].b", 1),
        ("$.a[-1].b", 2),
        ("$.a[2]", None),
        ("$.a.b", None),
        ("$['x y']", False),
        ("$.n", None),
    ],
)
def test_a_path_finds_its_place_or_nothing(path: str, value: Any) -> None:
    assert value_at(path, {"a": [{"b": 1}, {"b": 2}], "x y": False, "n": None}) == value
