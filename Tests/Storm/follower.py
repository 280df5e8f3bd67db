"""Follows compliance as server-sent events, and comes back after each cut with the last event's identifier."""

from __future__ import annotations

import dataclasses
import http.client
import json
import ssl
import threading
import time
import typing
import urllib.parse

# The events of the journal; the others tell of the stream itself.
OF_THE_JOURNAL = ("complianceChanged", "tokensSuspended", "wipeRequested")


@dataclasses.dataclass(frozen=True)
class Event:
    name: str
    id: str | None
    data: typing.Any

    @property
    def sequence(self) -> int:
        return int((self.id or "-0").rpartition("-")[2])


class StreamCut(Exception):
    """The connection ended without a word."""


class Follower(threading.Thread):
    """One subscriber; `authorize` makes the headers of each request."""

    def __init__(self, url: str, trusted: str, authorize: typing.Callable[[], dict[str, str]]):
        super().__init__(daemon=True)
        self.url = urllib.parse.urlsplit(url)
        self.tls = ssl.create_default_context(cafile=trusted)
        self.authorize = authorize
        self.events: list[Event] = []
        self.last: str | None = None
        self.connections = 0
        self.refused: str | None = None
        self.first_heard = threading.Event()
        self._ended = threading.Event()
        self._connection: http.client.HTTPSConnection | None = None

    def run(self) -> None:
        while not self._ended.is_set() and self.refused is None:
            try:
                self._follow()
            except (OSError, http.client.HTTPException, StreamCut):
                # The pause before coming back, as the stream's `retry` would have it, but shorter.
                time.sleep(0.05)

    def stop(self) -> None:
        self._ended.set()
        connection = self._connection
        if connection is not None and connection.sock is not None:
            connection.sock.close()

    def _follow(self) -> None:
        connection = http.client.HTTPSConnection(
            self.url.hostname or "", self.url.port, timeout=60, context=self.tls)
        self._connection = connection
        try:
            headers = {"Accept": "text/event-stream"} | self.authorize()
            if self.last is not None:
                headers["Last-Event-ID"] = self.last
            target = self.url.path + (f"?{self.url.query}" if self.url.query else "")
            connection.request("GET", target, headers=headers)
            answer = connection.getresponse()
            if answer.status != 200:
                said = f"{answer.status} {answer.read(400).decode(errors='replace')}"
                # A server that is about to end, or has just begun, says so with these.
                if answer.status not in (502, 503):
                    self.refused = said
                return
            self.connections += 1
            for event in read_events(answer):
                self.events.append(event)
                self.last = event.id or self.last
                self.first_heard.set()
                if event.name == "end" and event.data != {"reason": "resync"}:
                    self.refused = f"ended: {event.data}"
                    return
        finally:
            connection.close()


def read_events(lines: typing.BinaryIO | http.client.HTTPResponse) -> typing.Iterator[Event]:
    """The events of a stream; one that is cut in its middle is none (HTML standard, section 9.2.6)."""
    fields: dict[str, str] = {}
    while True:
        line = lines.readline()
        if not line.endswith(b"\n"):
            raise StreamCut
        text = line.decode().rstrip("\n")
        if not text:
            if "data" in fields:
                yield Event(fields.get("event", "message"), fields.get("id"), json.loads(fields["data"]))
            fields = {}
        elif not text.startswith(":"):
            name, _, value = text.partition(":")
            fields[name] = value.removeprefix(" ")


def delivery_faults(events: typing.Sequence[Event], wanted: typing.Sequence[tuple[int, str]]) -> tuple[list[str], int]:
    """What is wrong with the events that a follower was told, and how many it was told rightly.

    `wanted` are sequence and kind of everything in the journal that concerns it. Where the follower was told to look at
    everything anew, what came before that may be missing.
    """
    faults: list[str] = []
    begin = next((one.sequence for one in events if one.name in ("ready", "status")), 0)
    due = [one for one in wanted if one[0] > begin]
    right = 0
    for event in events:
        if event.name == "resync":
            due = [one for one in due if one[0] > event.sequence]
        if event.name not in OF_THE_JOURNAL:
            continue
        told = (event.sequence, event.name)
        if due and told == due[0]:
            due.pop(0)
            right += 1
        else:
            faults.append(f"told of {told} where {due[0] if due else 'nothing'} was due")
            due = [one for one in due if one[0] > event.sequence]
    return faults + [f"not told of {one}" for one in due[:5]], right
