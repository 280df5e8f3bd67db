"""Random access requests, with any of their signals missing."""

from __future__ import annotations

import random
from typing import Any, Callable, Sequence

from world import (
    ADDRESSES,
    CLIENT_TYPES,
    CONTEXTS,
    COUNTRIES,
    DEVICE_TEXTS,
    Document,
    EXTENSIONS,
    GUEST_TYPES,
    INSIDER_RISKS,
    ISSUERS,
    METHODS,
    OWNERSHIPS,
    PHYSICAL_IDS,
    PLATFORMS,
    POLICY_OIDS,
    PROFILE_TYPES,
    RISKS,
    ROLES,
    SYSTEM_LABELS,
    TRANSFER_METHODS,
    TRUST_TYPES,
    USER_ACTIONS,
    World,
    identifier,
    recased,
    some,
)

# How often a signal is missing: one of these for a whole request.
MISSING_RATES = (0.0, 0.1, 0.1, 0.4, 0.9)

HOUR, DAY = 3600, 86400
# Around every limit that a policy sets, and around the tolerance of "every time".
ELAPSED = (
    *(0, 1, 299, 300, 301, HOUR, HOUR + 1, 2 * HOUR, 2 * HOUR + 1, 8 * HOUR, 8 * HOUR + 1, 23 * HOUR),
    *(DAY, DAY + 1, 2 * DAY, 2 * DAY + 1, 30 * DAY, 30 * DAY + 1),
)

REASONS = {
    "mfa": ("mfa_required",),
    "authenticationStrength": ("authentication_strength_required",),
    "compliantDevice": ("device_unknown", "device_not_compliant"),
    "domainJoinedDevice": ("device_not_domain_joined",),
    "compliantApplication": ("not_enrolled", "capability_not_declared", "not_targeted", "wiped"),
    "passwordChange": ("password_change_required",),
}


def make_request(chance: random.Random, world: World) -> Document:
    is_workload = chance.random() < 0.12
    request: Document = {
        "subject": make_workload(chance, world) if is_workload else make_account(chance, world),
        "resource": make_resource(chance, world),
    }
    if chance.random() < 0.97:
        request["context"] = make_context(chance, world)
    if chance.random() < 0.8:
        request["controls"] = make_controls(chance)
    if chance.random() < 0.25:
        request["purpose"] = chance.choice(("ordinary", "becomeCompliant", "becomeCompliant"))
    return request


def make_workload(chance: random.Random, world: World) -> Document:
    subject: Document = {"client": chance.choice(world.clients)}
    if chance.random() < 0.5:
        subject["isOfThisTenant"] = chance.random() < 0.7
    return subject


def make_account(chance: random.Random, world: World) -> Document:
    account = chance.choice(world.accounts) if chance.random() < 0.9 else identifier(chance)
    subject: Document = {"account": account}
    if chance.random() < 0.6:
        subject["groups"] = some(chance, world.groups, 2)
    if chance.random() < 0.4:
        subject["roles"] = some(chance, ROLES, 2)
    if chance.random() < 0.4:
        subject["guest"] = make_guest(chance, world)
    return subject


def make_guest(chance: random.Random, world: World) -> Any:
    if chance.random() < 0.3:
        return chance.choice((True, False))
    guest: Document = {"type": chance.choice(GUEST_TYPES)}
    if chance.random() < 0.7:
        guest["tenant"] = chance.choice(world.tenants)
    return guest


def make_resource(chance: random.Random, world: World) -> Document:
    kind = chance.choices(("application", "userAction", "authenticationContext"), (84, 8, 8))[0]
    if kind == "userAction":
        return {kind: chance.choice(USER_ACTIONS)}
    if kind == "authenticationContext":
        return {kind: chance.choice(CONTEXTS)}
    known = chance.random() < 0.95
    return {kind: chance.choice(world.applications) if known else identifier(chance)}


def make_context(chance: random.Random, world: World) -> Document:
    missing = chance.choice(MISSING_RATES)
    makers: dict[str, Callable[[], Any]] = {
        "clientAppType": lambda: chance.choice((*CLIENT_TYPES[:2] * 4, *CLIENT_TYPES)),
        "platform": lambda: chance.choice(PLATFORMS),
        "ipAddress": lambda: chance.choice(ADDRESSES),
        "country": lambda: chance.choice(COUNTRIES),
        "signInRiskLevel": lambda: chance.choice(RISKS),
        "userRiskLevel": lambda: chance.choice(RISKS),
        "servicePrincipalRiskLevel": lambda: chance.choice(RISKS),
        "insiderRiskLevel": lambda: chance.choice(("none", *INSIDER_RISKS)),
        "device": lambda: make_device(chance, world),
        "secondsSinceSignIn": lambda: chance.choice(ELAPSED),
        "secondsSinceSecondFactor": lambda: chance.choice(ELAPSED),
        "isTokenBound": lambda: chance.random() < 0.6,
    }
    context = {member: make() for member, make in makers.items() if chance.random() >= missing}
    if chance.random() < 0.25:
        context["transferMethod"] = chance.choice(TRANSFER_METHODS)
    if chance.random() < 0.7:
        context.update(make_authentication(chance, world))
    return context


def make_authentication(chance: random.Random, world: World) -> Document:
    methods: list[str] = some(chance, METHODS, 3)
    if chance.random() < 0.5:
        methods = sorted({*methods, "password"})
    shown: Document = {"authenticationMethods": methods}
    if chance.random() < 0.6:
        shown["fido2AAGUID"] = chance.choice((*world.key_models, identifier(chance)))
    if chance.random() < 0.6:
        shown["x509IssuerSKI"] = recased(chance, chance.choice(ISSUERS))
    if chance.random() < 0.6:
        shown["x509PolicyOIDs"] = some(chance, POLICY_OIDS, 2)
    return shown


def make_device(chance: random.Random, world: World) -> Document:
    missing = chance.choice((0.0, 0.3, 0.8))
    choices: dict[str, Sequence[Any]] = {
        "deviceId": world.devices,
        "mdmAppId": world.device_managers,
        **DEVICE_TEXTS,
        **{f"extensionAttribute{number}": EXTENSIONS for number in range(1, 16)},
        "deviceOwnership": OWNERSHIPS,
        "isCompliant": (True, False),
        "isManaged": (True, False, False),
        "profileType": PROFILE_TYPES,
        "trustType": TRUST_TYPES,
    }
    device = {member: chance.choice(values) for member, values in choices.items() if chance.random() >= missing}
    for member, elements in (("physicalIds", PHYSICAL_IDS), ("systemLabels", SYSTEM_LABELS)):
        if chance.random() >= missing:
            device[member] = chance.sample(elements, chance.randint(0, 2))
    return device


def make_controls(chance: random.Random) -> Document:
    met = chance.choice((0.2, 0.5, 0.9))
    return {
        control: make_state(chance, reasons, met) for control, reasons in REASONS.items() if chance.random() < 0.75
    }


def make_state(chance: random.Random, reasons: Sequence[str], met: float) -> Any:
    if chance.random() < met:
        return chance.choice(("met", {"state": "met"}))
    kind = chance.choices(("default", "described", "undetermined"), (4, 5, 2))[0]
    if kind == "default":
        return "unmet"
    if kind == "undetermined":
        return {"state": "undetermined", "reason": chance.choice(("source_unreachable", "source_failed"))}
    state: Document = {"state": "unmet", "reason": chance.choice(reasons)}
    if chance.random() < 0.7:
        state["satisfiable"] = chance.random() < 0.5
    return state
