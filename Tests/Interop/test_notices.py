"""What people and systems are told before a step, at it, and of their devices; exemptions with four eyes."""

from __future__ import annotations

import datetime
import os
import pathlib
import re
import socket
import subprocess
import time
import types
import typing

import pytest

from scenery import Person
from sinks import Mail, MailSink, WebhookSink, awaited
from teller import expect
from test_signals import Source, serial_number
from world import World

GRACE = 12
AHEAD = 5
LANGUAGES = {"en": "en-GB", "es": "es-MX", "ko": "ko", "ru": "ru-RU"}


@pytest.fixture
def mails() -> typing.Iterator[MailSink]:
    sink = MailSink()
    yield sink
    sink.close()


@pytest.fixture
def hook() -> typing.Iterator[WebhookSink]:
    sink = WebhookSink()
    yield sink
    sink.close()


def publish(world: World, action: str = "block", grace: int = GRACE, **more: typing.Any) -> str:
    """App protection whose PIN has a grace, beside what the document says already."""
    document = world.scenery.protection()
    for policy in document["policies"]:
        policy["rules"]["responses"] = {"pin": {"action": action, "graceSeconds": grace}}
    document |= {"remindAheadSeconds": AHEAD} | more
    return world.gateway.admin("protection", "publish", world.gateway.write("protection.json", document))


def tell(world: World, mails: MailSink, hook: WebhookSink, *mail: str) -> None:
    world.gateway.admin(
        "destination", "put", "hook", "--kind", "webhook", "--url", hook.url, "--secret-stdin", text=hook.secret + "\n")
    world.gateway.admin(
        "destination", "put", "people", "--kind", "mail", "--url", mails.url, "--settings",
        "from=postern@contoso.example", *mail)


def prefer(world: World, languages: dict[str, str]) -> None:
    """Gives people, by their names to sign in with, the languages that they prefer."""
    document = world.scenery.directory()
    for account in document["accounts"]:
        if account["upn"] in languages:
            account["preferredLanguage"] = languages[account["upn"]]
    world.gateway.admin("directory", "apply", world.gateway.write("languages.json", document))


def kept(mail: Mail, name: str) -> None:
    """Keeps a mail where somebody can read it, if they want to."""
    if directory := os.environ.get("POSTERN_MAILS"):
        text = f"To: {', '.join(mail.recipients)}\nSubject: {mail.subject}\n\n{mail.text}\n"
        (pathlib.Path(directory) / f"{name}.txt").write_text(text, encoding="utf-8")


def test_a_step_is_told_before_and_when_it_comes(own_world: World, mails: MailSink, hook: WebhookSink) -> None:
    world = own_world
    publish(world)
    people = {language: world.person() for language in LANGUAGES}
    prefer(world, {person.upn: LANGUAGES[language] for language, person in people.items()})
    apps = {language: world.app() for language in people}
    tokens = {language: world.compliant(apps[language], people[language]) for language in people}
    tell(world, mails, hook)
    for language, app in apps.items():
        expect(app.report(tokens[language].token, pinSet=False), 200, code=0)

    # What is due is due in the database: a killed process tells it after it has started again, and nothing twice.
    for language, person in people.items():
        first = awaited(lambda: mails.to(person.upn), f"the first mail in {language}")[0]
        assert first.language == language and person.name in first.text and "Contoso Mail" in first.subject
        kept(first, f"{language}-1-failing")
    world.gateway.kill()
    world.gateway.start()

    for language, person in people.items():
        found = awaited(lambda: mails.to(person.upn)[2:], f"the third mail in {language}", GRACE + 20)
        assert len(found) == 1, [mail.subject for mail in mails.to(person.upn)]
        # Where one sees what is wrong, in each of them.
        for mail in mails.to(person.upn):
            assert mail.text.rstrip().endswith(f"{world.gateway.base}/{world.server.tenant_id}/me"), mail.text
        kept(mails.to(person.upn)[1], f"{language}-2-near")
        kept(found[0], f"{language}-3-lost")
        events = awaited(lambda: hook.of(person.id)[2:] and hook.of(person.id), f"three events in {language}")
        assert [event["event"] for event in events] == ["checkFailing", "checkStepNear", "complianceLost"]
        assert len({event["id"] for event in events}) == 3
        failing, near, lost = events
        check = failing["checks"][0]
        assert (check["check"], check["action"], check["reason"]) == ("pin", "block", "pin_not_set"), failing
        due = datetime.datetime.fromisoformat(check["due"])
        assert near["checks"] == failing["checks"]
        at = [datetime.datetime.fromisoformat(event["at"]) for event in events]
        assert abs((due - at[0]).total_seconds() - GRACE) <= 1
        assert 0 <= (at[1] - (due - datetime.timedelta(seconds=AHEAD))).total_seconds() <= 5, events
        assert 0 <= (at[2] - due).total_seconds() <= 5, events
    assert len(mails.mails) == 3 * len(people)


def test_what_is_put_right_in_time_is_settled(own_world: World, mails: MailSink, hook: WebhookSink) -> None:
    world = own_world
    publish(world, "wipe", grace=86_400 * 7)
    person, app = world.person(), world.app()
    own = world.compliant(app, person)
    tell(world, mails, hook, "--quiet-for", "3600", "--events", "checkFailing,checkSettled,wipeRequested")
    for _ in range(2):
        for pin in (False, True):
            expect(app.report(own.token, pinSet=pin), 200, code=0)
            time.sleep(0.01)
    events = awaited(lambda: hook.of(person.id)[3:] and hook.of(person.id), "four events")
    assert [event["event"] for event in events] == ["checkFailing", "checkSettled"] * 2
    found = awaited(lambda: mails.to(person.upn)[1:] and mails.to(person.upn), "two mails")
    for number, mail in enumerate(found):
        kept(mail, f"wipe-{number}")
    # The webhook is told each time, the person no more often than the destination says.
    time.sleep(1)
    assert len(mails.mails) == 2


def test_a_device_is_told_to_those_who_use_it(own_world: World, mails: MailSink, hook: WebhookSink) -> None:
    world = own_world
    publish(world, devices={
        "requiresEncryption": True, "responses": {"encryption": {"action": "block", "graceSeconds": 86_400 * 3}}})
    source, serial = Source(world), serial_number()
    people = {language: world.person() for language in LANGUAGES}
    prefer(world, {person.upn: LANGUAGES[language] for language, person in people.items()})
    ids = [person.id for person in people.values()] + ["99999999-0000-4000-8000-000000000009"]
    source.say(serial, compliance="compliant", encrypted=True, displayName="Alice’s laptop", accounts=ids)
    tell(world, mails, hook)
    world.gateway.admin(
        "destination", "put", "desk", "--kind", "mail", "--url", mails.url, "--settings",
        "from=postern@contoso.example,to=desk@contoso.example,language=es", "--events", "deviceComplianceLost")
    source.say(serial, encrypted=False)
    source.say(serial, compliance="noncompliant")
    for language, person in people.items():
        found = awaited(lambda: mails.to(person.upn)[1:] and mails.to(person.upn), f"two mails in {language}")
        assert [mail.language for mail in found] == [language] * 2
        assert all("Alice’s laptop" in mail.subject for mail in found)
        kept(found[0], f"device-{language}-1-failing")
        kept(found[1], f"device-{language}-2-lost")
        events = awaited(lambda: hook.of(person.id)[1:] and hook.of(person.id), f"two events in {language}")
        assert [event["event"] for event in events] == ["checkFailing", "deviceComplianceLost"]
        assert events[0]["deviceName"] == "Alice’s laptop" and events[0]["checks"][0]["check"] == "encryption"
    desk = awaited(lambda: mails.to("desk@contoso.example")[4:] and mails.to("desk@contoso.example"), "the desk's mail")
    assert len(desk) == 5 and {mail.language for mail in desk} == {"es"}
    kept(desk[0], "device-desk")
    assert "Every message has arrived" in world.gateway.admin("delivery", "list"), "nobody without an address is told by mail"


def test_the_use_of_a_break_glass_account_is_told_by_two_ways(
    own_world: World, mails: MailSink, hook: WebhookSink
) -> None:
    world = own_world
    person, app = world.person("free"), world.app()
    document = world.scenery.directory()
    for account in document["accounts"]:
        if account["upn"] == person.upn:
            account["breakGlass"] = True
    path = world.gateway.write("glass.json", document)
    world.gateway.admin("directory", "apply", path)
    warned = said(world, "destination", "list")
    assert "told to nobody" in warned, warned
    world.gateway.admin(
        "destination", "put", "hook", "--kind", "webhook", "--url", hook.url, "--secret-stdin", text=hook.secret + "\n")
    # Mail to the account itself reaches nobody who could act.
    own = ["destination", "put", "people", "--kind", "mail", "--url", mails.url, "--settings"]
    assert "one destination alone" in said(world, *own, "from=postern@contoso.example")
    world.gateway.stop()
    world.gateway.start()
    assert "told by fewer than two destinations" in world.gateway.last_words()
    assert "warning" not in said(world, *own, "from=postern@contoso.example,to=desk@contoso.example")
    world.gateway.stop()
    world.gateway.start()
    assert "told by fewer than two destinations" not in world.gateway.last_words()
    hook.status = 500
    world.sign_in(app, person)
    mail = awaited(lambda: mails.to("desk@contoso.example"), "the mail")[0]
    kept(mail, "break-glass")
    hook.status = 200
    awaited(lambda: hook.of(person.id), "the webhook")


def said(world: World, *arguments: str, **environment: str) -> str:
    """What a command says on both streams."""
    gateway = world.gateway
    command = [str(gateway.binary), *arguments, "--state", str(gateway.state)]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=60, check=True, env=gateway.environment() | environment)
    return done.stdout + done.stderr


def test_an_exemption_needs_four_eyes_where_it_is_said_so(own_world: World) -> None:
    world = own_world
    publish(world, grace=0, exemptionsNeedApproval=True)
    person, app = world.person(), world.app()
    own = world.compliant(app, person)
    expect(app.report(own.token, pinSet=False), 200, code=4)
    ends = (datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=2)).strftime("%Y-%m-%dT%H:%M:%SZ")
    world.gateway.admin(
        "exemption", "request", "x1", "--account", person.upn, "--check", "pin", "--ends", ends, "--reason",
        "broken screen")
    assert re.search(r"^x1 +waits +pin ", world.gateway.admin("exemption", "list"), re.M)
    for scope, what in (("--instance", "app instance"), ("--device", "device")):
        for unknown in ("nonsense", "00000000-0000-4000-8000-00000000dead", "x" * 500):
            with pytest.raises(Exception, match=f"no {what} `"):
                world.gateway.admin("exemption", "request", "x3", scope, unknown, "--check", "pin", "--ends", ends,
                                    "--reason", "r")
    world.gateway.admin("exemption", "request", "x4", "--instance", app.instance, "--check", "pin", "--ends", ends,
                        "--reason", "r")
    expect(app.report(own.token, pinSet=False), 200, code=4)
    with pytest.raises(Exception, match="another administrator has to approve it"):
        world.gateway.admin("exemption", "approve", "x1")
    document = world.scenery.protection() | {"exemptions": [{
        "id": "x2", "account": person.id, "check": "pin", "reason": "r", "approver": "somebody",
        "grantedAt": "2026-01-01T00:00:00Z", "ends": ends}]}
    path = world.gateway.write("protection.json", document)
    with pytest.raises(Exception, match="say in .* whether that stays"):
        world.gateway.admin("protection", "publish", path)
    for guarded in (True, False):
        path = world.gateway.write("protection.json", document | {"exemptionsNeedApproval": guarded})
        with pytest.raises(Exception, match="needs a second administrator"):
            world.gateway.admin("protection", "publish", path)
    # Somebody else who has become the same user; where the kernel knows who signed in, its word counts.
    login = pathlib.Path("/proc/self/loginuid")
    if login.exists() and login.read_text().strip() != str(2**32 - 1):
        pytest.skip("whoever runs the tests has signed in, and stays who they are")
    approved = said(world, "exemption", "approve", "x1", SUDO_USER="daemon")
    assert "x1 holds from now on" in approved and f"account {person.id}  " in approved, approved
    listed = world.gateway.admin("exemption", "list")
    assert re.search(r"^x1 +holds +pin .* approved by os:daemon +broken screen$", listed, re.M), listed
    time.sleep(1)
    expect(app.report(own.token, pinSet=False), 200, code=0)
    world.gateway.admin("exemption", "withdraw", "x1", "--reason", "screen mended")
    time.sleep(1)
    expect(app.report(own.token, pinSet=False), 200, code=4)


def test_a_destination_that_says_nothing_holds_up_no_other(own_world: World, hook: WebhookSink) -> None:
    """More mails than are tried at a time, to a server that takes connections and is silent."""
    world = own_world
    publish(world, grace=86_400)
    with socket.create_server(("127.0.0.1", 0), backlog=128) as silent:
        tell(world, typing.cast(MailSink, types.SimpleNamespace(url=f"smtp://127.0.0.1:{silent.getsockname()[1]}")), hook)
        people = [world.person() for _ in range(20)]
        apps = [world.app() for _ in people]
        for person, app in zip(people, apps):
            own = world.compliant(app, person)
            expect(app.report(own.token, pinSet=False), 200, code=0)
        awaited(lambda: len({event["accountId"] for event in hook.events}) == len(people), "everybody's event", 10)
        world.gateway.admin("app", "block", apps[0].instance, "--reason", "lost")
        awaited(lambda: "complianceLost" in [event["event"] for event in hook.of(people[0].id)], "the block", 5)
        # What is under way at the silent server does not keep the process from ending.
        begin = time.monotonic()
        assert world.gateway.stop() == 0
        assert time.monotonic() - begin < 25
