"""The code of docs/webhooks.md verifies real messages, and the page tells everything that there is."""

import asyncio
import os
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from conversations.models import WebhookEvent
from conversations.webhooks.attempts import Fault
from ezgraph_site.places import CHECKOUT
from tests.conversations.webhooks.listening import happened, new_session, registered
from tests.conversations.webhooks.receiver import Received, receiving
from tests.conversations.webhooks.test_delivering import deliver

PAGE = (CHECKOUT / "docs" / "webhooks.md").read_text(encoding="utf-8")
PYTHON = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SHELL = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)


async def a_message() -> tuple[Received, str]:
    """A message as it was sent, and the secret."""
    async with receiving() as receiver:
        _, secret = await registered(receiver.url)
        await happened(await new_session(external_id="order-1207"), 1)
        await deliver()
        return receiver.received[0], secret


@pytest.mark.django_db(transaction=True)
async def test_the_python_example_takes_real_messages_and_refuses_others(monkeypatch: pytest.MonkeyPatch):
    (code,) = PYTHON.findall(PAGE)
    example: dict[str, Any] = {}
    exec(compile(code, "webhooks.md", "exec"), example)
    read_event = example["read_event"]
    received, secret = await a_message()
    assert read_event(secret, received.headers, received.body) == received.message
    with pytest.raises(ValueError, match="signature"):
        read_event(secret, received.headers, received.body + b" ")
    old = int(received.headers["webhook-timestamp"]) + 301
    monkeypatch.setattr(example["time"], "time", lambda: old)
    with pytest.raises(ValueError, match="old"):
        read_event(secret, received.headers, received.body)


@pytest.mark.skipif(not (shutil.which("curl") and shutil.which("openssl")), reason="no curl or openssl")
@pytest.mark.django_db(transaction=True)
async def test_the_shell_example_makes_the_signature_and_sends_a_message(tmp_path: Path):
    (code,) = SHELL.findall(PAGE)
    received, secret = await a_message()
    (tmp_path / "body").write_bytes(received.body)
    async with receiving() as receiver:
        named = {
            "id": received.id,
            "timestamp": received.headers["webhook-timestamp"],
            "secret": secret,
            "receiver": receiver.url,
            "PATH": os.defpath,
        }
        shell = await asyncio.create_subprocess_exec(
            "sh", "-eu", "-c", code, cwd=tmp_path, env=named, stdout=asyncio.subprocess.PIPE
        )
        output, _ = await shell.communicate()
        assert shell.returncode == 0
        assert output.decode().strip() == received.headers["webhook-signature"]
        (sent,) = receiver.received
    assert sent.body == received.body
    for name in ("webhook-id", "webhook-timestamp", "webhook-signature"):
        assert sent.headers[name] == received.headers[name]


@pytest.mark.django_db(transaction=True)
async def test_the_page_shows_the_fields_of_a_message():
    received, _ = await a_message()
    for name in (*received.message, *received.message["data"]):
        assert f'"{name}"' in PAGE


@pytest.mark.parametrize("name", [*WebhookEvent.values, *Fault], ids=str)
def test_the_page_tells_of_every_event_and_fault(name: str):
    assert f"`{name}`" in PAGE
