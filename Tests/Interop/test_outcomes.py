"""Each row of the table of outcomes, as a client sees it on the wire."""

from __future__ import annotations

import datetime
import json
import re
import typing

import pytest

from postern_client import Answer, App, SignInRefused
from scenery import MAIL, MAIL_SCOPE, MOBILE
from teller import expect, protection_required, refused
from world import BLOCKED, DEVICE, SECOND_FACTOR, World

GUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def check_error_body(answer: Answer) -> None:
    """What every refusal carries."""
    assert answer.headers["Content-Type"].startswith("application/json")
    assert answer.headers["Cache-Control"] == "no-store"
    assert re.match(r"POSTERN\d+: .+", answer["error_description"]), answer.text
    assert GUID.fullmatch(answer["trace_id"]) and GUID.fullmatch(answer["correlation_id"]), answer.text
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ", answer["timestamp"]), answer.text
    assert "access_token" not in answer.json and "refresh_token" not in answer.json


def test_satisfied(world: World) -> None:
    person, app = world.person(), world.app()
    own = world.compliant(app, person)
    answer = app.refresh(own["refresh_token"], MAIL_SCOPE)
    claims = world.protected(answer)
    assert answer["token_type"] == "DPoP" and claims["cnf"] == {"jkt": app.key_thumbprint}, claims
    assert claims["oid"] == claims["sub"] == person.id and claims["tid"] == world.server.tenant_id
    assert "pwd" in claims["amr"] and claims["scp"] == "mail.read", claims
    assert claims["exp"] - claims["iat"] == 3600, "this resource introspects, so its tokens live an hour"
    assert answer["scope"].split()[0] == MAIL_SCOPE


def test_short_lifetime_of_a_resource_that_validates_offline(world: World) -> None:
    from world import FILES, FILES_SCOPE

    person = world.person("free")
    app = App(world.server, world.web_app)
    answer = expect(world.sign_in(app, person, FILES_SCOPE), 200)
    claims = world.server.verified(answer.token, FILES)
    assert claims["exp"] - claims["iat"] == 600 and "xms_cc" not in claims, claims


def test_protection_unmet_and_declared(world: World) -> None:
    person, app = world.person(), world.app()
    answer = protection_required(world.sign_in(app, person))
    check_error_body(answer)
    assert answer["adi"] == person.upn
    assert isinstance(json.loads(answer["claims"]), dict), "a challenge is a JSON object in a string"


@pytest.mark.parametrize("declared", ["protapp", "ProtApp", "PROTAPP"])
def test_capability_in_any_case(world: World, declared: str) -> None:
    person, app = world.person(), world.app(capabilities=[declared, "llt"])
    own = world.compliant(app, person)
    world.protected(app.refresh(own["refresh_token"], MAIL_SCOPE))


def test_protection_unmet_and_not_declared(world: World) -> None:
    person, app = world.person(), world.app(capabilities=[])
    answer = protection_required(world.sign_in(app, person))
    assert "protapp" in answer["error_description"], answer.text
    own = world.compliance(app)
    remediated = expect(app.remediate(own.token, silent=False), 200)
    assert remediated["code"] == 1 and "capability_not_declared" in remediated["reasons"], remediated.text


def test_not_demanded_and_not_earned(world: World) -> None:
    answer = expect(world.sign_in(world.app(), world.person("free")), 200)
    assert "protapp" not in world.server.verified(answer.token, MAIL).get("xms_cc", [])


def test_earned_though_not_demanded(world: World) -> None:
    person, app = world.person("managed"), world.app()
    own = world.compliant(app, person)
    world.protected(app.refresh(own["refresh_token"], MAIL_SCOPE))


def test_device_unmet(world: World) -> None:
    person, app = world.person("free"), world.app()
    signed_in = expect(world.sign_in(app, person), 200)
    world.join(person, DEVICE)
    answer = expect(app.refresh(signed_in["refresh_token"], MAIL_SCOPE), 400, error="interaction_required")
    check_error_body(answer)
    assert answer["suberror"] in ("additional_action", "message_only"), answer.text


def test_second_factor_needed(world: World) -> None:
    person, app = world.person("free"), world.app()
    signed_in = expect(world.sign_in(app, person), 200)
    world.join(person, SECOND_FACTOR)
    answer = refused(app.refresh(signed_in["refresh_token"], MAIL_SCOPE), "interaction_required", "basic_action")
    check_error_body(answer)
    assert isinstance(json.loads(answer["claims"]), dict), answer.text


def test_second_factor_needed_at_the_page(world: World) -> None:
    person, app = world.person("factor"), world.app()
    with pytest.raises(SignInRefused) as stopped:
        arrival, _ = app.authorize(MAIL_SCOPE, person.upn, world.password(person))
        pytest.fail(f"a code came out: {arrival}")
    assert stopped.value.page.status in (200, 403)


def test_blocked(world: World) -> None:
    person, app = world.person("free"), world.app()
    signed_in = expect(world.sign_in(app, person), 200)
    world.join(person, BLOCKED)
    answer = refused(app.refresh(signed_in["refresh_token"], MAIL_SCOPE), "access_denied", "message_only")
    check_error_body(answer)
    assert "secret name" not in answer.text and "Tests 101" not in answer.text, "the policy's name reached the client"


def test_blocked_at_the_page(world: World) -> None:
    person, app = world.person("blocked"), world.app()
    with pytest.raises(SignInRefused) as stopped:
        app.authorize(MAIL_SCOPE, person.upn, world.password(person))
    page = stopped.value.page
    assert page.status in (200, 403) and "secret name" not in page.body, page.text


def test_platform_of_the_sign_in_counts_where_the_token_request_names_none(world: World) -> None:
    """A library's own User-Agent at the token endpoint is no way around a policy for phones."""
    person, app = world.person(), world.app()
    known, world.server.user_agent = world.server.user_agent, "python-requests/2.32"
    try:
        protection_required(world.sign_in(app, person))
        own = expect(app.sign_in_for(world.server.compliance_scope), 200)
        protection_required(app.refresh(own["refresh_token"], MAIL_SCOPE))
    finally:
        world.server.user_agent = known


def test_blocked_before_protection(world: World) -> None:
    """When several things are open, the more final one is told."""
    person, app = world.person(), world.app()
    own = world.compliance(app, person)
    world.join(person, BLOCKED)
    refused(app.refresh(own["refresh_token"], MAIL_SCOPE), "access_denied", "message_only")


def test_suspended_and_back(world: World) -> None:
    person, app = world.person(), world.app()
    own = world.compliant(app, person)
    mail = app.refresh(own["refresh_token"], MAIL_SCOPE)
    world.protected(mail)
    expect(app.report(own.token, rooted=True), 200)
    assert expect(world.resource.introspect(mail.token), 200).json == {"active": False}
    for _ in range(3):
        protection_required(app.refresh(mail["refresh_token"], MAIL_SCOPE))
    expect(app.report(own.token), 200, code=0)
    world.protected(app.refresh(mail["refresh_token"], MAIL_SCOPE))


def test_protection_can_be_demanded_later(world: World) -> None:
    person, app = world.person("managed"), world.app()
    signed_in = expect(world.sign_in(app, person), 200)
    world.join(person, MOBILE)
    protection_required(app.refresh(signed_in["refresh_token"], MAIL_SCOPE))


def kill_by_wipe(world: World, app: App, own: Answer, token: Answer) -> None:
    world.gateway.admin("app", "wipe", str(app.instance), "--reason", "test")


def kill_by_administrator(world: World, app: App, own: Answer, token: Answer) -> None:
    world.gateway.admin("app", "unenrol", str(app.instance), "--reason", "test")


def kill_by_user(world: World, app: App, own: Answer, token: Answer) -> None:
    expect(app.call("DELETE", f"/enrollments/{app.instance}", own.token), 204)


def kill_by_revocation(world: World, app: App, own: Answer, token: Answer) -> None:
    fields, headers = app.client.authentication("")
    form = fields | {"token": token["refresh_token"]}
    expect(world.server.post(world.server.metadata["revocation_endpoint"], form, headers), 200)


def kill_by_reuse(world: World, app: App, own: Answer, token: Answer) -> None:
    expect(app.refresh(token["refresh_token"], MAIL_SCOPE), 200)
    refused(app.refresh(token["refresh_token"], MAIL_SCOPE), "invalid_grant")


@pytest.mark.parametrize("how", [kill_by_wipe, kill_by_administrator, kill_by_user, kill_by_revocation, kill_by_reuse])
def test_dead(world: World, how: typing.Callable[[World, App, Answer, Answer], None]) -> None:
    person, app = world.person(), world.app()
    own = world.compliant(app, person)
    token = app.refresh(own["refresh_token"], MAIL_SCOPE)
    world.protected(token)
    how(world, app, own, token)
    answer = refused(app.refresh(token["refresh_token"], MAIL_SCOPE), "invalid_grant")
    check_error_body(answer)
    assert "client_info" not in answer.json and "adi" not in answer.json, "a dead grant tells whose it was"
    assert expect(world.resource.introspect(token.token), 200).json == {"active": False}


def test_disabled_account(world: World) -> None:
    person, app = world.person(), world.app()
    own = world.compliant(app, person)
    token = app.refresh(own["refresh_token"], MAIL_SCOPE)
    world.gateway.admin("account", "disable", person.upn, "--reason", "left")
    refused(app.refresh(token["refresh_token"], MAIL_SCOPE), "invalid_grant")
    assert expect(world.resource.introspect(token.token), 200).json == {"active": False}
    with pytest.raises(SignInRefused):
        world.app().authorize(MAIL_SCOPE, person.upn, world.password(person))
    world.gateway.admin("account", "enable", person.upn, "--reason", "back")
    world.app().authorize(MAIL_SCOPE, person.upn, world.password(person))


def test_a_new_password_ends_what_the_old_one_gave(world: World) -> None:
    person, app = world.person(), world.app()
    own = world.compliant(app, person)
    token = app.refresh(own["refresh_token"], MAIL_SCOPE)
    world.protected(token)
    world.gateway.set_password(person.upn, "quite another secret")
    refused(app.refresh(token["refresh_token"], MAIL_SCOPE), "invalid_grant")
    assert expect(world.resource.introspect(token.token), 200).json == {"active": False}


@pytest.mark.parametrize("how", ["password", "disabled and enabled"])
def test_codes_of_before_are_worth_nothing(world: World, how: str) -> None:
    """A device that was approved and a code that was given out before end with the sign-in that they come from."""
    from browser import enter_device_code

    person, device, app = world.person("free"), world.stock_app(), world.app()
    flow = expect(device.device_code(MAIL_SCOPE + " offline_access"), 200)
    enter_device_code(world.server.browser(), flow["verification_uri"], flow["user_code"], person.upn,
                      world.password(person))
    arrival, verifier = app.authorize(MAIL_SCOPE + " offline_access", person.upn, world.password(person))
    if how == "password":
        world.gateway.set_password(person.upn, "quite another secret")
    else:
        world.gateway.admin("account", "disable", person.upn, "--reason", "stolen password")
        world.gateway.admin("account", "enable", person.upn, "--reason", "cleaned")
    refused(device.poll(flow["device_code"]), "access_denied")
    refused(app.redeem(arrival.parameters["code"], verifier), "invalid_grant")
    with pytest.raises(SignInRefused):
        app.authorize(MAIL_SCOPE)


def test_a_break_cuts_tokens_that_an_exemption_let_out(own_world: World) -> None:
    """The stored result stays what it was when an exemption is published, and the token comes of facts of the moment."""
    world = own_world
    person, app = world.person(), world.app()
    own = world.compliance(app, person)
    expect(app.enroll(own.token, world.identity()), 201)
    expect(app.fetch_policy(own.token), 200)
    expect(app.report(own.token, osVersion="16.0"), 200, code=4)
    now = datetime.datetime.now(datetime.timezone.utc)
    protection = world.scenery.protection() | {"exemptions": [{
        "id": "old-phone", "account": person.id, "check": "osVersion", "reason": "old phone", "approver": "root",
        "grantedAt": now.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "ends": (now + datetime.timedelta(days=2)).strftime("%Y-%m-%dT%H:%M:%SZ"),
    }]}
    world.gateway.admin("protection", "publish", world.gateway.write("protection.json", protection))
    token = app.refresh(own["refresh_token"], MAIL_SCOPE)
    world.protected(token)
    assert expect(world.resource.introspect(token.token), 200)["active"] is True
    expect(app.report(own.token, osVersion="16.0", rooted=True), 200)
    assert expect(world.resource.introspect(token.token), 200).json == {"active": False}


def test_approval_can_be_taken_back_by_a_block(world: World) -> None:
    person, app = world.person(), world.app()
    own = world.compliant(app, person)
    world.gateway.admin("app", "block", str(app.instance), "--reason", "lost for now")
    protection_required(app.refresh(own["refresh_token"], MAIL_SCOPE))
    answer = expect(app.remediate(own.token, silent=False), 200)
    assert answer["code"] == 1 and "instance_blocked" in answer["reasons"], answer.text
    world.gateway.admin("app", "unblock", str(app.instance), "--reason", "found")
    expect(app.remediate(own.token, silent=True), 200, code=0)
    world.protected(app.refresh(own["refresh_token"], MAIL_SCOPE))


def test_device_code_does_not_meet_protection_at_once(world: World) -> None:
    from browser import enter_device_code

    person, app = world.person(), world.stock_app()
    flow = expect(app.device_code(MAIL_SCOPE + " offline_access openid"), 200)
    refused(app.poll(flow["device_code"]), "authorization_pending")
    enter_device_code(world.server.browser(), flow["verification_uri"], flow["user_code"], person.upn,
                      world.password(person))
    answer = app.poll(flow["device_code"])
    protection_required(answer)
    refused(app.poll(flow["device_code"]), "invalid_grant")
