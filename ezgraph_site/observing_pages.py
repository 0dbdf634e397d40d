"""The pages of metrics and of alerts, made from the code and from the rules: `make docs`."""

import sys
from collections.abc import Iterable
from typing import Any, Final

import yaml
from prometheus_client.metrics import MetricWrapperBase

from conversations.observing.metrics import ALL
from ezgraph_site.places import CHECKOUT

RULES: Final = CHECKOUT / "deploy" / "prometheus" / "alerts.yml"

METRICS_INTRODUCTION: Final = """# Metrics

What `/metrics` tells; [observing.md](observing.md) says who may read it. Counts are of one process since its
start; what is "read when asked" comes from the database or Redis. A histogram has `_bucket`, `_sum` and
`_count`. Beside these there are the usual metrics of a Python process, `process_…` and `python_…`, and those
that your own code registers. This page is made from the code by `make docs`.
"""

ALERTS_INTRODUCTION: Final = """# Alerts worth setting

The rules are in [alerts.yml](../deploy/prometheus/alerts.yml), ready for Prometheus's `rule_files`; the
scrape job is called `ezgraph`. A page wakes somebody up, a ticket waits for the morning. Thresholds are a
start: watch yours for a week, and set them where a normal day stays quiet. This page is made from the rules
by `make docs`.
"""


def metrics_page(metrics: Iterable[MetricWrapperBase] = ALL) -> str:
    """The page of metrics as Markdown, one row each."""
    rows = [f"| `{name_of(one)}` | {one._type} | {_labels(one)} | {one._documentation} |" for one in metrics]
    table = "\n".join(["| name | type | labels | meaning |", "|---|---|---|---|", *rows])
    return f"{METRICS_INTRODUCTION}\n{table}\n"


def alerts_page() -> str:
    """The page of alerts as Markdown, a section each."""
    return "\n".join([ALERTS_INTRODUCTION, *map(_section, rules())])


def rules() -> list[dict[str, Any]]:
    """The rules of the alerts, in the order of their file."""
    groups = yaml.safe_load(RULES.read_text(encoding="utf-8"))["groups"]
    return [rule for group in groups for rule in group["rules"]]


def name_of(metric: MetricWrapperBase) -> str:
    """The name of a metric as it stands on the page: of a counter with its ending."""
    return f"{metric._name}_total" if metric._type == "counter" else metric._name


def _labels(metric: MetricWrapperBase) -> str:
    return ", ".join(metric._labelnames) or "—"


def _section(rule: dict[str, Any]) -> str:
    told = rule["annotations"]
    lasting = f", for {rule['for']}" if "for" in rule else ""
    return (
        f"## {rule['alert']}\n\n{told['summary']} ({rule['labels']['severity']}{lasting})\n\n"
        f"```promql\n{rule['expr']}\n```\n\n{told['action']}\n"
    )


if __name__ == "__main__":
    print({"metrics": metrics_page, "alerts": alerts_page}[sys.argv[1]](), end="")
