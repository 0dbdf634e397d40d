"""Real sites of the graphs here, several of them on one database where a test needs that."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.live_site import LiveSite, running_site

GRAPHS = "tests.scale.graphs.EchoGraph,tests.scale.graphs.TalkGraph"

LIFT_LIMITS = """
from conversations.models import GraphSettings
names = ["visitor_messages_per_minute", "visitor_messages_per_day"]
names += ["address_messages_per_minute", "address_sessions_per_minute", "turns_per_day"]
for graph in ("echo", "talk"):
    GraphSettings.objects.update_or_create(graph=graph, defaults=dict.fromkeys(names, 10**6))
"""

USE_MODEL = """
from conversations.models import GraphSettings
from providers.models import Provider
options = {{"model": "echo", "base_url": {url!r}, "api_key": "none"}}
Provider.objects.update_or_create(name="echo", defaults={{"type": "openai", "options": options}})
GraphSettings.objects.update_or_create(graph="talk", defaults={{"chat_provider": "echo"}})
"""


@contextmanager
def running_sites(count: int, data_dir: Path, **settings: str) -> Iterator[list[LiveSite]]:
    """Run sites side by side, with one data folder and the same settings."""
    with ExitStack() as stack:
        yield [
            stack.enter_context(running_site(data_dir, EZGRAPH_GRAPHS=GRAPHS, **settings))
            for _ in range(count)
        ]


def lift_limits(site: LiveSite) -> None:
    """Let visitors of this site's database say as much as they like, all of them at one address."""
    site.manage("shell", "--verbosity", "0", "-c", LIFT_LIMITS)


def use_model(site: LiveSite, url: str) -> None:
    """Let the graph `talk` of this site's database ask the model at `url`, as often as anybody likes."""
    site.manage("shell", "--verbosity", "0", "-c", LIFT_LIMITS + USE_MODEL.format(url=url))
