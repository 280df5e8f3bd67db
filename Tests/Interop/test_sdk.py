"""The Swift SDK against the real server: the sample app plays the app, this file its user and the browser.

The three cases are those that every rollout of app protection meets: demanded from the start, demanded later, and demanded
although no policy can be met.
"""

from __future__ import annotations

import pathlib
import subprocess
import typing

import pytest

from sample_app import Phone
from scenery import MOBILE
from world import World


@pytest.fixture
def program(binary: pathlib.Path) -> pathlib.Path:
    path = binary.parent / "landmarks"
    if not path.exists():
        pytest.exit(f"no program at {path}; build it with swift build", 2)
    return path


@pytest.fixture
def phone(world: World, program: pathlib.Path, tmp_path: pathlib.Path) -> typing.Callable[..., Phone]:
    def make(kind: str, *, stock: bool = False, identity: bool = True) -> Phone:
        person = world.person(kind)
        client = world.scenery.notes_app if stock else world.scenery.mail_app
        return Phone(
            world.server, program, tmp_path / kind, person, world.password(person), client, stock=stock,
            identity=world.identity() if identity else None)

    return make


@pytest.mark.parametrize("stock", [False, True], ids=["key", "enrolment id"])
def test_case_a_demanded_from_the_start(phone: typing.Callable[..., Phone], stock: bool) -> None:
    mine = phone("protected", stock=stock)
    first = mine.sign_in()
    assert first.code == 0, first.lines
    assert first.statuses == ["compliant"]
    assert mine.opened == 2, "the second visit needs no page: the browser's session does"
    assert "protapp" in mine.token["xms_cc"]
    again = mine.ask("--silent")
    assert again.code == 0 and not again.statuses, again.lines


@pytest.mark.parametrize("stock", [False, True], ids=["key", "enrolment id"])
def test_signing_in_again_leaves_the_app_in_order(phone: typing.Callable[..., Phone], stock: bool) -> None:
    mine = phone("protected", stock=stock)
    for _ in range(3):
        found = mine.sign_in()
        assert found.code == 0 and set(found.statuses) <= {"compliant"}, found.lines
        assert "protapp" in mine.token["xms_cc"]
        silent = mine.ask("--silent")
        assert silent.code == 0 and not silent.statuses, silent.lines


def test_case_b_demanded_after_enrolling(world: World, phone: typing.Callable[..., Phone]) -> None:
    mine = phone("managed")
    first = mine.sign_in()
    assert first.code == 0 and not first.statuses, first.lines
    assert "protapp" not in mine.token.get("xms_cc", [])
    assert mine.enroll().statuses == ["compliant"]
    mine.remove_pin()
    world.join(mine.person, MOBILE)
    silent = mine.ask("--silent")
    assert silent.code == 0, "what was reported before still holds"
    assert mine.remediate("--silent").statuses == ["interactionRequired"]
    refused = mine.ask("--silent")
    assert refused.code == 1 and refused.statuses == ["interactionRequired"], refused.lines
    opened = mine.opened
    solved = mine.ask()
    assert solved.code == 0 and solved.statuses == ["compliant"], solved.lines
    assert mine.opened == opened, "nobody had to sign in"
    assert "protapp" in mine.token["xms_cc"]


def test_case_c_demanded_and_impossible(phone: typing.Callable[..., Phone]) -> None:
    mine = phone("demanded")
    first = mine.sign_in()
    assert first.code == 1, first.lines
    assert first.said("compliance") == ["notCompliant not_targeted"]
    assert first.said("title")[0] and first.said("message")[0]
    for options in ((), ("--silent",)):
        again = mine.ask(*options)
        assert again.code == 1 and again.statuses == ["notCompliant"], again.lines
    assert not mine.has_token


def test_the_users_pin_decides_and_leaving_is_no_failure(phone: typing.Callable[..., Phone]) -> None:
    mine = phone("protected")
    mine.pin = ""
    first = mine.sign_in()
    assert first.code == 1 and first.statuses == ["userCancelled"], first.lines
    mine.pin = "1357"
    assert mine.ask().code == 0


def test_an_app_without_evidence_gets_no_token(phone: typing.Callable[..., Phone]) -> None:
    mine = phone("protected", identity=False)
    first = mine.sign_in()
    assert first.code == 1 and first.statuses == ["notCompliant"], first.lines
    assert "evidence_insufficient" in first.said("compliance")[0]


def test_a_gateway_that_is_not_there_is_a_network_failure(phone: typing.Callable[..., Phone]) -> None:
    mine = phone("free")
    mine.options[1] = "https://127.0.0.1:1/contoso"
    found = mine.remediate("--language", "ru")
    assert found.code == 1 and found.statuses == ["networkFailure"], found.lines
    assert found.said("title") == ["Нет соединения"]


def test_a_name_is_no_account_id(phone: typing.Callable[..., Phone]) -> None:
    mine = phone("free")
    found = mine.run("remediate", "--account", mine.person.upn)
    assert found.code == 1 and "user principal name" in found.said("failed")[0], found.lines


def test_a_wipe_reaches_the_app_that_follows(world: World, phone: typing.Callable[..., Phone]) -> None:
    mine = phone("protected")
    assert mine.sign_in().code == 0
    process = subprocess.Popen(
        [str(mine.program), "follow", *mine.options, "--silent", "--account", mine.person.id], stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None and process.stdin is not None
    with process:
        try:
            assert process.stdout.readline() == "compliance: compliant \n"
            world.gateway.admin("app", "wipe", mine.instance, "--reason", "phone lost")
            rest = process.stdout.read()
        finally:
            process.stdin.close()
    assert f"wiped: {mine.person.id}" in rest, rest
    assert not (mine.state / "pin").exists()
    assert mine.ask("--silent").code == 1


def test_an_app_that_declares_nothing_is_told_at_once(phone: typing.Callable[..., Phone]) -> None:
    mine = phone("protected")
    mine.options.append("--without-protapp")
    first = mine.sign_in()
    assert first.code == 1 and first.said("compliance") == ["notCompliant capability_not_declared"], first.lines


def test_a_wipe_is_learned_of_when_every_token_is_dead(world: World, phone: typing.Callable[..., Phone]) -> None:
    mine = phone("protected")
    assert mine.sign_in().code == 0
    instance = mine.instance
    world.gateway.admin("app", "wipe", instance, "--reason", "phone lost")
    # The kept token of a new run is none, so that the refresh token is shown, which is dead.
    found = mine.ask("--silent")
    assert found.code == 1 and found.said("wiped") == [mine.person.id], found.lines
    assert found.said("compliance") == ["notCompliant wiped"]
    assert mine.ask("--silent").said("failed") == ["nobody has signed in with this account here"]
