"""The pages of metrics and alerts say what the code does, and the alerts name metrics that there are."""

import re
from typing import Any

import pytest
from django.urls import resolve

from conversations.observing.metrics import ALL
from ezgraph_site.observing_pages import alerts_page, metrics_page, name_of, rules
from ezgraph_site.places import CHECKOUT
from ezgraph_site.short_way import PROBES

OF_HISTOGRAMS = ("_bucket", "_sum", "_count")
OF_PROMETHEUS = {
    "up": {"job"},
    "process_resident_memory_bytes": {"job"},
    "process_open_fds": {"job"},
    "process_max_fds": {"job"},
}
WORDS = {
    *(
        "sum",
        "max",
        "by",
        "rate",
        "increase",
        "histogram_quantile",
        "and",
        "or",
        "unless",
        "offset",
        "absent",
    ),
    *("m", "h"),  # of spans of time
}


def labels_by_name() -> dict[str, set[str]]:
    known = dict(OF_PROMETHEUS)
    for metric in ALL:
        endings = OF_HISTOGRAMS if metric._type == "histogram" else ("",)
        for ending in endings:
            known[name_of(metric) + ending] = {*metric._labelnames, *(["le"] if ending == "_bucket" else [])}
    return known


@pytest.mark.parametrize(("name", "page"), [("metrics", metrics_page), ("alerts", alerts_page)])
def test_the_page_in_the_docs_is_the_one_that_the_code_makes(name: str, page: Any):
    written = (CHECKOUT / "docs" / f"{name}.md").read_text(encoding="utf-8")

    assert written == page(), "run `make docs`"


@pytest.mark.parametrize("rule", rules(), ids=lambda rule: rule["alert"])
def test_an_alert_names_only_metrics_and_labels_that_there_are(rule: dict[str, Any]):
    known = labels_by_name()
    expression = re.sub(r'"[^"]*"', "", rule["expr"])
    words = set(re.findall(r"[a-z_]+", expression)) - WORDS
    metrics = words & set(known)

    assert metrics, expression
    assert words - metrics <= set.union(*(known[metric] for metric in metrics)) | {"e"}
    assert expression.count("(") == expression.count(")")
    assert {"summary", "action"} == set(rule["annotations"])


def test_errors_are_counted_without_the_routes_of_whoever_runs_the_site():
    (expression,) = (rule["expr"] for rule in rules() if rule["alert"] == "EzgraphServerErrors")
    left_out = set(re.findall(r'route!~"([^"]*)"', expression))
    routes = {path.removeprefix("/") for path in PROBES}

    assert expression.count("route!~") == expression.count("ezgraph_http_requests_total")
    assert [set(names.split("|")) for names in left_out] == [routes]
    assert all(resolve(f"/{route}").route == route for route in routes)


def test_names_follow_the_conventions_of_prometheus():
    for metric in ALL:
        assert re.fullmatch(r"ezgraph_[a-z_]+[a-z]", name_of(metric))
        assert metric._documentation.endswith(".")
        if metric._type == "histogram":
            assert name_of(metric).endswith("_seconds")
        assert not {"session", "turn", "message", "id"} & set(metric._labelnames)
