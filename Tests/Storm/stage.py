"""A server of its own for a storm of signals, and the people and apps that make it."""

from __future__ import annotations

import argparse
import dataclasses
import hashlib
import os
import pathlib
import random
import sys
import typing
import uuid

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Deploy" / "story"), str(ROOT / "Tests" / "Interop")]

from gateway import CommandFailed, free_ports  # noqa: E402
from journal import Journal  # noqa: E402
from postern_client import Answer, App, Client, Postern  # noqa: E402
from proofs import InstanceKey  # noqa: E402
from scenery import MAIL_SCOPE, TENANT, Person  # noqa: E402
from teller import expect  # noqa: E402
from world import World  # noqa: E402

EVENT_READER = "5d0c9f60-6c1f-4a5f-9a51-70d2b3c4e006"


def program_options(purpose: str | None, count: str, default: int) -> argparse.Namespace:
    """The options of a program of this folder: how much, from which seed, with which program."""
    parser = argparse.ArgumentParser(description=purpose, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(f"--{count}", type=int, default=default)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--binary", type=pathlib.Path,
                        default=pathlib.Path(os.environ.get("POSTERN_BINARY", ROOT / ".build" / "release" / "postern")))
    return parser.parse_args()


class Stage:
    """The world of the interop tests with a service that follows events, and policies that change."""

    def __init__(self, binary: pathlib.Path, directory: pathlib.Path):
        self.world = World(binary, directory, *free_ports(2))
        self.gateway = self.world.gateway
        self.reader = Client(EVENT_READER, secret="the event reader's secret of enough length", secret_in_header=True)
        hashed = hashlib.sha256(str(self.reader.secret).encode()).hexdigest()
        self.world.scenery.more_clients.append(
            {"id": EVENT_READER, "name": "Event reader", "type": "daemon", "permissions": [],
             "authentication": {"secretHashes": [hashed]}, "readsEvents": True})
        self.hasty: Person | None = None
        self._publications = 0

    def set_up(self) -> None:
        self.world.set_up()
        self.gateway.start()
        self.world.connect()
        self.journal = Journal(self.gateway.state, TENANT)

    def publish(self, chance: random.Random) -> int:
        """Publishes app-protection policies that differ from the last; returns the sequence of the journal's entry."""
        self._publications += 1
        document = self.world.scenery.protection()
        policy = document["policies"][0]
        policy["displayName"] = f"Contoso apps {self._publications}"
        rules = policy["rules"]
        rules["minimumAppVersion"] = chance.choice(["2.0", "2.1"])
        rules["revisionGraceSeconds"] = chance.choice([0, 3600])
        rules["responses"] = {"rooted": {"action": chance.choice(["block", "block", "wipe"]), "graceSeconds": 0}}
        if self.hasty is not None:
            policy["target"]["exclude"] = {"accounts": [self.hasty.id]}
            document["policies"].append(self._hasty_policy())
        before = self.journal.head
        name = f"protection-{self._publications}.json"
        self.gateway.admin("protection", "publish", self.gateway.write(name, document))
        found = [one.sequence for one in self.journal.entries(before) if one.kind == "protectionPoliciesPublished"]
        return found[-1]

    def _hasty_policy(self) -> dict[str, typing.Any]:
        """For whom a missing PIN is forgiven for a moment."""
        assert self.hasty is not None
        return {
            "id": "contoso-hasty", "displayName": "Contoso hasty", "target": {"include": {"accounts": [self.hasty.id]}},
            "rules": {"minimumEvidence": "managedSecret", "requiresPIN": True, "revisionGraceSeconds": 3600,
                      "responses": {"pin": {"action": "block", "graceSeconds": GRACE}}},
        }

    def server(self) -> Postern:
        """The server as one more client sees it: with connections of its own."""
        made = Postern(self.gateway.base, TENANT, self.gateway.trusted)
        made.browser_headers = self.world.server.browser_headers
        return made

    def reader_headers(self) -> dict[str, str]:
        return self.reader.authentication("")[1]


# For how many seconds the hasty policy forgives a missing PIN.
GRACE = 3


@dataclasses.dataclass(frozen=True)
class Signal:
    """One signal that was sent, and what became of it."""

    what: str
    # What its entry in the journal carries: the correlation of a request, or the reason of an administrator.
    mark: str
    kind: str
    instance: str | None
    # Whether the server said that it had been taken; none when it did not answer.
    accepted: bool | None
    answer: Answer | None = None

    @property
    def status(self) -> str | None:
        """The status that the answer names, where it is the instance's own."""
        if not self.accepted or self.answer is None:
            return None
        document = self.answer.json.get("status")
        if isinstance(document, dict):
            document = document.get("status")
        return None if "supportId" in self.answer.json else document


class Installation:
    """One person's app: it sends whatever signal it is told to, and signs in again when its tokens are dead."""

    POSTURES: dict[str, dict[str, typing.Any]] = {
        "report": {}, "report no pin": {"pinSet": False}, "report rooted": {"rooted": True},
        "report old app": {"appVersion": "1.9"}, "report old system": {"osVersion": "16.0"},
        "report nothing of the pin": {"pinSet": None}, "report another revision": {"revision": "1-none"},
    }
    ACTS = {"approve": "instanceApproved", "disapprove": "instanceApprovalRevoked", "block": "instanceBlocked",
            "unblock": "instanceUnblocked", "wipe": "instanceWiped", "unenrol": "instanceUnenrolled"}

    def __init__(self, stage: Stage, person: Person, *, proves_key: bool):
        self.stage = stage
        self.person = person
        self.proves_key = proves_key
        self.server = stage.server()
        self.identity = stage.world.identity()
        self.app = self._new_app()
        # None once the server has said that it is dead; `last_token` is what was had.
        self.token: str | None = None
        self.last_token = ""
        self.refresh_token: str | None = None

    def _new_app(self) -> App:
        scenery = self.stage.world.scenery
        client = scenery.mail_app if self.proves_key else scenery.notes_app
        return App(self.server, client, key=InstanceKey(), proves_key=self.proves_key)

    # What it does

    def begin(self) -> None:
        """A new installation, signed in; the old one is forgotten."""
        self.app = self._new_app()
        self.sign_in()

    def sign_in(self) -> None:
        answer = expect(self.app.sign_in_for(
            self.server.compliance_scope, self.person.upn, self.stage.world.password(self.person)), 200)
        self.token = self.last_token = answer.token
        self.refresh_token = answer["refresh_token"]

    def do(self, what: str) -> Signal:
        """Sends one signal. A connection that breaks is an answer that did not come."""
        instance = self.app.instance
        if what in self.ACTS:
            return self._act(what, self.ACTS[what])
        # Made before it is known whether it arrives: the mark must be known of one that is not answered, too.
        mark = str(uuid.uuid4())
        kind, request = self._request(what)
        self.app.correlation = mark
        try:
            answer = request()
        except OSError:
            return Signal(what, mark, kind, instance, None)
        finally:
            self.app.correlation = None
        if answer.status == 401:
            self.token = None
        return Signal(what, mark, kind, self.app.instance, answer.status in (200, 201, 204), answer)

    def _request(self, what: str) -> tuple[str, typing.Callable[[], Answer]]:
        app, token = self.app, self.last_token
        if what in self.POSTURES:
            return "postureReported", lambda: app.report(token, **self.POSTURES[what])
        requests: dict[str, tuple[str, typing.Callable[[], Answer]]] = {
            "enrol": ("instanceEnrolled", lambda: app.enroll(token, self.identity)),
            "enrol unproved": ("instanceEnrolled", lambda: app.enroll(token)),
            "remediate silently": ("remediationAsked", lambda: app.remediate(token, silent=True)),
            "remediate": ("remediationAsked", lambda: app.remediate(token, silent=False)),
            "cancel": ("remediationCancelled", lambda: app.cancel(token)),
            "confirm wipe": ("wipeConfirmed", app.confirm_wipe),
            "leave": ("instanceUnenrolled", lambda: app.unenroll(token)),
            "refresh": ("", self._refresh),
            "fetch policy": ("", lambda: app.fetch_policy(token)),
        }
        return requests[what]

    def _refresh(self) -> Answer:
        answer = self.app.refresh(self.refresh_token or "", MAIL_SCOPE)
        self.refresh_token = answer.json.get("refresh_token") or self.refresh_token
        return answer

    def _act(self, what: str, kind: str) -> Signal:
        mark = f"storm {uuid.uuid4()}"
        try:
            self.stage.gateway.admin("app", what, str(self.app.instance), "--reason", mark)
        except CommandFailed:
            return Signal(what, mark, kind, self.app.instance, False)
        return Signal(what, mark, kind, self.app.instance, True)
