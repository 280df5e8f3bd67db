"""Random policies that are enforceable: what the policy model forbids to combine is not combined."""

from __future__ import annotations

import random
from typing import Any, Callable, Sequence

from filterrules import make_rule
from world import (
    CLIENT_TYPES,
    CONTEXTS,
    Document,
    GUEST_TYPES,
    INSIDER_RISKS,
    PLATFORMS,
    RISKS,
    ROLES,
    TRANSFER_METHODS,
    USER_ACTIONS,
    World,
    identifier,
    recased,
    some,
)

REPORT_ONLY = "enabledForReportingButNotEnforced"
STATES = ("enabled",) * 7 + (REPORT_ONLY,) * 2 + ("disabled",)
ALL_APPLICATIONS = {"includeApplications": ["All"]}

# How often a policy has a condition that it may have: one of these for a whole policy, so that many match often.
CONDITION_RATES = (0.0, 0.1, 0.1, 0.3)


def make_policy(chance: random.Random, world: World, number: int) -> Document:
    kind = chance.choices(
        (ordinary, workload, user_action, password_change, without_continuous_evaluation),
        (80, 12, 6, 5, 2),
    )[0]
    policy: Document = {
        "id": identifier(chance),
        "displayName": f"Policy {number}",
        "state": chance.choice(STATES),
        **kind(chance, world),
    }
    if chance.random() < 0.25:
        policy["conditions"]["onMissingSignal"] = chance.choice(("match", "match", "default"))
    return policy


def ordinary(chance: random.Random, world: World) -> Document:
    rate = chance.choice(CONDITION_RATES)
    targets = make_targets(chance, world)
    conditions = {
        "users": make_users(chance, world),
        "applications": targets,
        **make_signals(chance, rate, world),
        **maybe(chance, rate, "signInRiskLevels", lambda: some(chance, RISKS, 3)),
        **maybe(chance, rate, "userRiskLevels", lambda: some(chance, RISKS, 3)),
        **maybe(chance, rate, "insiderRiskLevels", lambda: ",".join(some(chance, INSIDER_RISKS, 2))),
        **maybe(chance, rate, "authenticationFlows", lambda: make_flows(chance)),
    }
    return with_controls(chance, world, conditions, targets == ALL_APPLICATIONS)


def workload(chance: random.Random, world: World) -> Document:
    rate = chance.choice(CONDITION_RATES)
    conditions = {
        "users": chance.choice((None, {"includeUsers": ["None"]})),
        "clientApplications": make_workloads(chance, world),
        "applications": make_applications(chance, world),
        **maybe(chance, rate, "locations", lambda: make_locations(chance, world)),
        **maybe(chance, rate, "servicePrincipalRiskLevels", lambda: some(chance, RISKS, 3)),
    }
    return {"conditions": conditions, "grantControls": {"operator": "OR", "builtInControls": ["block"]}}


def user_action(chance: random.Random, world: World) -> Document:
    """A policy about a user action: narrowed by no kind of client and no device."""
    rate = chance.choice(CONDITION_RATES)
    conditions: Document = {
        "users": make_users(chance, world),
        "applications": {"includeUserActions": [chance.choice(USER_ACTIONS)]},
        **maybe(chance, rate, "platforms", lambda: make_platforms(chance)),
        **maybe(chance, rate, "locations", lambda: make_locations(chance, world)),
    }
    if chance.random() < 0.6:
        grant: Document = {"operator": "OR", "builtInControls": ["mfa"]}
    else:
        grant = {
            "operator": "AND",
            "builtInControls": [],
            "authenticationStrength": {"id": chance.choice(world.strength_identifiers)},
        }
    return {"conditions": conditions, "grantControls": grant}


def password_change(chance: random.Random, world: World) -> Document:
    conditions = {
        "users": make_users(chance, world),
        "applications": dict(ALL_APPLICATIONS),
        "userRiskLevels": some(chance, RISKS, 3),
    }
    grant = {"operator": "AND", "builtInControls": chance.sample(["mfa", "passwordChange"], 2)}
    return {"conditions": conditions, "grantControls": grant}


def without_continuous_evaluation(chance: random.Random, world: World) -> Document:
    """Only a policy for all applications and without other conditions may switch continuous evaluation off."""
    conditions = {"users": make_users(chance, world), "applications": dict(ALL_APPLICATIONS)}
    return {"conditions": conditions, "sessionControls": {"continuousAccessEvaluation": {"mode": "disabled"}}}


def maybe(chance: random.Random, rate: float, member: str, make: Callable[[], Any]) -> Document:
    return {member: make()} if chance.random() < rate else {}


def make_users(chance: random.Random, world: World) -> Document:
    users: Document = {"includeUsers": [], "includeGroups": [], "includeRoles": []}
    if chance.random() < 0.65:
        users["includeUsers"] = ["All"]
    else:
        for kind in some(chance, ("users", "groups", "roles", "everyGuest", "guests"), 3):
            add_users(chance, world, users, "include", kind)
        if not users["includeUsers"] and chance.random() < 0.1:
            users["includeUsers"] = ["None"]
    if chance.random() < 0.25:
        for kind in some(chance, ("users", "groups", "roles", "everyGuest", "guests"), 2):
            add_users(chance, world, users, "exclude", kind)
    return users


def add_users(chance: random.Random, world: World, users: Document, side: str, kind: str) -> None:
    def add(member: str, names: Sequence[str]) -> None:
        users[f"{side}{member}"] = users.get(f"{side}{member}", []) + list(names)

    if kind == "users":
        add("Users", [recased(chance, account) for account in some(chance, world.accounts, 2)])
    elif kind == "groups":
        add("Groups", [recased(chance, group) for group in some(chance, world.groups, 2)])
    elif kind == "roles":
        add("Roles", some(chance, ROLES, 2))
    elif kind == "everyGuest":
        add("Users", ["GuestsOrExternalUsers"])
    else:
        users[f"{side}GuestsOrExternalUsers"] = make_guests(chance, world)


def make_guests(chance: random.Random, world: World) -> Document:
    tenants: Document = {
        "@odata.type": "#microsoft.graph.conditionalAccessAllExternalTenants",
        "membershipKind": "all",
    }
    if chance.random() < 0.5:
        tenants = {
            "@odata.type": "#microsoft.graph.conditionalAccessEnumeratedExternalTenants",
            "membershipKind": "enumerated",
            "members": some(chance, world.tenants, 2),
        }
    types = ",".join(some(chance, GUEST_TYPES, 4))
    if chance.random() < 0.1:
        return {"guestOrExternalUserTypes": types}
    return {"guestOrExternalUserTypes": types, "externalTenants": tenants}


def make_workloads(chance: random.Random, world: World) -> Document:
    if chance.random() < 0.5:
        included = ["ServicePrincipalsInMyTenant"]
    else:
        included = some(chance, world.clients, 2)
    excluded = some(chance, world.clients, 2) if chance.random() < 0.4 else []
    return {"includeServicePrincipals": included, "excludeServicePrincipals": excluded}


def make_targets(chance: random.Random, world: World) -> Document:
    if chance.random() < 0.1:
        return {"includeAuthenticationContextClassReferences": some(chance, CONTEXTS, 2)}
    return make_applications(chance, world)


def make_applications(chance: random.Random, world: World) -> Document:
    groups = world.application_group_names
    if chance.random() < 0.6:
        targets = dict(ALL_APPLICATIONS)
    elif chance.random() < 0.05:
        return {"includeApplications": ["None"]}
    else:
        targets = {"includeApplications": some(chance, [*world.applications, *groups], 3)}
    if chance.random() < 0.2:
        targets["excludeApplications"] = some(chance, [*world.applications, *groups], 2)
    return targets


def make_signals(chance: random.Random, rate: float, world: World) -> Document:
    return {
        **maybe(chance, rate, "platforms", lambda: make_platforms(chance)),
        **maybe(chance, rate, "devices", lambda: make_device_filter(chance, world)),
        **maybe(chance, rate, "clientAppTypes", lambda: some(chance, ("all", *CLIENT_TYPES), 3)),
        **maybe(chance, rate, "locations", lambda: make_locations(chance, world)),
    }


def make_flows(chance: random.Random) -> Document:
    return {"transferMethods": ",".join(some(chance, TRANSFER_METHODS, 2))}


def make_platforms(chance: random.Random) -> Document:
    included = ["all"] if chance.random() < 0.5 else some(chance, PLATFORMS, 3)
    excluded = some(chance, PLATFORMS, 3) if chance.random() < 0.5 else []
    if chance.random() < 0.05:
        excluded = ["all"]
    return {"includePlatforms": included, "excludePlatforms": excluded}


def make_device_filter(chance: random.Random, world: World) -> Document:
    return {"deviceFilter": {"mode": chance.choice(("include", "exclude")), "rule": make_rule(chance, world)}}


def make_locations(chance: random.Random, world: World) -> Document:
    named = world.location_identifiers
    included = ["All"] if chance.random() < 0.4 else some(chance, ["AllTrusted", *named], 2)
    excluded = some(chance, ["AllTrusted", *named], 2) if chance.random() < 0.5 else []
    return {"includeLocations": included, "excludeLocations": excluded}


def with_controls(chance: random.Random, world: World, conditions: Document, all_applications: bool) -> Document:
    sessions = make_session(chance, all_applications) if chance.random() < 0.4 else None
    grant = None if sessions is not None and chance.random() < 0.4 else make_grant(chance, world)
    if sessions is not None and grant is not None:
        switch_off(chance, sessions)
    policy: Document = {"conditions": conditions, "grantControls": grant, "sessionControls": sessions}
    return {member: value for member, value in policy.items() if value is not None or chance.random() < 0.5}


def make_grant(chance: random.Random, world: World) -> Document:
    if chance.random() < 0.12:
        return {"operator": "OR", "builtInControls": ["block"]}
    known = ("mfa", "compliantDevice", "domainJoinedDevice", "compliantApplication", "approvedApplication")
    controls: list[str] = some(chance, known, 3)
    grant: Document = {"operator": chance.choice(("AND", "OR")), "builtInControls": controls}
    if "mfa" not in controls and chance.random() < 0.5:
        grant["authenticationStrength"] = {"id": chance.choice(world.strength_identifiers)}
        if chance.random() < 0.5:
            grant["builtInControls"] = []
    if grant["operator"] == "AND" and chance.random() < 0.15:
        del grant["operator"]
    return grant


def make_session(chance: random.Random, all_applications: bool) -> Document:
    kinds = ["signInFrequency", "secureSignInSession", "continuousAccessEvaluation", "disableResilienceDefaults"]
    if all_applications:
        kinds.append("persistentBrowser")
    return {kind: make_session_control(chance, kind) for kind in some(chance, kinds, 3)}


def switch_off(chance: random.Random, session: Document) -> None:
    """Switches a session control off now and then, or leaves unsaid that it is on."""
    for control in session.values():
        if isinstance(control, dict) and "isEnabled" in control and chance.random() < 0.15:
            if chance.random() < 0.7:
                control["isEnabled"] = False
            else:
                del control["isEnabled"]


def make_session_control(chance: random.Random, kind: str) -> Any:
    if kind == "disableResilienceDefaults":
        return True
    if kind == "continuousAccessEvaluation":
        return {"mode": "strictEnforcement"}
    if kind == "persistentBrowser":
        return {"isEnabled": True, "mode": chance.choice(("always", "never"))}
    if kind == "secureSignInSession":
        return {"isEnabled": True}
    return make_frequency(chance)


def make_frequency(chance: random.Random) -> Document:
    kinds = ("primaryAndSecondaryAuthentication", "secondaryAuthentication")
    frequency: Document = {"isEnabled": True, "authenticationType": chance.choice(kinds)}
    if chance.random() < 0.3:
        return {**frequency, "frequencyInterval": "everyTime", "type": None, "value": None}
    frequency["type"] = chance.choice(("hours", "days"))
    frequency["value"] = chance.choice((1, 2, 8, 23)) if frequency["type"] == "hours" else chance.choice((1, 2, 30))
    if chance.random() < 0.8:
        frequency["frequencyInterval"] = "timeBased"
    if chance.random() < 0.2:
        del frequency["authenticationType"]
    return frequency
