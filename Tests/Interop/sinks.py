"""A mail server and a webhook that keep what they are given."""

from __future__ import annotations

import dataclasses
import email
import email.header
import email.message
import hashlib
import hmac
import http.server
import json
import socketserver
import threading
import time
import typing

T = typing.TypeVar("T")


def awaited(look: typing.Callable[[], T | None], what: str, seconds: float = 20) -> T:
    """What `look` finds at last."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        found = look()
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError(f"{what} did not come within {seconds} seconds")


@dataclasses.dataclass
class Mail:
    """A mail as its reader sees it."""

    recipients: list[str]
    message: email.message.Message

    @property
    def subject(self) -> str:
        return str(email.header.make_header(email.header.decode_header(self.message["Subject"])))

    @property
    def language(self) -> str:
        return self.message["Content-Language"]

    @property
    def text(self) -> str:
        payload = self.message.get_payload(decode=True)
        assert isinstance(payload, bytes)
        return payload.decode("utf-8").replace("\r\n", "\n")


class _MailServer(socketserver.ThreadingTCPServer):
    def handle_error(self, *_: object) -> None:
        """A client that was killed says nothing at its end."""


class MailSink:
    """An SMTP server on a free port of this machine (RFC 5321), as far as a client that sends mail needs one."""

    def __init__(self) -> None:
        self.mails: list[Mail] = []
        sink = self

        class Session(socketserver.StreamRequestHandler):
            timeout = 30

            def answer(self, text: str) -> None:
                self.wfile.write(text.encode() + b"\r\n")

            def handle(self) -> None:
                self.answer("220 sink.example")
                recipients: list[str] = []
                while line := self.rfile.readline():
                    word = line[:4].upper().strip()
                    if word in (b"EHLO", b"HELO"):
                        self.answer("250 sink.example")
                    elif word == b"RCPT":
                        recipients.append(line.decode().split("<")[1].split(">")[0])
                        self.answer("250 ok")
                    elif word == b"DATA":
                        self.answer("354 go on")
                        sink.mails.append(Mail(recipients, email.message_from_bytes(self.body())))
                        recipients = []
                        self.answer("250 kept")
                    elif word == b"QUIT":
                        self.answer("221 bye")
                        return
                    else:
                        self.answer("250 ok")

            def body(self) -> bytes:
                lines: list[bytes] = []
                while (line := self.rfile.readline()) and line != b".\r\n":
                    lines.append(line[1:] if line.startswith(b"..") else line)
                return b"".join(lines)

        self._server = _serve(_MailServer(("127.0.0.1", 0), Session))
        self.url = f"smtp://127.0.0.1:{self._server.server_address[1]}"

    def to(self, address: str) -> list[Mail]:
        return [mail for mail in self.mails if address in mail.recipients]

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


class WebhookSink:
    """A webhook on a free port of this machine; it believes only what its secret signs."""

    secret = "a webhook's secret of enough length"

    def __init__(self) -> None:
        self.events: list[dict[str, typing.Any]] = []
        self.status = 200
        sink = self

        class Exchange(http.server.BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                parts = dict(part.split("=", 1) for part in self.headers["Postern-Signature"].split(","))
                code = hmac.new(sink.secret.encode(), parts["t"].encode() + b"." + body, hashlib.sha256)
                assert hmac.compare_digest(parts["v1"], code.hexdigest())
                if sink.status == 200:
                    sink.events.append(json.loads(body))
                self.send_response(sink.status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Says nothing."""

        self._server = _serve(http.server.ThreadingHTTPServer(("127.0.0.1", 0), Exchange))
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/"

    def of(self, account: str) -> list[dict[str, typing.Any]]:
        return [event for event in self.events if event.get("accountId") == account]

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


S = typing.TypeVar("S", bound=socketserver.BaseServer)


def _serve(server: S) -> S:
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server
