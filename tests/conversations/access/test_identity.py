"""A host site's word for its user: taken where it is signed, fresh and for this graph, else never."""

import base64
import hashlib
import hmac
import json
import logging
import time
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.utils import timezone
from pytest_django.fixtures import Settings

from conversations.access import identity, identity_secrets
from conversations.access.identity import Identity, IdentityFault, IdentityRefused
from conversations.models import GraphSettings, Session

pytestmark = pytest.mark.django_db

FIRST, SECOND = "first secret of the shop".ljust(32, "."), "second secret of the shop".ljust(40, ".")


@pytest.fixture(autouse=True)
def row() -> GraphSettings:
    row = GraphSettings(graph="quote")
    identity_secrets.put(row, {"first": FIRST, "second": SECOND})
    row.save()
    return row


def claims(**changes: Any) -> dict[str, Any]:
    said = {"aud": "quote", "sub": "ada", "exp": int(time.time()) + 600} | changes
    return {name: value for name, value in said.items() if value is not ...}


def signed(secret: str = FIRST, algorithm: str = "HS256", **changes: Any) -> str:
    return jwt.encode(claims(**changes), secret, algorithm=algorithm)


def by_hand(header: dict[str, Any], payload: Any, secret: str) -> str:
    """A token that no library would make."""
    parts = [base64.urlsafe_b64encode(json.dumps(part).encode()).rstrip(b"=") for part in (header, payload)]
    body = b".".join(parts)
    signature = hmac.new(secret.encode(), body, hashlib.sha256).digest()
    return (body + b"." + base64.urlsafe_b64encode(signature).rstrip(b"=")).decode()


def fault_of(token: str, graph: str = "quote") -> IdentityFault:
    with pytest.raises(IdentityRefused) as refused:
        identity.verified(graph, token)
    assert refused.value.code == "UNAUTHENTICATED"
    return refused.value.fault


@pytest.mark.parametrize("secret", [FIRST, SECOND])
def test_either_secret_signs(secret: str):
    token = signed(secret, name="Ada Lovelace", email="ada@example.com")

    assert identity.verified("quote", token) == Identity("ada", "Ada Lovelace", "ada@example.com")
    assert identity.verified("quote", signed(secret)) == Identity("ada", "", "")


def test_what_is_signed_by_hand_is_read():
    assert identity.verified("quote", by_hand({"alg": "HS256"}, claims(), FIRST)).sub == "ada"


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"aud": "hotel"}, IdentityFault.OTHER_GRAPH),
        ({"aud": ...}, IdentityFault.UNFIT),
        ({"aud": 7}, IdentityFault.OTHER_GRAPH),
        ({"exp": ...}, IdentityFault.UNFIT),
        ({"exp": int(time.time()) - 60}, IdentityFault.EXPIRED),
        ({"exp": int(time.time()) + 3 * 3600}, IdentityFault.TOO_LONG),
        ({"exp": 10**30}, IdentityFault.TOO_LONG),
        ({"exp": "9999999999"}, IdentityFault.UNFIT),
        ({"exp": True}, IdentityFault.EXPIRED),
        ({"exp": "soon"}, IdentityFault.FORGED),
        ({"iat": int(time.time()) + 600}, IdentityFault.EARLY),
        ({"nbf": int(time.time()) + 600}, IdentityFault.EARLY),
        ({"sub": ...}, IdentityFault.UNFIT),
        ({"sub": ""}, IdentityFault.UNFIT),
        ({"sub": " \u200b "}, IdentityFault.UNFIT),
        ({"sub": "x" * 201}, IdentityFault.UNFIT),
        ({"sub": "a\0b"}, IdentityFault.UNFIT),
        ({"name": 7}, IdentityFault.UNFIT),
        ({"name": "x" * 201}, IdentityFault.UNFIT),
        ({"name": "a\u0007b"}, IdentityFault.UNFIT),
        ({"email": ["ada@example.com"]}, IdentityFault.UNFIT),
        ({"email": "x" * 255}, IdentityFault.UNFIT),
    ],
)
def test_what_does_not_fit_is_refused(changes: dict[str, Any], fault: IdentityFault):
    assert fault_of(by_hand({"alg": "HS256", "typ": "JWT"}, claims(**changes), FIRST)) is fault


def test_a_clock_that_is_a_little_wrong_does_no_harm():
    now = int(time.time())
    changed: list[dict[str, Any]] = [{"exp": now - 10}, {"exp": now + 3610}, {"iat": now + 10}]
    for changes in changed:
        assert identity.verified("quote", signed(**changes)).sub == "ada"


@pytest.mark.filterwarnings("ignore::jwt.warnings.InsecureKeyLengthWarning")
def test_no_other_algorithm_is_taken_whatever_the_token_says_of_itself():
    key = rsa.generate_private_key(65537, 2048)
    public = key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()
    forged = [
        jwt.encode(claims(), "", algorithm="none"),
        jwt.encode(claims(), key, algorithm="RS256"),
        signed(algorithm="HS384"),
        signed(algorithm="HS512"),
        by_hand({"alg": "none"}, claims(), FIRST),
        by_hand({"alg": "None"}, claims(), FIRST),
        by_hand({"alg": "hs256"}, claims(), FIRST),
        by_hand({"alg": "RS256"}, claims(), FIRST),
        by_hand({}, claims(), FIRST),
        by_hand({"alg": ["HS256"]}, claims(), FIRST),
        by_hand({"alg": "HS256"}, claims(), public),
        by_hand({"alg": "HS256", "crit": ["x"]}, claims(), FIRST),
        by_hand({"alg": "HS256"}, claims(), "another secret".ljust(32, ".")),
        by_hand({"alg": "HS256"}, [claims()], FIRST),
    ]
    assert {fault_of(token) for token in forged} == {IdentityFault.FORGED}


@pytest.mark.parametrize(
    "token",
    ["", ".", "..", "a.b.c", "\u00e9.\ud800.x", "null", "e30.e30.", signed().rpartition(".")[0] + "."],
    ids=range(8),
)
def test_what_is_no_token_is_refused(token: str):
    assert fault_of(token) is IdentityFault.FORGED


def test_a_huge_token_is_not_even_read():
    assert fault_of(signed(name="x" * 4096)) is IdentityFault.UNFIT


def test_without_secrets_that_can_be_read_nobody_is_taken(row: GraphSettings, settings: Settings):
    assert fault_of(signed(aud="hotel"), "hotel") is IdentityFault.UNSHARED
    row.sealed_identity = "gibberish"
    row.save()
    assert fault_of(signed()) is IdentityFault.UNSHARED


def test_the_log_says_why_and_the_visitor_does_not_learn_it(caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.WARNING, "conversations.access.identity")
    with pytest.raises(IdentityRefused) as refused:
        identity.verified("quote", signed(exp=int(time.time()) - 60))

    assert refused.value.message == "The signed user is not valid, or no longer."
    assert [record.message for record in caplog.records] == [
        "A signed user of the graph 'quote' was refused: `exp` is over."
    ]


def test_a_session_becomes_the_user_s_and_never_another_one_s():
    ada, eve = Identity("ada", "Ada", "ada@example.com"), Identity("eve")
    session = Session.objects.create(graph="quote", cursor="x", updated_at=timezone.now())
    assert identity.bind(session.pk, ada)
    session.refresh_from_db()
    assert (session.external_user, session.external_user_verified) == ("ada", True)
    assert (session.external_name, session.external_email) == ("Ada", "ada@example.com")

    assert not identity.bind(session.pk, eve)
    assert identity.bind(session.pk, Identity("ada", "Ada L."))
    session.refresh_from_db()
    assert (session.external_user, session.external_name) == ("ada", "Ada L.")


def test_a_name_that_nobody_has_verified_is_not_taken_over():
    said = Session.objects.create(
        graph="quote",
        cursor="x",
        external_user="ada",
        external_user_verified=False,
        updated_at=timezone.now(),
    )

    assert not identity.bind(said.pk, Identity("ada"))


def test_a_page_that_was_open_for_hours_goes_on_with_its_user_s_session_only(
    caplog: pytest.LogCaptureFixture,
):
    late, eves = signed(exp=int(time.time()) - 7200), signed(exp=int(time.time()) - 7200, sub="eve")
    session = Session.objects.create(graph="quote", cursor="x", updated_at=timezone.now())
    with pytest.raises(IdentityRefused):
        identity.may_resume(session.pk, "quote", late)
    assert identity.may_resume(session.pk, "quote", signed())

    caplog.clear()
    assert identity.may_resume(session.pk, "quote", late)
    assert caplog.records == [], "nothing was refused"
    assert not identity.may_resume(session.pk, "quote", signed(sub="eve"))
    for refused in (eves, signed(exp=int(time.time()) - 7200, aud="hotel"), late[:-8] + "AAAAAAAA"):
        with pytest.raises(IdentityRefused):
            identity.may_resume(session.pk, "quote", refused)
    assert len(caplog.records) == 3
