"""A made-up tenant: policies as Graph JSON as tenants have them, and sign-ins to decide.

A few policies concern everybody, most some groups or roles and some applications. The same seed gives the same tenant.
Only what Cedar and Rego can say is in it: device filters, risks, strengths and session controls are left out.
"""

from __future__ import annotations

import dataclasses
import ipaddress
import json
import pathlib
import random
import typing

Document = dict[str, typing.Any]
T = typing.TypeVar("T")
Mix = dict[T, float]

# Kinds of identifiers.
ACCOUNT, GROUP, ROLE, APPLICATION, LOCATION, POLICY = range(1, 7)

BREAK_GLASS = f"{GROUP:08x}-0000-4000-8000-{0:012x}"
FILE_SIZE = 1_000
ACCOUNTS, ROLES = 300, 12

STATES: Mix[str] = {"enabled": 0.85, "enabledForReportingButNotEnforced": 0.10, "disabled": 0.05}
AUDIENCES: Mix[str] = {"everybody": 0.03, "groups": 0.67, "groups and accounts": 0.12, "roles": 0.10, "accounts": 0.08}
GRANTS: Mix[tuple[str, ...]] = {
    ("OR", "mfa"): 0.43,
    ("OR", "compliantDevice", "compliantApplication"): 0.20,
    ("AND", "mfa", "compliantApplication"): 0.10,
    ("OR", "compliantDevice"): 0.08,
    ("OR", "compliantApplication"): 0.07,
    ("OR", "mfa", "compliantDevice"): 0.05,
    ("AND", "mfa", "compliantDevice"): 0.04,
    ("OR", "block"): 0.03,
}
PLATFORMS: Mix[str | None] = {
    "windows": 0.38, "iOS": 0.21, "android": 0.17, "macOS": 0.15, "linux": 0.05, "windowsPhone": 0.01, None: 0.03}
CLIENTS: Mix[str | None] = {
    "browser": 0.50, "mobileAppsAndDesktopClients": 0.43, "exchangeActiveSync": 0.02, "easSupported": 0.01, "other": 0.03,
    None: 0.01}
CLIENT_CHOICES: Mix[tuple[str, ...]] = {
    ("browser",): 0.3, ("mobileAppsAndDesktopClients",): 0.3, ("browser", "mobileAppsAndDesktopClients"): 0.3,
    ("exchangeActiveSync", "other"): 0.1}
CONTROLS = {"mfa": 0.88, "compliantDevice": 0.65, "compliantApplication": 0.70}


@dataclasses.dataclass(frozen=True)
class Tenant:
    policies: list[Document]
    locations: list[Document]
    requests: list[Document]

    def write(self, directory: pathlib.Path) -> pathlib.Path:
        """Writes the policies into files of a directory, and the requests beside it; returns the latter's path."""
        directory.mkdir()
        for start in range(0, len(self.policies), FILE_SIZE):
            part = {"value": self.policies[start:start + FILE_SIZE]}
            (directory / f"policies-{start:05}.json").write_text(json.dumps(part, indent=1))
        (directory / "locations.json").write_text(json.dumps({"value": self.locations}, indent=1))
        requests = directory.with_suffix(".jsonl")
        requests.write_text("".join(json.dumps(request) + "\n" for request in self.requests))
        return requests


def generate(policies: int, requests: int, seed: int) -> Tenant:
    return Generator(policies, seed).tenant(requests)


def identifier(kind: int, number: int) -> str:
    return f"{kind:08x}-0000-4000-8000-{number:012x}"


class Generator:
    def __init__(self, policies: int, seed: int):
        self.random = random.Random(seed)
        self.count = policies
        # A larger tenant has more of everything, so that one sign-in is not the business of ever more policies.
        self.groups = [identifier(GROUP, number) for number in range(1, 91 + policies // 5)]
        self.applications = [identifier(APPLICATION, number) for number in range(50 + policies // 20)]
        self.roles = [identifier(ROLE, number) for number in range(ROLES)]
        self.accounts = [identifier(ACCOUNT, number) for number in range(ACCOUNTS)]
        self.networks = [self.some_networks() for _ in range(min(10 + policies // 50, 195))]
        self.location_ids = [identifier(LOCATION, number) for number in range(len(self.networks))]
        self.members = [self.membership(account) for account in self.accounts]

    def tenant(self, requests: int) -> Tenant:
        general = self.general_policies()[:self.count]
        numbered = enumerate(general + [self.policy() for _ in range(self.count - len(general))])
        policies = [{"id": identifier(POLICY, number), "displayName": f"Policy {number}"} | policy
                    for number, policy in numbered]
        return Tenant(policies, self.locations(), [self.request() for _ in range(requests)])

    # MARK: Choosing

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def pick(self, mix: Mix[T]) -> T:
        return self.random.choices(list(mix), list(mix.values()))[0]

    def some(self, values: typing.Sequence[T], most: int) -> list[T]:
        return self.random.sample(values, self.random.randint(1, most))

    # MARK: Who and where

    def membership(self, account: str) -> Document:
        groups = self.random.sample(self.groups, self.random.randint(5, 13))
        if self.chance(0.01):
            groups.append(BREAK_GLASS)
        roles = self.some(self.roles, 2) if self.chance(0.1) else []
        return {"account": account, "groups": groups, "roles": roles}

    def some_networks(self) -> list[str]:
        return [self.network() for _ in range(self.random.randint(1, 3))]

    def network(self) -> str:
        if self.chance(0.15):
            bits = (0x20010DB8 << 96) | (self.random.getrandbits(24) << 72)
            return str(ipaddress.IPv6Network((bits, 56)))
        length = self.random.choice([16, 22, 24, 29, 32])
        return str(ipaddress.IPv4Network((self.random.getrandbits(32), length), strict=False))

    def locations(self) -> list[Document]:
        return [
            {"@odata.type": "#microsoft.graph.ipNamedLocation", "id": location, "displayName": f"Location {number}",
             "isTrusted": number % 3 == 0,
             "ipRanges": [{"@odata.type": f"#microsoft.graph.iPv{ipaddress.ip_network(network).version}CidrRange",
                           "cidrAddress": network} for network in networks]}
            for number, (location, networks) in enumerate(zip(self.location_ids, self.networks))]

    # MARK: Policies

    def general_policies(self) -> list[Document]:
        """What nearly every tenant has."""
        devices = grant("OR", "compliantDevice", "compliantApplication")
        return [
            general(grant("OR", "block"), clientAppTypes=["exchangeActiveSync", "other"]),
            general(grant("OR", "mfa"), locations=including_and_excluding("Locations", ["All"], ["AllTrusted"])),
            general(devices, platforms=including_and_excluding("Platforms", ["android", "iOS"], [])),
            general(grant("OR", "mfa", "compliantDevice"),
                    platforms=including_and_excluding("Platforms", ["all"], ["android", "iOS"])),
            general(grant("AND", "mfa", "compliantDevice"), users=users(roles=self.roles)),
            general(grant("OR", "block"), platforms=including_and_excluding(
                "Platforms", ["all"], ["android", "iOS", "windows", "macOS", "linux"])),
        ]

    def policy(self) -> Document:
        audience, control = self.pick(AUDIENCES), self.pick(GRANTS)
        conditions: Document = {"users": self.audience(audience), "applications": self.target(audience)}
        conditions["clientAppTypes"] = list(self.pick(CLIENT_CHOICES)) if self.chance(0.25) else ["all"]
        if self.chance(0.40):
            conditions["platforms"] = self.platforms()
        # Nobody blocks a whole group from an application everywhere.
        if self.chance(0.20) or "block" in control:
            conditions["locations"] = self.places()
        return {"state": self.pick(STATES), "conditions": conditions, "grantControls": grant(*control)}

    def audience(self, kind: str) -> Document:
        return users(
            accounts={"everybody": ["All"]}.get(kind) or (self.some(self.accounts, 3) if "accounts" in kind else []),
            groups=self.some(self.groups, 3) if "groups" in kind else [],
            roles=self.some(self.roles, 3) if kind == "roles" else [],
            not_accounts=self.some(self.accounts, 2) if self.chance(0.1) else [],
            not_groups=([BREAK_GLASS] if self.chance(0.95) else [])
            + (self.some(self.groups, 2) if self.chance(0.3) else []),
            not_roles=self.some(self.roles, 1) if self.chance(0.05) else [])

    def target(self, audience: str) -> Document:
        if audience == "everybody" or self.chance(0.7):
            return including_and_excluding("Applications", self.some(self.applications, 4), [])
        return including_and_excluding(
            "Applications", ["All"], self.some(self.applications, 3) if self.chance(0.5) else [])

    def platforms(self) -> Document:
        known = [platform for platform in PLATFORMS if platform]
        if self.chance(0.75):
            return including_and_excluding("Platforms", self.some(known, 3), [])
        return including_and_excluding("Platforms", ["all"], self.some(known, 3))

    def places(self) -> Document:
        some = self.some(self.location_ids, 3)
        return including_and_excluding("Locations", *self.random.choice(
            [(["All"], ["AllTrusted"]), (["All"], some), (some, []), (["AllTrusted"], some), (some, ["AllTrusted"])]))

    # MARK: Requests

    def request(self) -> Document:
        context = {"clientAppType": self.pick(CLIENTS), "platform": self.pick(PLATFORMS), "ipAddress": self.address()}
        return {
            "subject": self.random.choice(self.members),
            "resource": {"application": self.random.choice(self.applications)},
            "context": {name: value for name, value in context.items() if value is not None},
            "controls": {control: "met" if self.chance(share) else "unmet" for control, share in CONTROLS.items()},
        }

    def address(self) -> str | None:
        if self.chance(0.02):
            return None
        if self.chance(0.5):
            network = ipaddress.ip_network(self.random.choice(self.random.choice(self.networks)))
            return str(network[self.random.randrange(network.num_addresses)])
        return str(ipaddress.IPv4Address(self.random.getrandbits(32)))


def general(controls: Document, **conditions: typing.Any) -> Document:
    """An enabled policy for all applications and, unless told otherwise, everybody but the emergency accounts."""
    usual = {
        "users": users(accounts=["All"]), "applications": including_and_excluding("Applications", ["All"], []),
        "clientAppTypes": ["all"]}
    return {"state": "enabled", "conditions": usual | conditions, "grantControls": controls}


def users(accounts: typing.Sequence[str] = (), groups: typing.Sequence[str] = (), roles: typing.Sequence[str] = (),
          not_accounts: typing.Sequence[str] = (), not_groups: typing.Sequence[str] = (BREAK_GLASS,),
          not_roles: typing.Sequence[str] = ()) -> Document:
    return (including_and_excluding("Users", accounts, not_accounts)
            | including_and_excluding("Groups", groups, not_groups)
            | including_and_excluding("Roles", roles, not_roles))


def including_and_excluding(what: str, include: typing.Sequence[str], exclude: typing.Sequence[str]) -> Document:
    return {"include" + what: list(include), "exclude" + what: list(exclude)}


def grant(operator: str, *controls: str) -> Document:
    return {"operator": operator, "builtInControls": list(controls)}
