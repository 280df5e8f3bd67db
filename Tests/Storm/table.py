"""The state machine of app instances as data: the rows that the documentation of `AppInstance` shows, and no others."""

from __future__ import annotations

import dataclasses
import pathlib
import typing

from journal import InstanceWrite

SOURCE = pathlib.Path(__file__).resolve().parents[2] / "Sources" / "Compliance" / "AppInstance.swift"


class LeftTheTable(AssertionError):
    """A transition that no row allows."""


@dataclasses.dataclass
class State:
    """What an instance is."""

    lifecycle: str = "(none)"
    status: str = ""
    reasons: tuple[str, ...] = ()


@dataclasses.dataclass(frozen=True)
class Row:
    """One row: as it is documented, and what it means for entries of the journal."""

    # The four cells of the documentation.
    state: str
    event: str
    next: str
    effects: str
    # What they mean.
    lifecycles: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    becomes: str = ""
    needs: frozenset[str] = frozenset()
    may: frozenset[str] = frozenset()
    # Whether the effects of an evaluation come with it; see `evaluation_fits`.
    evaluates: bool = False
    status: str | None = None

    @property
    def cells(self) -> tuple[str, str, str, str]:
        return (self.state, self.event, self.next, self.effects)


def effects(*names: str) -> frozenset[str]:
    return frozenset(names)


EVALUATION = effects("complianceChanged", "suspendGrants")
EVALUATED = ("enrol", "reportPosture", "reevaluate", "approve", "revokeApproval", "block", "unblock", "remediate")

TABLE = (
    Row("(none)", "enrol", "enrolled, status as evaluated", "issueEnrollmentID, complianceChanged",
        ("(none)",), ("enrol",), "enrolled", effects("issueEnrollmentID", "complianceChanged")),
    Row("enrolled", "enrol again with the same key", "enrolled, status as evaluated", "issueEnrollmentID, evaluation",
        ("enrolled",), ("enrol",), "enrolled", effects("issueEnrollmentID"), EVALUATION, evaluates=True),
    Row("enrolled", "reportPosture, reevaluate, approve, revokeApproval, block, unblock",
        "enrolled, status as evaluated", "evaluation",
        ("enrolled",), ("reportPosture", "reevaluate", "approve", "revokeApproval", "block", "unblock"), "enrolled",
        may=EVALUATION, evaluates=True),
    Row("enrolled", "remediate", "enrolled, status as evaluated", "evaluation; issueEnrollmentID after a refusal",
        ("enrolled",), ("remediate",), "enrolled", may=EVALUATION | effects("issueEnrollmentID"), evaluates=True),
    Row("enrolled", "remediate, silently where the user is needed or in a closed loop", "unchanged", "",
        ("enrolled",), ("remediate",), "enrolled"),
    Row("enrolled", "any of these, with a failed check whose action is wipe", "wiped",
        "complianceChanged, revokeGrants, retireEnrollmentIDs, wipeRequested",
        ("enrolled",), EVALUATED, "wiped", effects("complianceChanged", "revokeGrants", "wipeRequested"),
        effects("issueEnrollmentID"), status="notCompliant"),
    Row("enrolled, evaluated as interactionRequired", "cancel", "enrolled, userCancelled", "evaluation",
        ("enrolled",), ("cancel",), "enrolled", effects("suspendGrants"), EVALUATION, evaluates=True,
        status="userCancelled"),
    Row("enrolled, evaluated otherwise", "cancel", "unchanged", "", ("enrolled",), ("cancel",), "enrolled"),
    Row("enrolled", "unenrol", "unenrolled", "complianceChanged, revokeGrants, retireEnrollmentIDs",
        ("enrolled",), ("unenrol",), "unenrolled", effects("complianceChanged", "revokeGrants"),
        status="interactionRequired"),
    Row("enrolled, unenrolled", "wipe", "wiped",
        "complianceChanged, revokeGrants, retireEnrollmentIDs, wipeRequested",
        ("enrolled", "unenrolled"), ("wipe",), "wiped",
        effects("complianceChanged", "revokeGrants", "wipeRequested"), status="notCompliant"),
    Row("wiped", "confirmWipe", "wiped, no longer pending", "", ("wiped",), ("confirmWipe",), "wiped"),
    # Refused is written nowhere, so that no write fits this row.
    Row("unenrolled, wiped", "anything else", "refused", ""),
)


def documented_rows(source: pathlib.Path = SOURCE) -> list[tuple[str, ...]]:
    """The rows of the first table in the source's documentation comments."""
    lines = [line.strip().removeprefix("///").strip() for line in source.read_text().splitlines()]
    rows = [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines if line.startswith("|")]
    return [row for row in rows[2:] if len(row) == 4]


def check_documentation() -> None:
    """Fails unless this table and the documented one have the same rows."""
    documented, ours = documented_rows(), [row.cells for row in TABLE]
    if documented != ours:
        missing = [row for row in ours if row not in documented]
        more = [row for row in documented if row not in ours]
        raise AssertionError(f"{SOURCE.name} and the table differ: not documented {missing}, not here {more}")


class Walk:
    """Where each instance has come; a write moves it on, if a row allows it."""

    def __init__(self) -> None:
        self.states: dict[str, State] = {}
        self.rows_taken: dict[Row, int] = dict.fromkeys(TABLE, 0)

    def state(self, instance: str | None) -> State:
        return self.states.get(instance or "", State())

    def take(self, write: InstanceWrite) -> Row:
        state = self.state(write.instance)
        problems: list[str] = []
        for row in TABLE:
            problem = misfit(row, state, write)
            if problem is None:
                self.rows_taken[row] += 1
                self.states[write.instance] = after(row, state, write)
                return row
            problems.append(f"{row.state} / {row.event}: {problem}")
        raise LeftTheTable(f"from {state} no row allows {write}\n" + "\n".join(problems))


def after(row: Row, state: State, write: InstanceWrite) -> State:
    change = write.change
    if change is None:
        return State(row.becomes, state.status, state.reasons)
    return State(row.becomes, change.details["to"], tuple(change.details["reasons"]))


def misfit(row: Row, state: State, write: InstanceWrite) -> str | None:
    """Why the write is not what the row says; nil when it is."""
    events = write.events or ["reevaluate"]
    if state.lifecycle not in row.lifecycles:
        return "another state"
    if len(events) != 1 or events[0] not in row.events:
        return f"another event than {events}"
    found = write.effects
    if len(set(found)) != len(found):
        return f"an effect is repeated: {found}"
    if not row.needs <= set(found):
        return f"effects are missing: {sorted(row.needs - set(found))}"
    if not set(found) <= row.needs | row.may:
        return f"effects are too many: {sorted(set(found) - row.needs - row.may)}"
    reached = after(row, state, write)
    if row.status is not None and reached.status != row.status:
        return f"the status is {reached.status}"
    return change_misfit(state, write) or (evaluation_misfit(row, state, reached, found) if row.evaluates else None)


def change_misfit(state: State, write: InstanceWrite) -> str | None:
    change = write.change
    if change is None:
        return None
    if (change.details["from"] or "") != state.status:
        return f"it says that it was {change.details['from']}"
    is_same = (change.details["to"], tuple(change.details["reasons"])) == (state.status, state.reasons)
    # An end is said even when its status was that of the evaluation before.
    ends = "revokeGrants" in write.effects
    return "the change changes nothing" if is_same and not ends else None


def evaluation_misfit(row: Row, state: State, reached: State, found: typing.Sequence[str]) -> str | None:
    """Tokens are cut exactly when an evaluation ends other than compliant."""
    if ("suspendGrants" in found) != (reached.status != "compliant"):
        return f"tokens {'are' if 'suspendGrants' in found else 'are not'} cut at {reached.status}"
    return None
