"""Devices that a device management server is asked for: its pages, its failures, and a gateway that dies in between."""

from __future__ import annotations

import base64
import http.server
import json
import pathlib
import secrets
import threading
import time
import typing
import urllib.parse

import pytest

from gateway import CommandFailed
from scenery import MAIL_SCOPE
from teller import expect, refused
from world import World

MAPPING = {
    "records": "/devices", "paging": {"style": "nextURL", "at": "/next"}, "identifiers": {"serialNumber": "/serial"},
    "attributes": {
        "compliance": {"from": "/verdict", "table": {"good": "compliant", "bad": "noncompliant"}},
        "displayName": {"from": "/name"},
    },
}
PAGE = 100
CLIENT = "postern-reader"


class Management:
    """A device management server: a token endpoint, and devices by pages; `mode` says how it fails."""

    def __init__(self) -> None:
        self.secret = "secret of " + secrets.token_hex(12)
        self.tokens: set[str] = set()
        self.devices: dict[str, str] = {}
        self.mode = "good"
        self.asked: list[str] = []
        self.reached = threading.Event()
        self.released = threading.Event()
        self.port = 0

    def __enter__(self) -> Management:
        self.listen()
        return self

    def __exit__(self, *_: object) -> None:
        self.released.set()
        self.close()

    def listen(self) -> None:
        management = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *_: object) -> None:
                pass

            def do_POST(self) -> None:
                management.give_token(self)

            def do_GET(self) -> None:
                management.give_page(self)

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True
            allow_reuse_address = True

        self.server = Server(("127.0.0.1", self.port), Handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def close(self) -> None:
        """From now on connections are refused."""
        self.server.shutdown()
        self.server.server_close()

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def give_token(self, request: http.server.BaseHTTPRequestHandler) -> None:
        form = urllib.parse.parse_qs(request.rfile.read(int(request.headers["Content-Length"])).decode())
        if form.get("client_secret") != [self.secret] or form.get("client_id") != [CLIENT]:
            return answer(request, 401, {"error": "invalid_client"})
        token = secrets.token_hex(16)
        self.tokens.add(token)
        answer(request, 200, {"access_token": token, "token_type": "Bearer", "expires_in": 60})

    def give_page(self, request: http.server.BaseHTTPRequestHandler) -> None:
        self.asked.append(request.path)
        if request.headers.get("Authorization", "").removeprefix("Bearer ") not in self.tokens | {self.secret}:
            return answer(request, 401, {"error": "invalid_token"})
        if self.mode == "broken":
            return answer(request, 500, {"error": "down"})
        if self.mode == "no json":
            return answer(request, 200, "<html>maintenance</html>")
        if self.mode.startswith("http"):
            return answer(request, 302, {}, ("Location", self.mode))
        if self.mode == "hangs":
            self.released.wait(30)
            return answer(request, 503, {})
        start = int(urllib.parse.parse_qs(urllib.parse.urlsplit(request.path).query).get("from", ["0"])[0])
        if self.mode == "stops in the middle" and start:
            self.reached.set()
            self.released.wait(60)
        serials = sorted(self.devices)
        records = [{"serial": one, "verdict": self.devices[one], "name": "phone"} for one in serials[start:start + PAGE]]
        more = f"/devices?from={start + PAGE}" if start + PAGE < len(serials) else None
        answer(request, 200, {"devices": records, "next": more})


def answer(request: http.server.BaseHTTPRequestHandler, status: int, body: typing.Any,
           header: tuple[str, str] | None = None) -> None:
    text = (body if isinstance(body, str) else json.dumps(body)).encode()
    try:
        request.send_response(status)
        if header:
            request.send_header(*header)
        request.send_header("Content-Length", str(len(text)))
        request.end_headers()
        request.wfile.write(text)
    except OSError:
        pass  # Whoever asked has gone: that is what some of these tests are about.


class PullSource:
    """A source as an administrator adds it and looks at it."""

    def __init__(self, world: World, management: Management, *more: str):
        self.world, self.management = world, management
        self.name = "mdm-" + secrets.token_hex(3)
        self.secret_file = world.gateway.directory / f"{self.name}.secret"
        self.secret_file.write_text(management.secret + "\n")
        mapping = world.gateway.write(f"{self.name}.json", MAPPING)
        credential = more or (
            "--client-id", CLIENT, "--client-secret-file", str(self.secret_file), "--token-url",
            management.base + "/token", "--scope", "devices.read")
        world.gateway.admin(
            "source", "add", self.name, "--connector", "http", "--url", management.base + "/devices", "--mapping", mapping,
            "--internal", "--interval", "30", "--timeout", "1", *credential)

    def admin(self, word: str, *more: str) -> str:
        return self.world.gateway.admin("source", word, self.name, *more)

    def show(self) -> dict[str, typing.Any]:
        return json.loads(self.admin("show", "--format", "json"))[0]["pull"]

    def ask(self) -> dict[str, typing.Any]:
        """Has it asked now; how it is then."""
        time.sleep(1.1)  # Times are shown in seconds: the last one must not be of this one.
        before = self.show()
        self.admin("pull")
        return self.wait(lambda now: moved(now) != moved(before))

    def wait(self, is_so: typing.Callable[[dict[str, typing.Any]], bool], seconds: float = 30) -> dict[str, typing.Any]:
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            now = self.show()
            if not now["beingAsked"] and is_so(now):
                return now
            time.sleep(0.1)  # The pause between two looks.
        raise AssertionError(f"not in time: {self.show()} / {self.world.gateway.last_words()}")


def moved(pull: dict[str, typing.Any]) -> tuple[object, object]:
    return pull.get("lastSuccessAt"), pull.get("lastFailureAt")


def serial_number() -> str:
    return "C02" + secrets.token_hex(4).upper()


def device(world: World, serial: str) -> dict[str, typing.Any]:
    return json.loads(world.gateway.admin("device", "show", serial, "--format", "json"))[0]


def entries(world: World, source: PullSource) -> list[dict[str, typing.Any]]:
    found = [json.loads(line) for line in world.gateway.admin("journal", "export").splitlines()]
    return [one for one in found if one["kind"].startswith("signalSource") and source.name in json.dumps(one)]


def test_a_device_becomes_compliant_because_its_server_says_so(world: World) -> None:
    serial = serial_number()
    person, app = world.person("device"), world.app()
    own = world.compliance(app, person)
    expect(app.enroll(own.token, world.management.identity(device=serial)), 201)
    refused(app.refresh(own["refresh_token"], MAIL_SCOPE), "interaction_required", "message_only")
    with Management() as management:
        management.devices = {serial: "good"} | {serial_number(): "good" for _ in range(2 * PAGE + 10)}
        source = PullSource(world, management)
        state = source.wait(lambda now: now.get("lastSuccessAt") is not None)
        assert state["last"] | {"taken": 211} == state["last"] and state["last"]["pages"] == 3, state
        mail = expect(app.refresh(own["refresh_token"], MAIL_SCOPE), 200)
        assert world.resource.introspect(mail.token)["active"] is True
        seen = device(world, serial)
        assert seen["status"] == "compliant" and seen["sources"][0]["name"] == source.name
        assert seen["instances"] == 1

        assert source.ask()["last"]["unchanged"] == 211, "nothing new costs nothing"
        management.devices[serial] = "bad"
        assert source.ask()["last"]["taken"] == 1
        assert world.resource.introspect(mail.token).json == {"active": False}
        assert device(world, serial)["reasons"] == ["device_not_compliant"]
    source.admin("remove", "--reason", "test")


def test_a_failing_server_makes_nobody_not_compliant(world: World) -> None:
    serial = serial_number()
    person, app = world.person("device"), world.app()
    own = world.compliance(app, person)
    expect(app.enroll(own.token, world.management.identity(device=serial)), 201)
    with Management() as management:
        management.devices = {serial: "good"}
        source = PullSource(world, management, "--token-file", secret_file(world, management))
        source.wait(lambda now: now.get("lastSuccessAt") is not None)
        mail = expect(app.refresh(own["refresh_token"], MAIL_SCOPE), 200)
        expected = []
        for mode, state in (("broken", "failed"), ("no json", "failed"), ("hangs", "unreachable"),
                            ("refuses", "unreachable"), ("good", "available"), ("broken", "failed"),
                            ("good", "available")):
            management.mode = mode
            if mode == "refuses":
                management.close()
            now = source.ask()
            assert now["state"] == state, now
            assert (state == "available") == ("lastError" not in now), now
            assert world.resource.introspect(mail.token)["active"] is True, "what was said holds"
            assert device(world, serial)["status"] == "compliant"
            if not expected or expected[-1] != state:
                expected.append(state)
            if mode == "refuses":
                management.listen()
        told = [one for one in entries(world, source) if one["kind"] in ("signalSourceFailed", "signalSourceRecovered")]
        states = [one["details"].get("state", "available") for one in told]
        assert states == expected, "one entry for each change, and for nothing else"
    source.admin("remove", "--reason", "test")


def secret_file(world: World, management: Management) -> str:
    path = world.gateway.directory / f"secret-{secrets.token_hex(3)}"
    path.write_text(management.secret + "\n")
    return str(path)


def test_no_credential_goes_elsewhere(world: World) -> None:
    with Management() as management, Management() as other:
        management.devices = other.devices = {serial_number(): "good"}
        management.mode = other.base + "/devices"
        source = PullSource(world, management, "--token-file", secret_file(world, management))
        now = source.wait(lambda now: now["state"] != "available")
        assert now["state"] == "failed" and "302" in now["lastError"], now
        assert other.asked == []
    source.admin("remove", "--reason", "test")


def test_the_secret_is_nowhere(world: World) -> None:
    with Management() as management:
        management.devices = {serial_number(): "good"}
        source = PullSource(world, management)
        source.wait(lambda now: now.get("lastSuccessAt") is not None)
        management.mode = "broken"
        source.ask()
        shown = [source.admin("show"), source.admin("show", "--format", "json"), world.gateway.admin("source", "list"),
                 world.gateway.admin("journal", "export"), world.gateway.log.read_text(errors="replace")]
        tokens = [management.secret, base64.b64encode(management.secret.encode()).decode(), *management.tokens]
        for text in shown:
            assert not any(token in text for token in tokens)
        stored = b"".join(path.read_bytes() for path in pathlib.Path(world.gateway.state).rglob("*") if path.is_file())
        assert management.secret.encode() not in stored, "it is sealed"
    source.admin("remove", "--reason", "test")


def test_another_secret_is_used_at_once(world: World) -> None:
    with Management() as management:
        management.devices = {serial_number(): "good"}
        source = PullSource(world, management)
        source.wait(lambda now: now.get("lastSuccessAt") is not None)
        management.secret = "another " + secrets.token_hex(8)
        assert source.ask()["state"] == "failed"
        source.admin("set-secret", "--secret-file", secret_file(world, management), "--reason", "expired")
        source.wait(lambda now: now["state"] == "available")
    source.admin("remove", "--reason", "test")


def test_a_trial_shows_everything_and_stores_nothing(world: World) -> None:
    serials = [serial_number() for _ in range(3)]
    with Management() as management:
        management.mode = "broken"
        management.devices = {serials[0]: "good", serials[1]: "bad", serials[2]: "excellent"}
        source = PullSource(world, management)
        source.wait(lambda now: now["state"] == "failed")
        with pytest.raises(CommandFailed) as failure:
            source.admin("test")
        assert "500" in failure.value.said
        management.mode = "good"
        shown = source.admin("test")
        assert "applied" in shown and "noncompliant" in shown and "1 cannot be understood" in shown, shown
        document = json.loads(source.admin("test", "--format", "json"))
        assert document["counts"]["devices"] == 3 and document["state"] == "available"
        assert {row.get("status") for row in document["devices"]} == {"compliant", "interactionRequired", None}
        for serial in serials:
            with pytest.raises(CommandFailed):
                device(world, serial)
    source.admin("remove", "--reason", "test")


def test_inner_addresses_are_asked_only_where_it_is_said(world: World) -> None:
    with Management() as management:
        mapping = world.gateway.write("inner.json", MAPPING)
        arguments = ["--connector", "http", "--mapping", mapping, "--timeout", "1"]
        with pytest.raises(CommandFailed) as failure:
            world.gateway.admin("source", "add", "inner", "--url", management.base + "/devices", *arguments)
        assert "internal" in failure.value.said
        world.gateway.admin("source", "add", "inner", "--url", f"https://127.0.0.1:{management.port}/", *arguments)
        with pytest.raises(CommandFailed) as failure:
            world.gateway.admin("source", "test", "inner")
        assert "refused by policy" in failure.value.said
        assert management.asked == []
    world.gateway.admin("source", "remove", "inner", "--reason", "test")


def test_a_gateway_that_dies_in_the_middle_loses_nothing(own_world: World) -> None:
    world = own_world
    with Management() as management:
        serials = sorted(serial_number() for _ in range(3 * PAGE))
        # Good news waits for the end of a pull, and what is not is taken page by page.
        management.devices = {serial: "bad" if place < PAGE else "good" for place, serial in enumerate(serials)}
        management.mode = "stops in the middle"
        source = PullSource(world, management, "--token-file", secret_file(world, management))
        assert management.reached.wait(30), "it was not asked for the second page"
        world.gateway.kill()
        assert device(world, serials[0])["status"] == "interactionRequired", "what was taken is durable"
        before = len(world.gateway.admin("device", "list", "--format", "json"))
        assert before > 0
        management.mode = "good"
        management.released.set()
        world.gateway.start()
        # It is asked again when whoever asked is taken to have died, without anybody's help.
        now = source.wait(lambda now: now.get("lastSuccessAt") is not None, seconds=60)
        assert now["last"]["devices"] == 3 * PAGE and now["last"]["unchanged"] >= PAGE, now
        listed = json.loads(world.gateway.admin("device", "list", "--format", "json"))
        assert {one["identifiers"]["serialNumber"][0] for one in listed} == {one.lower() for one in management.devices}
        received = [json.loads(line) for line in world.gateway.admin("journal", "export").splitlines()]
        signals = [one for one in received if one["kind"] == "deviceSignalReceived"]
        assert len(signals) == 3 * PAGE, "each device was taken once"
        assert world.gateway.stop() == 0
