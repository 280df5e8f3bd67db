"""The sign-in page in a real browser: it works, says so to assistive technology, and asks nobody else for anything."""

from __future__ import annotations

import hashlib
import http.server
import os
import pathlib
import secrets
import shutil
import threading
import typing
import urllib.parse

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from proofs import base64url
from scenery import MAIL_APP, MAIL_SCOPE
from world import World


@pytest.fixture(scope="module")
def chromium() -> typing.Iterator[Browser]:
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    assert path, "no chromium; Deploy/prerequisites tests installs it"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


class Callback(http.server.ThreadingHTTPServer):
    """The app at its loopback address, where the browser arrives with the code."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), CallbackHandler)
        self.arrivals: list[str] = []
        self.posted: list[dict[str, str]] = []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/callback"


class CallbackHandler(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:  # noqa: N802, the name that the library calls
        if self.path.startswith("/callback"):
            self.server.arrivals.append(self.path)  # type: ignore[attr-defined]
        self._welcome()

    def do_POST(self) -> None:  # noqa: N802, the name that the library calls
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        if self.path == "/callback":
            self.server.posted.append(  # type: ignore[attr-defined]
                dict(urllib.parse.parse_qsl(body, strict_parsing=True)))
        self._welcome()

    def _welcome(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><html lang=en><title>back at the app</title><link rel=icon href='data:,'>")

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def callback() -> typing.Iterator[Callback]:
    server = Callback()
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


class Watched:
    """A page together with everything that it asked for and complained about."""

    def __init__(self, context: BrowserContext):
        self.page: Page = context.new_page()
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self.page.on("console", lambda message: self.complaints.append(f"{message.type}: {message.text}"))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))


@pytest.fixture
def watched(chromium: Browser, world: World) -> typing.Iterator[Watched]:
    # The development authority is not in the browser's store; the test of TLS is every other test here.
    context = chromium.new_context(ignore_https_errors=True, locale="en-US", viewport={"width": 390, "height": 844})
    yield Watched(context)
    context.close()


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    chosen = os.environ.get("POSTERN_SCREENSHOTS")
    path = pathlib.Path(chosen) if chosen else tmp_path_factory.mktemp("screenshots")
    path.mkdir(parents=True, exist_ok=True)
    print(f"screenshots: {path}")
    return path


def address(world: World, callback: Callback, **changed: str) -> str:
    challenge = base64url(hashlib.sha256(secrets.token_bytes(32)).digest())
    parameters = {"client_id": MAIL_APP, "response_type": "code", "redirect_uri": callback.address, "scope": MAIL_SCOPE,
                  "state": "from-the-browser", "code_challenge": challenge, "code_challenge_method": "S256"}
    return world.server.metadata["authorization_endpoint"] + "?" + urllib.parse.urlencode(parameters | changed)


def submit(page: Page) -> None:
    """Presses Enter in the form and waits for the page that comes of it."""
    with page.expect_navigation():
        page.keyboard.press("Enter")


def check_accessible(page: Page) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def test_sign_in(world: World, watched: Watched, callback: Callback, pictures: pathlib.Path) -> None:
    person, page = world.person("free"), watched.page
    page.goto(address(world, callback))
    check_accessible(page)
    page.screenshot(path=pictures / "sign-in.png", full_page=True)
    assert page.title() and page.locator("html").get_attribute("lang")
    page.locator("input[name=username]").fill(person.upn)
    page.locator("input[name=password]").fill("wrong")
    submit(page)
    check_accessible(page)
    page.screenshot(path=pictures / "wrong-password.png", full_page=True)
    assert page.locator("[role=alert]").count() == 1, "a failed sign-in is not announced"
    page.locator("input[name=username]").fill(person.upn)
    page.locator("input[name=password]").fill(world.password(person))
    submit(page)
    page.wait_for_url(callback.address + "*")
    arrived = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(callback.arrivals[-1]).query))
    assert arrived["code"] and arrived["state"] == "from-the-browser", arrived
    check_silence(world, watched, callback)


def check_silence(world: World, watched: Watched, callback: Callback) -> None:
    """No complaint on the console but about the refused password's own status, and no request to anybody else."""
    ours = (world.server.base + "/", callback.address, "data:")
    assert [one for one in watched.requests if not one.startswith(ours)] == [], "a third party was asked"
    loud = [one for one in watched.complaints if "Failed to load resource" not in one or "favicon" in one]
    assert loud == [], loud


def test_blocked(world: World, watched: Watched, callback: Callback, pictures: pathlib.Path) -> None:
    person, page = world.person("blocked"), watched.page
    page.goto(address(world, callback))
    page.locator("input[name=username]").fill(person.upn)
    page.locator("input[name=password]").fill(world.password(person))
    submit(page)
    check_accessible(page)
    page.screenshot(path=pictures / "blocked.png", full_page=True)
    assert callback.arrivals == [] and page.locator("h1").count() == 1
    check_silence(world, watched, callback)


def test_device_page(world: World, watched: Watched, callback: Callback, pictures: pathlib.Path) -> None:
    page = watched.page
    page.goto(f"{world.server.base}/{world.server.tenant_id}/oauth2/v2.0/deviceauth")
    check_accessible(page)
    page.screenshot(path=pictures / "device.png", full_page=True)
    page.locator("input[name=user_code]").fill("AAAA-AAAA")
    submit(page)
    check_accessible(page)
    page.screenshot(path=pictures / "device-wrong-code.png", full_page=True)
    check_silence(world, watched, callback)


def test_works_without_script(world: World, chromium: Browser, callback: Callback) -> None:
    context = chromium.new_context(ignore_https_errors=True, java_script_enabled=False)
    watched, person = Watched(context), world.person("free")
    watched.page.goto(address(world, callback))
    watched.page.locator("input[name=username]").fill(person.upn)
    watched.page.locator("input[name=password]").fill(world.password(person))
    submit(watched.page)
    watched.page.wait_for_url(callback.address + "*")
    assert len(callback.arrivals) == 1
    context.close()


STATE = "a \"b\" & <c>"


def start_form_post(world: World, page: Page, callback: Callback) -> None:
    person = world.person("free")
    page.goto(address(world, callback, response_mode="form_post", state=STATE))
    page.locator("input[name=username]").fill(person.upn)
    page.locator("input[name=password]").fill(world.password(person))
    page.locator("[type=submit]").first.click()


def check_posted(page: Page, callback: Callback) -> None:
    page.wait_for_url(callback.address)
    assert page.title() == "back at the app"
    [fields] = callback.posted
    assert fields["code"] and fields["state"] == STATE and callback.arrivals == [], callback.posted


def test_form_post_sends_itself(world: World, watched: Watched, callback: Callback) -> None:
    start_form_post(world, watched.page, callback)
    check_posted(watched.page, callback)
    check_silence(world, watched, callback)


def test_form_post_works_without_script(
    world: World, chromium: Browser, callback: Callback, pictures: pathlib.Path
) -> None:
    context = chromium.new_context(ignore_https_errors=True, locale="en-US", java_script_enabled=False)
    page = context.new_page()
    start_form_post(world, page, callback)
    page.wait_for_selector("input[name=code]", state="attached")
    page.screenshot(path=pictures / "form-post.png", full_page=True)
    assert callback.posted == [] and page.locator("h1").count() == 1
    page.locator("[type=submit]").click()
    check_posted(page, callback)
    context.close()
