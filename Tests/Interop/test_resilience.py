"""What survives a crash, and what parallel requests may do to each other."""

from __future__ import annotations

import concurrent.futures
import contextlib
import os
import pathlib
import shutil
import sqlite3
import subprocess
import typing

import pytest

from gateway import free_ports
from postern_client import Answer
from scenery import MAIL, MAIL_SCOPE
from teller import expect, protection_required, refused
from world import World


def in_parallel(count: int, request: typing.Callable[[int], Answer]) -> list[Answer]:
    with concurrent.futures.ThreadPoolExecutor(count) as pool:
        return list(pool.map(request, range(count)))


def test_killed_server_forgets_nothing(own_world: World) -> None:
    world = own_world
    person, app = world.person(), world.app()
    own = world.compliant(app, person)
    mail = app.refresh(own["refresh_token"], MAIL_SCOPE)
    world.protected(mail)
    used = own["refresh_token"]

    broken_person, broken = world.person(), world.app()
    broken_own = world.compliant(broken, broken_person)
    broken_mail = broken.refresh(broken_own["refresh_token"], MAIL_SCOPE)
    expect(broken.report(broken_own.token, rooted=True), 200)
    flow = expect(world.stock_app().device_code(MAIL_SCOPE), 200)
    arrival, verifier = app.authorize(MAIL_SCOPE)

    world.gateway.kill()
    world.gateway.start()

    assert expect(world.resource.introspect(mail.token), 200)["active"] is True
    world.server.verified(mail.token, MAIL)
    assert expect(world.resource.introspect(broken_mail.token), 200)["active"] is False
    protection_required(broken.refresh(broken_mail["refresh_token"], MAIL_SCOPE))
    expect(app.remediate(own.token, silent=True), 200, code=0)
    expect(app.redeem(arrival.parameters["code"], verifier), 200)
    refused(world.stock_app().poll(flow["device_code"]), "authorization_pending")
    world.protected(app.refresh(mail["refresh_token"], MAIL_SCOPE))
    refused(app.refresh(used, MAIL_SCOPE), "invalid_grant")


def test_consumed_stays_consumed(own_world: World) -> None:
    world = own_world
    person, app = world.person("free"), world.app()
    arrival, verifier = app.authorize(MAIL_SCOPE + " offline_access", person.upn, world.password(person))
    expect(app.redeem(arrival.parameters["code"], verifier), 200)
    world.gateway.kill()
    world.gateway.start()
    refused(app.redeem(arrival.parameters["code"], verifier), "invalid_grant")


def test_graceful_end(own_world: World) -> None:
    assert own_world.gateway.stop() == 0


def test_reads_its_own_writes(world: World) -> None:
    """A token request right after "compliant" succeeds, always; one right after "broken" fails, always."""
    person, app = world.person(), world.stock_app()
    own = world.compliant(app, person)
    refresh_token = own["refresh_token"]
    for _ in range(50):
        expect(app.report(own.token, pinSet=False), 200, code=4)
        protection_required(app.refresh(refresh_token, MAIL_SCOPE))
        expect(app.report(own.token), 200, code=0)
        expect(app.remediate(own.token, silent=True), 200, code=0)
        answer = app.refresh(refresh_token, MAIL_SCOPE)
        world.protected(answer)
        refresh_token = answer["refresh_token"]


def test_one_code_twenty_redemptions(world: World) -> None:
    app, person = world.app(), world.person("free")
    arrival, verifier = app.authorize(MAIL_SCOPE, person.upn, world.password(person))
    answers = in_parallel(20, lambda _: app.redeem(arrival.parameters["code"], verifier))
    assert sorted(one.status for one in answers) == [200] + [400] * 19, [one.text for one in answers]


def test_one_refresh_token_twenty_redemptions(world: World) -> None:
    app, person = world.app(), world.person("free")
    signed_in = expect(world.sign_in(app, person), 200)
    answers = in_parallel(20, lambda _: app.refresh(signed_in["refresh_token"], MAIL_SCOPE))
    assert sorted(one.status for one in answers) == [200] + [400] * 19, [one.text for one in answers]
    assert {one["error"] for one in answers if one.status == 400} == {"invalid_grant"}


def test_one_device_code_twenty_polls(world: World) -> None:
    from browser import enter_device_code

    app, person = world.stock_app(), world.person("free")
    flow = expect(app.device_code(MAIL_SCOPE), 200)
    enter_device_code(world.server.browser(), flow["verification_uri"], flow["user_code"], person.upn,
                      world.password(person))
    answers = in_parallel(20, lambda _: app.poll(flow["device_code"]))
    assert [one.status for one in answers].count(200) == 1, [one.text for one in answers]


def test_one_identity_twenty_installations(world: World) -> None:
    identity, person = world.identity(), world.person()
    apps = [world.app() for _ in range(20)]
    own = world.compliance(apps[0], person)
    tokens = [own] + [None] * 19
    for index, app in enumerate(apps[1:], 1):
        app.browser = apps[0].browser
        tokens[index] = world.compliance(app)

    def enroll(index: int) -> Answer:
        found = tokens[index]
        assert found is not None
        return apps[index].enroll(found.token, identity)

    answers = in_parallel(20, enroll)
    counted = [one.status for one in answers]
    assert set(counted) <= {201, 409}, [one.text for one in answers]


@pytest.fixture
def small_disk(tmp_path: pathlib.Path) -> typing.Iterator[pathlib.Path]:
    """A file system of its own with little room."""
    place = tmp_path / "disk"
    place.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64m", "tmpfs", str(place)], check=True)
    yield place
    subprocess.run(["umount", "--lazy", str(place)], check=True)


@pytest.mark.skipif(os.geteuid() != 0, reason="mounting a small file system needs root")
def test_full_disk(binary: pathlib.Path, small_disk: pathlib.Path) -> None:
    """What can't be written down is not given out, and nothing is lost over it."""
    world = World(binary, small_disk, *free_ports(2))
    world.set_up()
    with world.gateway:
        world.connect()
        app, person = world.app(), world.person("free")
        signed_in = expect(world.sign_in(app, person), 200)
        filler = small_disk / "filler"
        with filler.open("wb", buffering=0) as file, contextlib.suppress(OSError):
            while True:
                file.write(bytes(4096))
        refusals = []
        for _ in range(200):
            answer = app.refresh(signed_in["refresh_token"], MAIL_SCOPE)
            if answer.status != 200:
                refusals.append(answer)
                break
            signed_in = answer
        assert refusals, "tokens came out of a server that could not write them down"
        expect(refusals[0], 503, error="temporarily_unavailable")
        assert int(refusals[0].headers["Retry-After"]) >= 1
        filler.unlink()
        expect(app.refresh(signed_in["refresh_token"], MAIL_SCOPE), 200)


def test_a_restored_database_begins_anew(own_world: World) -> None:
    """An older state in a new directory: what was issued after it is dead at once, and so is what is revoked then."""
    world = own_world
    person, app = world.person(), world.app()
    own = world.compliant(app, person)
    copy = world.gateway.directory / "copy.db"
    with contextlib.closing(sqlite3.connect(world.gateway.state / "postern.db")) as source, contextlib.closing(
            sqlite3.connect(copy)) as target:
        source.backup(target)
    for number in range(6):
        expect(app.report(own.token, pinSet=number % 2 == 1), 200)
    mail = expect(app.refresh(own["refresh_token"], MAIL_SCOPE), 200)
    assert world.resource.introspect(mail.token)["active"] is True

    assert world.gateway.stop() == 0
    restored = world.gateway.directory / "restored"
    restored.mkdir(mode=0o700)
    shutil.copy(copy, restored / "postern.db")
    for name in ("master.key", "postern.yaml"):
        shutil.copy(world.gateway.state / name, restored / name)
    world.gateway.state = restored
    world.gateway.start()
    world.connect()
    assert world.resource.introspect(mail.token).json == {"active": False}
    again = expect(app.refresh(own["refresh_token"], MAIL_SCOPE), 200)
    assert world.resource.introspect(again.token)["active"] is True
    world.gateway.admin("app", "wipe", app.instance, "--reason", "stolen")
    assert world.resource.introspect(again.token).json == {"active": False}
