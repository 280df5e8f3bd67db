"""Two decision documents side by side, field by field."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

Document = dict[str, Any]

DECISION_FIELDS = (
    *("outcome", "allowed", "control", "reason", "appliedPolicies", "demandsAppProtection", "session", "unmet"),
)
POLICY_FIELDS = (
    *("applies", "firstUnsatisfiedCondition", "result", "notEnoughInformation", "unknownConditions"),
    *("state", "effectiveState", "unenforceable", "session"),
)
# Fields whose order says nothing.
UNORDERED = frozenset(("appliedPolicies", "unknownConditions", "unenforceable"))
# What an absent field means.
WHEN_ABSENT: Document = {name: [] for name in (*sorted(UNORDERED), "unmet")}


@dataclass(frozen=True)
class Difference:
    """A field on which the oracle and the gateway do not agree."""

    field: str
    place: str
    expected: Any
    actual: Any

    def __str__(self) -> str:
        where = f" of {self.place}" if self.place else ""
        return f"{self.field}{where}: the oracle says {spell(self.expected)}, the gateway {spell(self.actual)}"


def spell(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def normal(name: str, document: Document) -> Any:
    """The value of a field in a form in which equal meanings are equal values."""
    value = document.get(name)
    if value is None and name in WHEN_ABSENT:
        return WHEN_ABSENT[name]
    if isinstance(value, list):
        elements = [lowered_identifiers(name, element) for element in value]
        return sorted(elements, key=spell) if name in UNORDERED else elements
    return value


def lowered_identifiers(name: str, value: Any) -> Any:
    if name == "appliedPolicies" and isinstance(value, str):
        return value.lower()
    if name == "unmet" and isinstance(value, dict):
        return {key: text.lower() if key in ("policy", "strength") else text for key, text in value.items()}
    return value


def compare(expected: Document, actual: Document, ignored: frozenset[str] = frozenset()) -> list[Difference]:
    """Every difference; `ignored` are names of fields as they are printed."""
    found = fields("decision", "", DECISION_FIELDS, expected.get("decision", {}), actual.get("decision", {}))
    wanted, given = by_policy(expected), by_policy(actual)
    if set(wanted) != set(given):
        found.append(Difference("policies", "", sorted(wanted), sorted(given)))
    for identifier in wanted.keys() & given.keys():
        place = str(wanted[identifier].get("displayName") or identifier)
        found += fields("policies", place, POLICY_FIELDS, wanted[identifier], given[identifier])
    return [difference for difference in found if difference.field not in ignored]


def fields(part: str, place: str, names: tuple[str, ...], expected: Document, actual: Document) -> list[Difference]:
    return [
        Difference(f"{part}.{name}", place, wanted, given)
        for name in names
        if (wanted := normal(name, expected)) != (given := normal(name, actual))
    ]


def by_policy(document: Document) -> dict[str, Document]:
    return {str(entry.get("policy")).lower(): entry for entry in document.get("policies", [])}
