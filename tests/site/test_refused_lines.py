"""What the log says of requests that were refused, which anybody can send."""

import io
import logging
from collections.abc import Iterator

import pytest
from django.test import AsyncClient

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """What the site's own handler of such entries writes, each entry with its level."""
    # Beside it there may be those of the tests' own tools.
    handlers = logging.getLogger("django.security").handlers
    (handler,) = (found for found in handlers if type(found) is logging.StreamHandler)
    written = io.StringIO()
    monkeypatch.setattr(handler, "formatter", logging.Formatter("%(levelname)s %(message)s"))
    before = handler.setStream(written)
    yield written
    handler.setStream(before)


@pytest.mark.parametrize("path", ["/chat/quote/", "/api/v1/graphs"], ids=["page", "api"])
async def test_a_foreign_host_is_one_warning(async_client: AsyncClient, log: io.StringIO, path: str):
    answer = await async_client.get(path, headers={"Host": "evil.example"})

    assert answer.status_code == 400
    assert log.getvalue().startswith("WARNING Invalid HTTP_HOST header: ")
    assert log.getvalue().count("\n") == 1


def test_where_only_errors_are_wanted_it_is_none(log: io.StringIO, caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.ERROR, "django.security.DisallowedHost")
    logging.getLogger("django.security.DisallowedHost").error("A foreign host.")

    assert log.getvalue() == ""
