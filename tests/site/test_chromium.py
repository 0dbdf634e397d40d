"""Where no Chromium can be had, the browser tests never vanish in silence."""

import pytest

from tests.peers import chromium


@pytest.fixture(autouse=True)
def no_chromium(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chromium, "find", lambda: None)
    monkeypatch.setattr(chromium, "install", lambda: None)


def test_it_says_so_loudly_and_lets_the_others_run(monkeypatch, capsys):
    monkeypatch.delenv("CI", raising=False)

    assert chromium.main(["--install"]) == 0
    assert "THE BROWSER TESTS ARE SKIPPED" in capsys.readouterr().err


def test_it_fails_the_run_of_ci(monkeypatch):
    monkeypatch.setenv("CI", "true")

    assert chromium.main(["--install"]) == 1
