"""What a matching policy demands of a request, and whether the request meets it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from accessrequest import ControlState, DEFAULT_STATES, MET, Request
from documents import CONTROL_ORDER, EVERY_TIME, Policy, PolicySet
from strengths import Strength

IMPOSSIBLE_FOR_LEGACY_CLIENTS = frozenset(
    ("mfa", "authenticationStrength", "compliantDevice", "domainJoinedDevice", "passwordChange")
)
OUT_OF_REACH_OF_DEVICE_CODES = frozenset(("compliantDevice", "domainJoinedDevice"))
WAIVED_TO_BECOME_COMPLIANT = frozenset(("compliantDevice", "domainJoinedDevice", "compliantApplication"))
SOLVED_BY_A_PROMPT = frozenset(("mfa", "authenticationStrength", "passwordChange", "signInFrequency"))

# A sign-in of the last five minutes is fresh wherever one is demanded every time.
FRESH_SECONDS = 300


@dataclass(frozen=True)
class OpenControl:
    """A control of a policy that is not met."""

    control: str
    reason: Optional[str]
    strength: Optional[str] = None

    @property
    def rank(self) -> int:
        return CONTROL_ORDER.index(self.control)


@dataclass(frozen=True)
class Verdict:
    """What one policy says: `satisfied`, `requires`, `failed` or `blocked`.

    `cause` is the control that makes it say so; `prompts` tells whether nothing but prompts is between it and success.
    """

    kind: str
    cause: Optional[OpenControl] = None
    prompts: bool = False


@dataclass(frozen=True)
class ControlStatus:
    """How one control of a policy stands: `met`, `open`, `undetermined` or `waived`.

    Only what is open or undetermined has a reason; `strength` is that of an authentication strength.
    """

    control: str
    status: str
    reason: Optional[str] = None
    strength: Optional[str] = None

    @staticmethod
    def of(control: str, state: ControlState, strength: Optional[str]) -> "ControlStatus":
        if state.state == "met":
            return ControlStatus(control, "met", None, strength)
        return ControlStatus(control, STATUS_WHEN_NOT_MET[state.state], state.reason, strength)


STATUS_WHEN_NOT_MET = {"unmet": "open", "undetermined": "undetermined"}

BLOCK = ControlState("unmet", "blocked_by_policy", False)
TOKEN_NOT_BOUND = ControlState("unmet", "token_protection_required")
SIGN_IN_IS_DUE = ControlState("unmet", "sign_in_frequency")

SATISFIED = Verdict("satisfied")
BLOCKED = Verdict("blocked", OpenControl("block", "blocked_by_policy"))
# The policy refers to something that the policy set does not hold.
EVALUATION_FAILED = Verdict("failed", OpenControl("block", "evaluation_failed"))


def judge(policy: Policy, request: Request, policy_set: PolicySet) -> Verdict:
    """The verdict of a policy that applies: its session demands and its grant controls, all of them."""
    if "block" in policy.grant.controls:
        return BLOCKED
    granted = judge_grant(policy, request, policy_set)
    if granted.kind in ("blocked", "failed"):
        return granted
    asked = session_states(policy, request).items()
    still_open = [OpenControl(control, state.reason) for control, state in asked if state.state != "met"]
    prompts = all(entry.control in SOLVED_BY_A_PROMPT for entry in still_open)
    if granted.cause is not None:
        still_open.append(granted.cause)
        prompts = prompts and granted.prompts
    return Verdict("requires", min(still_open, key=rank), prompts) if still_open else SATISFIED


def rank(control: OpenControl) -> int:
    return control.rank


def judge_grant(policy: Policy, request: Request, policy_set: PolicySet) -> Verdict:
    waived = waived_controls(request)
    demanded = grant_states(policy, request, policy_set).items()
    states = {control: state for control, state in demanded if control not in waived}
    if all(state.state == "met" for state in states.values()):
        return SATISFIED
    impossible = IMPOSSIBLE_FOR_LEGACY_CLIENTS if request.is_from_legacy_client else frozenset()
    judged = judge_all if policy.grant.needs_all else judge_any
    kind, controls = judged(states, impossible)
    if not controls:
        return Verdict(kind)
    cause = OpenControl(controls[0], states[controls[0]].reason, strength_of(controls[0], policy))
    return Verdict(kind, cause, all(control in SOLVED_BY_A_PROMPT for control in controls))


def control_statuses(policy: Policy, request: Request, policy_set: PolicySet) -> list[ControlStatus]:
    """Every control of a policy that may apply, in the order of asking, each by itself."""
    states = {**session_states(policy, request), **grant_states(policy, request, policy_set)}
    waived = waived_controls(request)
    return [
        ControlStatus(control, "waived")
        if control in waived
        else ControlStatus.of(control, states[control], strength_of(control, policy))
        for control in sorted(states, key=CONTROL_ORDER.index)
    ]


def strength_of(control: str, policy: Policy) -> Optional[str]:
    return policy.grant.strength if control == "authenticationStrength" else None


def waived_controls(request: Request) -> frozenset[str]:
    return WAIVED_TO_BECOME_COMPLIANT if request.becomes_compliant else frozenset()


def grant_states(policy: Policy, request: Request, policy_set: PolicySet) -> dict[str, ControlState]:
    """How the grant controls stand; of a strength that the policy set does not hold nothing can be said."""
    states = {control: control_state(control, request) for control in policy.grant.controls}
    if policy.grant.strength is not None and policy.grant.strength not in policy_set.strengths:
        states["authenticationStrength"] = ControlState("undetermined", "evaluation_failed")
    elif policy.grant.strength is not None:
        states["authenticationStrength"] = strength_state(policy_set.strengths[policy.grant.strength], request)
    return states


def control_state(control: str, request: Request) -> ControlState:
    """How the control stands; a device code is approved at another device than the one that gets the token."""
    if control == "block":
        return BLOCK
    if request.is_by_device_code and control in OUT_OF_REACH_OF_DEVICE_CODES:
        return DEFAULT_STATES[control]
    return request.controls[control]


def strength_state(strength: Strength, request: Request) -> ControlState:
    return MET if strength.is_satisfied(request.authentication) else request.controls["authenticationStrength"]


def judge_all(states: dict[str, ControlState], impossible: frozenset[str]) -> tuple[str, list[str]]:
    """Every control is needed: what is said, and because of which controls, the first in the order of asking."""
    still_open = [control for control, state in states.items() if state.state != "met"]
    undetermined = [control for control in still_open if states[control].state == "undetermined"]
    # What could not be determined may turn out to be met.
    out_of_reach = [control for control in still_open if control in impossible and control not in undetermined]
    if out_of_reach:
        return "blocked", out_of_reach
    if undetermined:
        return "failed", undetermined
    return "requires", still_open


def judge_any(states: dict[str, ControlState], impossible: frozenset[str]) -> tuple[str, list[str]]:
    """One control is enough: the one that the client gets furthest with is asked for."""
    if any(state.state == "met" for state in states.values()):
        return "satisfied", []
    for control, state in states.items():
        if state.state == "unmet" and state.is_satisfiable and control not in impossible:
            return "requires", [control]
    for control, state in states.items():
        if state.state == "undetermined":
            return "failed", [control]
    for control in states:
        if control not in impossible:
            return "requires", [control]
    return "blocked", list(states)[:1]


def session_states(policy: Policy, request: Request) -> dict[str, ControlState]:
    """How the session controls of the policy stand that may ask something of the user or the client."""
    states: dict[str, ControlState] = {}
    if policy.session.token_protection:
        states["tokenProtection"] = MET if request.context.get("isTokenBound") is True else TOKEN_NOT_BOUND
    if policy.session.secondary_limit is not None:
        states["signInFrequency"] = SIGN_IN_IS_DUE if sign_in_is_due(policy, request) else MET
    return states


def sign_in_is_due(policy: Policy, request: Request) -> bool:
    primary, secondary = policy.session.primary_limit, policy.session.secondary_limit
    if primary is not None and is_past(primary, request.context.get("secondsSinceSignIn")):
        return True
    elapsed = request.context.get("secondsSinceSecondFactor")
    was_shown = elapsed is not None or request.controls["mfa"].state == "met"
    return secondary is not None and was_shown and is_past(secondary, elapsed)


def is_past(limit: int, elapsed: Optional[int]) -> bool:
    """Whether a limit is over; a time that is not known is over any limit."""
    return elapsed is None or elapsed > (FRESH_SECONDS if limit == EVERY_TIME else limit)


def report_only_result(verdict: Verdict) -> str:
    if verdict.kind == "satisfied":
        return "reportOnlySuccess"
    if verdict.kind == "failed":
        return "unknown"
    return "reportOnlyInterrupted" if verdict.kind == "requires" and verdict.prompts else "reportOnlyFailure"
