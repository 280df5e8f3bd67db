"""OAuth as other libraries and a hostile caller see it: metadata, codes, client authentication, other refusals."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import time
import typing
import uuid

import pytest
from authlib.integrations.requests_client import OAuth2Session
from authlib.oauth2.rfc7523 import PrivateKeyJWT
from joserfc.jwk import ECKey

from browser import Arrival, Page
from postern_client import App, Client, SignInRefused, unverified
from proofs import base64url, sign
from scenery import MAIL, MAIL_APP, MAIL_SCOPE, REDIRECT
from teller import expect, refused
from world import CERTIFICATE_DAEMON, FILES, FILES_SCOPE, KEY_DAEMON, World


def test_metadata_lists_what_exists(world: World) -> None:
    metadata = world.server.metadata
    base = f"{world.server.base}/{world.server.tenant_id}"
    assert metadata["issuer"] == base + "/v2.0"
    assert metadata["code_challenge_methods_supported"] == ["S256"]
    assert "none" not in metadata["id_token_signing_alg_values_supported"]
    for name, address in metadata.items():
        if name.endswith("_endpoint"):
            assert address.startswith(base + "/"), name
            assert world.server.get(address).status != 404, name
    same = world.server.get(f"{world.server.base}/{world.server.tenant_id}/v2.0/.well-known/openid-configuration")
    assert same.json == metadata, "alias and id give different metadata"
    rfc8414 = world.server.get(
        f"{world.server.base}/.well-known/oauth-authorization-server/{world.server.tenant_id}/v2.0")
    assert expect(rfc8414, 200)["issuer"] == metadata["issuer"]


def test_keys_show_no_private_part(world: World) -> None:
    found = expect(world.server.get(world.server.metadata["jwks_uri"]), 200)
    assert found["keys"]
    for key in found["keys"]:
        assert not {"d", "p", "q", "k"} & key.keys() and key["kid"] and key["alg"] == "ES256", key


def test_unknown_tenant(world: World) -> None:
    for tenant in ("nobody", str(uuid.uuid4())):
        assert world.server.get(f"{world.server.base}/{tenant}/v2.0/.well-known/openid-configuration").status == 404


def test_id_token(world: World) -> None:
    app, person = world.app(), world.person("free")
    arrival, verifier = app.authorize(MAIL_SCOPE + " openid profile offline_access", person.upn,
                                      world.password(person), nonce="n-0S6")
    answer = expect(app.redeem(arrival.parameters["code"], verifier), 200)
    claims = world.server.verified(answer["id_token"], MAIL_APP, "JWT")
    assert claims["nonce"] == "n-0S6" and claims["preferred_username"] == person.upn, claims
    assert claims["sub"] == claims["oid"] == person.id and claims["ver"] == "2.0", claims
    info = json.loads(base64.urlsafe_b64decode(answer["client_info"] + "=="))
    assert info == {"uid": person.id, "utid": world.server.tenant_id}


def test_no_refresh_token_without_offline_access(world: World) -> None:
    app, person = world.app(), world.person("free")
    arrival, verifier = app.authorize(MAIL_SCOPE, person.upn, world.password(person))
    answer = expect(app.redeem(arrival.parameters["code"], verifier), 200)
    assert "refresh_token" not in answer.json and "id_token" not in answer.json, answer.json.keys()


def test_wrong_password(world: World) -> None:
    app, person = world.app(), world.person("free")
    with pytest.raises(SignInRefused) as stopped:
        app.authorize(MAIL_SCOPE, person.upn, "not the password")
    known = stopped.value.page
    with pytest.raises(SignInRefused) as stopped:
        world.app().authorize(MAIL_SCOPE, "nobody@contoso.example", "not the password")
    unknown = stopped.value.page
    assert known.status == unknown.status, "the status tells whether the account exists"
    assert known.text.replace(person.upn, "") == unknown.text.replace("nobody@contoso.example", "")


def test_form_without_its_token(world: World) -> None:
    """A form that another site sends is refused."""
    app, person = world.app(), world.person("free")
    with pytest.raises(SignInRefused) as stopped:
        app.authorize(MAIL_SCOPE)
    page = stopped.value.page
    form = page.form_with("csrf", "username", "password")
    filled = {"username": person.upn, "password": world.password(person)}
    for wrong in ("", "x" * len(form.fields["csrf"])):
        shown = app.browser.submit(page, form, filled | {"csrf": wrong}, until=REDIRECT)
        assert isinstance(shown, Page) and shown.status in (400, 403), "a forged form signed somebody in"
    other = world.server.browser()
    assert isinstance(other.submit(page, form, filled, until=REDIRECT), Page), "another browser's form token worked"


BAD_AUTHORIZE: dict[str, dict[str, str]] = {
    "redirect of somebody else": {"redirect_uri": "https://evil.example/callback"},
    "redirect with another path": {"redirect_uri": REDIRECT + "/more"},
    "unknown client": {"client_id": "c3b0a1d2-0000-4000-8000-00000000ffff"},
}


@pytest.mark.parametrize("case", BAD_AUTHORIZE)
def test_never_redirects_where_nobody_registered(world: World, case: str) -> None:
    app = world.app()
    changed = BAD_AUTHORIZE[case]
    with pytest.raises(SignInRefused) as stopped:
        app.authorize(MAIL_SCOPE, **changed)
    page = stopped.value.page
    assert page.status == 400 and not page.forms, page.text


WRONG_REQUESTS: dict[str, tuple[dict[str, str], str]] = {
    "no challenge": ({"code_challenge": ""}, "invalid_request"),
    "plain challenge": ({"code_challenge_method": "plain"}, "invalid_request"),
    "implicit": ({"response_type": "token"}, "unsupported_response_type"),
    "two resources": ({"scope": MAIL_SCOPE + " " + FILES_SCOPE}, "invalid_scope"),
    "unknown resource": ({"scope": "api://nobody/x"}, "invalid_scope"),
    "unknown scope": ({"scope": MAIL + "/mail.everything"}, "invalid_scope"),
    "no session": ({"prompt": "none"}, "login_required"),
    "claims are no JSON": ({"claims": "{"}, "invalid_request"),
}


@pytest.mark.parametrize("case", WRONG_REQUESTS)
def test_wrong_authorize_request(world: World, case: str) -> None:
    changed, error = WRONG_REQUESTS[case]
    parameters = dict(changed)
    scope = parameters.pop("scope", MAIL_SCOPE)
    arrival, _ = world.app().authorize(scope, **parameters)
    assert arrival.parameters["error"] == error, arrival.parameters
    assert "code" not in arrival.parameters and arrival.parameters["iss"] == world.server.issuer


def test_native_redirect_takes_any_port(world: World) -> None:
    app, person = world.app(), world.person("free")
    app.client = Client(MAIL_APP, "http://127.0.0.1:49152/callback")
    arrival, verifier = app.authorize(MAIL_SCOPE, person.upn, world.password(person))
    expect(app.redeem(arrival.parameters["code"], verifier), 200)


BAD_REDEMPTIONS: dict[str, dict[str, str]] = {
    "another verifier": {"code_verifier": secrets.token_urlsafe(48)},
    "another redirect": {"redirect_uri": "http://127.0.0.1:53682/other"},
    "another client": {"client_id": "5d0c9f60-6c1f-4a5f-9a51-70d2b3c4d002"},
    "no verifier": {"code_verifier": ""},
}


@pytest.mark.parametrize("case", BAD_REDEMPTIONS)
def test_stolen_code(world: World, case: str) -> None:
    app, person = world.app(), world.person("free")
    arrival, verifier = app.authorize(MAIL_SCOPE, person.upn, world.password(person))
    answer = app.redeem(arrival.parameters["code"], verifier, **BAD_REDEMPTIONS[case])
    assert answer.status == 400 and answer["error"] in ("invalid_grant", "invalid_request"), answer.text
    assert "access_token" not in answer.json


def test_code_used_twice(world: World) -> None:
    app, person = world.app(), world.person("free")
    arrival, verifier = app.authorize(MAIL_SCOPE + " offline_access", person.upn, world.password(person))
    first = expect(app.redeem(arrival.parameters["code"], verifier), 200)
    refused(app.redeem(arrival.parameters["code"], verifier), "invalid_grant")
    # Whoever used it first may have been the thief (RFC 6749 section 4.1.2).
    assert expect(world.resource.introspect(first.token), 200).json == {"active": False}
    refused(app.refresh(first["refresh_token"], MAIL_SCOPE), "invalid_grant")


def test_refresh_for_more_than_was_registered(world: World) -> None:
    app, person = world.app(), world.person("free")
    signed_in = expect(world.sign_in(app, person), 200)
    for scope in (FILES_SCOPE, MAIL + "/mail.everything", MAIL_SCOPE + " " + FILES_SCOPE):
        refused(app.refresh(signed_in["refresh_token"], scope), "invalid_scope")
    expect(app.refresh(signed_in["refresh_token"], MAIL_SCOPE), 200)


def test_refresh_token_serves_several_resources(world: World) -> None:
    app, person = App(world.server, world.web_app), world.person("free")
    signed_in = expect(world.sign_in(app, person), 200)
    files = expect(app.refresh(signed_in["refresh_token"], FILES_SCOPE), 200)
    world.server.verified(files.token, FILES)


def test_refresh_token_of_another_client(world: World) -> None:
    app, thief = world.app(), world.stock_app()
    signed_in = expect(world.sign_in(app, world.person("free")), 200)
    refused(thief.refresh(signed_in["refresh_token"], MAIL_SCOPE), "invalid_grant")


def test_secret_in_header_and_body(world: World) -> None:
    service = world.scenery.mail_service
    form = {"grant_type": "client_credentials", "scope": MAIL + "/.default"}
    for in_header in (False, True):
        client = Client(service.id, secret=service.secret, secret_in_header=in_header)
        answer = expect(App(world.server, client, capabilities=[]).token(form), 200)
        assert unverified(answer.token)["idtyp"] == "app"


def test_wrong_secret(world: World) -> None:
    form = {"grant_type": "client_credentials", "scope": MAIL + "/.default"}
    client = Client(world.scenery.mail_service.id, secret="wrong", secret_in_header=True)
    answer = expect(App(world.server, client, capabilities=[]).token(form), 401, error="invalid_client")
    assert answer.headers["WWW-Authenticate"].startswith("Basic"), "RFC 6749 section 5.2"


def test_native_client_has_no_credentials_grant(world: World) -> None:
    answer = world.app().token({"grant_type": "client_credentials", "scope": MAIL + "/.default"})
    assert answer.status in (400, 401) and answer["error"] in ("unauthorized_client", "invalid_client"), answer.text


def assertion(world: World, key: ECKey, algorithm: str = "ES256", **changed: typing.Any) -> typing.Callable[[str], str]:
    def make(audience: str) -> str:
        now = int(time.time())
        claims = {"iss": KEY_DAEMON, "sub": KEY_DAEMON, "aud": audience, "iat": now, "exp": now + 300,
                  "jti": str(uuid.uuid4())} | changed
        return sign({"alg": algorithm, "kid": "service", "typ": "JWT"},
                    {name: value for name, value in claims.items() if value is not None}, key)

    return make


def daemon(world: World, make: typing.Callable[[str], str]) -> App:
    return App(world.server, Client(KEY_DAEMON, assertion=make), capabilities=[])


FORM = {"grant_type": "client_credentials", "scope": MAIL + "/.default"}


def test_private_key_jwt(world: World) -> None:
    expect(daemon(world, assertion(world, world.service_key)).token(FORM), 200)
    expect(daemon(world, assertion(world, world.service_key, aud=world.server.issuer)).token(FORM), 200)


BAD_ASSERTIONS: dict[str, dict[str, typing.Any]] = {
    "for another server": {"aud": "https://elsewhere.example/token"}, "of another client": {"sub": MAIL_APP},
    "expired": {"exp": int(time.time()) - 3600, "iat": int(time.time()) - 3900},
    "of a day": {"exp": int(time.time()) + 86400}, "without an end": {"exp": None},
    "without an identifier": {"jti": None},
}


@pytest.mark.parametrize("case", BAD_ASSERTIONS)
def test_bad_assertion(world: World, case: str) -> None:
    answer = daemon(world, assertion(world, world.service_key, **BAD_ASSERTIONS[case])).token(FORM)
    assert answer.status in (400, 401) and answer["error"] == "invalid_client", answer.text


def test_assertion_used_twice(world: World) -> None:
    made = assertion(world, world.service_key)(world.server.issuer)
    app = daemon(world, lambda _: made)
    expect(app.token(FORM), 200)
    answer = app.token(FORM)
    assert answer.status in (400, 401) and answer["error"] == "invalid_client", answer.text


def test_assertion_of_another_key(world: World) -> None:
    answer = daemon(world, assertion(world, ECKey.generate_key("P-256"))).token(FORM)
    assert answer.status in (400, 401) and answer["error"] == "invalid_client", answer.text


def test_private_key_jwt_by_authlib(world: World) -> None:
    # The library's own hour is longer than an assertion may live here.
    soon = {"exp": int(time.time()) + 300}
    method = PrivateKeyJWT(
        world.server.metadata["token_endpoint"], claims=soon, alg="ES256", headers={"kid": "service"})
    session = OAuth2Session(KEY_DAEMON, world.service_key, token_endpoint_auth_method=method)
    session.verify = world.gateway.trusted
    token = session.fetch_token(
        world.server.metadata["token_endpoint"], grant_type="client_credentials", scope=MAIL + "/.default")
    assert world.server.verified(token["access_token"], MAIL)["client_id"] == KEY_DAEMON


def test_code_flow_by_authlib(world: World) -> None:
    person = world.person("free")
    client = world.web_app
    session = OAuth2Session(
        client.id, client.secret, redirect_uri=client.redirect_uri, scope=MAIL_SCOPE + " offline_access",
        code_challenge_method="S256", token_endpoint_auth_method="client_secret_basic")
    session.verify = world.gateway.trusted
    verifier = secrets.token_urlsafe(48)
    address, state = session.create_authorization_url(
        world.server.metadata["authorization_endpoint"], code_verifier=verifier)
    browser = world.server.browser()
    page = browser.visit(address)
    assert isinstance(page, Page)
    arrival = browser.submit(page, page.form_with("username", "password"), {
        "username": person.upn, "password": world.password(person)}, until=client.redirect_uri)
    assert isinstance(arrival, Arrival) and arrival.parameters["state"] == state
    token = session.fetch_token(
        world.server.metadata["token_endpoint"], authorization_response=arrival.url, code_verifier=verifier)
    world.server.verified(token["access_token"], MAIL)
    refreshed = session.refresh_token(world.server.metadata["token_endpoint"], refresh_token=token["refresh_token"])
    world.server.verified(refreshed["access_token"], MAIL)


def test_introspection_is_for_the_resource_that_the_token_is_for(world: World) -> None:
    token = expect(world.sign_in(world.app(), world.person("free")), 200)
    found = expect(world.resource.introspect(token.token), 200)
    assert found["active"] is True and found["aud"] == MAIL and found["client_id"] == MAIL_APP, found.text
    assert expect(world.files_service.introspect(token.token), 200).json == {"active": False}
    for nonsense in ("", "a.b.c", token.token[:-4] + "AAAA", token["refresh_token"]):
        assert expect(world.resource.introspect(nonsense), (400 if nonsense == "" else 200)) is not None
        if nonsense:
            assert world.resource.introspect(nonsense).json == {"active": False}


def test_introspection_needs_a_known_caller(world: World) -> None:
    token = expect(world.sign_in(world.app(), world.person("free")), 200)
    url = world.server.metadata["introspection_endpoint"]
    assert world.server.post(url, {"token": token.token}).status == 401
    assert world.server.post(url, {"token": token.token, "client_id": MAIL_APP}).status in (401, 403)


def test_session_makes_the_next_sign_in_silent(world: World) -> None:
    app, person = world.app(), world.person("free")
    app.authorize(MAIL_SCOPE, person.upn, world.password(person))
    arrival, _ = app.authorize(MAIL_SCOPE, prompt="none")
    assert "code" in arrival.parameters
    with pytest.raises(SignInRefused):
        app.authorize(MAIL_SCOPE, prompt="login")


def test_pages_defend_themselves(world: World) -> None:
    with pytest.raises(SignInRefused) as stopped:
        world.app().authorize(MAIL_SCOPE)
    headers = stopped.value.page.headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy, policy
    assert "unsafe-inline" not in policy and "script-src" not in policy.replace("script-src 'none'", ""), policy
    assert headers["Cache-Control"] == "no-store" and headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    cookies = headers.get("Set-Cookie", "")
    assert "__Host-postern" in cookies and "HttpOnly" in cookies and "Secure" in cookies, cookies
    assert "SameSite=Lax" in cookies or "SameSite=Strict" in cookies, cookies


BAD_BODIES: dict[str, tuple[dict[str, str], bytes, int]] = {
    "JSON instead of a form": ({"Content-Type": "application/json"}, b"{}", 400),
    "the same field twice": ({"Content-Type": "application/x-www-form-urlencoded"},
                             b"grant_type=refresh_token&grant_type=refresh_token&client_id=x", 400),
    "broken encoding": ({"Content-Type": "application/x-www-form-urlencoded"}, b"grant_type=%zz", 400),
    "not UTF-8": ({"Content-Type": "application/x-www-form-urlencoded"}, b"grant_type=%ff%fe", 400),
    "nothing": ({"Content-Type": "application/x-www-form-urlencoded"}, b"", 400),
    "an unknown grant": ({"Content-Type": "application/x-www-form-urlencoded"},
                         b"grant_type=guess&client_id=" + MAIL_APP.encode(), 400),
    "too much": ({"Content-Type": "application/x-www-form-urlencoded"}, b"a=" + b"x" * (4 << 20), 413),
}


@pytest.mark.parametrize("case", BAD_BODIES)
def test_bad_body_at_the_token_endpoint(world: World, case: str) -> None:
    headers, body, status = BAD_BODIES[case]
    response = world.server.session.post(
        world.server.metadata["token_endpoint"], data=body, headers=headers, timeout=20)
    assert response.status_code in (status, 415 if status == 400 else status), response.text
    assert "error" in response.json() if status == 400 else True


def test_wrong_method(world: World) -> None:
    answer = world.server.request("PUT", world.server.metadata["token_endpoint"])
    assert answer.status == 405 and "POST" in answer.headers["Allow"]


def test_challenge_of_s256_is_checked_whole(world: World) -> None:
    app, person = world.app(), world.person("free")
    verifier = secrets.token_urlsafe(48)
    challenge = base64url(hashlib.sha256(verifier.encode()).digest())
    arrival, _ = app.authorize(MAIL_SCOPE, person.upn, world.password(person), code_challenge=challenge)
    refused(app.redeem(arrival.parameters["code"], challenge), "invalid_grant")


def test_certificate_client_needs_its_certificate(world: World) -> None:
    client = Client(CERTIFICATE_DAEMON, secret="anything")
    answer = App(world.server, client, capabilities=[]).token(FORM)
    assert answer.status == 401 and answer["error"] == "invalid_client"
