"""Tells a story: numbered steps, each with what was sent, what came back, and why."""

from __future__ import annotations

import contextlib
import json
import sys
import textwrap
import typing
import urllib.parse

from postern_client import Answer, Exchange

SECRET = {
    "access_token", "refresh_token", "id_token", "code", "code_verifier", "code_challenge", "client_secret",
    "client_assertion", "password", "device_code", "csrf", "enrollmentId", "microsoft_enrollment_id", "proof", "dpop",
    "authorization", "token", "client_info", "state", "nonce", "cookie",
}
SHOWN_HEADERS = ("Authorization", "DPoP", "Content-Type")
SHOWN_ANSWER_HEADERS = ("Retry-After", "WWW-Authenticate")


class StoryFailed(Exception):
    """A step ended otherwise than told."""


def shortened(name: str, value: typing.Any) -> typing.Any:
    """`value` as it may be shown: of a secret, only its beginning."""
    if isinstance(value, dict):
        return {key: shortened(key, one) for key, one in value.items()}
    if isinstance(value, list):
        return [shortened(name, one) for one in value]
    if isinstance(value, str) and name.lower() in SECRET:
        if name.lower() == "password":
            return "***"
        scheme, space, rest = value.partition(" ")
        if name.lower() == "authorization" and space:
            return f"{scheme} {rest[:6]}…"
        return value[:6] + "…" if len(value) > 6 else "…"
    return value


class Teller:
    """Prints the story and counts its steps; `quiet` prints only titles."""

    def __init__(self, *, quiet: bool = False, out: typing.TextIO = sys.stdout):
        self.quiet = quiet
        self.out = out
        self.steps = 0
        self._inside = False

    def say(self, text: str = "", indent: str = "") -> None:
        print(textwrap.indent(text, indent) if indent else text, file=self.out, flush=True)

    def chapter(self, title: str) -> None:
        self.say(f"\n## {title}\n")

    @contextlib.contextmanager
    def step(self, title: str, why: str) -> typing.Iterator[None]:
        """One step: everything sent inside is shown, and any surprise ends the story here."""
        self.steps += 1
        self.say(f"{self.steps}. {title}")
        if not self.quiet:
            self.say(textwrap.fill("why: " + why, 116), "   ")
        self._inside = True
        try:
            yield
        except (AssertionError, LookupError, ValueError, RuntimeError) as problem:
            raise StoryFailed(f"step {self.steps} ({title}): {problem}") from problem
        finally:
            self._inside = False
        if not self.quiet:
            self.say()

    def did(self, command: str, said: str = "") -> None:
        """Shows a command of an administrator."""
        if not self.quiet:
            self.say("$ " + command, "   ")
            if said.strip():
                self.say(textwrap.shorten(said.strip(), 200), "   ")

    def note(self, text: str) -> None:
        if not self.quiet:
            self.say(textwrap.fill(text, 116), "   ")

    def watch(self, exchange: Exchange) -> None:
        """Shows one exchange of the client; those between steps (metadata, keys) stay unseen."""
        if self.quiet or not self._inside or "/discovery/" in exchange.url or ".well-known" in exchange.url:
            return
        self.say(f"> {exchange.method} {urllib.parse.urlsplit(exchange.url).path}", "   ")
        for name in SHOWN_HEADERS:
            if name in exchange.headers:
                self.say(f">   {name}: {shortened(name, exchange.headers[name])}", "   ")
        if isinstance(exchange.body, dict):
            for name, value in exchange.body.items():
                self.say(f">   {name} = {_text(shortened(name, value))}", "   ")
        elif exchange.body:
            self.say(f">   a signed document of {len(exchange.body)} bytes", "   ")
        self.answer(exchange.answer)

    def answer(self, answer: Answer) -> None:
        self.say(f"< {answer.status}", "   ")
        for name in SHOWN_ANSWER_HEADERS:
            if name in answer.headers:
                self.say(f"<   {name}: {answer.headers[name]}", "   ")
        for name, value in answer.json.items():
            self.say(f"<   {name}: {_text(shortened(name, value))}", "   ")
        if answer.text and not answer.json:
            self.say(f"<   {len(answer.text)} bytes of {answer.headers.get('Content-Type', 'something')}", "   ")


def _text(value: typing.Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 160 else text[:157] + "..."


def expect(answer: Answer, status: int, **members: typing.Any) -> Answer:
    """Fails unless the answer has this status and these members; a member may be a predicate."""
    if answer.status != status:
        raise AssertionError(f"expected {status}, got {answer.status}: {answer.text[:600]}")
    for name, wanted in members.items():
        found = answer.json.get(name)
        matches = wanted(found) if callable(wanted) else found == wanted
        if not matches:
            raise AssertionError(f"`{name}` is {found!r}: {answer.text[:600]}")
    return answer


def refused(answer: Answer, error: str, suberror: str | None = None, **members: typing.Any) -> Answer:
    """Fails unless the token endpoint refused with this pair."""
    return expect(answer, 400, error=error, suberror=suberror, **members)


def protection_required(answer: Answer) -> Answer:
    """Fails unless this is the refusal by which stock clients know that the app must be protected first."""
    refused(answer, "unauthorized_client", "protection_policy_required", error_codes=[53005],
            client_info=lambda value: bool(value), adi=lambda value: bool(value),
            access_token=None, refresh_token=None)
    if answer.headers.get("Retry-After") != "1":
        raise AssertionError(f"Retry-After is {answer.headers.get('Retry-After')!r}, so a stock client would not ask")
    return answer
