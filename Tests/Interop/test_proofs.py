"""Proofs of a key: at the token endpoint, at enrolment, and with posture reports."""

from __future__ import annotations

import copy
import time
import typing

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature, encode_dss_signature

from postern_client import Answer, App, unverified
from proofs import Authority, InstanceKey, ManagedIdentity, sign
from scenery import MAIL_APP, MAIL_SCOPE, NOTES_APP
from teller import expect, protection_required, refused
from world import World


def refresh_with(world: World, app: App, refresh_token: str, proof: str | None) -> Answer:
    """A refresh with exactly this DPoP header."""
    headers = {} if proof is None else {"DPoP": proof}
    form = {"grant_type": "refresh_token", "refresh_token": refresh_token, "scope": MAIL_SCOPE,
            "client_id": app.client.id, "client_info": "1"} | app.claims
    return world.server.post(world.server.metadata["token_endpoint"], form, headers)


BAD_PROOFS: dict[str, typing.Callable[[InstanceKey, str], str]] = {
    "another method": lambda key, url: key.dpop("GET", url),
    "another address": lambda key, url: key.dpop("POST", url + "x"),
    "of an hour ago": lambda key, url: key.dpop("POST", url, iat=int(time.time()) - 3600),
    "from the future": lambda key, url: key.dpop("POST", url, iat=int(time.time()) + 3600),
    "no identifier": lambda key, url: key.dpop("POST", url, jti=None),
    "no time": lambda key, url: key.dpop("POST", url, iat=None),
    "not signed by its key": lambda key, url: key.dpop("POST", url)[:-8] + "AAAAAAAA",
    "another type": lambda key, url: sign(
        {"typ": "jwt", "alg": "ES256", "jwk": {k: key.public[k] for k in ("kty", "crv", "x", "y")}},
        {"htm": "POST", "htu": url, "iat": int(time.time()), "jti": "a"}, key.key),
    "no JWS": lambda key, url: "nonsense",
    "with the private key": lambda key, url: sign(
        {"typ": "dpop+jwt", "alg": "ES256", "jwk": dict(key.key.as_dict(private=True))},
        {"htm": "POST", "htu": url, "iat": int(time.time()), "jti": "b"}, key.key),
}


@pytest.mark.parametrize("case", BAD_PROOFS)
def test_bad_proof_at_the_token_endpoint(world: World, case: str) -> None:
    person, app = world.person(), world.app()
    own = world.compliance(app, person)
    assert app.key is not None
    proof = BAD_PROOFS[case](app.key, world.server.metadata["token_endpoint"])
    answer = expect(refresh_with(world, app, own["refresh_token"], proof), 400)
    assert answer["error"] == "invalid_dpop_proof", answer.text
    # Nothing was lost: the refresh token still works with a good proof.
    protection_required(app.refresh(own["refresh_token"], MAIL_SCOPE))


def test_proof_used_twice(world: World) -> None:
    person, app = world.person("free"), world.app()
    own = world.compliance(app, person)
    assert app.key is not None
    proof = app.key.dpop("POST", world.server.metadata["token_endpoint"])
    first = expect(refresh_with(world, app, own["refresh_token"], proof), 200)
    refused(refresh_with(world, app, first["refresh_token"], proof), "invalid_dpop_proof")


def test_two_proofs(world: World) -> None:
    person, app = world.person("free"), world.app()
    own = world.compliance(app, person)
    assert app.key is not None
    url = world.server.metadata["token_endpoint"]
    both = app.key.dpop("POST", url) + ", " + app.key.dpop("POST", url)
    refused(refresh_with(world, app, own["refresh_token"], both), "invalid_dpop_proof")


def test_bound_token_needs_its_key(world: World) -> None:
    person, app = world.person(), world.app()
    own = world.compliant(app, person)
    app.key, kept = InstanceKey(), app.key
    answer = app.status(own.token)
    assert answer.status == 401 and answer.headers["WWW-Authenticate"].startswith("DPoP"), answer.text
    as_bearer = world.server.get(
        world.server.compliance + f"/accounts/{person.id}/status", {"Authorization": "Bearer " + own.token})
    assert as_bearer.status == 401, as_bearer.text
    app.key = kept
    expect(app.status(own.token), 200)


def test_another_key_does_not_earn(world: World) -> None:
    """A refresh token that was carried to another installation does not take the protection along."""
    person, app = world.person(), world.app()
    own = world.compliant(app, person)
    thief = world.app()
    answer = thief.refresh(own["refresh_token"], MAIL_SCOPE)
    assert answer.status == 400 and "access_token" not in answer.json, answer.text
    world.protected(app.refresh(own["refresh_token"], MAIL_SCOPE))


def test_no_key_does_not_earn(world: World) -> None:
    person, app = world.person(), world.app()
    own = world.compliant(app, person)
    answer = refresh_with(world, app, own["refresh_token"], None)
    assert answer.status == 400 and "access_token" not in answer.json, answer.text


def test_foreign_enrolment_id_means_unknown(world: World) -> None:
    first, second = world.stock_app(), world.stock_app()
    world.compliant(first, world.person())
    own = world.compliance(second, world.person())
    second.enrollment_id = first.enrollment_id
    protection_required(second.refresh(own["refresh_token"], MAIL_SCOPE))
    second.enrollment_id = "1.nobodyknowsthisone"
    protection_required(second.refresh(own["refresh_token"], MAIL_SCOPE))
    second.enrollment_id = None
    protection_required(second.refresh(own["refresh_token"], MAIL_SCOPE))


def test_key_of_another_account(world: World) -> None:
    app, other = world.app(), world.app()
    own = world.compliance(app, world.person())
    expect(app.enroll(own.token), 201)
    other.key = app.key
    foreign = world.compliance(other, world.person())
    expect(other.enroll(foreign.token), 409, error="key_in_use")


def test_enrolling_twice_is_the_same_instance(world: World) -> None:
    app = world.app()
    own = world.compliance(app, world.person())
    first = expect(app.enroll(own.token), 201)
    second = expect(app.enroll(own.token), 201, instanceId=first["instanceId"])
    assert second["enrollmentId"] != first["enrollmentId"]


def test_identity_backs_one_account_only(world: World) -> None:
    identity = world.identity()
    app, other = world.app(), world.app()
    expect(app.enroll(world.compliance(app, world.person()).token, identity), 201, evidence="managedSecret")
    expect(other.enroll(world.compliance(other, world.person()).token, identity), 409, error="identity_in_use")


def twin(identity: ManagedIdentity) -> ManagedIdentity:
    """The same certificate with the authority's signature (r, s) written as (r, n - s), which verifies as well."""
    order = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
    der = identity.certificate.public_bytes(serialization.Encoding.DER)
    r, s = decode_dss_signature(identity.certificate.signature)
    signature = b"\0" + encode_dss_signature(r, order - s)
    signed = identity.certificate.tbs_certificate_bytes
    at = der.index(signed) + len(signed)
    algorithm = der[at:at + 2 + der[at + 1]]
    body = signed + algorithm + b"\x03" + bytes([len(signature)]) + signature
    other = copy.copy(identity)
    other.certificate = x509.load_der_x509_certificate(b"\x30\x82" + len(body).to_bytes(2, "big") + body)
    return other


def test_an_identity_has_one_spelling(world: World) -> None:
    identity = world.identity()
    app, other = world.app(), world.app()
    expect(app.enroll(world.compliance(app, world.person()).token, identity), 201, evidence="managedSecret")
    theirs = world.compliance(other, world.person())
    expect(other.enroll(theirs.token, twin(identity)), 409, error="identity_in_use")
    world.gateway.admin("app", "block", str(app.instance), "--reason", "stolen")
    expect(other.enroll(theirs.token, twin(identity)), 409)


def test_identity_of_another_authority(world: World) -> None:
    app = world.app()
    own = world.compliance(app, world.person())
    answer = app.enroll(own.token, Authority("Contoso device management").identity())
    assert answer.status in (400, 403) and "managedSecret" not in answer.text, answer.text


BAD_IDENTITY: dict[str, dict[str, typing.Any]] = {
    "for another key": {"jkt": "A" * 43}, "for another client": {"sub": NOTES_APP},
    "for another server": {"aud": "https://elsewhere.example/v2.0"}, "too old": {"iat": int(time.time()) - 3600},
}


@pytest.mark.parametrize("case", BAD_IDENTITY)
def test_bad_identity_proof(world: World, case: str) -> None:
    app = world.app()
    own = world.compliance(app, world.person())
    assert app.key is not None
    expect(app.enroll(own.token), 201)
    proof = world.identity().proof(world.server.issuer, MAIL_APP, app.key.thumbprint, **BAD_IDENTITY[case])
    body = {"type": "managedIdentity", "proof": proof}
    answer = app.call("POST", f"/enrollments/{app.instance}/evidence", own.token, body=body, proof=True)
    assert answer.status == 400, answer.text
    assert expect(app.status(own.token), 200)["app"]["evidence"] == "selfReported"


def test_expired_identity(world: World) -> None:
    app = world.app()
    own = world.compliance(app, world.person())
    answer = app.enroll(own.token, world.management.identity(days=-0.001))
    assert answer.status == 400, answer.text


def test_identity_with_rsa(world: World) -> None:
    app = world.app()
    own = world.compliance(app, world.person())
    expect(app.enroll(own.token, world.management.identity(kind="RSA")), 201, evidence="managedSecret")


def test_evidence_later(world: World) -> None:
    app = world.app()
    own = world.compliance(app, world.person())
    expect(app.enroll(own.token), 201, evidence="selfReported")
    expect(app.prove(own.token, world.identity()), 200, evidence="managedSecret")


def test_posture_replayed(world: World) -> None:
    app = world.app()
    own = world.compliant(app, world.person())
    assert app.key is not None and app.instance is not None
    report = {"platform": "iOS", "osVersion": "18.4", "appVersion": "2.1.0", "pinSet": True, "rooted": False,
              "revision": app.revision}
    document = app.key.posture(world.server.issuer, app.instance, report)

    def send() -> Answer:
        return app.call("POST", f"/enrollments/{app.instance}/posture", own.token, text=document, proof=True,
                        headers={"Content-Type": "application/jwt"})

    expect(send(), 200)
    assert send().status in (400, 409)


BAD_POSTURE: dict[str, dict[str, typing.Any]] = {
    "for another instance": {"sub": "c3b0a1d2-0000-4000-8000-00000000ffff"},
    "for another server": {"aud": "https://elsewhere.example/v2.0"}, "too old": {"iat": int(time.time()) - 86400},
    "from the future": {"iat": int(time.time()) + 86400},
}


@pytest.mark.parametrize("case", BAD_POSTURE)
def test_bad_posture(world: World, case: str) -> None:
    app = world.app()
    own = world.compliant(app, world.person())
    assert app.report(own.token, **BAD_POSTURE[case]).status in (400, 409)
    expect(app.remediate(own.token, silent=True), 200, code=0)


def test_posture_of_another_key(world: World) -> None:
    app = world.app()
    own = world.compliant(app, world.person())
    assert app.instance is not None
    forged = InstanceKey().posture(world.server.issuer, app.instance, {
        "platform": "iOS", "osVersion": "18.4", "appVersion": "2.1.0", "pinSet": True, "revision": app.revision})
    answer = app.call("POST", f"/enrollments/{app.instance}/posture", own.token, text=forged, proof=True,
                      headers={"Content-Type": "application/jwt"})
    assert answer.status == 400, answer.text


def test_compliance_token_opens_nothing_else(world: World) -> None:
    app = world.app()
    own = world.compliant(app, world.person("managed"))
    claims = unverified(own.token)
    assert "xms_cc" not in claims or "protapp" not in claims["xms_cc"], claims
    assert expect(world.resource.introspect(own.token), 200).json == {"active": False}
    mail = expect(app.refresh(own["refresh_token"], MAIL_SCOPE), 200)
    assert app.status(mail.token).status == 401, "a token of another resource opened the compliance API"


def test_another_account_is_unknown(world: World) -> None:
    app, person, other = world.app(), world.person(), world.person()
    own = world.compliance(app, person)
    assert app.call("GET", f"/accounts/{other.id}/status", own.token).status == 404
    answer = app.call("POST", f"/accounts/{person.upn}/remediation", own.token, body={"silent": True})
    expect(answer, 400, error="invalid_account_id")
    assert "object id" in answer["error_description"], answer.text


def test_another_installation_is_unknown(world: World) -> None:
    first, second = world.app(), world.app()
    world.compliant(first, world.person())
    own = world.compliant(second, world.person())
    for method, path in (("GET", "policy"), ("DELETE", "")):
        answer = second.call(method, f"/enrollments/{first.instance}/{path}".rstrip("/"), own.token)
        assert answer.status == 404, answer.text


@pytest.mark.parametrize("stock", [False, True])
def test_an_identifier_alone_speaks_for_nobody(world: World, stock: bool) -> None:
    """The password and a phone's identifier are not the phone: another installation of the same account stays outside."""
    person = world.person()

    def installation() -> App:
        client = world.scenery.notes_app if stock else world.scenery.mail_app
        return App(world.server, client, key=InstanceKey(), proves_key=not stock)

    phone, other = installation(), installation()
    own = world.compliant(phone, person)
    foreign = world.compliance(other, person)
    asked = {"silent": True, "instanceId": str(phone.instance)}
    answers = [
        other.call("POST", f"/accounts/{person.id}/remediation", foreign.token, body=asked),
        other.call("GET", f"/enrollments/{phone.instance}/policy", foreign.token),
        other.call("DELETE", f"/enrollments/{phone.instance}", foreign.token),
    ]
    assert [answer.status for answer in answers] == [404, 404, 404], [answer.text for answer in answers]
    expect(phone.remediate(own.token, silent=True), 200, code=0)


def test_user_leaves_remediation(world: World) -> None:
    app, person = world.app(), world.person()
    own = world.compliance(app, person)
    answer = expect(app.call("DELETE", f"/accounts/{person.id}/remediation", own.token), 200)
    assert answer["code"] == 5, answer.text


@pytest.mark.parametrize("language", ["en", "es", "ko", "ru"])
def test_texts_in_the_users_language(world: World, language: str) -> None:
    app, person = world.app(), world.person()
    own = world.compliance(app, person)
    answer = expect(app.call("GET", f"/accounts/{person.id}/status", own.token,
                             headers={"Accept-Language": language}), 200)
    text = answer["app"]["title"] + answer["app"]["message"]
    letters = {"en": ("a", "z"), "es": ("á", "ú"), "ko": ("가", "힣"), "ru": ("А", "я")}
    low, high = letters[language]
    assert any(low <= character <= high for character in text), text
