"""A tenant's journal as it stands in the database, and the writes of app instances in it."""

from __future__ import annotations

import dataclasses
import json
import pathlib
import sqlite3
import typing


@dataclasses.dataclass(frozen=True)
class Entry:
    """One entry, as it was stored."""

    sequence: int
    at: int
    kind: str
    account: str | None
    client: str | None
    instance: str | None
    actor: str | None
    correlation: str | None
    details: dict[str, typing.Any]


class Journal:
    """Reads the database beside the server, which may run or not; never writes."""

    def __init__(self, state: pathlib.Path, tenant: str):
        self.database = sqlite3.connect(f"file:{state / 'postern.db'}?mode=ro", uri=True, timeout=30,
                                        check_same_thread=False)
        self.tenant, = self.database.execute("SELECT id FROM tenants WHERE alias = ?", (tenant,)).fetchone()

    def entries(self, after: int = 0) -> list[Entry]:
        rows = self.database.execute(
            "SELECT sequence, at, kind, account, client, instance, actor, correlation, details FROM journal"
            " WHERE tenant = ? AND sequence > ? ORDER BY sequence", (self.tenant, after))
        return [Entry(*row[:8], json.loads(row[8])) for row in rows]

    @property
    def head(self) -> int:
        """What the store counts as the last sequence."""
        found = self.database.execute("SELECT sequence FROM journal_heads WHERE tenant = ?", (self.tenant,)).fetchone()
        return found[0] if found else 0

    def enrollment_ids(self, instance: str) -> int:
        """How many enrolment ids of the instance are good."""
        count, = self.database.execute(
            "SELECT count(*) FROM enrollment_ids WHERE tenant = ? AND instance = ?", (self.tenant, instance)).fetchone()
        return count


def gaps(entries: typing.Sequence[Entry]) -> list[str]:
    """Where the sequences are not one after the other."""
    return [f"{later.sequence} follows {earlier.sequence}" for earlier, later in zip(entries, entries[1:])
            if later.sequence != earlier.sequence + 1]


# The entries by which the effects of a transition show.
EFFECTS = {
    "complianceChanged": "complianceChanged", "tokensSuspended": "suspendGrants", "grantRevoked": "revokeGrants",
    "enrollmentIDIssued": "issueEnrollmentID", "wipeRequested": "wipeRequested",
}
# The entries by which the event of a transition shows. One without any is what the gateway evaluated by itself.
EVENTS = {
    "instanceEnrolled": "enrol", "postureReported": "reportPosture", "remediationAsked": "remediate",
    "remediationCancelled": "cancel", "instanceApproved": "approve", "instanceApprovalRevoked": "revokeApproval",
    "instanceBlocked": "block", "instanceUnblocked": "unblock", "instanceWiped": "wipe",
    "instanceUnenrolled": "unenrol", "wipeConfirmed": "confirmWipe",
}


@dataclasses.dataclass
class InstanceWrite:
    """What one transaction did to one app instance."""

    instance: str
    entries: list[Entry]

    @property
    def first(self) -> Entry:
        return self.entries[0]

    @property
    def events(self) -> list[str]:
        return [EVENTS[one.kind] for one in self.entries if one.kind in EVENTS]

    @property
    def effects(self) -> list[str]:
        return [EFFECTS[one.kind] for one in self.entries if one.kind in EFFECTS]

    @property
    def change(self) -> Entry | None:
        return next((one for one in self.entries if one.kind == "complianceChanged"), None)

    def __str__(self) -> str:
        what = ", ".join(f"{one.sequence} {one.kind} {one.details}" for one in self.entries)
        return f"instance {self.instance}: {what}"


def instance_writes(entries: typing.Iterable[Entry]) -> list[InstanceWrite]:
    """The transitions of app instances, in order; entries of one write are neighbours."""
    writes: list[InstanceWrite] = []
    last: Entry | None = None
    for entry in entries:
        belongs = last is not None and (last.instance, last.at, last.actor, last.correlation) == (
            entry.instance, entry.at, entry.actor, entry.correlation)
        if not belongs:
            last = None
        # Tokens that a change of policies cuts are a grant's matter; no instance changes with them.
        concerns_tokens = entry.kind == "tokensSuspended" and "cause" in entry.details
        if entry.instance is None or entry.kind not in EFFECTS | EVENTS or concerns_tokens:
            continue
        if last is None:
            writes.append(InstanceWrite(entry.instance, []))
        writes[-1].entries.append(entry)
        last = entry
    return writes
