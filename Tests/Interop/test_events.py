"""Live status over real connections: nothing is missed by somebody who was away or reads slowly."""

from __future__ import annotations

import contextlib
import http.client
import socket
import ssl
import sys
import typing
import urllib.parse

from teller import expect
from world import ROOT, World

sys.path[:0] = [str(ROOT / "Tests" / "Storm")]

from follower import Event, read_events  # noqa: E402

# Each report changes the compliance; their events are several times what a connection may have waiting.
REPORTS = 800
QUIET = 5.0


class SmallConnection(http.client.HTTPSConnection):
    """A connection whose system holds little of what the server sends before it is read."""

    def connect(self) -> None:
        self.sock = socket.socket()
        self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8192)
        self.sock.settimeout(self.timeout)
        self.sock.connect((self.host, self.port))
        context = ssl.create_default_context(cafile=self.trusted)
        self.sock = context.wrap_socket(self.sock, server_hostname=self.host)

    trusted = ""


@contextlib.contextmanager
def following(world: World, token: str, last: str | None = None) -> typing.Iterator[typing.Iterator[Event]]:
    url = urllib.parse.urlsplit(world.server.compliance + "/events")
    connection = SmallConnection(url.hostname or "", url.port, timeout=QUIET)
    connection.trusted = world.server.trusted
    headers = {"Authorization": f"Bearer {token}", "Accept": "text/event-stream"}
    connection.request("GET", url.path, headers=headers | ({"Last-Event-ID": last} if last else {}))
    answer = connection.getresponse()
    try:
        assert answer.status == 200
        yield read_events(answer)
    finally:
        connection.close()


def test_who_was_away_or_reads_late_misses_nothing(world: World) -> None:
    person, app = world.person(), world.stock_app()
    own = world.compliant(app, person)
    with following(world, own.token) as events:
        begin = next(events)
        assert begin.name == "status" and begin.id
        for number in range(REPORTS):
            expect(app.report(own.token, pinSet=number % 2 == 1), 200, code=0 if number % 2 else 4)
        # Nobody has read a byte so far.
        late = [next(events) for _ in range(REPORTS * 3 // 2)]
    assert [one.name for one in late] == ["complianceChanged", "tokensSuspended", "complianceChanged"] * (REPORTS // 2)
    with following(world, own.token, begin.id) as events:
        again = [next(events) for _ in late]
    assert again == late
