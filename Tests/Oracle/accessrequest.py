"""The access request document."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional

from addresses import Address, address
from strengths import Authentication

Document = dict[str, Any]

MEMBERS = {
    "": {"subject", "resource", "context", "controls", "purpose"},
    "context": {
        *("clientAppType", "platform", "ipAddress", "country", "transferMethod", "device", "isTokenBound"),
        *("signInRiskLevel", "userRiskLevel", "servicePrincipalRiskLevel", "insiderRiskLevel"),
        *("secondsSinceSignIn", "secondsSinceSecondFactor", "authenticationMethods"),
        *("fido2AAGUID", "x509IssuerSKI", "x509PolicyOIDs"),
    },
    "controls": {
        *("mfa", "authenticationStrength", "compliantDevice", "domainJoinedDevice"),
        *("compliantApplication", "passwordChange"),
    },
}


class RequestError(ValueError):
    """A request that the format does not know."""


def refuse_unknown(document: Document, known: set[str], place: str) -> None:
    if unknown := set(document) - known:
        raise RequestError(f"unknown members of `{place or 'the request'}`: {sorted(unknown)}")


@dataclass(frozen=True)
class Guest:
    kind: str
    tenant: Optional[str]

    @staticmethod
    def read(value: Any) -> Optional["Guest"]:
        if isinstance(value, dict):
            tenant = value.get("tenant")
            return Guest(value["type"].lower(), tenant.lower() if tenant is not None else None)
        return Guest("b2bcollaborationguest", None) if value is True else None


@dataclass(frozen=True)
class Account:
    identifier: str
    groups: frozenset[str]
    roles: frozenset[str]
    guest: Optional[Guest]


@dataclass(frozen=True)
class Workload:
    """A client that acts for itself."""

    identifier: str
    is_of_this_tenant: bool


@dataclass(frozen=True)
class ControlState:
    """How one grant control stands: `met`, `unmet` or `undetermined`."""

    state: str
    reason: Optional[str] = None
    is_satisfiable: bool = True


MET = ControlState("met")
DEFAULT_STATES = {
    "mfa": ControlState("unmet", "mfa_required"),
    "authenticationStrength": ControlState("unmet", "authentication_strength_required"),
    "compliantDevice": ControlState("unmet", "device_unknown", False),
    "domainJoinedDevice": ControlState("unmet", "device_not_domain_joined", False),
    "compliantApplication": ControlState("unmet", "not_enrolled"),
    "passwordChange": ControlState("unmet", "password_change_required"),
}


def control_state(control: str, value: Any) -> ControlState:
    if value is None or value == "unmet":
        return DEFAULT_STATES[control]
    if value == "met":
        return MET
    state = value["state"]
    if state == "met":
        return MET
    reason = value.get("reason") or DEFAULT_STATES[control].reason
    return ControlState(state, reason, value.get("satisfiable", True))


@dataclass(frozen=True)
class Request:
    account: Optional[Account]
    workload: Optional[Workload]
    resource_kind: str
    resource: str
    context: Document
    address: Optional[Address]
    authentication: Authentication
    controls: dict[str, ControlState]
    becomes_compliant: bool

    @staticmethod
    def read(document: Document) -> "Request":
        context, controls = document.get("context") or {}, document.get("controls") or {}
        for place, part in (("", document), ("context", context), ("controls", controls)):
            refuse_unknown(part, MEMBERS[place], place)
        account, workload = read_subject(document["subject"])
        ((kind, resource),) = document["resource"].items()
        text = context.get("ipAddress")
        return Request(
            account,
            workload,
            kind,
            resource.lower(),
            context,
            address(text) if text is not None else None,
            Authentication.read(context),
            {control: control_state(control, controls.get(control)) for control in DEFAULT_STATES},
            document.get("purpose") == "becomeCompliant",
        )

    @property
    def client_type(self) -> str:
        """The kind of client; what is not known counts as `other`."""
        return str(self.context.get("clientAppType") or "other").lower()

    @property
    def is_from_legacy_client(self) -> bool:
        return self.client_type in ("other", "exchangeactivesync", "eassupported")

    @property
    def is_by_device_code(self) -> bool:
        return str(self.context.get("transferMethod")).lower() == "devicecodeflow"


def read_subject(document: Document) -> tuple[Optional[Account], Optional[Workload]]:
    if "client" in document:
        refuse_unknown(document, {"client", "isOfThisTenant"}, "subject")
        return None, Workload(document["client"].lower(), document.get("isOfThisTenant", True))
    refuse_unknown(document, {"account", "groups", "roles", "guest"}, "subject")
    groups = frozenset(group.lower() for group in document.get("groups") or [])
    roles = frozenset(role.lower() for role in document.get("roles") or [])
    return Account(document["account"].lower(), groups, roles, Guest.read(document.get("guest"))), None
