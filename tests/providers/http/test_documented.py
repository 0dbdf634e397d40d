"""The example of the documentation, as it stands there."""

import re
from pathlib import Path
from typing import Any

import pytest

from providers.provider_files import read_file
from providers.questions import Choice
from tests.providers.deciding import decided, deciding
from tests.providers.http.serving import answering

PAGE = Path(__file__).parents[3] / "docs" / "providers.md"


@pytest.fixture
def documented() -> dict[str, Any]:
    """The options of the one provider of type http on the page."""
    examples = re.findall(r"```yaml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    (text,) = [example for example in examples if "type: http" in example]
    (entry,) = read_file(text).entries
    assert entry.type.name == "http"
    return entry.values


async def test_it_asks_and_reads_what_the_page_says(documented: dict[str, Any]) -> None:
    service = answering({"result": {"scores": [0.25, 0.75]}})
    request = deciding({"request": "Hi"}, {"q": Choice({"book": None, "greet": None}, instructions="What?")})

    reply = decided(await service.provider(**documented).decide(request))

    assert service.bodies == [{"text": "Hi", "hypothesis": "What?", "labels": ["book", "greet"]}]
    assert (reply.answers["q"].choice, reply.answers["q"].confidence) == ("greet", 0.75)
