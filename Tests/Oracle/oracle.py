#!/usr/bin/env python3
"""A second opinion on access decisions, written from the documents' description alone and apart from the gateway.

    oracle.py --policies DIR --requests FILE.jsonl [--when-nothing-matches deny]

prints one decision document for each line of requests, like `postern policy evaluate`.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Optional

from accessrequest import Request
from conditions import Match, match
from documents import Policy, PolicySet, SessionControls
from grants import (
    EVALUATION_FAILED,
    ControlStatus,
    OpenControl,
    Verdict,
    control_statuses,
    judge,
    rank,
    report_only_result,
)
from sessions import combine

Document = dict[str, Any]

ENABLED, REPORT_ONLY, DISABLED = "enabled", "enabledForReportingButNotEnforced", "disabled"


@dataclass(frozen=True)
class Trace:
    """What became of one policy; where it does not apply, the verdict is None and no control is looked at."""

    policy: Policy
    match: Match
    verdict: Optional[Verdict] = None
    controls: tuple[ControlStatus, ...] = ()

    @property
    def result(self) -> str:
        if self.policy.state == DISABLED:
            return "notEnabled"
        if self.match.applies is None:
            return "unknown"
        reports = self.policy.state == REPORT_ONLY
        if self.verdict is None:
            return "reportOnlyNotApplied" if reports else "notApplied"
        if reports:
            return report_only_result(self.verdict)
        return "success" if self.verdict.kind == "satisfied" else "failure"

    @property
    def session(self) -> list[SessionControls]:
        """What the policy demands of the session: nothing where it does not apply."""
        return [self.policy.session] if self.match.applies is True else []

    @property
    def document(self) -> Document:
        described: Document = {
            "policy": self.policy.identifier,
            "displayName": self.policy.name,
            "state": self.policy.state,
            "effectiveState": self.policy.state,
            "unenforceable": [],
            "applies": self.match.applies,
            "controls": [status_document(status) for status in self.controls],
            "result": self.result,
            "notEnoughInformation": bool(self.match.unknown),
            "unknownConditions": list(self.match.unknown),
            "session": combine(self.session),
        }
        if self.match.first_unsatisfied is not None:
            described["firstUnsatisfiedCondition"] = self.match.first_unsatisfied
        return described


def trace(policy: Policy, request: Request, policy_set: PolicySet) -> Trace:
    if policy.state == DISABLED:
        return Trace(policy, Match(False, None, ()))
    matched = match(policy.conditions, request, policy_set)
    if matched.applies is False:
        return Trace(policy, matched)
    controls = tuple(control_statuses(policy, request, policy_set))
    strength = policy.grant.strength
    if matched.applies is None or (strength is not None and strength not in policy_set.strengths):
        return Trace(policy, Match(None, None, matched.unknown), EVALUATION_FAILED, controls)
    return Trace(policy, matched, judge(policy, request, policy_set), controls)


def decide(policy_set: PolicySet, request: Request, when_nothing_matches: str = "allow") -> Document:
    """The decision document of a request; its policies are in the order of their identifiers."""
    policies = sorted(policy_set.policies, key=lambda policy: policy.identifier)
    traces = [trace(policy, request, policy_set) for policy in policies]
    return {
        "decision": decision(traces, when_nothing_matches),
        "policies": [entry.document for entry in traces],
    }


def decision(traces: list[Trace], when_nothing_matches: str) -> Document:
    enforced = [entry for entry in traces if entry.policy.state == ENABLED]
    standing = {entry.policy.identifier: entry.verdict for entry in enforced if entry.verdict is not None}
    applying = [entry for entry in enforced if entry.match.applies is True]
    decided = outcome(list(standing.values()), when_nothing_matches)
    unsatisfied = sorted((name, verdict.cause) for name, verdict in standing.items() if verdict.cause is not None)
    return {
        **decided,
        "allowed": decided["outcome"] in ("allowed", "allowedNoPolicyApplied"),
        "appliedPolicies": sorted(entry.policy.identifier for entry in applying),
        "demandsAppProtection": any("compliantApplication" in entry.policy.grant.controls for entry in applying),
        "session": combine(controls for entry in enforced for controls in entry.session),
        "unmet": [unmet(name, cause) for name, cause in unsatisfied],
    }


def outcome(verdicts: list[Verdict], when_nothing_matches: str) -> Document:
    """The outcome with its control and reason; the worst verdict decides, whatever the order of the policies."""
    if not verdicts:
        if when_nothing_matches == "deny":
            return {"outcome": "blocked", "reason": "no_policy_applied"}
        return {"outcome": "allowedNoPolicyApplied"}
    if any(verdict.kind == "blocked" for verdict in verdicts):
        return {"outcome": "blocked", "reason": "blocked_by_policy"}
    # The cause of a broken reference is a block, which comes before all other controls.
    if failed := causes(verdicts, "failed"):
        return {"outcome": "failed", "reason": failed[0].reason}
    if asked := causes(verdicts, "requires"):
        return {"outcome": "requires", "control": asked[0].control, "reason": asked[0].reason}
    return {"outcome": "allowed"}


def causes(verdicts: list[Verdict], kind: str) -> list[OpenControl]:
    """The controls because of which policies say this, in the order of asking."""
    return sorted((entry.cause for entry in verdicts if entry.kind == kind and entry.cause is not None), key=rank)


def unmet(policy: str, cause: OpenControl) -> Document:
    """What one policy that is not satisfied lacks."""
    return {"control": cause.control, "policy": policy, "reason": cause.reason, **given(strength=cause.strength)}


def status_document(status: ControlStatus) -> Document:
    """How one control of a policy stands."""
    said = given(reason=status.reason, strength=status.strength)
    return {"control": status.control, "status": status.status, **said}


def given(**members: Optional[str]) -> Document:
    """The members that there are."""
    return {name: value for name, value in members.items() if value is not None}


def main() -> None:
    parser = argparse.ArgumentParser(description="Decide access requests from a directory of policy documents.")
    parser.add_argument("--policies", type=Path, required=True, metavar="DIR")
    parser.add_argument("--requests", type=Path, required=True, metavar="FILE.jsonl")
    parser.add_argument("--when-nothing-matches", choices=("allow", "deny"), default="allow")
    options = parser.parse_args()
    policy_set = PolicySet.load(options.policies)
    with options.requests.open(encoding="utf-8") as lines:
        for line in lines:
            decided = decide(policy_set, Request.read(json.loads(line)), options.when_nothing_matches)
            print(json.dumps(decided, sort_keys=True, separators=(",", ":"), ensure_ascii=False))


if __name__ == "__main__":
    main()
