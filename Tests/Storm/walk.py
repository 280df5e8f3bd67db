#!/usr/bin/env python3
"""Random signals over the real server, one after the other: no app ever leaves the documented state machine.

    Tests/Storm/walk.py [--steps N] [--seed N] [--binary FILE]

After each step the journal has what the step did, which must be a row of the table that the documentation of
`AppInstance` shows. The server is ended with SIGKILL in between, before, during and after a signal, and started again
over the same database. At the end the whole journal is walked once more from its beginning.
"""

from __future__ import annotations

import collections
import pathlib
import random
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from journal import EVENTS, InstanceWrite, gaps, instance_writes  # noqa: E402
from stage import Installation, Signal, Stage, program_options  # noqa: E402
from table import TABLE, Row, State, Walk, check_documentation  # noqa: E402

INSTALLATIONS = 6
# Signals and how often each is chosen.
CHOICES = {
    "report": 24, "report no pin": 12, "report rooted": 6, "report old app": 5, "report old system": 4,
    "report nothing of the pin": 4, "report another revision": 3, "fetch policy": 10, "remediate silently": 10,
    "remediate": 10, "cancel": 12, "enrol": 5, "enrol unproved": 3, "refresh": 8, "leave": 1,
    "block": 0.6, "unblock": 2.5, "approve": 1, "disapprove": 1, "wipe": 0.5, "unenrol": 0.4,
    "publish": 1, "kill": 1, "kill during": 1,
}
# What an app tries that is gone, to see it refused.
IN_VAIN = ("report", "remediate", "cancel", "enrol", "leave", "block", "unblock", "approve", "disapprove", "unenrol",
           "wipe")


class WalkOfSteps:
    """The whole run."""

    def __init__(self, stage: Stage, steps: int, seed: int):
        self.stage = stage
        self.steps = steps
        self.chance = random.Random(f"walk {seed}")
        self.installations = [Installation(stage, stage.world.person(), proves_key=index % 2 == 0)
                              for index in range(INSTALLATIONS)]
        self.walk = Walk()
        self.read = 0
        self.kills = self.publications = self.refused = self.swept = 0
        self.taken: collections.Counter[str] = collections.Counter()
        self.statuses: collections.Counter[str] = collections.Counter()

    def run(self) -> None:
        for step in range(self.steps):
            installation = self.chance.choice(self.installations)
            what = self._choose(installation)
            try:
                self._step(installation, what)
            except AssertionError as failure:
                raise AssertionError(f"step {step}, `{what}`: {failure}") from failure
        self._catch_up()
        self._walk_again()

    def _choose(self, installation: Installation) -> str:
        if installation.token is None:
            return "sign in"
        if installation.app.instance is None:
            return "enrol"
        return self.chance.choices(list(CHOICES), list(CHOICES.values()))[0]

    # Steps

    def _step(self, installation: Installation, what: str) -> None:
        if what == "sign in":
            installation.begin()
        elif what == "publish":
            self._publish()
        elif what == "kill":
            self._restart()
        elif what == "kill during":
            self._kill_during(installation)
        else:
            self._signal(installation, what)
        self._catch_up()

    def _signal(self, installation: Installation, what: str) -> None:
        before = self.walk.state(installation.app.instance)
        signal = installation.do(what)
        if signal.accepted is None:
            raise AssertionError("the server does not answer")
        writes = self._catch_up()
        self._check(signal, before, writes)
        if what == "enrol" and signal.accepted:
            installation.do("fetch policy")
        elif what == "enrol":
            # What backs a blocked app backs no other.
            installation.identity = self.stage.world.identity()
        if self.walk.state(installation.app.instance).lifecycle in ("unenrolled", "wiped"):
            self._try_in_vain(installation)
            self._confirm_wipe(installation)
            installation.token = None

    def _check(self, signal: Signal, before: State, writes: list[InstanceWrite]) -> None:
        """What was taken has its write, with the status that was answered; what was refused has none."""
        own = [one for one in writes if any(
            signal.mark in (entry.correlation, entry.details.get("reason")) for entry in one.entries)]
        instance = signal.instance
        if not signal.accepted:
            self.refused += 1
            if own:
                raise AssertionError(f"it was refused, and yet it did {own[0]}")
            return
        if not signal.kind:
            return
        mine = [one for one in own if one.instance == instance]
        if [EVENTS[signal.kind]] != [event for one in mine for event in one.events]:
            raise AssertionError(f"from {before} it was taken, and its writes are {[str(one) for one in own]}")
        state = self.walk.state(instance)
        self.statuses[state.status] += 1
        stores = signal.kind in ("postureReported", "instanceEnrolled")
        # What the gateway evaluated by itself in the same moment came after.
        if stores and writes[-1] is mine[-1] and signal.status != state.status:
            raise AssertionError(f"it was answered with {signal.status}, and stored is {state}")
        self._check_enrollment_ids(instance or "", state)

    def _check_enrollment_ids(self, instance: str, state: State) -> None:
        good = self.stage.journal.enrollment_ids(instance)
        if good != (state.lifecycle == "enrolled"):
            raise AssertionError(f"{good} enrolment ids are good of an app that is {state.lifecycle}")

    def _try_in_vain(self, installation: Installation) -> None:
        """Unenrolled and wiped are final: nothing that is sent now changes anything, but that a wipe ends both."""
        before = self.walk.state(installation.app.instance)
        what = self.chance.choice(IN_VAIN)
        signal = installation.do(what)
        writes = [one for one in self._catch_up() if one.instance == installation.app.instance]
        may = what == "wipe" and before.lifecycle == "unenrolled"
        if bool(signal.accepted) != may or bool(writes) != may:
            raise AssertionError(f"`{what}` of an app that is {before.lifecycle}: accepted {signal.accepted}, "
                                 f"wrote {[str(one) for one in writes]}")
        self.refused += not may

    def _confirm_wipe(self, installation: Installation) -> None:
        """The first confirmation of a wipe is written; nothing else is there to confirm, or to write."""
        state = self.walk.state(installation.app.instance)
        signal = installation.do("confirm wipe")
        writes = self._catch_up()
        if bool(signal.accepted) != (state.lifecycle == "wiped"):
            raise AssertionError(f"the wipe of an app that is {state.lifecycle}: {signal.answer and signal.answer.text}")
        if signal.accepted:
            self._check(signal, state, writes)
            again = installation.do("confirm wipe")
            if not again.accepted or self._catch_up():
                raise AssertionError("a second confirmation is a mistake, or does something")

    def _publish(self) -> None:
        publication = self.stage.publish(self.chance)
        self.publications += 1
        deadline = time.monotonic() + 20
        while True:
            entries = self.stage.journal.entries(publication)
            if any(one.kind == "reevaluationCompleted" and one.details["cause"] >= publication for one in entries):
                return
            if time.monotonic() > deadline:
                raise AssertionError("a publication is not followed by a re-evaluation")
            time.sleep(0.02)  # between two looks; what is waited for is the journal

    # Kills

    def _restart(self) -> None:
        self.stage.gateway.kill()
        self.kills += 1
        if self.chance.random() < 0.3:
            # An administrator acts while nobody serves.
            installation = self.chance.choice(self.installations)
            if installation.app.instance is not None:
                what = self.chance.choice(("block", "unblock", "approve"))
                before = self.walk.state(installation.app.instance)
                self._check(installation.do(what), before, self._catch_up())
        self.stage.gateway.start()

    def _kill_during(self, installation: Installation) -> None:
        """Kills while a signal is under way; whatever was written of it is a row, and what was answered was written."""
        what = self.chance.choice(("report", "report no pin", "remediate", "cancel", "leave", "enrol"))
        signals: list[Signal] = []
        sender = threading.Thread(target=lambda: signals.append(installation.do(what)))
        before = self.walk.state(installation.app.instance)
        sender.start()
        time.sleep(self.chance.uniform(0, 0.012))  # the moment is what is random here
        self.stage.gateway.kill()
        self.kills += 1
        sender.join(90)
        self.stage.gateway.start()
        signal, writes = signals[0], self._catch_up()
        if signal.accepted is not None:
            self._check(signal, before, writes)
        if self.walk.state(installation.app.instance).lifecycle in ("unenrolled", "wiped"):
            installation.token = None

    # The journal

    def _catch_up(self) -> list[InstanceWrite]:
        """Walks on over what is new."""
        entries = self.stage.journal.entries(self.read)
        if not entries:
            return []
        if entries[0].sequence != self.read + 1 or gaps(entries):
            raise AssertionError(f"the journal has gaps after {self.read}")
        self.read = entries[-1].sequence
        writes = instance_writes(entries)
        for write in writes:
            self.walk.take(write)
            self.taken.update(write.events or ["reevaluate"])
            self.swept += not write.events
        return writes

    def _walk_again(self) -> None:
        whole = Walk()
        for write in instance_writes(self.stage.journal.entries()):
            whole.take(write)
        if whole.states != self.walk.states:
            raise AssertionError("the journal as a whole leads elsewhere than its steps did")

    def counted(self) -> str:
        ends = collections.Counter(state.lifecycle for state in self.walk.states.values())
        return (f"{self.steps} steps, {self.kills} kills, {self.publications} publications, {self.refused} signals refused, "
                f"{sum(self.taken.values())} transitions of {len(self.walk.states)} apps ({dict(ends)}), "
                f"{self.swept} by the gateway itself, statuses {dict(self.statuses)}")


def untaken(rows: dict[Row, int]) -> list[str]:
    """Rows that no step went through; what is refused is written nowhere."""
    return [f"{row.state} / {row.event}" for row in TABLE if not rows[row] and row.event != "anything else"]


def main() -> int:
    options = program_options(__doc__, "steps", 600)
    check_documentation()
    with tempfile.TemporaryDirectory(prefix="postern-walk-") as name:
        stage = Stage(options.binary.resolve(), pathlib.Path(name))
        stage.set_up()
        walk = WalkOfSteps(stage, options.steps, options.seed)
        try:
            stage.publish(walk.chance)
            walk.run()
        except AssertionError as failure:
            print(f"walk: seed {options.seed}, {failure}")
            return 1
        finally:
            stage.gateway.kill()
        missed = untaken(walk.walk.rows_taken)
        print(f"counted: {walk.counted()}")
        print(f"walk: seed {options.seed}, rows not gone through: {missed or 'none'}")
        # A short walk may miss a rare row; a long one that does has lost a way in.
        return 1 if missed and options.steps >= 5000 else 0


if __name__ == "__main__":
    sys.exit(main())
