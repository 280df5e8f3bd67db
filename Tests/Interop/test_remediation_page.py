"""The pages that lead a user to a compliant app, in a real browser: in four languages, by keyboard, on a phone and a desk."""

from __future__ import annotations

import io
import pathlib
import typing

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page

from postern_client import Answer, App
from scenery import MAIL, MAIL_SCOPE, Person
from teller import expect, refused
from test_page import Watched, check_accessible, chromium, pictures, submit  # noqa: F401, the fixtures are used by name
from world import World

LANGUAGES = ["en", "es", "ko", "ru"]
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 900}
# The policies of the world let its mobile workforce in from phones alone.
IPHONE = ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
          "Version/18.4 Mobile/15E148 Safari/604.1")


def context_for(chromium: Browser, language: str, viewport: dict[str, int] = PHONE, **options: typing.Any) -> BrowserContext:
    return chromium.new_context(ignore_https_errors=True, locale=language, viewport=viewport, **options)


def without_pin(world: World) -> tuple[App, Person, Answer]:
    """An app that was compliant and reported that its PIN is gone."""
    person, app = world.person(), world.app()
    own = world.compliant(app, person)
    expect(app.report(own.token, pinSet=False), 200, code=4)
    return app, person, own


def remediation(app: App, own: Answer) -> str:
    answer = expect(app.remediate(own.token, silent=False), 200, code=4)
    assert answer["remediationQrCodeUri"] == answer["remediationUri"] + "/qr.svg"
    return answer["remediationUri"]


def check_silence(world: World, watched: Watched) -> None:
    ours = (world.server.base + "/", "data:")
    assert [one for one in watched.requests if not one.startswith(ours)] == [], "a third party was asked"
    loud = [one for one in watched.complaints if "Failed to load resource" not in one]
    assert loud == [], loud


def check_fits(page: Page) -> None:
    """Nothing has to be scrolled sideways, and one heading says what the page is."""
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert page.locator("h1").count() == 1 and page.title()


def press(page: Page, act: str) -> None:
    with page.expect_navigation():
        page.locator(f"button[value={act}]").first.click()


@pytest.mark.parametrize("language", LANGUAGES)
def test_walk(world: World, chromium: Browser, pictures: pathlib.Path, language: str) -> None:  # noqa: F811
    app, _, own = without_pin(world)
    address = remediation(app, own)
    context = context_for(chromium, language)
    watched = Watched(context)
    page = watched.page
    page.goto(address)
    assert page.locator("html").get_attribute("lang") == language
    check_accessible(page)
    check_fits(page)
    page.screenshot(path=pictures / f"remediation-{language}.png", full_page=True)
    page.locator("summary").click()
    check_accessible(page)
    page.screenshot(path=pictures / f"remediation-code-{language}.png", full_page=True)
    press(page, "check")
    assert page.locator("[role=alert]").count() == 1, "a check that changed nothing is not announced"
    check_accessible(page)
    page.screenshot(path=pictures / f"remediation-again-{language}.png", full_page=True)
    press(page, "leave")
    check_accessible(page)
    page.screenshot(path=pictures / f"remediation-left-{language}.png", full_page=True)
    press(page, "restart")
    assert page.url.split("?")[0] != address
    expect(app.report(own.token), 200, code=0)
    press(page, "check")
    assert page.locator("form").count() == 0
    check_accessible(page)
    page.screenshot(path=pictures / f"remediation-done-{language}.png", full_page=True)
    check_silence(world, watched)
    context.close()


def codes(picture: bytes) -> list[str]:
    """The texts of the QR codes of a picture; a part of one may pass for some other kind of code."""
    image = Image.open(io.BytesIO(picture))
    return [code.text for code in zxingcpp.read_barcodes(image, formats=zxingcpp.BarcodeFormat.QRCode)]


def test_the_code_leads_to_the_page(world: World, chromium: Browser) -> None:  # noqa: F811
    app, _, own = without_pin(world)
    address = remediation(app, own)
    context = context_for(chromium, "en", DESK)
    page = context.new_page()
    page.goto(address)
    page.locator("summary").click()
    shown = codes(page.locator("details img").screenshot())
    assert shown == [address]
    page.goto(address + "/qr.svg")
    alone = codes(page.screenshot())
    assert alone == [address]
    context.close()


def test_the_code_is_readable_in_the_dark(world: World, chromium: Browser, pictures: pathlib.Path) -> None:  # noqa: F811
    app, _, own = without_pin(world)
    address = remediation(app, own)
    context = context_for(chromium, "en", color_scheme="dark")
    page = context.new_page()
    page.goto(address)
    page.locator("summary").click()
    check_accessible(page)
    page.screenshot(path=pictures / "remediation-dark.png", full_page=True)
    shown = codes(page.locator("details img").screenshot())
    assert shown == [address]
    context.close()


def test_by_keyboard_and_without_script(world: World, chromium: Browser) -> None:  # noqa: F811
    app, _, own = without_pin(world)
    context = context_for(chromium, "en", java_script_enabled=False)
    page = context.new_page()
    page.goto(remediation(app, own))
    page.keyboard.press("Tab")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert page.locator("[role=alert]").count() == 1
    # Past the buttons and the code to the languages.
    for _ in range(4):
        page.keyboard.press("Tab")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert page.locator("html").get_attribute("lang") == "es"
    press(page, "check")
    assert page.locator("html").get_attribute("lang") == "es", "the form forgot the language"
    context.close()


def test_ends(world: World, chromium: Browser, pictures: pathlib.Path) -> None:  # noqa: F811
    app, person, own = without_pin(world)
    address = remediation(app, own)
    context = context_for(chromium, "en")
    watched = Watched(context)
    page = watched.page
    page.goto(address + "x")
    check_accessible(page)
    page.screenshot(path=pictures / "remediation-unknown.png", full_page=True)
    world.gateway.admin("app", "block", app.instance, "--reason", "test")
    page.goto(address)
    assert page.locator("code").count() == 1, "support has nothing to look for"
    check_accessible(page)
    page.screenshot(path=pictures / "remediation-blocked.png", full_page=True)
    world.gateway.admin("app", "wipe", app.instance, "--reason", "test")
    page.goto(address)
    check_accessible(page)
    page.screenshot(path=pictures / "remediation-wiped.png", full_page=True)
    check_silence(world, watched)
    context.close()


def sign_in_at(page: Page, world: World, person: Person) -> None:
    page.locator("input[name=username]").fill(person.upn)
    page.locator("input[name=password]").fill(world.password(person))
    submit(page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_my_apps(world: World, chromium: Browser, pictures: pathlib.Path, language: str) -> None:  # noqa: F811
    app, person, own = without_pin(world)
    other = world.app()
    also = world.compliant(other, person)
    mail = expect(other.refresh(also["refresh_token"], MAIL_SCOPE), 200)
    assert world.resource.introspect(mail.token)["active"] is True
    context = context_for(chromium, language, user_agent=IPHONE, extra_http_headers=world.server.browser_headers())
    watched = Watched(context)
    page = watched.page
    page.goto(f"{world.server.base}/{world.server.tenant_id}/me")
    check_accessible(page)
    page.screenshot(path=pictures / f"me-sign-in-{language}.png", full_page=True)
    sign_in_at(page, world, person)
    assert page.locator("html").get_attribute("lang") == language
    assert page.locator("section").count() == 2, page.locator("main").inner_text()
    check_accessible(page)
    check_fits(page)
    page.screenshot(path=pictures / f"me-{language}.png", full_page=True)
    press(page, "fix")
    assert "/remediate/" in page.url
    check_accessible(page)
    page.go_back()
    row = page.locator("section").filter(has_not=page.locator("button[value=fix]"))
    with page.expect_navigation():
        row.locator("button[value=remove]").click()
    check_accessible(page)
    page.screenshot(path=pictures / f"me-remove-{language}.png", full_page=True)
    press(page, "wipe")
    assert page.locator("[role=status]").count() == 1
    check_accessible(page)
    page.screenshot(path=pictures / f"me-removed-{language}.png", full_page=True)
    assert world.resource.introspect(mail.token)["active"] is False
    refused(other.refresh(also["refresh_token"], MAIL_SCOPE), "invalid_grant")
    press(page, "end-others")
    assert page.locator("[role=status]").count() == 1
    press(page, "sign-out")
    check_accessible(page)
    page.goto(f"{world.server.base}/{world.server.tenant_id}/me")
    assert page.locator("input[name=password]").count() == 1
    check_silence(world, watched)
    context.close()


def test_my_apps_while_there_is_still_time(
    own_world: World, chromium: Browser, pictures: pathlib.Path  # noqa: F811
) -> None:
    """An app that is going to lose its compliance is not all set: what to do stands there, and by when."""
    world = own_world
    document = world.scenery.protection()
    for policy in document["policies"]:
        policy["rules"]["responses"] = {"pin": {"action": "block", "graceSeconds": 7200}}
    world.gateway.admin("protection", "publish", world.gateway.write("protection.json", document))
    person, app = world.person(), world.app()
    own = world.compliant(app, person)
    expect(app.report(own.token), 200, code=0)
    context = context_for(chromium, "en", user_agent=IPHONE, extra_http_headers=world.server.browser_headers())
    page = context.new_page()
    page.goto(f"{world.server.base}/{world.server.tenant_id}/me")
    sign_in_at(page, world, person)
    titles = {}
    for stage, pin in (("good", True), ("grace", False)):
        expect(app.report(own.token, pinSet=pin), 200, code=0)
        for language in LANGUAGES:
            page.goto(f"{world.server.base}/{world.server.tenant_id}/me?lang={language}")
            card = page.locator("section").first
            titles[stage, language] = card.locator("strong").first.inner_text()
            # The last contact stands there always, the time by which something is due only when there is one.
            assert card.locator("time").count() == (1 if pin else 2), card.inner_text()
            check_accessible(page)
            check_fits(page)
            page.screenshot(path=pictures / f"me-{stage}-{language}.png", full_page=True)
    assert len(set(titles.values())) == 2 * len(LANGUAGES), titles
    context.close()


def test_my_apps_on_a_desk(world: World, chromium: Browser, pictures: pathlib.Path) -> None:  # noqa: F811
    person = world.person("free")
    context = context_for(chromium, "en", DESK, extra_http_headers=world.server.browser_headers())
    page = context.new_page()
    page.goto(f"{world.server.base}/{world.server.tenant_id}/me")
    sign_in_at(page, world, person)
    check_accessible(page)
    page.screenshot(path=pictures / "me-none-desk.png", full_page=True)
    context.close()


def test_a_block_keeps_people_out(world: World, chromium: Browser, pictures: pathlib.Path) -> None:  # noqa: F811
    person = world.person("blocked")
    context = context_for(chromium, "en", extra_http_headers=world.server.browser_headers())
    page = context.new_page()
    page.goto(f"{world.server.base}/{world.server.tenant_id}/me")
    sign_in_at(page, world, person)
    check_accessible(page)
    assert page.locator("section").count() == 0 and page.locator("form").count() == 0
    page.screenshot(path=pictures / "me-blocked.png", full_page=True)
    context.close()
