"""Policies and requests in the terms that both peers are told them in.

A peer's policy says whom and what it is about and what has to be shown. What an address lies in is looked up here: rego-cpp
knows no addresses, and Cedar is faster without them; Postern looks it up in every decision.
"""

from __future__ import annotations

import dataclasses
import ipaddress
import typing

from .tenant import Document, Tenant

EVERYBODY, EVERY_APPLICATION, TRUSTED = "everybody", "All", "AllTrusted"
CONTROLS = ("mfa", "compliantDevice", "compliantApplication")
BLOCK = "block"
CONDITIONS = {"users", "applications", "clientAppTypes", "platforms", "locations"}


class Untranslatable(Exception):
    """A policy or a request says what a peer is not told."""


@dataclasses.dataclass(frozen=True)
class Choice:
    """What a condition includes, None for everything, and what it excludes."""
    include: tuple[str, ...] | None
    exclude: tuple[str, ...] = ()


@dataclasses.dataclass(frozen=True)
class Rule:
    """An enabled policy; people are `Group::id`, `Role::id` or `Account::id`."""
    id: str
    people: Choice
    applications: Choice
    platforms: Choice
    clients: Choice
    locations: Choice
    needs_all: bool
    # Empty if the policy blocks.
    controls: tuple[str, ...]


@dataclasses.dataclass(frozen=True)
class SignIn:
    """A request."""
    account: str
    # The account itself, its groups and its roles, named as in a rule.
    people: tuple[str, ...]
    application: str
    platform: str
    client: str
    locations: tuple[str, ...]
    met: frozenset[str]


@dataclasses.dataclass(frozen=True)
class Answer:
    """Whether access is given, and the policies that are not satisfied."""
    allowed: bool
    unmet: frozenset[str]


def rules(tenant: Tenant) -> list[Rule]:
    return [rule(policy) for policy in tenant.policies if policy["state"] == "enabled"]


def rule(policy: Document) -> Rule:
    conditions = policy["conditions"]
    strange = conditions.keys() - CONDITIONS | policy.keys() - {
        "id", "displayName", "state", "conditions", "grantControls"}
    if strange:
        raise Untranslatable(f"policy {policy['id']}: {sorted(strange)}")
    operator, controls = policy["grantControls"]["operator"], tuple(policy["grantControls"]["builtInControls"])
    if not controls or set(controls) - {BLOCK, *CONTROLS}:
        raise Untranslatable(f"policy {policy['id']}: controls {controls}")
    clients = conditions["clientAppTypes"]
    return Rule(
        policy["id"], people(conditions["users"]), choice(conditions["applications"], "Applications"),
        choice(conditions.get("platforms"), "Platforms"), Choice(None if "all" in clients else tuple(clients)),
        choice(conditions.get("locations"), "Locations"), operator == "AND", () if BLOCK in controls else controls)


def people(users: Document) -> Choice:
    def named(verb: str) -> tuple[str, ...]:
        return tuple(f"{kind}::{id}" for kind, member in (("Account", "Users"), ("Group", "Groups"), ("Role", "Roles"))
                     for id in users[verb + member])

    return Choice(None if "All" in users["includeUsers"] else named("include"), named("exclude"))


def choice(condition: Document | None, what: str) -> Choice:
    if condition is None:
        return Choice(None)
    include = condition["include" + what]
    return Choice(None if "All" in include or "all" in include else tuple(include), tuple(condition["exclude" + what]))


class Places:
    """The named locations that an address lies in."""

    def __init__(self, locations: typing.Iterable[Document]):
        self.locations = [
            (location["id"], location["isTrusted"],
             [ipaddress.ip_network(one["cidrAddress"]) for one in location["ipRanges"]]) for location in locations]

    def of(self, address: str | None) -> tuple[str, ...]:
        if address is None:
            return ()
        value = ipaddress.ip_address(address)
        here = [(id, trusted) for id, trusted, networks in self.locations if any(value in one for one in networks)]
        return tuple(id for id, _ in here) + ((TRUSTED,) if any(trusted for _, trusted in here) else ())


def sign_ins(tenant: Tenant) -> list[SignIn]:
    places = Places(tenant.locations)
    return [sign_in(request, places) for request in tenant.requests]


def sign_in(request: Document, places: Places) -> SignIn:
    subject, context = request["subject"], request["context"]
    if context.keys() - {"clientAppType", "platform", "ipAddress"} or request["controls"].keys() - set(CONTROLS):
        raise Untranslatable(f"request {request}")
    # A client that nobody knows counts as an old one.
    client = context.get("clientAppType", "other")
    return SignIn(
        subject["account"],
        (f"Account::{subject['account']}", *(f"Group::{group}" for group in subject["groups"]),
         *(f"Role::{role}" for role in subject["roles"])),
        request["resource"]["application"], context.get("platform", "unknown"),
        "exchangeActiveSync" if client == "easSupported" else client, places.of(context.get("ipAddress")),
        frozenset(control for control, state in request["controls"].items() if state == "met"))
