"""The case files: policies, one request, and what is to be expected of it."""

from __future__ import annotations

import json
import uuid
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Optional

from accessrequest import Request
from differences import compare, spell
from documents import PolicySet, documents
from gateway import Gateway
from oracle import decide

Document = dict[str, Any]

NAMESPACE = uuid.UUID("0ca5e000-0000-4000-8000-000000000000")


@dataclass(frozen=True)
class Case:
    name: str
    documents: list[Document]
    request: Document
    expect: Document
    when_nothing_matches: str

    @staticmethod
    def load(path: Path) -> "Case":
        """A case; a policy may be named by its path beside the directory of cases."""
        content = json.loads(path.read_text(encoding="utf-8"))
        found: list[Document] = []
        for member, entries in content.items():
            if member in ("note", "request", "expect") or not isinstance(entries, list):
                continue
            for entry in entries:
                found += documents(path.parent.parent / entry) if isinstance(entry, str) else [entry]
        return Case(
            path.stem,
            [identified(document) for document in found],
            content["request"],
            content["expect"],
            content.get("whenNothingMatches", "allow"),
        )

    @property
    def is_about_enforceability(self) -> bool:
        """Whether the case is about what holds a policy at report-only, which the oracle does not judge."""
        states = {document.get("displayName"): document.get("state") for document in self.documents}
        expected: dict[str, Document] = self.expect.get("policies", {})
        return any(
            entry.get("effectiveState") == "disabled" or entry.get("effectiveState", states.get(name)) != states.get(name)
            for name, entry in expected.items()
        )

    def decide(self) -> Document:
        return decide(PolicySet.of(self.documents), Request.read(self.request), self.when_nothing_matches)

    def failures(self, decided: Document) -> list[str]:
        """What the decision has otherwise than the case expects."""
        names = {entry["policy"].lower(): entry["displayName"] for entry in decided["policies"]}
        found: list[str] = []
        for member, wanted in self.expect.items():
            if member == "policies":
                continue
            if member == "decidedBy":
                given: Any = sorted(names.get(policy.lower(), policy) for policy in deciding(decided["decision"]))
                wanted = sorted(wanted)
            else:
                given = decided["decision"].get(member)
            found += mismatch(member, wanted, given)
        by_name = {entry["displayName"]: entry for entry in decided["policies"]}
        for name, members in self.expect.get("policies", {}).items():
            for member, wanted in members.items():
                found += mismatch(f"{member} of {name}", wanted, by_name.get(name, {}).get(member))
        return found


def deciding(decision: Document) -> list[str]:
    """The policies that decided: those that are not satisfied, or all that apply where all of them are."""
    return [entry["policy"] for entry in decision.get("unmet", [])] or decision.get("appliedPolicies", [])


def mismatch(what: str, wanted: Any, given: Any) -> list[str]:
    return [] if wanted == given else [f"{what}: the case says {spell(wanted)}, found {spell(given)}"]


def identified(document: Document) -> Document:
    """A document with an identifier: policies of cases are known by their names alone."""
    if document.get("id") or "displayName" not in document:
        return document
    return {**document, "id": str(uuid.uuid5(NAMESPACE, document["displayName"]))}


def run_cases(directory: Path, gateway: Optional[Gateway], ignored: frozenset[str]) -> bool:
    """Whether the oracle, and the gateway where there is one, do as every case says and agree on the rest."""
    paths = sorted(directory.glob("*.json"))
    skipped, failed = 0, 0
    for path in paths:
        case = Case.load(path)
        problems: list[str] = []
        if case.is_about_enforceability:
            skipped += 1
        else:
            problems += oracle_problems(case)
        if gateway is not None:
            problems += gateway_problems(case, gateway, ignored)
        if problems:
            failed += 1
            print(f"case {case.name}", *problems, sep="\n  ")
    print(f"counted: {len(paths)} cases, {failed} failed; {skipped} are about enforceability and not for the oracle")
    return failed == 0 and bool(paths)


def oracle_problems(case: Case) -> list[str]:
    try:
        return [f"oracle: {problem}" for problem in case.failures(case.decide())]
    except (ValueError, KeyError) as error:
        return [f"oracle: {type(error).__name__}: {error}"]


def gateway_problems(case: Case, gateway: Gateway, ignored: frozenset[str]) -> list[str]:
    try:
        answer = gateway.ask(case.documents, case.request, case.when_nothing_matches)
        problems = [f"gateway: {problem}" for problem in case.failures(answer)]
        if not case.is_about_enforceability:
            problems += [str(difference) for difference in compare(case.decide(), answer, ignored)]
        return problems
    except (RuntimeError, ValueError, KeyError) as error:
        return [f"gateway: {type(error).__name__}: {error}"]
