#!/usr/bin/env python3
"""A storm of signals over a server that is killed again and again: nothing that it took is lost, no effect is repeated.

    Tests/Storm/storm.py [--kills N] [--seed N] [--binary FILE]

Apps enrol, report, remediate and leave; an administrator blocks, approves and wipes and publishes policies; services and
apps follow what happens. At random moments the server is ended with SIGKILL and started again over the same database.
What was acknowledged, what stands in the journal and what the followers were told must be the same in the end.
"""

from __future__ import annotations

import collections
import pathlib
import random
import sys
import tempfile
import threading
import time
import typing

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from follower import OF_THE_JOURNAL, Follower, delivery_faults  # noqa: E402
from journal import Entry, gaps, instance_writes  # noqa: E402
from stage import GRACE, Installation, Signal, Stage, program_options  # noqa: E402
from table import LeftTheTable, Walk, check_documentation  # noqa: E402
from postern_client import App  # noqa: E402
from proofs import InstanceKey  # noqa: E402
from scenery import Person  # noqa: E402
from teller import expect  # noqa: E402

WORKERS = 5
# Apps of one account that are evaluated again together; more than one batch of a re-evaluation takes.
CROWD = 220
# Signals and how often each is chosen.
CHOICES = {
    "report": 26, "report no pin": 12, "report rooted": 8, "report old app": 5, "report old system": 3,
    "report nothing of the pin": 4, "report another revision": 3, "fetch policy": 10, "remediate silently": 10,
    "remediate": 8, "cancel": 8, "enrol": 4, "enrol unproved": 2, "leave": 2, "refresh": 6, "block": 2, "unblock": 4,
    "approve": 2, "disapprove": 2, "wipe": 1, "unenrol": 1,
}
# What ends an app or its tokens for good, if only when its answer is lost; those who are followed do without.
ENDS = ("leave", "wipe", "unenrol", "report rooted", "refresh")


class Worker(threading.Thread):
    """Sends signals of one person's app while it may, and rests while the server is gone."""

    def __init__(self, installation: Installation, seed: str, *, lasting: bool):
        super().__init__(daemon=True)
        self.installation = installation
        self.chance = random.Random(seed)
        self.lasting = lasting
        self.choices = {what: weight for what, weight in CHOICES.items() if not lasting or what not in ENDS}
        self.signals: list[Signal] = []
        self.go = threading.Event()
        self.resting = threading.Event()
        self.ended = False
        self.failure: BaseException | None = None

    def run(self) -> None:
        try:
            while not self.ended:
                if not self.go.is_set():
                    self.resting.set()
                    self.go.wait()
                    self.resting.clear()
                    continue
                self._once()
        except BaseException as failure:
            self.failure = failure
        finally:
            self.resting.set()

    def _once(self) -> None:
        installation = self.installation
        if installation.token is None:
            self._come_back()
            return
        what = "enrol" if installation.app.instance is None else self._choose()
        signal = installation.do(what)
        self.signals.append(signal)
        if signal.accepted is None:
            self.go.clear()
        elif signal.accepted and what in ("leave", "wipe", "unenrol"):
            installation.token = None
            installation.app.instance = None
        elif what == "enrol":
            # What backs a blocked app backs no other.
            if not signal.accepted:
                installation.identity = installation.stage.world.identity()
            installation.do("fetch policy")

    def _choose(self) -> str:
        return self.chance.choices(list(self.choices), list(self.choices.values()))[0]

    def _come_back(self) -> None:
        """Signs in with a new installation: the old one's tokens are dead."""
        try:
            if self.lasting and self.installation.app.instance is not None:
                raise AssertionError("the tokens of an app that only broke are dead")
            self.installation.begin()
        except OSError:
            self.go.clear()


class Crowd:
    """Many apps of one account, which change together when the account is disabled or enabled."""

    def __init__(self, stage: Stage, person: Person):
        self.stage = stage
        self.person = person
        self.is_enabled = True
        self.instances: set[str] = set()

    def enroll(self) -> None:
        first = Installation(self.stage, self.person, proves_key=True)
        first.begin()
        for index in range(CROWD):
            app = first.app if index == 0 else App(first.server, first.app.client, key=InstanceKey())
            app.browser = first.app.browser
            token = first.token or ""
            if index > 0:
                token = expect(app.sign_in_for(first.server.compliance_scope), 200).token
            expect(app.enroll(token), 201)
            self.instances.add(str(app.instance))

    def turn(self) -> int:
        """Disables or enables the account; returns the sequence of the journal's entry."""
        self.is_enabled = not self.is_enabled
        before = self.stage.journal.head
        what, kind = ("enable", "accountEnabled") if self.is_enabled else ("disable", "accountDisabled")
        self.stage.gateway.admin("account", what, self.person.upn, "--reason", "storm")
        return next(one.sequence for one in self.stage.journal.entries(before) if one.kind == kind)

    def changes(self, after: int) -> list[Entry]:
        return [one for one in self.stage.journal.entries(after)
                if one.kind == "complianceChanged" and one.instance in self.instances]


class Storm:
    """The whole run."""

    def __init__(self, stage: Stage, kills: int, seed: int):
        self.stage = stage
        self.kills = kills
        self.chance = random.Random(f"storm {seed}")
        people = [stage.world.person() for _ in range(WORKERS + 2)]
        stage.hasty = people.pop()
        self.crowd = Crowd(stage, people.pop())
        self.publications = [stage.publish(self.chance)]
        self.hasty = Installation(stage, stage.hasty, proves_key=True)
        # Every second one is a stock client; the first two last, so that they can be followed.
        self.workers = [
            Worker(Installation(stage, person, proves_key=index % 2 == 0), f"{seed} {index}", lasting=index < 2)
            for index, person in enumerate(people)]
        self.followers: list[tuple[Follower, typing.Callable[[Entry], bool]]] = []
        self.caught_up = self.due = self.turns = self.interrupted = 0
        self.hasty_signals: list[Signal] = []

    def run(self) -> None:
        self._set_up()
        for round_number in range(self.kills):
            self._round(round_number)
        self._stop()

    def _set_up(self) -> None:
        self.crowd.enroll()
        for worker in self.workers:
            worker.installation.begin()
            expect_accepted(worker.installation.do("enrol"), worker.signals)
            expect(worker.installation.app.fetch_policy(worker.installation.token or ""), 200)
        self._follow_everything()
        for worker in self.workers[:2]:
            self._follow(worker.installation)
        for follower, _ in self.followers:
            follower.start()
        for follower, _ in self.followers:
            if not follower.first_heard.wait(10):
                raise AssertionError(f"a follower heard nothing: {follower.refused}")
        for worker in self.workers:
            worker.start()

    def _follow_everything(self) -> None:
        url = self.stage.world.server.compliance + "/events"
        follower = Follower(url + "?scope=tenant", self.stage.gateway.trusted, self.stage.reader_headers)
        self.followers.append((follower, lambda entry: True))

    def _follow(self, installation: Installation) -> None:
        url = self.stage.world.server.compliance + f"/events?instanceId={installation.app.instance}"
        app, token, person = installation.app, installation.token or "", installation.person
        follower = Follower(url, self.stage.gateway.trusted, lambda: app.authorization("GET", url, token))
        self.followers.append((follower, lambda entry: (
            entry.account == person.id and entry.client == app.client.id and entry.instance in (app.instance, None))))

    # Rounds

    def _round(self, number: int) -> None:
        plan = ("plain", "publish", "crowd", "due", "publish while down", "crowd")[number % 6]
        due = self._forgiven() if plan == "due" else None
        for worker in self.workers:
            worker.go.set()
        time.sleep(self.chance.uniform(0.15, 0.9))  # the moment is what is random here
        if plan == "publish":
            self.publications.append(self.stage.publish(self.chance))
        turn = None
        if plan == "crowd":
            turn = self.crowd.turn()
            self._await_changes(turn, self.chance.choice((0, 1, 60, 150, 205)))
        self.stage.gateway.kill()
        before = self.stage.journal.head
        self._rest()
        if plan == "publish while down":
            self.publications.append(self.stage.publish(self.chance))
        if due is not None:
            # Time has to pass while nobody is there to see it.
            time.sleep(max(0.0, due - time.time()) + 0.2)
        started = self.stage.journal.head
        self.stage.gateway.start()
        if plan.startswith("publish"):
            self._check_caught_up(self.publications[-1])
        if turn is not None:
            self._check_crowd(turn, before)
        if due is not None:
            self._check_evaluated(started)

    def _rest(self) -> None:
        for worker in self.workers:
            worker.go.clear()
        for worker in self.workers:
            if not worker.resting.wait(60):
                raise AssertionError("an app does not come to rest")
            if worker.failure is not None:
                raise AssertionError(f"an app failed: {worker.failure!r}") from worker.failure

    def _forgiven(self) -> float:
        """Has an app miss its PIN within a grace; returns when the grace has ended."""
        installation = self.hasty
        if installation.app.instance is None:
            installation.begin()
            expect_accepted(installation.do("enrol"), self.hasty_signals)
        expect(installation.app.fetch_policy(installation.token or ""), 200)
        for what, code in (("report", 0), ("report no pin", 0)):
            signal = installation.do(what)
            expect_accepted(signal, self.hasty_signals)
            assert signal.answer is not None
            expect(signal.answer, 200, code=code)
        return time.time() + GRACE

    def _check_evaluated(self, started: int) -> None:
        """What fell due while nobody was there is evaluated at the start."""
        instance = self.hasty.app.instance
        self._await(lambda: any(
            entry.instance == instance and entry.kind == "complianceChanged"
            and entry.details["to"] == "interactionRequired" for entry in self.stage.journal.entries(started)),
            "an app that fell due while the server was away is not evaluated")
        self.due += 1

    def _check_caught_up(self, publication: int) -> None:
        """A publication reaches every app: what is stored of each is what is found when it is evaluated now."""
        self._await_reevaluation(publication)
        walk = Walk()
        for write in instance_writes(self.stage.journal.entries()):
            walk.take(write)
        for installation in (self.hasty, *(worker.installation for worker in self.workers)):
            if installation.token is None or installation.app.instance is None:
                continue
            answer = installation.app.status(installation.token)
            if answer.status != 200:
                continue
            found, stored = answer["app"], walk.state(installation.app.instance)
            if "supportId" not in found and (found["status"], tuple(found["reasons"])) != (stored.status, stored.reasons):
                raise AssertionError(f"publication {publication} has not reached an app: {found} is stored as {stored}")
            self.caught_up += 1

    def _await_changes(self, turn: int, count: int) -> None:
        self._await(lambda: len(self.crowd.changes(turn)) >= count, "a crowd is not evaluated again")

    def _check_crowd(self, turn: int, killed: int) -> None:
        """What was under way is finished, and what was done before the kill is not done again."""
        self._await_reevaluation(turn)
        changes = self.crowd.changes(turn)
        changed = [one.instance for one in changes]
        if len(set(changed)) != len(changed) or set(changed) != self.crowd.instances:
            raise AssertionError(f"of {CROWD} apps {len(set(changed))} changed, {len(changed)} times")
        wrong = [one for one in changes if ("account_disabled" in one.details["reasons"]) == self.crowd.is_enabled]
        if wrong:
            raise AssertionError(f"an app came to {wrong[0].details}, enabled is {self.crowd.is_enabled}")
        self.turns += 1
        self.interrupted += 0 < sum(one.sequence <= killed for one in changes) < CROWD

    def _await_reevaluation(self, cause: int) -> None:
        self._await(lambda: any(
            entry.kind == "reevaluationCompleted" and entry.details["cause"] >= cause
            for entry in self.stage.journal.entries(cause)), f"{cause} is not followed by a re-evaluation")

    def _await(self, holds: typing.Callable[[], bool], otherwise: str) -> None:
        deadline = time.monotonic() + 20
        while not holds():
            if time.monotonic() > deadline:
                raise AssertionError(f"{otherwise}; {self.stage.gateway.last_words()}")
            time.sleep(0.02)  # between two looks; what is waited for is the journal

    def _stop(self) -> None:
        head = self.stage.journal.head
        for follower, concerns in self.followers:
            wanted = [one for one in self.stage.journal.entries() if one.kind in OF_THE_JOURNAL and concerns(one)]
            last = wanted[-1].sequence if wanted else 0
            self._await(lambda: follower.refused is not None or any(
                one.sequence >= last for one in reversed(follower.events)), "a follower is not told of the end")
            follower.stop()
        if self.stage.gateway.stop() != 0:
            raise AssertionError("the server did not end in order")
        for worker in self.workers:
            worker.ended = True
            worker.go.set()
        assert self.stage.journal.head >= head

    # What must hold in the end

    def faults(self) -> list[str]:
        entries = self.stage.journal.entries()
        faults = [f"a gap in the journal: {gap}" for gap in gaps(entries)]
        if entries[-1].sequence != self.stage.journal.head or entries[0].sequence != 1:
            faults.append(f"the journal counts {self.stage.journal.head} and ends with {entries[-1].sequence}")
        faults += self._lost(entries)
        faults += self._repeated_reevaluations(entries)
        for follower, concerns in self.followers:
            wanted = [(one.sequence, one.kind) for one in entries if one.kind in OF_THE_JOURNAL and concerns(one)]
            if follower.refused is not None:
                faults.append(f"a follower was sent away: {follower.refused}")
            told, _ = delivery_faults(follower.events, wanted)
            faults += told
        return faults

    @property
    def signals(self) -> list[Signal]:
        return [signal for worker in self.workers for signal in worker.signals] + self.hasty_signals

    def _lost(self, entries: list[Entry]) -> list[str]:
        """Every signal that was acknowledged stands in the journal once with its effect, any other at most once."""
        by_mark: dict[str, list[Entry]] = collections.defaultdict(list)
        for entry in entries:
            for mark in (entry.correlation, entry.details.get("reason")):
                if mark:
                    by_mark[mark].append(entry)
        walk, reached = Walk(), {}
        faults = []
        for write in instance_writes(entries):
            try:
                walk.take(write)
            except LeftTheTable as left:
                faults.append(str(left))
                break
            for entry in write.entries:
                reached[entry.sequence] = walk.state(write.instance)
        for signal in self.signals:
            if not signal.kind:
                continue
            found = [one for one in by_mark[signal.mark] if one.kind == signal.kind]
            if signal.accepted and len(found) != 1 or len(found) > (signal.accepted is not False):
                faults.append(f"{signal.what} {signal.mark} stands {len(found)} times in the journal, "
                              f"and was {'taken' if signal.accepted else 'not known to be taken'}")
            elif signal.accepted and signal.status and found[0].sequence in reached:
                state = reached[found[0].sequence]
                changes = signal.what not in ("remediate silently", "remediate", "cancel")
                if changes and state.status != signal.status:
                    faults.append(f"{signal.what} {signal.mark} was answered with {signal.status}, stored is {state}")
        return faults

    def _repeated_reevaluations(self, entries: list[Entry]) -> list[str]:
        causes = [one.details["cause"] for one in entries if one.kind == "reevaluationCompleted"]
        faults = [f"cause {cause} was evaluated {count} times" for cause, count in collections.Counter(causes).items()
                  if count > 1]
        if causes != sorted(causes):
            faults.append(f"causes are out of order: {causes}")
        return faults + [f"publication {one} led to nothing" for one in self.publications
                         if not any(cause >= one for cause in causes)]

    def counted(self) -> str:
        entries = self.stage.journal.entries()
        told = sum(delivery_faults(follower.events, [
            (one.sequence, one.kind) for one in entries if one.kind in OF_THE_JOURNAL and concerns(one)])[1]
            for follower, concerns in self.followers)
        resyncs = sum(event.name == "resync" for follower, _ in self.followers for event in follower.events)
        sent = self.signals
        return (f"{self.kills} kills, {sum(bool(one.accepted) for one in sent)} signals acknowledged, "
                f"{sum(one.accepted is None for one in sent)} cut off, {len(entries)} journal entries, "
                f"{len(instance_writes(entries))} transitions, {len(self.publications)} publications, "
                f"{self.caught_up} apps found caught up, {self.turns} times {CROWD} apps evaluated together ({self.interrupted} "
                f"interrupted), {self.due} due at a start, {told} events told to "
                f"{len(self.followers)} followers over {sum(one.connections for one, _ in self.followers)} connections, "
                f"{resyncs} resyncs")


def expect_accepted(signal: Signal, signals: list[Signal]) -> None:
    signals.append(signal)
    if not signal.accepted:
        raise AssertionError(f"{signal.what} was not taken: {signal.answer and signal.answer.text[:400]}")


def main() -> int:
    options = program_options(__doc__, "kills", 10)
    check_documentation()
    with tempfile.TemporaryDirectory(prefix="postern-storm-") as name:
        stage = Stage(options.binary.resolve(), pathlib.Path(name))
        stage.set_up()
        storm = Storm(stage, options.kills, options.seed)
        try:
            storm.run()
        finally:
            stage.gateway.kill()
        faults = storm.faults()
        for fault in faults[:20]:
            print(fault)
        print(f"counted: {storm.counted()}")
        print(f"storm: {len(faults)} faults, seed {options.seed}")
        return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
