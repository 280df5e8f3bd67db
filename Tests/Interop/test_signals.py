"""Devices made compliant, and not, by a device management server that signs what it sends."""

from __future__ import annotations

import datetime
import hashlib
import hmac
import json
import re
import secrets
import time
import typing

from postern_client import Answer
from scenery import MAIL_SCOPE
from teller import expect, refused
from world import World


class Source:
    """A device management server, as Postern's documentation tells it to sign."""

    def __init__(self, world: World, name: str | None = None):
        self.world = world
        self.name = name or "mdm-" + secrets.token_hex(3)
        shown = world.gateway.admin("source", "add", self.name)
        self.secret = re.search(r"^Secret: (\S+)$", shown, re.M).group(1)
        path = re.search(r"^Path: (\S+)$", shown, re.M).group(1)
        self.url = world.gateway.base + path

    def sign(self, body: bytes, at: float | None = None, secret: str | None = None) -> str:
        seconds = str(int(time.time() if at is None else at))
        code = hmac.new((secret or self.secret).encode(), seconds.encode() + b"." + body, hashlib.sha256)
        return f"t={seconds},v1={code.hexdigest()}"

    def send(self, document: typing.Any, signature: str | None = None, url: str | None = None) -> Answer:
        body = json.dumps(document).encode()
        headers = {"Content-Type": "application/json", "Postern-Signature": signature or self.sign(body)}
        return self.world.server.request("POST", url or self.url, headers=headers, text=body.decode())

    def say(self, serial: str, **said: typing.Any) -> Answer:
        return expect(self.send(signal(serial, **said)), 202)


def signal(serial: str, **said: typing.Any) -> dict[str, typing.Any]:
    now = datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="milliseconds")
    return {"id": secrets.token_hex(8), "device": {"serialNumber": serial}, "observedAt": now} | said


def serial_number() -> str:
    return "C02" + secrets.token_hex(4).upper()


def test_a_device_becomes_compliant_and_stops_being_so(world: World) -> None:
    source, serial = Source(world), serial_number()
    person, app = world.person("device"), world.app()
    own = world.compliance(app, person)
    expect(app.enroll(own.token, world.management.identity(device=serial)), 201)

    refused(app.refresh(own["refresh_token"], MAIL_SCOPE), "interaction_required", "message_only")
    answer = source.say(serial, compliance="compliant", platform="iOS", osVersion="18.4", managed=True)
    assert answer["results"][0]["outcome"] == "applied" and answer["results"][0]["status"] == "compliant", answer.text
    status = expect(app.status(own.token), 200)
    assert status["device"]["status"] == "compliant", status.text

    mail = expect(app.refresh(own["refresh_token"], MAIL_SCOPE), 200)
    assert world.resource.introspect(mail.token)["active"] is True
    source.say(serial, compliance="noncompliant")
    assert world.resource.introspect(mail.token).json == {"active": False}, "at once, not when the token ends"
    refused(app.refresh(mail["refresh_token"], MAIL_SCOPE), "interaction_required", "additional_action")
    source.say(serial, compliance="compliant")
    again = expect(app.refresh(mail["refresh_token"], MAIL_SCOPE), 200)
    assert world.resource.introspect(again.token)["active"] is True


def test_another_device_changes_nothing(world: World) -> None:
    source, serial = Source(world), serial_number()
    person, app = world.person("device"), world.app()
    own = world.compliance(app, person)
    expect(app.enroll(own.token, world.management.identity(device=serial)), 201)
    source.say(serial_number(), compliance="compliant")
    refused(app.refresh(own["refresh_token"], MAIL_SCOPE), "interaction_required", "message_only")


def test_a_batch_says_what_became_of_each(world: World) -> None:
    source, serial = Source(world), serial_number()
    first = signal(serial, compliance="compliant")
    document = {"signals": [first, first, {"id": "broken"}, signal(serial_number(), compliance="noncompliant")]}
    answer = expect(source.send(document), 202)
    assert [one["outcome"] for one in answer["results"]] == ["applied", "duplicate", "refused", "applied"], answer.text
    again = expect(source.send(document), 202)
    assert [one["outcome"] for one in again["results"]] == ["duplicate", "duplicate", "refused", "duplicate"]
    assert again["sequence"] == answer["sequence"], "nothing was written"


def test_whoever_did_not_sign_is_refused_alike(world: World) -> None:
    source, document = Source(world), signal(serial_number(), compliance="compliant")
    body = json.dumps(document).encode()
    unknown = source.url.rsplit("/", 1)[0] + "/nobody"
    answers = [
        source.send(document, source.sign(body, secret="psig_" + "x" * 43)), source.send(document, "t=1,v1=00"),
        source.send(document, source.sign(body + b" ")), source.send(document, source.sign(body, time.time() - 301)),
        source.send(document, source.sign(body, time.time() + 310)), source.send(document, url=unknown),
    ]
    world.gateway.admin("source", "disable", source.name, "--reason", "test")
    answers.append(source.send(document))
    texts = set()
    for answer in answers:
        assert answer.status == 401 and answer["error"] == "invalid_signature", answer.text
        texts.add(answer["error_description"])
    assert len(texts) == 1


def test_secrets_rotate_without_a_gap(world: World) -> None:
    source = Source(world)
    shown = world.gateway.admin("source", "rotate-secret", source.name)
    new = re.search(r"^Secret: (\S+)$", shown, re.M).group(1)
    document = signal(serial_number(), compliance="compliant")
    body = json.dumps(document).encode()
    for secret in (source.secret, new):
        expect(source.send(document, source.sign(body, secret=secret)), 202)
    listed = world.gateway.admin("source", "list")
    assert source.name in listed and source.secret not in listed and new not in listed


def test_a_rehearsal_stores_nothing(world: World) -> None:
    source, serial = Source(world), serial_number()
    path = world.gateway.write("signal.json", signal(serial, compliance="compliant"))
    shown = world.gateway.admin("source", "test", source.name, "--file", path)
    assert "applied" in shown and "compliant" in shown, shown
    answer = source.say(serial, compliance="compliant")
    assert answer["results"][0]["outcome"] == "applied", "it was not known before"
