"""Whether the conditions of a policy match a request."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Callable, Optional

from accessrequest import Account, Request
from addresses import AddressLocation
from devicefilter import Device, Expression, evaluate
from documents import Conditions, GuestSelector, Names, PolicySet, UserList
from truth import BROKEN, Finding, Truth, known, selection

# The answer of a condition that is not configured is None.
Check = Callable[[Conditions, Request, PolicySet], Optional[Finding]]


def users(conditions: Conditions, request: Request, _: PolicySet) -> Optional[Finding]:
    if conditions.users is None or conditions.is_about_workloads:
        return None
    if request.account is None:
        return known(False)
    return selection(
        user_terms(conditions.users.include, request.account), user_terms(conditions.users.exclude, request.account)
    )


def user_terms(side: UserList, account: Account) -> list[Truth]:
    terms: list[Truth] = [
        "all" in side.users,
        account.identifier in side.users,
        not side.groups.isdisjoint(account.groups),
        not side.roles.isdisjoint(account.roles),
        "guestsorexternalusers" in side.users and account.guest is not None,
    ]
    if side.guests is not None:
        terms.append(is_selected_guest(side.guests, account))
    return terms


def is_selected_guest(selector: GuestSelector, account: Account) -> Truth:
    if account.guest is None or account.guest.kind not in selector.types:
        return False
    if selector.tenants is None:
        return True
    return None if account.guest.tenant is None else account.guest.tenant in selector.tenants


def workload_identities(conditions: Conditions, request: Request, _: PolicySet) -> Optional[Finding]:
    if conditions.workloads is None:
        return None
    workload = request.workload
    if workload is None:
        return known(False)

    def is_named(names_: frozenset[str]) -> bool:
        ours = workload.is_of_this_tenant and "serviceprincipalsinmytenant" in names_
        return ours or workload.identifier in names_

    return known(is_named(conditions.workloads.include) and not is_named(conditions.workloads.exclude))


def application(conditions: Conditions, request: Request, policy_set: PolicySet) -> Optional[Finding]:
    if request.resource_kind != "application":
        return None
    if conditions.applications is None:
        return known(False)

    wanted: Names = conditions.applications
    if not all(is_application_name(name, policy_set) for name in wanted.include | wanted.exclude):
        return BROKEN
    return selection(
        [is_application(name, request, policy_set) for name in wanted.include],
        [is_application(name, request, policy_set) for name in wanted.exclude],
    )


def is_application(name: str, request: Request, policy_set: PolicySet) -> bool:
    """Whether the name, an identifier or that of a group, means the application that is asked for."""
    return name in ("all", request.resource) or request.resource in policy_set.applications.get(name, frozenset())


def is_application_name(name: str, policy_set: PolicySet) -> bool:
    """Whether the name means anything: other than identifiers only the groups that the set holds do."""
    if name in ("all", "none") or name in policy_set.applications:
        return True
    try:
        uuid.UUID(name)
    except ValueError:
        return False
    return True


def user_actions(conditions: Conditions, request: Request, _: PolicySet) -> Optional[Finding]:
    if request.resource_kind != "userAction":
        return None
    return known(request.resource in conditions.user_actions)


def authentication_context(conditions: Conditions, request: Request, _: PolicySet) -> Optional[Finding]:
    if request.resource_kind != "authenticationContext":
        return None
    return known(request.resource in conditions.authentication_contexts)


def device_platform(conditions: Conditions, request: Request, _: PolicySet) -> Optional[Finding]:
    if conditions.platforms is None:
        return None
    platform = request.context.get("platform")

    def terms(names_: frozenset[str]) -> list[Truth]:
        return [name == "all" or (None if platform is None else platform.lower() == name) for name in names_]

    return selection(terms(conditions.platforms.include) or [True], terms(conditions.platforms.exclude))


def devices(conditions: Conditions, request: Request, _: PolicySet) -> Optional[Finding]:
    if conditions.device_filter is None:
        return None
    rule, device = conditions.device_filter.rule, request.context.get("device")
    counted = evaluate(rule, device) == conditions.device_filter.includes
    is_open = device is None or compliance_would_decide(rule, device)
    return Finding(None, counted) if is_open else known(counted)


def compliance_would_decide(rule: Expression, device: Device) -> bool:
    """Whether the compliance of the device is not known and the whole rule depends on it."""
    if device.get("isCompliant") is not None:
        return False
    answers = {evaluate(rule, {**device, "isCompliant": answer}) for answer in (True, False)}
    return len(answers) > 1


def client_apps(conditions: Conditions, request: Request, _: PolicySet) -> Optional[Finding]:
    if not conditions.client_types:
        return None
    kind = request.client_type
    matches = kind in conditions.client_types
    if kind == "eassupported":
        matches = matches or "exchangeactivesync" in conditions.client_types
    return known(matches) if request.context.get("clientAppType") is not None else Finding(None, matches)


def location(conditions: Conditions, request: Request, policy_set: PolicySet) -> Optional[Finding]:
    if conditions.locations is None:
        return None
    wanted: Names = conditions.locations
    if not (wanted.include | wanted.exclude) <= {"all", "alltrusted", *policy_set.locations}:
        return BROKEN
    return selection(
        [is_in(name, request, policy_set) for name in wanted.include] or [True],
        [is_in(name, request, policy_set) for name in wanted.exclude],
    )


def is_in(name: str, request: Request, policy_set: PolicySet) -> Truth:
    country = request.context.get("country")
    if name == "all":
        return True
    if name != "alltrusted":
        return policy_set.locations[name].holds(request.address, country)
    if request.address is None:
        return None
    return any(
        place.holds(request.address, country) is True
        for place in policy_set.locations.values()
        if isinstance(place, AddressLocation) and place.is_trusted
    )


def level(wanted: frozenset[str], given: Optional[str]) -> Optional[Finding]:
    """A condition on a level of risk; what is not known counts as none."""
    if not wanted:
        return None
    return Finding(None, "none" in wanted) if given is None else known(given.lower() in wanted)


def sign_in_risk(conditions: Conditions, request: Request, _: PolicySet) -> Optional[Finding]:
    return level(conditions.sign_in_risk, request.context.get("signInRiskLevel"))


def user_risk(conditions: Conditions, request: Request, _: PolicySet) -> Optional[Finding]:
    return level(conditions.user_risk, request.context.get("userRiskLevel"))


def workload_risk(conditions: Conditions, request: Request, _: PolicySet) -> Optional[Finding]:
    return level(conditions.workload_risk, request.context.get("servicePrincipalRiskLevel"))


def insider_risk(conditions: Conditions, request: Request, _: PolicySet) -> Optional[Finding]:
    return level(conditions.insider_risk, request.context.get("insiderRiskLevel"))


def authentication_flow(conditions: Conditions, request: Request, _: PolicySet) -> Optional[Finding]:
    if not conditions.transfer_methods:
        return None
    method = request.context.get("transferMethod")
    return known(method is not None and method.lower() in conditions.transfer_methods)


# In the order in which the first unsatisfied one is named.
CHECKS: tuple[tuple[str, Check], ...] = (
    ("users", users),
    ("workloadIdentities", workload_identities),
    ("application", application),
    ("userActions", user_actions),
    ("authenticationContext", authentication_context),
    ("devicePlatform", device_platform),
    ("devices", devices),
    ("clientApps", client_apps),
    ("location", location),
    ("signInRisk", sign_in_risk),
    ("userRisk", user_risk),
    ("servicePrincipalRisk", workload_risk),
    ("insiderRisk", insider_risk),
    ("authenticationFlow", authentication_flow),
)


@dataclass(frozen=True)
class Match:
    """Whether a policy applies; None where that could not be evaluated."""

    applies: Optional[bool]
    first_unsatisfied: Optional[str]
    unknown: tuple[str, ...]


def match(conditions: Conditions, request: Request, policy_set: PolicySet) -> Match:
    first_unsatisfied: Optional[str] = None
    unknown: list[str] = []
    is_broken = False
    for name, check in CHECKS:
        finding = check(conditions, request, policy_set)
        if finding is None:
            continue
        if finding.is_unknown:
            unknown.append(name)
        if finding.broken:
            is_broken = True
        elif first_unsatisfied is None and not finding.holds(conditions.missing_matches):
            first_unsatisfied = name
    if first_unsatisfied is not None:
        return Match(False, first_unsatisfied, tuple(unknown))
    return Match(None if is_broken else True, None, tuple(unknown))
