"""Real sites of the graphs here, several of them on one database where a test needs that."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.live_site import LiveSite, running_site

GRAPHS = "tests.scale.graphs.EchoGraph,tests.scale.graphs.TalkGraph"

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


def use_model(site: LiveSite, url: str) -> None:
    """Let the graph `talk` of this site's database ask the model at `url`."""
    site.manage("shell", "--verbosity", "0", "-c", USE_MODEL.format(url=url))
