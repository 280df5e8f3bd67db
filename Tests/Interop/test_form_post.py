"""Answers that the browser posts to the client, which the stock client's own receiver insists on."""

from __future__ import annotations

import re
import threading
import typing
import urllib.parse
import webbrowser

import msal
import pytest

from browser import Browser, Form, Page
from proofs import base64url
from scenery import MAIL, MAIL_SCOPE, Person
from world import DESKTOP_APP, DESKTOP_SCHEME, WEB_APP, WEB_REDIRECT, World

HOSTILE = "\"><script>alert(1)</script><i x='&amp;"


def desktop(world: World) -> msal.PublicClientApplication:
    return msal.PublicClientApplication(
        DESKTOP_APP, authority=f"{world.server.base}/{world.server.tenant_id}", instance_discovery=False,
        verify=world.gateway.trusted)


def address(world: World, client: str, redirect: str, **changed: str) -> str:
    parameters = {"client_id": client, "response_type": "code", "redirect_uri": redirect, "scope": MAIL_SCOPE,
                  "state": HOSTILE, "code_challenge": base64url(bytes(32)), "code_challenge_method": "S256",
                  "response_mode": "form_post"}
    return world.server.metadata["authorization_endpoint"] + "?" + urllib.parse.urlencode(parameters | changed)


def sign_in(world: World, browser: Browser, url: str, person: Person) -> Page:
    shown = typing.cast(Page, browser.visit(url))
    values = {"username": person.upn, "password": world.password(person)}
    return typing.cast(Page, browser.submit(shown, shown.form_with("username", "password"), values))


def checked(page: Page, redirect: str) -> Form:
    """The one form of a page that carries an answer; it leads to the client and nowhere else."""
    assert page.status == 200 and len(page.forms) == 1, page.body
    form, policy = page.forms[0], page.headers["Content-Security-Policy"]
    parts = urllib.parse.urlsplit(redirect)
    assert (form.method, form.action) == ("post", redirect), page.body
    assert f"form-action {parts.scheme}://{parts.netloc};" in policy, policy
    assert "default-src 'none'; script-src 'self';" in policy and "frame-ancestors 'none'" in policy, policy
    assert "unsafe" not in policy, policy
    assert page.headers["Cache-Control"] == "no-store" and page.headers["Referrer-Policy"] == "no-referrer"
    assert "Location" not in page.headers
    assert re.findall("<script[^>]*>[^<]*", page.body) == re.findall(
        "<script src=\"/assets/postern-[0-9a-f]{16}\\.js\" defer>", page.body), page.body
    return form


def test_discovery_lists_the_modes(world: World) -> None:
    assert world.server.metadata["response_modes_supported"] == ["query", "form_post"]


def test_code_flow_of_the_stock_client(world: World) -> None:
    person, app = world.person("free"), desktop(world)
    redirect = "http://localhost:53683"
    flow = app.initiate_auth_code_flow([MAIL_SCOPE], redirect_uri=redirect, response_mode="form_post")
    form = checked(sign_in(world, world.server.browser(), flow["auth_uri"], person), redirect)
    assert set(form.fields) == {"code", "client_info", "state", "iss"}, form.fields
    token = app.acquire_token_by_auth_code_flow(flow, form.fields)
    assert world.server.verified(token["access_token"], MAIL)["oid"] == person.id, token


def test_interactive_sign_in_of_the_stock_client(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The client opens a browser and waits at a port of its own for what the browser posts."""
    person, app, said = world.person("free"), desktop(world), []

    def visit(url: str) -> None:
        browser = world.server.browser()
        page = sign_in(world, browser, url, person)
        arrived = typing.cast(Page, browser.submit(page, page.forms[0], {}))
        said.append((arrived.status, arrived.body))

    visits: list[threading.Thread] = []

    def open_browser(url: str, *_: typing.Any, **__: typing.Any) -> bool:
        visits.append(threading.Thread(target=visit, args=(url,), daemon=True))
        visits[0].start()
        return True

    monkeypatch.setattr(webbrowser, "open", open_browser)
    monkeypatch.setenv("BROWSER", "none")
    token = app.acquire_token_interactive([MAIL_SCOPE], login_hint=person.upn, timeout=60)
    visits[0].join(60)
    assert world.server.verified(token["access_token"], MAIL)["oid"] == person.id, token
    assert [status for status, _ in said] == [200] and "complete" in said[0][1], said


@pytest.mark.parametrize(("changed", "error"), [
    ({"scope": "nonsense"}, "invalid_scope"), ({"prompt": "none"}, "login_required"),
    ({"response_type": "token"}, "unsupported_response_type"), ({"code_challenge_method": "plain"}, "invalid_request"),
])
def test_errors_are_posted(world: World, changed: dict[str, str], error: str) -> None:
    page = typing.cast(Page, world.server.browser().visit(address(world, WEB_APP, WEB_REDIRECT, **changed)))
    form = checked(page, WEB_REDIRECT)
    assert form.fields["error"] == error and "code" not in form.fields, form.fields
    assert form.fields["state"] == HOSTILE, form.fields
    assert form.fields["iss"] == world.server.metadata["issuer"], form.fields


def test_markup_in_the_state_stays_text(world: World) -> None:
    page = sign_in(world, world.server.browser(), address(world, WEB_APP, WEB_REDIRECT), world.person("free"))
    form = checked(page, WEB_REDIRECT)
    assert form.fields["code"] and form.fields["state"] == HOSTILE, form.fields


def test_nothing_is_posted_where_nobody_registered(world: World) -> None:
    page = world.server.browser().visit(address(world, WEB_APP, "https://evil.example/callback"))
    assert isinstance(page, Page) and page.status == 400 and page.forms == [], page
    assert "form-action 'none'" in page.headers["Content-Security-Policy"]


@pytest.mark.parametrize(("client", "redirect", "mode"), [
    (DESKTOP_APP, DESKTOP_SCHEME, "form_post"), (WEB_APP, WEB_REDIRECT, "fragment"), (WEB_APP, WEB_REDIRECT, "FORM_POST"),
])
def test_a_mode_that_can_not_work_is_refused(world: World, client: str, redirect: str, mode: str) -> None:
    """No form reaches an app that is opened by a scheme of its own, so the refusal is told in the address."""
    session = world.server.new_session()
    answer = session.get(address(world, client, redirect, response_mode=mode), allow_redirects=False, timeout=30)
    assert answer.status_code == 303 and answer.headers["Location"].startswith(redirect + "?"), answer.headers
    told = dict(urllib.parse.parse_qsl(answer.headers["Location"].partition("?")[2]))
    assert told["error"] == "invalid_request" and "response_mode" in told["error_description"], told


def test_without_the_mode_the_answer_is_a_redirect(world: World) -> None:
    browser, person = world.server.browser(), world.person("free")
    url = address(world, WEB_APP, WEB_REDIRECT, response_mode="query")
    shown = typing.cast(Page, browser.visit(url))
    arrival = browser.submit(
        shown, shown.form_with("username", "password"),
        {"username": person.upn, "password": world.password(person)}, until=WEB_REDIRECT)
    assert arrival.parameters["code"] and arrival.parameters["state"] == HOSTILE, arrival
