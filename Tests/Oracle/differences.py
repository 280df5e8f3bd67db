"""Two decision documents side by side, member by member.

Every member that either of them has is compared, and the order of every list: nothing is left out unless it is ignored
by name.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

Document = dict[str, Any]

# The members with identifiers, which are compared without regard to case.
IDENTIFIERS = frozenset(("appliedPolicies", "policy", "strength"))

ABSENT: Any = object()


@dataclass(frozen=True)
class Difference:
    """A member on which the oracle and the gateway do not agree."""

    field: str
    place: str
    expected: Any
    actual: Any

    def __str__(self) -> str:
        where = f" of {self.place}" if self.place else ""
        return f"{self.field}{where}: the oracle says {spell(self.expected)}, the gateway {spell(self.actual)}"


def spell(value: Any) -> str:
    return "nothing" if value is ABSENT else json.dumps(value, sort_keys=True, ensure_ascii=False)


def normal(name: str, value: Any) -> Any:
    """The value of a member in a form in which equal meanings are equal values."""
    if isinstance(value, list):
        return [normal(name, element) for element in value]
    if isinstance(value, dict):
        return {member: normal(member, inner) for member, inner in value.items()}
    return value.lower() if name in IDENTIFIERS and isinstance(value, str) else value


def compare(expected: Document, actual: Document, ignored: frozenset[str] = frozenset()) -> list[Difference]:
    """Every difference; `ignored` are names of members as they are printed."""
    found = members("", "", without_parts(expected), without_parts(actual))
    found += members("decision.", "", expected.get("decision", {}), actual.get("decision", {}))
    wanted, given = policy_order(expected), policy_order(actual)
    if wanted != given:
        found.append(Difference("policies", "", wanted, given))
    by_name = by_policy(actual)
    for identifier, entry in by_policy(expected).items():
        if identifier in by_name:
            found += members("policies.", str(entry.get("displayName") or identifier), entry, by_name[identifier])
    return [difference for difference in found if difference.field not in ignored]


def members(part: str, place: str, expected: Document, actual: Document) -> list[Difference]:
    found: list[Difference] = []
    for name in sorted(expected.keys() | actual.keys()):
        wanted, given = (normal(name, document.get(name, ABSENT)) for document in (expected, actual))
        # Their spelling tells apart what Python takes for equal, like 1 and true.
        if spell(wanted) != spell(given):
            found.append(Difference(f"{part}{name}", place, wanted, given))
    return found


def without_parts(document: Document) -> Document:
    return {name: value for name, value in document.items() if name not in ("decision", "policies")}


def policy_order(document: Document) -> list[str]:
    return [str(entry.get("policy")).lower() for entry in document.get("policies", [])]


def by_policy(document: Document) -> dict[str, Document]:
    return dict(zip(policy_order(document), document.get("policies", []), strict=True))
