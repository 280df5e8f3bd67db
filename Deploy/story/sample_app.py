"""The sample app of the Swift SDK as a person uses it: the program is the app, this is its user and the browser."""

from __future__ import annotations

import dataclasses
import json
import pathlib
import subprocess
import typing

from cryptography.hazmat.primitives import serialization

from browser import Arrival, Page
from postern_client import Client, Postern
from proofs import ManagedIdentity
from scenery import MAIL, MAIL_SCOPE, REDIRECT, Person


@dataclasses.dataclass
class Run:
    """What the app said, and how it ended."""

    command: str
    code: int
    lines: list[tuple[str, str]]

    def said(self, word: str) -> list[str]:
        return [text for name, text in self.lines if name == word]

    @property
    def statuses(self) -> list[str]:
        return [text.split(" ")[0] for text in self.said("compliance")]

    @property
    def text(self) -> str:
        """Everything but the addresses of pages, which are long."""
        return "\n".join(f"{word}: {text}" for word, text in self.lines if word != "open")


class Phone:
    """One installation of the sample app, with its person's browser."""

    def __init__(self, server: Postern, program: pathlib.Path, state: pathlib.Path, person: Person, password: str,
                 client: Client, *, stock: bool = False, identity: ManagedIdentity | None = None):
        """`stock` says whether the app shows its enrolment id as stock clients do; `identity` is what device management
        provisioned."""
        self.server = server
        self.program = program
        self.state = state
        self.person = person
        self.password = password
        self.browser = server.browser()
        self.pin = "2468"
        self.opened = 0
        state.mkdir(mode=0o700, parents=True)
        self.options = [
            "--authority", f"{server.base}/{server.tenant}", "--client", client.id, "--redirect", REDIRECT,
            "--state", str(state), "--trust", server.trusted]
        if stock:
            self.options.append("--stock")
        if identity is not None:
            self.options += ["--identity", str(self._provision(identity))]

    def _provision(self, identity: ManagedIdentity) -> pathlib.Path:
        path = self.state / "identity.pem"
        path.touch(mode=0o600)
        path.write_bytes(
            identity.certificate.public_bytes(serialization.Encoding.PEM) + identity.key.as_pem(private=True))
        return path

    def run(self, command: str, *options: str) -> Run:
        """Runs the app and does what it asks of its user."""
        process = subprocess.Popen(
            [str(self.program), command, *self.options, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            text=True)
        assert process.stdin is not None and process.stdout is not None
        lines = []
        with process:
            for line in process.stdout:
                word, _, text = line.rstrip("\n").partition(": ")
                word = word.rstrip(":")
                lines.append((word, text))
                answer = self._answer(word, text)
                if answer is not None:
                    process.stdin.write(answer + "\n")
                    process.stdin.flush()
        return Run(command, process.returncode, lines)

    def _answer(self, word: str, text: str) -> str | None:
        if word == "set-pin":
            return self.pin
        if word != "open":
            return None
        self.opened += 1
        shown = self.browser.visit(text, until=REDIRECT)
        if isinstance(shown, Page):
            values = {"username": self.person.upn, "password": self.password}
            shown = self.browser.submit(shown, shown.form_with("username", "password"), values, until=REDIRECT)
        return shown.url if isinstance(shown, Arrival) else ""

    # What the person does

    def sign_in(self) -> Run:
        return self.run("sign-in", "--scope", MAIL_SCOPE, "--token-file", "token", "--user", self.person.upn)

    def ask(self, *options: str) -> Run:
        return self.run("token", "--scope", MAIL_SCOPE, "--token-file", "token", "--account", self.person.id, *options)

    def remediate(self, *options: str) -> Run:
        return self.run("remediate", "--account", self.person.id, *options)

    def enroll(self) -> Run:
        return self.run("enroll", "--account", self.person.id)

    def remove_pin(self) -> None:
        (self.state / "pin").unlink()

    # What came of it

    @property
    def has_token(self) -> bool:
        return (self.state / "token").exists()

    @property
    def token(self) -> dict[str, typing.Any]:
        """The claims of the token that the app got, its signature checked."""
        return self.server.verified((self.state / "token").read_text(), MAIL)

    @property
    def instance(self) -> str:
        records = json.loads((self.state / "accounts.json").read_text())["accounts"]
        return str(records[0]["instanceId"])
