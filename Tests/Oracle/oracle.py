#!/usr/bin/env python3
"""A second opinion on access decisions, written from the documents' description alone and apart from the gateway.

    oracle.py --policies DIR --requests FILE.jsonl

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
from documents import CONTROL_ORDER, Policy, PolicySet
from grants import EVALUATION_FAILED, Verdict, judge, report_only_result
from sessions import combine

Document = dict[str, Any]

ENABLED, REPORT_ONLY, DISABLED = "enabled", "enabledForReportingButNotEnforced", "disabled"


@dataclass(frozen=True)
class Trace:
    """What became of one policy; the verdict is None where the policy does not apply."""

    policy: Policy
    match: Match
    verdict: Optional[Verdict]

    @property
    def result(self) -> str:
        if self.policy.state == DISABLED:
            return "notEnabled"
        reports = self.policy.state == REPORT_ONLY
        if self.verdict is None:
            return "reportOnlyNotApplied" if reports else "notApplied"
        if reports:
            return report_only_result(self.verdict)
        return {"satisfied": "success", "failed": "unknown"}.get(self.verdict.kind, "failure")

    @property
    def document(self) -> Document:
        described: Document = {
            "policy": self.policy.identifier,
            "displayName": self.policy.name,
            "state": self.policy.state,
            "effectiveState": self.policy.state,
            "unenforceable": [],
            "applies": self.match.applies,
            "result": self.result,
            "notEnoughInformation": bool(self.match.unknown),
            "unknownConditions": list(self.match.unknown),
        }
        if self.match.first_unsatisfied is not None:
            described["firstUnsatisfiedCondition"] = self.match.first_unsatisfied
        return described


def trace(policy: Policy, request: Request, policy_set: PolicySet) -> Trace:
    if policy.state == DISABLED:
        return Trace(policy, Match(False, None, ()), None)
    matched = match(policy.conditions, request, policy_set)
    if matched.applies is False:
        return Trace(policy, matched, None)
    verdict = EVALUATION_FAILED if matched.applies is None else judge(policy, request, policy_set)
    return Trace(policy, matched, verdict)


def decide(policy_set: PolicySet, request: Request, when_nothing_matches: str = "allow") -> Document:
    """The decision document of a request."""
    traces = [trace(policy, request, policy_set) for policy in policy_set.policies]
    return {
        "decision": decision(traces, request, when_nothing_matches),
        "policies": [entry.document for entry in traces],
    }


def decision(traces: list[Trace], request: Request, when_nothing_matches: str) -> Document:
    enforced = [entry for entry in traces if entry.policy.state == ENABLED and entry.verdict is not None]
    standing = {entry.policy.identifier: entry.verdict for entry in enforced if entry.verdict is not None}
    unsatisfied = {name: verdict for name, verdict in standing.items() if verdict.kind != "satisfied"}
    decided = outcome(standing, when_nothing_matches)
    return {
        **decided,
        "allowed": decided["outcome"] in ("allowed", "allowedNoPolicyApplied"),
        "appliedPolicies": sorted(unsatisfied or standing),
        "demandsAppProtection": any(demands_app_protection(entry, request) for entry in enforced),
        "session": combine(entry.policy.session for entry in enforced),
        "unmet": unmet(unsatisfied),
    }


def outcome(standing: dict[str, Verdict], when_nothing_matches: str) -> Document:
    """The outcome with its control and reason; the worst verdict decides, whatever the order of the policies."""
    verdicts = standing.values()
    if not verdicts:
        if when_nothing_matches == "deny":
            return {"outcome": "blocked", "reason": "no_policy_applied"}
        return {"outcome": "allowedNoPolicyApplied"}
    if any(verdict.kind == "blocked" for verdict in verdicts):
        return {"outcome": "blocked", "reason": "blocked_by_policy"}
    failed = [verdict for verdict in verdicts if verdict.kind == "failed"]
    if failed:
        return {"outcome": "failed", "reason": failure_reason(failed)}
    asked = [verdict.first for verdict in verdicts if verdict.kind == "requires"]
    if not asked:
        return {"outcome": "allowed"}
    first = min(asked, key=lambda control: control.rank)
    return {"outcome": "requires", "control": first.control, "reason": first.reason}


def failure_reason(failed: list[Verdict]) -> Optional[str]:
    """Of several failures the evaluation's own comes first, then that of the control that is asked for first."""
    if EVALUATION_FAILED in failed:
        return "evaluation_failed"
    causes = [entry for verdict in failed for entry in verdict.open if str(entry.reason).startswith("source_")]
    return min(causes, key=lambda entry: entry.rank).reason


def demands_app_protection(entry: Trace, request: Request) -> bool:
    return "compliantApplication" in entry.policy.grant.controls and not request.becomes_compliant


def unmet(unsatisfied: dict[str, Verdict]) -> list[Document]:
    """Every open control of every policy that is not satisfied, in the order of asking."""
    entries = [
        {
            "control": control.control,
            "policy": policy,
            "reason": control.reason,
            **({"strength": control.strength} if control.strength is not None else {}),
        }
        for policy, verdict in unsatisfied.items()
        for control in verdict.open
    ]
    return sorted(entries, key=lambda entry: (CONTROL_ORDER.index(str(entry["control"])), str(entry["policy"])))


def main() -> None:
    parser = argparse.ArgumentParser(description="Decide access requests from a directory of policy documents.")
    parser.add_argument("--policies", type=Path, required=True, metavar="DIR")
    parser.add_argument("--requests", type=Path, required=True, metavar="FILE.jsonl")
    options = parser.parse_args()
    policy_set = PolicySet.load(options.policies)
    with options.requests.open(encoding="utf-8") as lines:
        for line in lines:
            decided = decide(policy_set, Request.read(json.loads(line)))
            print(json.dumps(decided, sort_keys=True, separators=(",", ":"), ensure_ascii=False))


if __name__ == "__main__":
    main()
