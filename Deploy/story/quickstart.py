"""Sets a Postern up in a directory, starts it, plays the story, and keeps serving. Called by Deploy/quickstart."""

from __future__ import annotations

import argparse
import fcntl
import os
import pathlib
import re
import shutil
import signal
import socket
import sys
import threading
import typing

from exports import enable, filled
from gateway import CommandFailed, Gateway, free_ports
from postern_client import Postern, SignInRefused
from proofs import Authority
from scenery import BASELINE_NAMES, EXPORTED_NAMES, LEE, MAIL_SCOPE, PEOPLE, TENANT, Scenery
from story import Story
from teller import StoryFailed, Teller

ROOT = pathlib.Path(__file__).resolve().parents[2]
MARK = "made-by-quickstart"
# One real exported set of the corpus, put in force as far as it can be enforced.
CORPUS_SET = "AlexFilipin__ConditionalAccess/PolicySets/Category structure for AADP1"


class Stop(Exception):
    """Something that the person who called can put right, in one line."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="Deploy/quickstart", description=__doc__)
    parser.add_argument("--once", action="store_true", help="play the story, stop, and exit 0 only if all went as told")
    parser.add_argument("--port", type=int, help="serve on this port (default: 8443; with --once, a free one)")
    parser.add_argument("--state", type=pathlib.Path, help="work in this directory (default: .state/quickstart)")
    parser.add_argument("--quiet", action="store_true", help="print the steps without requests and answers")
    options = parser.parse_args()
    # A signal ends the server too, since every way out of `run` stops it.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        return run(options)
    except Stop as stop:
        print(f"quickstart: {stop}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print()
        return 130


def run(options: argparse.Namespace) -> int:
    directory = (options.state or ROOT / ".state" / ("once" if options.once else "quickstart")).absolute()
    with claimed(directory):
        port, operations = ports(options)
        gateway = Gateway(ROOT / ".build" / "release" / "postern", directory, port, operations, tenant=TENANT)
        teller = Teller(quiet=options.quiet)
        management = Authority("Contoso device management")
        scenery = Scenery(management.pem)
        try:
            first_credentials = set_up(gateway, scenery, teller)
            gateway.start()
        except (CommandFailed, RuntimeError) as problem:
            raise Stop(str(problem)) from problem
        try:
            return tell(gateway, scenery, management, teller, first_credentials, once=options.once)
        finally:
            gateway.stop()


def tell(gateway: Gateway, scenery: Scenery, management: Authority, teller: Teller, first_credentials: str, *,
         once: bool) -> int:
    try:
        Story(gateway, scenery, management, teller, exported_set="POSTERN_CORPUS" in os.environ).play()
    except (StoryFailed, SignInRefused, CommandFailed) as failure:
        teller.say(f"\nthe story failed at {failure}\nthe server's log is {gateway.log}")
        print(f"story: {max(teller.steps - 1, 0)} passed, 1 failed")
        return 1
    print(f"story: {teller.steps} passed, 0 failed")
    if not once:
        keep_serving(gateway, scenery, first_credentials)
    return 0


class claimed:
    """Holds a directory of this script, emptied; refuses one that somebody else filled or uses."""

    def __init__(self, directory: pathlib.Path):
        self.directory = directory

    def __enter__(self) -> None:
        try:
            self.directory.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            raise Stop(f"can't make {self.directory}: {problem.strerror}; say --state DIR") from problem
        mark = self.directory / MARK
        if any(self.directory.iterdir()) and not mark.exists():
            raise Stop(f"{self.directory} holds files that are not from here; say --state DIR")
        self.lock = mark.open("w")
        try:
            fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Stop(f"another quickstart works in {self.directory}; stop it or say --state DIR") from None
        for found in self.directory.iterdir():
            if found.is_dir():
                shutil.rmtree(found)
            elif found != mark:
                found.unlink()

    def __exit__(self, *_: object) -> None:
        self.lock.close()


def ports(options: argparse.Namespace) -> tuple[int, int]:
    if options.port is None and options.once:
        first, second = free_ports(2)
        return first, second
    port = options.port or 8443
    with socket.socket() as probe:
        # As a server binds: connections that wait to be forgotten are no hindrance, a listener is.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except (OSError, OverflowError) as problem:
            raise Stop(f"can't listen on port {port} ({problem}); say --port N") from problem
    return port, free_ports(1)[0]


def set_up(gateway: Gateway, scenery: Scenery, teller: Teller) -> str:
    """State directory, certificates, policies, directory and passwords; returns what `init` printed once."""
    teller.say("Setting up\n")
    gateway.make_certificates()
    said = gateway.initialise()
    teller.did("postern init ...")
    import_policies(gateway, teller)
    teller.did("postern policy apply ...", gateway.apply_policies())
    teller.did("postern directory apply directory.json",
               gateway.admin("directory", "apply", gateway.write("directory.json", scenery.directory())))
    teller.did("postern protection publish protection.json",
               gateway.admin("protection", "publish", gateway.write("protection.json", scenery.protection())))
    for person in PEOPLE:
        gateway.set_password(person.upn, scenery.passwords[person.upn])
    return said


def import_policies(gateway: Gateway, teller: Teller) -> None:
    """The organisation's own export and the baseline as they are, and a real exported set where there is one."""
    baseline = filled(ROOT / "Policies" / "baseline", gateway.directory / "baseline", BASELINE_NAMES)
    for source in (ROOT / "Deploy" / "story" / "policies", ROOT / "Policies" / "catalogue", baseline):
        said = gateway.import_policies([str(source)], enforced=True)
        teller.did(f"postern policy import {source.name} --keep-state", totals(said))
    corpus = os.environ.get("POSTERN_CORPUS")
    if corpus is None:
        teller.note("POSTERN_CORPUS is not set, so only our own exports are imported")
        return
    source = pathlib.Path(corpus) / CORPUS_SET
    if not source.is_dir():
        raise Stop(f"POSTERN_CORPUS has no {CORPUS_SET}")
    exported = filled(source, gateway.directory / "exported", EXPORTED_NAMES)
    said = gateway.import_policies([str(exported)], enforced=False)
    teller.did(f"postern policy import {source.name}", totals(said))
    enabled = enable(said, gateway.policies)
    if not enabled:
        raise Stop(f"nothing of {CORPUS_SET} can be enforced and met")
    teller.note(f"{len(enabled)} of them can be enforced, and met here, and are turned on:\n" + "\n".join(enabled))


def totals(said_by_import: str) -> str:
    """The line with counts, at the end of what an import says."""
    return " ".join(re.findall(r"^\d.*\.$", said_by_import, re.MULTILINE))


def keep_serving(gateway: Gateway, scenery: Scenery, first_credentials: str) -> None:
    metadata = f"{gateway.base}/{gateway.tenant}/v2.0/.well-known/openid-configuration"
    endpoints = Postern(gateway.base, gateway.tenant, gateway.trusted).metadata
    curl, client = f"curl --cacert {gateway.trusted}", scenery.notes_app.id
    print(f"""
Postern serves until you press Ctrl-C.

  metadata    {metadata}
  operations  {gateway.operations}/healthz, /readyz, /metrics
  trust       {gateway.trusted}
  state       {gateway.state}
  log         {gateway.log}

Credentials, shown this once:
""")
    for line in first_credentials.strip().splitlines():
        if line.startswith(" "):
            print(line)
    for person in PEOPLE:
        print(f"  {person.upn:28} {scenery.passwords[person.upn]}")
    print(f"""
Try it: ask for a device code, open the verification_uri that is answered, and sign in as {LEE.upn}. The policies
want a phone with a protected app of Alex, Nadia, Sam, Kim and Pat, and a second factor of the administrator.

  {curl} -d client_id={client} -d scope={MAIL_SCOPE} \\
      {endpoints["device_authorization_endpoint"]}
  {curl} -d client_id={client} -d grant_type=urn:ietf:params:oauth:grant-type:device_code \\
      -d device_code=... {endpoints["token_endpoint"]}""")
    sys.stdout.flush()
    wait_for_end(gateway)


def wait_for_end(gateway: Gateway) -> None:
    process = gateway.process
    assert process is not None
    ended = threading.Thread(target=process.wait, daemon=True)
    ended.start()
    try:
        ended.join()
    except KeyboardInterrupt:
        print("\nstopping")
        return
    raise Stop(f"postern ended by itself with {process.returncode}: {gateway.last_words()}")


if __name__ == "__main__":
    sys.exit(main())
