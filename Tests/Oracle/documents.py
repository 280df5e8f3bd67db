"""What a directory of policy documents holds, read into typed values.

Reading is for sound documents only: what makes a policy unenforceable is not judged here.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Iterable, Optional

from addresses import Location, read_location
from devicefilter import Expression, parse
from strengths import BUILT_IN, Strength

Document = dict[str, Any]

# The order in which open controls are asked for.
CONTROL_ORDER = (
    "block",
    "tokenProtection",
    "signInFrequency",
    "mfa",
    "authenticationStrength",
    "compliantDevice",
    "domainJoinedDevice",
    "compliantApplication",
    "passwordChange",
)


class DocumentError(ValueError):
    """A document that is none of those that a policy set is made of."""


def strings(document: Optional[Document], member: str) -> list[str]:
    return list((document or {}).get(member) or [])


def lowered(document: Optional[Document], member: str) -> frozenset[str]:
    return frozenset(value.lower() for value in strings(document, member))


def flags(value: Any) -> frozenset[str]:
    """A set of flags, written as one comma-joined string or as a list."""
    parts = value if isinstance(value, list) else str(value or "").split(",")
    return frozenset(part.strip().lower() for part in parts if part.strip())


@dataclass(frozen=True)
class GuestSelector:
    """Guests of some types; `tenants` is None where every home tenant will do."""

    types: frozenset[str]
    tenants: Optional[frozenset[str]]

    @staticmethod
    def read(document: Optional[Document]) -> Optional["GuestSelector"]:
        if not document:
            return None
        tenants = document.get("externalTenants") or {}
        enumerated = tenants.get("membershipKind") == "enumerated"
        return GuestSelector(
            flags(document.get("guestOrExternalUserTypes")), lowered(tenants, "members") if enumerated else None
        )


@dataclass(frozen=True)
class UserList:
    """One side, include or exclude, of the condition about users."""

    users: frozenset[str]
    groups: frozenset[str]
    roles: frozenset[str]
    guests: Optional[GuestSelector]

    @staticmethod
    def read(document: Document, side: str) -> "UserList":
        return UserList(
            lowered(document, f"{side}Users"),
            lowered(document, f"{side}Groups"),
            lowered(document, f"{side}Roles"),
            GuestSelector.read(document.get(f"{side}GuestsOrExternalUsers")),
        )


@dataclass(frozen=True)
class Users:
    include: UserList
    exclude: UserList

    @property
    def names_nobody(self) -> bool:
        side = self.include
        return side.users <= {"none"} and not side.groups and not side.roles and side.guests is None


@dataclass(frozen=True)
class Names:
    """A condition that includes and excludes plain names, in lower case."""

    include: frozenset[str]
    exclude: frozenset[str]

    @staticmethod
    def read(document: Optional[Document], what: str) -> Optional["Names"]:
        names = Names(lowered(document, f"include{what}"), lowered(document, f"exclude{what}"))
        return names if names.include or names.exclude else None


@dataclass(frozen=True)
class DeviceFilter:
    includes: bool
    rule: Expression

    @staticmethod
    def read(document: Optional[Document]) -> Optional["DeviceFilter"]:
        entry = (document or {}).get("deviceFilter")
        return DeviceFilter(entry["mode"].lower() == "include", parse(entry["rule"])) if entry else None


@dataclass(frozen=True)
class Conditions:
    """The conditions of a policy; None or an empty set is a condition that is not configured."""

    users: Optional[Users]
    workloads: Optional[Names]
    applications: Optional[Names]
    user_actions: frozenset[str]
    authentication_contexts: frozenset[str]
    platforms: Optional[Names]
    device_filter: Optional[DeviceFilter]
    client_types: frozenset[str]
    locations: Optional[Names]
    sign_in_risk: frozenset[str]
    user_risk: frozenset[str]
    workload_risk: frozenset[str]
    insider_risk: frozenset[str]
    transfer_methods: frozenset[str]
    missing_matches: bool

    @staticmethod
    def read(document: Document) -> "Conditions":
        users = document.get("users")
        targets = document.get("applications")
        client_types = lowered(document, "clientAppTypes")
        return Conditions(
            users=Users(UserList.read(users, "include"), UserList.read(users, "exclude")) if users else None,
            workloads=Names.read(document.get("clientApplications"), "ServicePrincipals"),
            applications=Names.read(targets, "Applications"),
            user_actions=lowered(targets, "includeUserActions"),
            authentication_contexts=lowered(targets, "includeAuthenticationContextClassReferences"),
            platforms=Names.read(document.get("platforms"), "Platforms"),
            device_filter=DeviceFilter.read(document.get("devices")),
            client_types=frozenset() if "all" in client_types else client_types,
            locations=Names.read(document.get("locations"), "Locations"),
            sign_in_risk=lowered(document, "signInRiskLevels"),
            user_risk=lowered(document, "userRiskLevels"),
            workload_risk=lowered(document, "servicePrincipalRiskLevels"),
            insider_risk=flags(document.get("insiderRiskLevels")),
            transfer_methods=flags((document.get("authenticationFlows") or {}).get("transferMethods")) - {"none"},
            missing_matches=document.get("onMissingSignal") == "match",
        )

    @property
    def is_about_workloads(self) -> bool:
        return self.workloads is not None and (self.users is None or self.users.names_nobody)


@dataclass(frozen=True)
class Grant:
    """The grant controls of a policy in the order of asking; without an operator all are needed."""

    controls: tuple[str, ...] = ()
    needs_all: bool = True
    strength: Optional[str] = None

    @staticmethod
    def read(document: Optional[Document]) -> "Grant":
        controls = set(strings(document, "builtInControls"))
        if "approvedApplication" in controls:
            controls = (controls - {"approvedApplication"}) | {"compliantApplication"}
        strength = ((document or {}).get("authenticationStrength") or {}).get("id")
        if strength is not None:
            controls.add("authenticationStrength")
        return Grant(
            tuple(sorted(controls, key=CONTROL_ORDER.index)),
            str((document or {}).get("operator") or "AND").upper() != "OR",
            strength.lower() if strength is not None else None,
        )


EVERY_TIME = 0
SECONDS = {"hours": 3600, "days": 86400}


@dataclass(frozen=True)
class SessionControls:
    """The session controls of a policy; limits are in seconds, `EVERY_TIME` being the shortest of all."""

    primary_limit: Optional[int] = None
    secondary_limit: Optional[int] = None
    persistent_browser: Optional[str] = None
    token_protection: bool = False
    continuous_evaluation: Optional[str] = None
    disables_resilience: bool = False

    @staticmethod
    def read(document: Optional[Document]) -> "SessionControls":
        def control(name: str) -> Optional[Document]:
            # An object whose members are all null says nothing: exports write it for "not configured".
            entry = (document or {}).get(name) or {}
            says = any(value is not None for value in entry.values())
            return entry if says and entry.get("isEnabled") is not False else None

        limit, primary = None, False
        if (frequency := control("signInFrequency")) is not None:
            every_time = frequency.get("frequencyInterval") == "everyTime"
            limit = EVERY_TIME if every_time else frequency["value"] * SECONDS[frequency["type"]]
            primary = frequency.get("authenticationType") != "secondaryAuthentication"
        browser, continuous = control("persistentBrowser"), control("continuousAccessEvaluation")
        return SessionControls(
            limit if primary else None,
            limit,
            browser["mode"] if browser is not None else None,
            control("secureSignInSession") is not None,
            continuous["mode"] if continuous is not None else None,
            (document or {}).get("disableResilienceDefaults") is True,
        )


@dataclass(frozen=True)
class Policy:
    identifier: str
    name: str
    state: str
    conditions: Conditions
    grant: Grant
    session: SessionControls

    @staticmethod
    def read(document: Document) -> "Policy":
        name = document.get("displayName") or ""
        return Policy(
            (document.get("id") or name).lower(),
            name,
            document["state"],
            Conditions.read(document["conditions"]),
            Grant.read(document.get("grantControls")),
            SessionControls.read(document.get("sessionControls")),
        )


@dataclass
class PolicySet:
    """The policies and whatever they may refer to, by identifier in lower case."""

    policies: list[Policy] = field(default_factory=list)
    locations: dict[str, Location] = field(default_factory=dict)
    strengths: dict[str, Strength] = field(default_factory=lambda: dict(BUILT_IN))
    applications: dict[str, frozenset[str]] = field(default_factory=dict)

    def add(self, document: Document) -> None:
        kind = str(document.get("@odata.type") or "").lower()
        if kind == "#postern.applicationgroup":
            self.applications[document["displayName"].lower()] = lowered(document, "applications")
        elif "allowedCombinations" in document:
            self.strengths[document["id"].lower()] = Strength.read(document)
        elif "ipRanges" in document or "countriesAndRegions" in document:
            self.locations[document["id"].lower()] = read_location(document)
        elif "conditions" in document:
            self.policies.append(Policy.read(document))
        else:
            raise DocumentError(f"a document of no known kind: {sorted(document)}")

    @staticmethod
    def of(documents: Iterable[Document]) -> "PolicySet":
        found = PolicySet()
        for document in documents:
            found.add(document)
        return found

    @staticmethod
    def load(directory: Path) -> "PolicySet":
        return PolicySet.of(document for path in sorted(directory.rglob("*.json")) for document in documents(path))


def documents(path: Path) -> list[Document]:
    """The documents of one file: an object, a list of objects, or a Graph list with `value`."""
    content = json.loads(path.read_text(encoding="utf-8-sig"))
    if isinstance(content, dict) and isinstance(content.get("value"), list):
        content = content["value"]
    return content if isinstance(content, list) else [content]
