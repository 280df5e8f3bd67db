"""Starts the real program on free ports with a fresh state directory; nothing here stands in for it."""

from __future__ import annotations

import os
import pathlib
import typing

import pytest

from gateway import free_ports
from world import ROOT, World


@pytest.fixture(scope="session", autouse=True)
def only_our_authority() -> None:
    """A bundle named by the environment would win over the one that a client was given."""
    for name in ("REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "SSL_CERT_FILE"):
        os.environ.pop(name, None)


@pytest.fixture(scope="session")
def binary() -> pathlib.Path:
    path = pathlib.Path(os.environ.get("POSTERN_BINARY", ROOT / ".build" / "release" / "postern"))
    if not path.exists():
        pytest.exit(f"no program at {path}; build it with swift build -c release, or set POSTERN_BINARY", 2)
    return path


@pytest.fixture(scope="session")
def world(binary: pathlib.Path, tmp_path_factory: pytest.TempPathFactory) -> typing.Iterator[World]:
    """The server that most tests share."""
    port, operations = free_ports(2)
    made = World(binary, tmp_path_factory.mktemp("postern"), port, operations)
    made.set_up()
    with made.gateway:
        made.connect()
        yield made


@pytest.fixture
def own_world(binary: pathlib.Path, tmp_path: pathlib.Path) -> typing.Iterator[World]:
    """A server of the test's own, which it may stop, kill and start."""
    port, operations = free_ports(2)
    made = World(binary, tmp_path, port, operations)
    made.set_up()
    with made.gateway:
        made.connect()
        yield made
