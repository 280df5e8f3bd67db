"""Postern's own program as its operator uses it: commands, the serving process, and its end."""

from __future__ import annotations

import collections.abc
import json
import os
import pathlib
import signal
import socket
import subprocess
import time
import typing
import urllib.error
import urllib.request

from proofs import Authority


class CommandFailed(Exception):
    """A command of `postern` ended with a code other than 0."""

    def __init__(self, arguments: typing.Sequence[str], code: int, said: str):
        super().__init__(f"postern {' '.join(arguments)} ended with {code}: {said.strip()}")
        self.code = code
        self.said = said


def free_ports(count: int) -> list[int]:
    """Ports of the loopback address that nobody listens on now."""
    sockets = [socket.socket() for _ in range(count)]
    try:
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]
    finally:
        for one in sockets:
            one.close()


class Gateway:
    """One state directory and, while it runs, one serving process over it."""

    def __init__(self, binary: pathlib.Path, directory: pathlib.Path, port: int, operations_port: int, *,
                 tenant: str = "contoso", host: str = "localhost"):
        self.binary = binary
        self.directory = directory
        self.state = directory / "state"
        self.tls = directory / "tls"
        self.port = port
        self.operations_port = operations_port
        self.tenant = tenant
        self.base = f"https://{host}:{port}"
        self.host = host
        self.more_arguments: list[str] = []
        self.process: subprocess.Popen[bytes] | None = None
        self.log = directory / "postern.log"

    @property
    def trusted(self) -> str:
        return str(self.tls / "authority.pem")

    @property
    def policies(self) -> pathlib.Path:
        """Where imported policies lie until they are published."""
        return self.directory / "policies"

    @property
    def operations(self) -> str:
        return f"http://127.0.0.1:{self.operations_port}"

    # Commands

    def command(self, *arguments: str, text: str | None = None) -> str:
        done = subprocess.run(
            [str(self.binary), *arguments], input=(text or "").encode(), capture_output=True, timeout=120,
            env=self.environment())
        said = done.stdout.decode(errors="replace")
        if done.returncode:
            raise CommandFailed(arguments, done.returncode, said + done.stderr.decode(errors="replace"))
        return said

    def admin(self, *arguments: str, text: str | None = None) -> str:
        """A command that works on the state directory."""
        return self.command(*arguments, "--state", str(self.state), text=text)

    def environment(self) -> dict[str, str]:
        return {name: value for name, value in os.environ.items() if not name.startswith("POSTERN_")}

    def write(self, name: str, document: typing.Any) -> str:
        """Writes `document` as a JSON file in this gateway's directory and returns its path."""
        path = self.directory / name
        path.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")
        return str(path)

    def make_certificates(self) -> None:
        """A development authority and the server's certificate, once."""
        if (self.tls / "server.pem").exists():
            return
        self.tls.mkdir(parents=True, exist_ok=True)
        authority = Authority("Postern development authority")
        certificate, key = authority.server(self.host, ["127.0.0.1", "::1"])
        (self.tls / "authority.pem").write_text(authority.pem)
        private = self.tls / "server-key.pem"
        private.touch(mode=0o600)
        private.write_text(key)
        (self.tls / "server.pem").write_text(certificate)

    def initialise(self) -> str:
        """Makes the state directory; returns what is said once, with the first credentials."""
        return self.admin("init", "--tenant", self.tenant, "--url", self.base)

    def import_policies(self, sources: typing.Sequence[str], *, enforced: bool) -> str:
        """Imports policies: as they are, or all of them in report-only."""
        keep = ["--keep-state"] if enforced else []
        return self.command("policy", "import", *sources, "--into", str(self.policies), *keep)

    def apply_policies(self) -> str:
        return self.admin("policy", "apply", str(self.policies), "--reason", "first set")

    def set_password(self, upn: str, password: str) -> str:
        return self.admin("account", "password", upn, "--password-stdin", text=password + "\n")

    # The serving process

    def start(self) -> None:
        """Starts the server and returns when it says that it is ready."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [str(self.binary), "serve", *self.serve_arguments()],
                stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, env=self.environment())
        try:
            self.await_ready(time.monotonic() + 30)
        except BaseException:
            self.kill()
            raise

    def serve_arguments(self) -> list[str]:
        return [
            "--state", str(self.state), "--listen", f"127.0.0.1:{self.port}",
            "--operations-listen", f"127.0.0.1:{self.operations_port}",
            "--tls-certificate", str(self.tls / "server.pem"), "--tls-key", str(self.tls / "server-key.pem"),
            *self.more_arguments,
        ]

    def await_ready(self, deadline: float) -> None:
        assert self.process is not None
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                raise RuntimeError(f"postern serve ended with {self.process.returncode}: {self.last_words()}")
            try:
                with urllib.request.urlopen(self.operations + "/readyz", timeout=1) as answer:
                    if answer.status == 200:
                        return
            except (urllib.error.URLError, OSError):
                pass
            # The pause between two looks; what is waited for is the answer.
            time.sleep(0.02)
        raise RuntimeError(f"postern serve was not ready in time: {self.last_words()}")

    def last_words(self) -> str:
        lines = self.log.read_text(errors="replace").splitlines() if self.log.exists() else []
        return " / ".join(lines[-5:])

    def stop(self) -> int | None:
        """Asks the server to end and waits for it; returns its exit code."""
        return self._end(signal.SIGTERM)

    def kill(self) -> None:
        """Ends the server at once, as a crash would."""
        self._end(signal.SIGKILL)

    def _end(self, how: signal.Signals) -> int | None:
        process, self.process = self.process, None
        if process is None:
            return None
        if process.poll() is None:
            process.send_signal(how)
        try:
            return process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise RuntimeError(f"postern did not end within 30 s: {self.last_words()}") from None

    def __enter__(self) -> Gateway:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def metrics(gateway: Gateway) -> dict[str, float]:
    """The server's metrics by name with labels."""
    with urllib.request.urlopen(gateway.operations + "/metrics", timeout=5) as answer:
        lines: collections.abc.Iterable[str] = answer.read().decode().splitlines()
    pairs = (line.rsplit(" ", 1) for line in lines if line and not line.startswith("#"))
    return {name: float(value) for name, value in pairs}
