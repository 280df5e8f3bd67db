"""The journal as its operator sees it: sealed while the server serves, verified, exported and pruned, also after crashes."""

from __future__ import annotations

import contextlib
import json
import pathlib
import random
import sqlite3
import subprocess
import threading
import time
import typing

import pytest

from gateway import CommandFailed, Gateway
from postern_client import App, Client
from scenery import MAIL
from teller import expect
from world import World

FORM = {"grant_type": "client_credentials", "scope": MAIL + "/.default"}


def daemon(world: World) -> App:
    service = world.scenery.mail_service
    return App(world.server, Client(service.id, secret=service.secret), capabilities=[])


def journal(gateway: Gateway, *arguments: str) -> str:
    return gateway.admin("journal", *arguments)


def report(gateway: Gateway, *arguments: str) -> tuple[int, dict[str, typing.Any]]:
    """How `verify` ends, and what it says."""
    done = subprocess.run(
        [str(gateway.binary), "journal", "verify", "--format", "json", "--state", str(gateway.state), *arguments],
        stdin=subprocess.DEVNULL, capture_output=True, timeout=120, env=gateway.environment())
    assert done.returncode in (0, 1), done.stderr.decode()
    return done.returncode, json.loads(done.stdout)


def entries(text: str) -> list[dict[str, typing.Any]]:
    return [json.loads(line) for line in text.splitlines()]


def checkpoints(gateway: Gateway) -> pathlib.Path:
    file, = (gateway.state / "checkpoints").iterdir()
    return file


def await_sealed(gateway: Gateway) -> None:
    """Waits until the server has sealed what is there."""
    deadline = time.monotonic() + 30
    while report(gateway)[1]["unsealed"]:
        assert time.monotonic() < deadline, "not sealed in time"
        # The pause between two looks; what is waited for is the report.
        time.sleep(0.2)


@pytest.fixture
def sealing(own_world: World) -> World:
    """A server that seals ten entries at once, and fewer after a second."""
    own_world.gateway.stop()
    own_world.gateway.more_arguments += ["--journal-seal-entries", "10", "--journal-seal-seconds", "1"]
    own_world.gateway.start()
    own_world.connect()
    return own_world


def test_sealed_while_it_serves(sealing: World) -> None:
    gateway, app = sealing.gateway, daemon(sealing)
    for _ in range(25):
        expect(app.token(FORM), 200)
    await_sealed(gateway)
    code, found = report(gateway)
    assert code == 0 and found["isWhole"] and found["seals"] >= 3 and found["checkpoints"] == found["seals"], found
    assert len(entries(journal(gateway, "export", "--kind", "tokenIssued"))) == 25
    # What comes with the end of the server is sealed by the end.
    expect(app.token(FORM), 200)
    assert gateway.stop() == 0
    code, found = report(gateway)
    assert code == 0 and found["unsealed"] == 0, found


def tamper(gateway: Gateway, *statements: str) -> None:
    with contextlib.closing(sqlite3.connect(gateway.state / "postern.db")) as database, database:
        for statement in statements:
            database.execute(statement)


def test_tampering_is_found(sealing: World, tmp_path: pathlib.Path) -> None:
    gateway, app = sealing.gateway, daemon(sealing)
    for _ in range(25):
        expect(app.token(FORM), 200)
    await_sealed(gateway)
    gateway.stop()
    kept = tmp_path / "elsewhere.jsonl"
    kept.write_bytes(checkpoints(gateway).read_bytes())
    database = gateway.state / "postern.db"
    with contextlib.closing(sqlite3.connect(database)) as whole:
        whole.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    image = database.read_bytes()

    def kinds(*statements: str) -> set[str]:
        database.write_bytes(image)
        tamper(gateway, *statements)
        code, found = report(gateway, "--checkpoint", str(kept))
        assert code == 1, found
        return {finding["kind"] for finding in found["findings"]}

    nothing = tmp_path / "nothing.jsonl"
    nothing.touch()
    asked = subprocess.run([str(gateway.binary), "journal", "verify", "--state", str(gateway.state), "--checkpoint",
                            str(nothing)], capture_output=True, text=True)
    assert asked.returncode == 2 and "holds no checkpoint" in asked.stderr, asked
    assert kinds("UPDATE journal SET actor = 'mallory' WHERE sequence = 5") == {"alteredEntries"}
    assert kinds("DELETE FROM journal WHERE sequence = 5") == {"missingEntries"}
    last = "(SELECT MAX(number) FROM journal_seals)"
    cut = [f"DELETE FROM journal WHERE sequence >= (SELECT first_sequence FROM journal_seals WHERE number = {last})",
           f"DELETE FROM journal_seals WHERE number = {last}",
           "UPDATE journal_heads SET sequence = (SELECT MAX(sequence) FROM journal)"]
    assert kinds(*cut) == {"cutOff"}
    # The server goes on with what was cut off in another epoch, says so, and leaves the checkpoints before it as they are.
    gateway.start()
    expect(daemon(sealing).token(FORM), 200)
    await_sealed(gateway)
    gateway.stop()
    assert "the database is a restored one or a copy" in gateway.log.read_text()
    assert checkpoints(gateway).read_bytes().startswith(kept.read_bytes())
    code, found = report(gateway)
    assert code == 1 and {finding["kind"] for finding in found["findings"]} == {"restored"}, found
    code, found = report(gateway, "--checkpoint", str(kept))
    assert code == 1 and {finding["kind"] for finding in found["findings"]} == {"restored"}, found


def test_killed_while_it_seals(sealing: World) -> None:
    """Crashes lose no seal and make none twice, and every checkpoint is outside in the end."""
    gateway, random_delay = sealing.gateway, random.Random(7)
    issued = 0
    for _ in range(8):
        stop = threading.Event()

        def storm() -> None:
            nonlocal issued
            app = daemon(sealing)
            # The connection ends with the server; what was answered before it counts.
            with contextlib.suppress(Exception):
                while not stop.is_set():
                    expect(app.token(FORM), 200)
                    issued += 1

        thread = threading.Thread(target=storm)
        thread.start()
        # The moment of the crash is what is random here.
        stop.wait(0.2 + random_delay.random())
        gateway.kill()
        stop.set()
        thread.join(30)
        code, found = report(gateway)
        assert code == 0, found
        gateway.start()
    assert gateway.stop() == 0
    code, found = report(gateway)
    assert code == 0 and found["unsealed"] == 0 and found["checkpoints"] == found["seals"] >= 8, found
    lines = entries(checkpoints(gateway).read_text())
    assert [line["seal"] for line in lines] == list(range(1, len(lines) + 1))
    written = entries(journal(gateway, "export"))
    assert [entry["sequence"] for entry in written] == list(range(1, len(written) + 1))
    assert sum(entry["kind"] == "tokenIssued" for entry in written) >= issued > 0
    assert lines[-1]["lastSequence"] == len(written)


def test_exported_piece_by_piece_and_pruned(sealing: World, tmp_path: pathlib.Path) -> None:
    gateway, app = sealing.gateway, daemon(sealing)
    for _ in range(15):
        expect(app.token(FORM), 200)
    await_sealed(gateway)
    file = tmp_path / "journal.jsonl"
    journal(gateway, "export", "--output", str(file), "--until", "7")
    with file.open("ab") as torn:
        torn.write(b'{"at":"2026')
    journal(gateway, "export", "--output", str(file), "--resume")
    exported = entries(file.read_text())
    assert [entry["sequence"] for entry in exported] == list(range(1, len(exported) + 1))
    with pytest.raises(CommandFailed):
        journal(gateway, "export", "--output", str(file))

    kept = checkpoints(gateway).read_bytes()
    # What is evaluated again by what the journal says goes on to here; entries that it may still read stay.
    sealing.apply_directory()
    deadline = time.monotonic() + 30
    while not (said := journal(gateway, "prune", "--keep", "0s", "--reason", "the year is over")).startswith("Removed"):
        assert said.startswith("Nothing of contoso was removed") and time.monotonic() < deadline, said
        time.sleep(0.2)
    assert said.startswith("Removed entries 1 to "), said
    await_sealed(gateway)
    code, found = report(gateway)
    assert code == 0 and found["prunedThrough"] > 0, found
    assert checkpoints(gateway).read_bytes().startswith(kept)
    left = entries(journal(gateway, "export"))
    assert left[0]["sequence"] == found["prunedThrough"] + 1
    assert any(entry["kind"] == "journalPruned" and entry["details"]["reason"] == "the year is over" for entry in left)
