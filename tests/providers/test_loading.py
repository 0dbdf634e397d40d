"""load_providers and dump_providers."""

from io import StringIO
from pathlib import Path

import pytest
import yaml
from django.core.management import CommandError, call_command

from providers.building import options_of
from providers.models import Provider, ProviderChange

pytestmark = pytest.mark.django_db

SECRET = "sk-very-secret"

CAMEL_CASE = """
version: 3
providers:
  - id: cloud
    type: openai
    apiKey: sk-very-secret
    baseUrl: https://api.test/v1
    model: m
    timeoutMs: 5000
    headers: {X-Secret-Key: hdr-very-secret, timeoutMs: not-an-option}
    fallback: [embedded]
    circuitBreaker: {failures: 3, resetMs: 30000}
    rateLimit: {perSecond: 5, burst: 2}
    maxConcurrency: 7
    price: {input: 0.15, output: 0.6}
    budget: {perDay: 10, perSession: 0.5}
  - id: claude
    type: anthropic
    maxTokens: 300
"""


def load(tmp_path: Path, text: str, *arguments: str) -> str:
    file = tmp_path / "providers.yaml"
    file.write_text(text)
    output = StringIO()
    call_command("load_providers", str(file), *arguments, stdout=output, stderr=output)
    return output.getvalue()


def refused(tmp_path: Path, text: str) -> list[str]:
    before = list(Provider.objects.values())
    with pytest.raises(CommandError) as raised:
        load(tmp_path, text)
    assert list(Provider.objects.values()) == before
    assert SECRET not in str(raised.value)
    return str(raised.value).splitlines()[1:]


def dump(*names: str) -> str:
    output = StringIO()
    call_command("dump_providers", *names, stdout=output)
    return output.getvalue()


def test_it_loads_files_that_spell_options_in_camel_case(tmp_path: Path) -> None:
    output = load(tmp_path, CAMEL_CASE)

    assert "cloud: created" in output
    assert "Left aside, as it is no provider: version." in output
    row = Provider.objects.get(name="cloud")
    _, options = options_of(row)
    assert row.secrets == {
        "api_key": SECRET,
        "headers": {"X-Secret-Key": "hdr-very-secret", "timeoutMs": "not-an-option"},
    }
    assert (options.fallback, options.max_concurrency, options.timeout_ms) == (("embedded",), 7, 5000)
    assert options.circuit_breaker
    assert options.circuit_breaker.reset_ms == 30000
    assert options.rate_limit
    assert (options.rate_limit.per_second, options.rate_limit.burst) == (5, 2)
    assert options.price
    assert str(options.price.output) == "0.6"
    assert options.budget
    assert str(options.budget.per_session) == "0.5"
    assert Provider.objects.get(name="claude").options == {"max_tokens": 300}


def test_a_plain_list_and_our_own_spelling_do_as_well(tmp_path: Path) -> None:
    load(tmp_path, "[{name: cloud, type: openai, base_url: 'https://api.test/v1'}]")

    assert Provider.objects.get(name="cloud").options == {"base_url": "https://api.test/v1"}


def test_every_fault_of_a_file_is_told_at_once_and_nothing_is_saved(tmp_path: Path) -> None:
    problems = refused(
        tmp_path,
        """
        providers:
          - {id: one, type: openai, timeoutMs: 0, colour: red, fallback: [nobody, one, two], apiKey: sk-ö}
          - {id: two, type: openai, fallback: [one], price: {input: 1}, rateLimit: {perSecond: 0}}
          - {id: three, type: elsewhere}
          - {id: a b, type: openai}
          - {type: openai}
          - {id: four, type: openai, resetMs: 1, timeoutMs: 1, timeout_ms: 2}
          - {id: five, type: openai, organization: 2026-01-01, apiKey: "${HOME}"}
          - nonsense
          - {id: six, type: openai, model: "a\\0b", price: {input: .nan, output: 1}}
        """,
    )

    told = "\n".join(problems)
    for place in (
        "one: timeout_ms: ",
        "one: colour: ",
        "one: api_key: ",
        "one: fallback: no provider is called 'nobody'",
        "one: fallback: a provider cannot be its own fallback",
        "one: fallback: goes in a circle: one → two → one",
        "two: fallback: goes in a circle: two → one → two",
        "two: price.output: ",
        "two: rate_limit.per_second: ",
        "three: type: no app registers the provider type 'elsewhere'",
        "provider 4: name: ",
        "provider 5: name: ",
        "four: timeout_ms: is given twice, in two spellings",
        "five: organization: ",
        "five: api_key: EZGRAPH_PROVIDER_ENV does not allow HOME",
        "provider 8: must be an object of options",
        "six: model: must be text without NUL and lone surrogates",
        "six: price.input: ",
    ):
        assert place in told, place


@pytest.mark.parametrize(
    "text",
    [
        f"providers: [{{id: cloud, apiKey: '{SECRET}'",
        f"providers:\n- id: cloud\n  apiKey: *{SECRET}\n",
        f"providers:\n- id: cloud\n  apiKey: !{SECRET} x\n",
        f"providers:\n- id: cloud\n  apiKey: {SECRET}\n  apiKey: {SECRET}\n",
        f"{SECRET}: [",
        SECRET,
        "",
        "providers: {}",
        "{? [a] : b}",
        "!!python/object/apply:os.system ['true']",
        "\x00",
        "[" * 5000,
    ],
)
def test_what_is_no_file_of_providers_is_refused_without_a_word_of_it(tmp_path: Path, text: str) -> None:
    assert len(refused(tmp_path, text)) == 1


def test_a_file_that_is_not_there_or_no_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("load_providers", str(tmp_path / "nowhere.yaml"))
    (tmp_path / "binary").write_bytes(b"\xff\xfe\xff")
    with pytest.raises(CommandError, match="not UTF-8"):
        call_command("load_providers", str(tmp_path / "binary"))


def test_a_dry_run_changes_nothing(tmp_path: Path) -> None:
    assert "cloud: created" in load(tmp_path, CAMEL_CASE, "--dry-run")
    assert not Provider.objects.filter(name="cloud").exists()


def test_a_provider_that_stays_the_same_is_not_saved(tmp_path: Path) -> None:
    load(tmp_path, CAMEL_CASE)

    assert "cloud: unchanged" in load(tmp_path, CAMEL_CASE)
    assert Provider.objects.get(name="cloud").version == 1


def test_others_than_those_of_the_file_stay(tmp_path: Path) -> None:
    load(tmp_path, "[{name: embedded, type: embedded, timeout_ms: 5000}]")

    assert Provider.objects.filter(name="openai").exists()
    assert Provider.objects.get(name="embedded").options == {"timeout_ms": 5000}


def test_options_that_a_file_leaves_out_are_unset_and_secrets_stay(tmp_path: Path) -> None:
    load(tmp_path, CAMEL_CASE)
    load(tmp_path, "[{name: cloud, type: openai, base_url: 'https://api.test/v1', headers: null}]")

    row = Provider.objects.get(name="cloud")
    assert row.options == {"base_url": "https://api.test/v1"}
    assert row.secrets == {"api_key": SECRET}


@pytest.mark.parametrize("change", ["type: anthropic", "type: openai, base_url: 'https://evil.test/v1'"])
def test_another_type_or_address_asks_for_the_secrets_again(tmp_path: Path, change: str) -> None:
    load(tmp_path, CAMEL_CASE)

    problems = refused(tmp_path, f"[{{name: cloud, {change}}}]")
    assert problems == [
        "cloud: api_key: the type or the address has changed: give this once more",
        "cloud: headers: the type or the address has changed: give this once more",
    ]
    load(tmp_path, f"[{{name: cloud, {change}, api_key: sk-new, headers: null}}]")
    assert Provider.objects.get(name="cloud").secrets == {"api_key": "sk-new"}


def test_a_dump_has_placeholders_for_secrets_and_loads_again(tmp_path: Path) -> None:
    load(tmp_path, CAMEL_CASE)
    secrets = Provider.objects.get(name="cloud").secrets

    text = dump()
    assert SECRET not in text
    assert "hdr-very-secret" not in text
    cloud = next(entry for entry in yaml.safe_load(text)["providers"] if entry["name"] == "cloud")
    assert cloud["api_key"] == "${CLOUD_API_KEY}"

    output = load(tmp_path, text.replace("timeout_ms: 5000", "timeout_ms: 6000"))
    assert "cloud: changed timeout_ms; api_key stays as it is stored" in output
    assert Provider.objects.get(name="cloud").secrets == secrets

    text = dump()
    Provider.objects.all().delete()
    assert "cannot be used yet: api_key: the environment variable CLOUD_API_KEY is not set" in load(
        tmp_path, text
    )
    assert dump() == text


def test_a_dump_fills_from_the_environment_where_it_was_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load(tmp_path, CAMEL_CASE)
    text = dump("cloud")
    placeholders = yaml.safe_load(text)["providers"][0]
    monkeypatch.setenv("CLOUD_API_KEY", "sk-elsewhere")
    for header in placeholders["headers"].values():
        monkeypatch.setenv(header[2:-1], "hdr-elsewhere")

    Provider.objects.all().delete()
    load(tmp_path, text.replace("- embedded", "").replace("fallback:", "fallback: []"))

    row = Provider.objects.get(name="cloud")
    _, options = options_of(row)
    assert row.secrets["api_key"] == "${CLOUD_API_KEY}"
    assert {secret.get_secret_value() for secret in options.secret_values()} == {
        "sk-elsewhere",
        "hdr-elsewhere",
    }


def test_a_stored_placeholder_is_dumped_as_it_is_but_not_its_default() -> None:
    Provider.objects.create(
        name="cloud",
        type="openai",
        options={
            "api_key": "${ACME_API_KEY}",
            "headers": {"Authorization": "Bearer ${A_API_KEY}", "X": "${B:-sk-b}"},
        },
    )

    (cloud,) = yaml.safe_load(dump("cloud"))["providers"]
    assert cloud["api_key"] == "${ACME_API_KEY}"
    assert cloud["headers"] == {"Authorization": "Bearer ${A_API_KEY}", "X": "${CLOUD_X_API_KEY}"}


def test_a_dump_names_what_it_cannot_write() -> None:
    Provider.objects.create(name="lost", type="openai", sealed="gibberish")

    with pytest.raises(CommandError, match="lost cannot be written"):
        dump()
    with pytest.raises(CommandError, match="No provider is called nobody"):
        dump("nobody")


def test_the_history_tells_that_a_file_was_loaded(tmp_path: Path) -> None:
    load(tmp_path, CAMEL_CASE)

    change = ProviderChange.objects.filter(provider="cloud").get()
    assert (change.who, change.action) == ("load_providers", "created")
    assert SECRET not in repr(ProviderChange.objects.values())
