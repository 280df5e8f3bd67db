"""What the operator sees: health, metrics, and one line for each thing that is wrong at the start."""

from __future__ import annotations

import json
import pathlib
import socket
import subprocess
import urllib.error
import urllib.request

import pytest

from gateway import CommandFailed, Gateway, free_ports, metrics
from scenery import MAIL_SCOPE
from world import World


def serve(gateway: Gateway, *more: str) -> tuple[int, str]:
    """Runs `serve`, which must end by itself; returns its code and what it said."""
    done = subprocess.run(
        [str(gateway.binary), "serve", *gateway.serve_arguments(), *more], stdin=subprocess.DEVNULL,
        capture_output=True, timeout=30, env=gateway.environment())
    return done.returncode, (done.stdout + done.stderr).decode(errors="replace").strip()


def one_line(said: str, *words: str) -> None:
    assert len(said.splitlines()) == 1, said
    for word in words:
        assert word in said, said


@pytest.fixture
def stopped(own_world: World) -> Gateway:
    own_world.gateway.stop()
    return own_world.gateway


def test_health_and_metrics(world: World) -> None:
    for path in ("/healthz", "/readyz"):
        with urllib.request.urlopen(world.gateway.operations + path, timeout=5) as answer:
            assert answer.status == 200
    world.sign_in(world.app(), world.person("free"))
    found = metrics(world.gateway)
    assert any(value > 0 for value in found.values()), found


def test_operations_are_not_on_the_public_listener(world: World) -> None:
    for path in ("/healthz", "/readyz", "/metrics"):
        assert world.server.get(world.server.base + path).status == 404


def test_plain_listener_serves_the_same(own_world: World) -> None:
    gateway = own_world.gateway
    gateway.stop()
    port, = free_ports(1)
    gateway.more_arguments = [*gateway.more_arguments, "--plain-listen", f"127.0.0.1:{port}"]
    gateway.start()
    own_world.connect()
    path = f"/{gateway.tenant}/v2.0/.well-known/openid-configuration"
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=5) as answer:
        found = json.load(answer)
    assert found == own_world.server.metadata
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=5)
    assert refused.value.code == 404


@pytest.mark.parametrize("address", ["0.0.0.0:8080", "[::]:8080", "192.0.2.1:8080", "localhost:8080"])
def test_plain_listener_stays_on_this_machine(stopped: Gateway, address: str) -> None:
    code, said = serve(stopped, "--plain-listen", address)
    assert code != 0
    one_line(said, "plainListen", address, "loopback")


def test_port_in_use(stopped: Gateway) -> None:
    with socket.socket() as taken:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        taken.bind(("127.0.0.1", stopped.port))
        taken.listen()
        code, said = serve(stopped)
    assert code != 0
    one_line(said, f"port {stopped.port} of 127.0.0.1", "`public`")


def test_warns_at_the_start_of_what_looks_wrong(stopped: Gateway) -> None:
    mistakes = {"POSTERN_LISTNE": "127.0.0.1:1", "POSTERN_LOGLEVEL": "debug"}
    injected = {"POSTERN_SERVICE_HOST": "10.0.0.1", "POSTERN_PORT": "tcp://10.0.0.1:8443", "POSTERN_PORT_8443_TCP": "x"}
    (stopped.state / "master.key").chmod(0o644)
    with socket.socket() as taken:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        taken.bind(("127.0.0.1", stopped.port))
        taken.listen()
        done = subprocess.run(
            [str(stopped.binary), "serve", *stopped.serve_arguments()], stdin=subprocess.DEVNULL,
            capture_output=True, timeout=30, env=stopped.environment() | mistakes | injected)
    said = (done.stdout + done.stderr).decode()
    warnings = [line for line in said.splitlines() if "warning" in line.lower()]
    assert len(warnings) == 3, said
    for name in mistakes:
        assert any("unknown variable" in line and name in line for line in warnings), said
    assert any("master.key" in line for line in warnings), said


def test_second_server_over_the_same_state(own_world: World) -> None:
    gateway = own_world.gateway
    other = Gateway(gateway.binary, gateway.directory, *free_ports(2), tenant=gateway.tenant)
    code, said = serve(other)
    assert code != 0
    one_line(said)
    own_world.sign_in(own_world.app(), own_world.person("free"), MAIL_SCOPE)


def test_no_state(stopped: Gateway, tmp_path: pathlib.Path) -> None:
    stopped.state = tmp_path / "nothing"
    code, said = serve(stopped)
    assert code != 0
    one_line(said, "nothing")


def test_unwritable_state(stopped: Gateway, tmp_path: pathlib.Path) -> None:
    (tmp_path / "file").write_text("")
    stopped.state = tmp_path / "file" / "state"
    code, said = serve(stopped)
    assert code != 0
    one_line(said, "file")
    with pytest.raises(CommandFailed):
        stopped.initialise()


def test_init_twice(own_world: World) -> None:
    with pytest.raises(CommandFailed) as failed:
        own_world.gateway.initialise()
    one_line(failed.value.said.strip(), "holds a gateway already")


def test_init_leaves_a_directory_in_use_alone(stopped: Gateway, tmp_path: pathlib.Path) -> None:
    stopped.state = tmp_path / "home"
    stopped.state.mkdir(mode=0o755)
    (stopped.state / "notes.txt").write_text("mine")
    with pytest.raises(CommandFailed) as failed:
        stopped.initialise()
    one_line(failed.value.said.strip(), "is not empty; name a new directory")
    assert stopped.state.stat().st_mode & 0o777 == 0o755
    assert [path.name for path in stopped.state.iterdir()] == ["notes.txt"]


def test_unknown_command_and_option(own_world: World) -> None:
    for arguments in (["fly"], ["serve", "--fly"], ["policy", "fly"]):
        with pytest.raises(CommandFailed) as failed:
            own_world.gateway.command(*arguments)
        one_line(failed.value.said.strip())
        assert failed.value.code == 2


FAILING_COMMANDS = {
    "no instance": ["app", "wipe", "c3b0a1d2-0000-4000-8000-0000000000ff", "--reason", "test"],
    "no identifier": ["app", "wipe", "x", "--reason", "test"],
    "no account": ["account", "disable", "nobody@contoso.example", "--reason", "test"],
    "no tenant": ["app", "list", "--tenant", "fabrikam"],
}


@pytest.mark.parametrize("arguments", FAILING_COMMANDS.values(), ids=FAILING_COMMANDS.keys())
def test_a_failing_command_says_one_line(world: World, arguments: list[str]) -> None:
    with pytest.raises(CommandFailed) as failed:
        world.gateway.admin(*arguments)
    one_line(failed.value.said.strip())
    assert failed.value.code == 1


@pytest.mark.parametrize("password", ["short", "aaaaaaaaaaaaaaaa", "protected00-and-more"])
def test_a_weak_password_is_refused(world: World, password: str) -> None:
    with pytest.raises(CommandFailed) as failed:
        world.gateway.set_password("protected00@contoso.example", password)
    one_line(failed.value.said.strip(), "password")


def enabled_policy(**conditions: object) -> dict[str, object]:
    return {
        "displayName": "Everybody needs a protected app", "state": "enabled",
        "conditions": {
            "clientAppTypes": ["all"], "applications": {"includeApplications": ["All"]},
            "users": {"includeUsers": ["All"]},
        } | conditions,
        "grantControls": {"operator": "OR", "builtInControls": ["compliantApplication"]},
    }


def misspelt() -> dict[str, object]:
    policy = enabled_policy()
    policy["grantControls"] = {"operator": "OR", "builtInControls": ["compliantApplicatoin"]}
    return policy


UNPUBLISHABLE = {
    "no policy at all": [],
    "a control that nobody knows": [misspelt()],
    "a condition that nobody knows": [enabled_policy(weather="rain")],
    "a location that is missing":
        [enabled_policy(locations={"includeLocations": ["6f0c7a0e-51d1-4b7e-9c55-2f6f6f1d0009"]})],
}


@pytest.mark.parametrize("policies", UNPUBLISHABLE.values(), ids=UNPUBLISHABLE.keys())
def test_enforcement_does_not_end_by_a_slip(world: World, tmp_path: pathlib.Path, policies: list[object]) -> None:
    for index, policy in enumerate(policies):
        (tmp_path / f"{index}.json").write_text(json.dumps(policy), encoding="utf-8")
    with pytest.raises(CommandFailed) as failed:
        world.gateway.admin("policy", "apply", str(tmp_path), "--reason", "a slip")
    assert failed.value.code == 1 and "nothing was published" in failed.value.said, failed.value.said


def test_log_shows_no_secret(own_world: World) -> None:
    world = own_world
    person, app = world.person(), world.app()
    own = world.compliant(app, person)
    mail = app.refresh(own["refresh_token"], MAIL_SCOPE)
    world.gateway.stop()
    said = world.gateway.log.read_text(errors="replace")
    secrets_ = [world.password(person), own["refresh_token"], mail["refresh_token"], mail.token, own.token,
                str(app.enrollment_id), world.scenery.service_secret]
    assert [one[:6] for one in secrets_ if one in said] == []
