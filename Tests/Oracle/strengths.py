"""Authentication strengths: which combinations of methods are good enough."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional

SECOND_FACTORS = ("microsoftAuthenticatorPush", "softwareOath", "hardwareOath", "sms", "voice")
PHISHING_RESISTANT = ("fido2", "windowsHelloForBusiness", "x509CertificateMultiFactor")
PASSWORDLESS = (*PHISHING_RESISTANT, "deviceBasedPush")
MULTIFACTOR = (
    *PASSWORDLESS,
    "federatedMultiFactor",
    "temporaryAccessPassOneTime",
    "temporaryAccessPassMultiUse",
    *(f"password,{factor}" for factor in SECOND_FACTORS),
    *(f"federatedSingleFactor,{factor}" for factor in SECOND_FACTORS),
)


@dataclass(frozen=True)
class Authentication:
    """How the user signed in, as far as a strength asks."""

    methods: frozenset[str]
    fido2_model: Optional[str]
    certificate_issuer: Optional[str]
    certificate_policies: frozenset[str]

    @staticmethod
    def read(context: dict[str, Any]) -> "Authentication":
        return Authentication(
            frozenset(context.get("authenticationMethods") or []),
            lower(context.get("fido2AAGUID")),
            lower(context.get("x509IssuerSKI")),
            frozenset(context.get("x509PolicyOIDs") or []),
        )


def lower(text: Optional[str]) -> Optional[str]:
    return None if text is None else text.lower()


@dataclass(frozen=True)
class Restriction:
    """A narrowing of some combinations to certain keys or certificates; an empty list narrows nothing."""

    combinations: frozenset[frozenset[str]]
    fido2_models: frozenset[str]
    issuers: frozenset[str]
    policies: frozenset[str]

    @staticmethod
    def read(document: dict[str, Any]) -> "Restriction":
        def strings(member: str) -> frozenset[str]:
            return frozenset(value.lower() for value in document.get(member) or [])

        return Restriction(
            frozenset(modes(text) for text in document.get("appliesToCombinations") or []),
            strings("allowedAAGUIDs"),
            strings("allowedIssuerSkis"),
            strings("allowedPolicyOIDs"),
        )

    def admits(self, used: Authentication) -> bool:
        if self.fido2_models and used.fido2_model not in self.fido2_models:
            return False
        if self.issuers and used.certificate_issuer not in self.issuers:
            return False
        return not self.policies or bool(self.policies & used.certificate_policies)


def modes(combination: str) -> frozenset[str]:
    return frozenset(mode.strip() for mode in combination.split(","))


@dataclass(frozen=True)
class Strength:
    """A strength is satisfied by any of its combinations that was used whole and that no restriction refuses."""

    combinations: tuple[frozenset[str], ...]
    restrictions: tuple[Restriction, ...] = ()

    @staticmethod
    def read(document: dict[str, Any]) -> "Strength":
        return Strength(
            tuple(modes(text) for text in document["allowedCombinations"]),
            tuple(Restriction.read(entry) for entry in document.get("combinationConfigurations") or []),
        )

    def is_satisfied(self, used: Authentication) -> bool:
        return any(
            combination <= used.methods
            and all(rule.admits(used) for rule in self.restrictions if combination in rule.combinations)
            for combination in self.combinations
        )


def built_in(combinations: tuple[str, ...]) -> Strength:
    return Strength(tuple(modes(text) for text in combinations))


BUILT_IN: dict[str, Strength] = {
    "00000000-0000-0000-0000-000000000002": built_in(MULTIFACTOR),
    "00000000-0000-0000-0000-000000000003": built_in(PASSWORDLESS),
    "00000000-0000-0000-0000-000000000004": built_in(PHISHING_RESISTANT),
}
