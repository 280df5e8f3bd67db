"""The stock client, unchanged: MSAL for Python with its authority set to Postern."""

from __future__ import annotations

import time
import typing
import urllib.parse

import msal
import pytest
import requests

from browser import Arrival, Page, enter_device_code
from postern_client import USER_AGENT, App
from proofs import InstanceKey
from scenery import MAIL, MAIL_SCOPE, NOTES_APP, REDIRECT, Person
from teller import expect
from world import CERTIFICATE_DAEMON, World

AUTHORITIES = ("authority", "oidc_authority")


def client(world: World, kind: str, *, capabilities: list[str] | None = None,
           **more: typing.Any) -> msal.PublicClientApplication:
    base = f"{world.server.base}/{world.server.tenant_id}"
    place = {"authority": base, "instance_discovery": False} if kind == "authority" else {
        "oidc_authority": base + "/v2.0"}
    # A phone's user agent, since the policies in force block other platforms for these people.
    session = requests.Session()
    session.verify = world.gateway.trusted
    session.headers["User-Agent"] = USER_AGENT
    return msal.PublicClientApplication(
        NOTES_APP, client_capabilities=["protapp"] if capabilities is None else capabilities,
        http_client=session, **place, **more)


def device_flow(world: World, app: msal.PublicClientApplication, person: Person, scope: str) -> dict[str, typing.Any]:
    flow = app.initiate_device_flow(scopes=[scope])
    assert flow.get("user_code") and flow["expires_in"] == 900 and flow["interval"] == 5, flow
    browser = world.server.browser()
    page = enter_device_code(
        browser, flow["verification_uri"], flow["user_code"], person.upn, world.password(person))
    assert page.status == 200, page.text
    return app.acquire_token_by_device_flow(flow, exit_condition=lambda _: True)


def code_flow(world: World, app: msal.PublicClientApplication, person: Person, scope: str) -> dict[str, typing.Any]:
    flow = app.initiate_auth_code_flow([scope], redirect_uri=REDIRECT, login_hint=person.upn)
    browser = world.server.browser()
    shown = browser.visit(flow["auth_uri"], until=REDIRECT)
    assert isinstance(shown, Page)
    form = shown.form_with("username", "password")
    arrival = browser.submit(
        shown, form, {"username": person.upn, "password": world.password(person)}, until=REDIRECT)
    assert isinstance(arrival, Arrival), arrival.text
    return app.acquire_token_by_auth_code_flow(flow, arrival.parameters)


FLOWS = {"device": device_flow, "code": code_flow}


class Managed:
    """The part of an app that stock clients leave to the app's maker: enrolment, posture, remediation."""

    def __init__(self, world: World):
        self.world = world
        self.app = App(world.server, world.scenery.notes_app, key=InstanceKey(), proves_key=False)

    def enroll(self, token: str) -> None:
        expect(self.app.enroll(token, self.world.identity()), 201)
        expect(self.app.fetch_policy(token), 200)
        expect(self.app.report(token), 200)

    def remediate(self, token: str) -> str:
        answer = expect(self.app.remediate(token, silent=True), 200, code=0, enrollmentId=bool)
        return str(answer["enrollmentId"])


def silent(app: msal.PublicClientApplication, enrollment: str | None = None, **more: typing.Any) -> dict[str, typing.Any]:
    data = {"microsoft_enrollment_id": enrollment} if enrollment else {}
    found = app.acquire_token_silent_with_error([MAIL_SCOPE], app.get_accounts()[0], data=data, **more)
    assert found is not None
    return found


def allowed(app: msal.PublicClientApplication, enrollment: str) -> dict[str, typing.Any]:
    """Asks silently after a refusal, with force as an app does after remediation.

    The client answers from memory for the second that Retry-After names, whatever the enrolment id is: the pause is its
    own, not the server's, and would be a minute without the header.
    """
    found: dict[str, typing.Any] = {}
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline:
        found = silent(app, enrollment, force_refresh=True)
        if "access_token" in found:
            return found
        time.sleep(0.1)
    pytest.fail(f"still refused: {found}")


@pytest.mark.parametrize("kind", AUTHORITIES)
@pytest.mark.parametrize("flow", FLOWS)
def test_whole_story(world: World, kind: str, flow: str) -> None:
    person, app, managed = world.person(), client(world, kind), Managed(world)

    own = FLOWS[flow](world, app, person, world.server.compliance_scope)
    assert "access_token" in own, own
    assert own["id_token_claims"]["preferred_username"] == person.upn
    account = app.get_accounts()[0]
    assert account["home_account_id"] == f"{person.id}.{world.server.tenant_id}"
    assert account["username"] == person.upn

    refusal = silent(app)
    assert refusal["error"] == "unauthorized_client" and refusal["suberror"] == "protection_policy_required", refusal
    assert refusal["error_codes"] == [53005] and refusal["adi"] == person.upn, refusal
    assert refusal["classification"] == ""

    managed.enroll(own["access_token"])
    enrollment = managed.remediate(own["access_token"])
    token = allowed(app, enrollment)
    claims = world.server.verified(token["access_token"], MAIL)
    assert claims["xms_cc"] == ["protapp"] and claims["oid"] == claims["sub"] == person.id, claims
    assert claims["tid"] == world.server.tenant_id and claims["azp"] == NOTES_APP, claims
    assert token["token_type"] == "Bearer"

    # Served from the client's cache: its key is the scope that came back, together with the enrolment id.
    assert silent(app, enrollment)["token_source"] == "cache"

    expect(managed.app.report(own["access_token"], pinSet=False), 200, code=4)
    assert expect(world.resource.introspect(token["access_token"]), 200)["active"] is False
    refusal = silent(app, managed.app.enrollment_id, force_refresh=True)
    assert refusal["suberror"] == "protection_policy_required", refusal

    expect(managed.app.report(own["access_token"]), 200, code=0)
    again = allowed(app, managed.remediate(own["access_token"]))
    assert world.server.verified(again["access_token"], MAIL)["xms_cc"] == ["protapp"]

    world.gateway.admin("app", "wipe", str(managed.app.instance), "--reason", "test")
    refusal = silent(app, managed.app.enrollment_id, force_refresh=True)
    assert refusal["error"] == "invalid_grant", refusal


def test_a_refusal_is_not_cached_by_the_client(world: World) -> None:
    """Without Retry-After the same request would not reach the server for a minute."""
    person, app, managed = world.person(), client(world, "authority"), Managed(world)
    own = code_flow(world, app, person, world.server.compliance_scope)
    managed.enroll(own["access_token"])
    enrollment = managed.remediate(own["access_token"])
    expect(managed.app.report(own["access_token"], rooted=True), 200)
    assert silent(app, enrollment)["suberror"] == "protection_policy_required"
    expect(managed.app.report(own["access_token"]), 200, code=0)
    allowed(app, enrollment)


def test_capabilities_decide_what_is_told(world: World) -> None:
    person, app = world.person(), client(world, "authority", capabilities=["cp1"])
    own = code_flow(world, app, person, world.server.compliance_scope)
    refusal = silent(app)
    assert (refusal["error"], refusal["suberror"]) == ("unauthorized_client", "protection_policy_required"), refusal
    assert "protapp" in refusal["error_description"], refusal
    undeclared = App(world.server, world.scenery.notes_app, key=InstanceKey(), proves_key=False, capabilities=[])
    answer = expect(undeclared.remediate(own["access_token"], silent=True), 200)
    assert answer["code"] == 1 and "capability_not_declared" in answer["reasons"], answer.text


def confidential(world: World, identifier: str, credential: typing.Any) -> msal.ConfidentialClientApplication:
    return msal.ConfidentialClientApplication(
        identifier, client_credential=credential, authority=f"{world.server.base}/{world.server.tenant_id}",
        instance_discovery=False, verify=world.gateway.trusted)


def check_app_only(world: World, answer: dict[str, typing.Any], identifier: str) -> None:
    assert "access_token" in answer, answer
    claims = world.server.verified(answer["access_token"], MAIL)
    assert claims["sub"] == identifier and claims["idtyp"] == "app", claims
    assert "oid" not in claims and "scp" not in claims and "protapp" not in claims.get("xms_cc", []), claims


def test_client_credentials_by_secret(world: World) -> None:
    service = world.scenery.mail_service
    app = confidential(world, service.id, service.secret)
    check_app_only(world, app.acquire_token_for_client([MAIL + "/.default"]), service.id)


def test_client_credentials_by_wrong_secret(world: World) -> None:
    app = confidential(world, world.scenery.mail_service.id, "not the secret of this service at all")
    answer = app.acquire_token_for_client([MAIL + "/.default"])
    assert answer["error"] == "invalid_client" and "access_token" not in answer, answer


def test_client_credentials_by_certificate_ps256(world: World) -> None:
    credential = {"private_key": world.daemon_key_pem, "public_certificate": world.daemon_certificate_pem}
    app = confidential(world, CERTIFICATE_DAEMON, credential)
    check_app_only(world, app.acquire_token_for_client([MAIL + "/.default"]), CERTIFICATE_DAEMON)


def test_client_credentials_by_certificate_rs256(world: World) -> None:
    import hashlib

    from cryptography.hazmat.primitives.serialization import Encoding

    digest = hashlib.sha1(world.daemon_certificate.public_bytes(Encoding.DER)).hexdigest()
    app = confidential(world, CERTIFICATE_DAEMON, {"private_key": world.daemon_key_pem, "thumbprint": digest})
    check_app_only(world, app.acquire_token_for_client([MAIL + "/.default"]), CERTIFICATE_DAEMON)


def test_client_credentials_by_another_key(world: World) -> None:
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import rsa

    other = rsa.generate_private_key(public_exponent=65537, key_size=2048).private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()).decode()
    credential = {"private_key": other, "public_certificate": world.daemon_certificate_pem}
    answer = confidential(world, CERTIFICATE_DAEMON, credential).acquire_token_for_client([MAIL + "/.default"])
    assert answer["error"] == "invalid_client", answer


def test_account_survives_a_refusal(world: World) -> None:
    """A policy refusal leaves the account and its refresh token in the client's cache."""
    person, app = world.person(), client(world, "oidc_authority")
    code_flow(world, app, person, world.server.compliance_scope)
    silent(app)
    assert [one["username"] for one in app.get_accounts()] == [person.upn]
    assert urllib.parse.urlsplit(world.server.base).hostname == app.get_accounts()[0]["environment"]
