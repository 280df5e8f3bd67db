"""Small worlds: so few accounts, applications and places that policies and requests meet often."""

from __future__ import annotations

import random
import uuid
from dataclasses import dataclass
from typing import Any, Sequence, TypeVar

Document = dict[str, Any]
Item = TypeVar("Item")

ROLES = (
    "62e90394-69f5-4237-9190-012177145e10",
    "e8611ab8-c189-46e8-94e1-60213ab1f814",
    "729827e3-9c14-49f7-bb1b-9608f156bbb8",
)
GUEST_TYPES = (
    "internalGuest",
    "b2bCollaborationGuest",
    "b2bCollaborationMember",
    "b2bDirectConnectUser",
    "otherExternalUser",
    "serviceProvider",
)
USER_ACTIONS = ("urn:user:registersecurityinfo", "urn:user:registerdevice")
CONTEXTS = ("c1", "c2", "c25")
PLATFORMS = ("android", "iOS", "windows", "windowsPhone", "macOS", "linux")
CLIENT_TYPES = ("browser", "mobileAppsAndDesktopClients", "exchangeActiveSync", "easSupported", "other")
RISKS = ("none", "low", "medium", "high", "hidden")
INSIDER_RISKS = ("minor", "moderate", "elevated")
TRANSFER_METHODS = ("deviceCodeFlow", "authenticationTransfer")
COUNTRIES = ("DE", "FR", "JP", "US")

# Names that differ in case, in what they begin, hold and end with, and in how one letter is composed.
DEVICE_TEXTS: dict[str, tuple[str, ...]] = {
    "displayName": ("LAPTOP-01", "laptop-02", "Kiosk-7", "Zürich-PC", "ZÜRICH-PC", "Café", "Cafe\u0301", "O'Neil"),
    "enrollmentProfileName": ("Kiosk", "kiosk shared", "Autopilot", 'The "blue" one'),
    "manufacturer": ("Contoso", "contoso ltd", "Fabrikam"),
    # Letters that are one letter in some folding of case, and two in another.
    "model": (
        *("X1", "x1 Carbon", "Virtual Machine", "Cloud PC"),
        *("Straße", "STRASSE", "\u212a9", "K9", "\u0130-1", "ΣΑΣ", "σας"),
    ),
    "operatingSystem": ("Windows", "windows", "iOS", "macOS"),
    "operatingSystemVersion": ("10.0.19045", "10.0.22631", "17.4", "14.4.1"),
}
EXTENSIONS = ("SAW", "saw-2", "pilot", "Pilot ring 1")
PHYSICAL_IDS = ("[ZTDId]:0a1b", "[ORDERID]:Kiosk", "[orderid]:kiosk", "[PurchaseOrderId]:7")
SYSTEM_LABELS = ("CloudPC", "cloudpc", "M365Managed", "AzureResource")
OWNERSHIPS = ("Personal", "Company")
PROFILE_TYPES = ("RegisteredDevice", "SecureVM", "Printer", "Shared", "IoT")
TRUST_TYPES = ("AzureAD", "ServerAD", "Workplace")

METHODS = (
    *("password", "voice", "hardwareOath", "softwareOath", "sms", "fido2", "windowsHelloForBusiness"),
    *("microsoftAuthenticatorPush", "deviceBasedPush", "temporaryAccessPassOneTime", "temporaryAccessPassMultiUse"),
    *("x509CertificateSingleFactor", "x509CertificateMultiFactor", "federatedSingleFactor", "federatedMultiFactor"),
)
COMBINATIONS = (
    *("fido2", "windowsHelloForBusiness", "x509CertificateMultiFactor", "x509CertificateSingleFactor"),
    *("password,sms", "password,microsoftAuthenticatorPush", "password,softwareOath", "deviceBasedPush"),
    *("temporaryAccessPassOneTime", "federatedSingleFactor,sms", "federatedMultiFactor"),
)
ISSUERS = ("9a4248c6ac8c2931ab2a86537818e92e7b6c97b6", "0b1c2d3e4f5061728394a5b6c7d8e9f001122334")
POLICY_OIDS = ("1.2.3", "1.2.3.4", "2.5.29.32.0")
APPLICATION_GROUPS = ("Office365", "MicrosoftAdminPortals")
# Which of the things that policies refer to a world lacks one of.
MISSING_REFERENCES: tuple[tuple[str, ...], ...] = (
    *((),) * 12,
    *(("locations",), ("strengths",), ("groups",), ("locations", "strengths", "groups")),
)
BUILT_IN_STRENGTHS = tuple(f"00000000-0000-0000-0000-00000000000{number}" for number in (2, 3, 4))

ADDRESS_RANGES: tuple[Document, ...] = (
    {"@odata.type": "#microsoft.graph.iPv4CidrRange", "cidrAddress": "192.0.2.0/24"},
    {"@odata.type": "#microsoft.graph.iPv4CidrRange", "cidrAddress": "192.0.2.64/26"},
    {"@odata.type": "#microsoft.graph.iPv4CidrRange", "cidrAddress": "203.0.113.7/32"},
    {"@odata.type": "#microsoft.graph.iPv6CidrRange", "cidrAddress": "2001:db8:1::/48"},
    {"@odata.type": "#microsoft.graph.iPv6CidrRange", "cidrAddress": "2001:db8::/33"},
    # With bits of the host, and as a network of IPv4 that is written as one of IPv6.
    {"@odata.type": "#microsoft.graph.iPv4CidrRange", "cidrAddress": "192.0.2.77/26"},
    {"@odata.type": "#microsoft.graph.iPv6CidrRange", "cidrAddress": "2001:db8:1:2::3/47"},
    {"@odata.type": "#microsoft.graph.iPv6CidrRange", "cidrAddress": "::ffff:198.51.100.8/125"},
    {
        "@odata.type": "#microsoft.graph.iPv4Range",
        "lowerAddress": "198.51.100.10",
        "upperAddress": "198.51.100.20",
    },
    {
        "@odata.type": "#microsoft.graph.iPv6Range",
        "lowerAddress": "2001:db8:ffff::1",
        "upperAddress": "2001:db8:ffff::ff",
    },
)
ADDRESSES = (
    *("192.0.2.0", "192.0.2.63", "192.0.2.64", "192.0.2.127", "192.0.2.128", "192.0.2.255", "192.0.3.0"),
    *("::ffff:192.0.2.70", "::ffff:c000:240", "::ffff:203.0.113.7", "203.0.113.7", "203.0.113.8"),
    *("198.51.100.9", "198.51.100.10", "198.51.100.20", "198.51.100.21"),
    *("2001:db8:1::7", "2001:db8:2::", "2001:db8:7fff:ffff::", "2001:db8:8000::", "2001:DB8:FFFF::FF"),
    *("2001:db8:ffff::100", "::1"),
)


@dataclass(frozen=True)
class World:
    """The identifiers that one policy set and its requests share."""

    accounts: tuple[str, ...]
    groups: tuple[str, ...]
    tenants: tuple[str, ...]
    applications: tuple[str, ...]
    clients: tuple[str, ...]
    devices: tuple[str, ...]
    device_managers: tuple[str, ...]
    key_models: tuple[str, ...]
    locations: tuple[Document, ...]
    strengths: tuple[Document, ...]
    application_groups: tuple[Document, ...]
    # What policies refer to although the set does not hold it; empty in most worlds.
    missing_locations: tuple[str, ...]
    missing_strengths: tuple[str, ...]
    missing_application_groups: tuple[str, ...]

    @property
    def strength_identifiers(self) -> tuple[str, ...]:
        return (*(strength["id"] for strength in self.strengths), *BUILT_IN_STRENGTHS, *self.missing_strengths)

    @property
    def location_identifiers(self) -> tuple[str, ...]:
        return (*(location["id"] for location in self.locations), *self.missing_locations)

    @property
    def application_group_names(self) -> tuple[str, ...]:
        return (*(group["displayName"] for group in self.application_groups), *self.missing_application_groups)


def identifier(chance: random.Random) -> str:
    return str(uuid.UUID(int=chance.getrandbits(128), version=4))


def some(chance: random.Random, items: Sequence[Item], most: int) -> list[Item]:
    """At least one of the items and no more than `most`, in any order."""
    return chance.sample(items, chance.randint(1, min(most, len(items))))


def recased(chance: random.Random, text: str) -> str:
    """The same text, now and then in other letters."""
    return chance.choice((text, text, text, text.upper(), text.lower()))


def make_world(chance: random.Random) -> World:
    def identifiers(count: int) -> tuple[str, ...]:
        return tuple(identifier(chance) for _ in range(count))

    applications, key_models = identifiers(4), identifiers(2)
    group_names = chance.sample(APPLICATION_GROUPS, len(APPLICATION_GROUPS))
    missing = chance.choice(MISSING_REFERENCES)
    left_out = 1 if "groups" in missing else 0
    return World(
        accounts=identifiers(3),
        groups=identifiers(3),
        tenants=identifiers(3),
        applications=applications,
        clients=identifiers(3),
        devices=identifiers(2),
        device_managers=identifiers(2),
        key_models=key_models,
        locations=make_locations(chance),
        strengths=tuple(make_strength(chance, key_models, number) for number in range(chance.randint(0, 2))),
        application_groups=tuple(
            {
                "@odata.type": "#postern.applicationGroup",
                "displayName": name,
                "applications": some(chance, applications, 3),
            }
            for name in group_names[left_out:]
        ),
        missing_locations=identifiers(1) if "locations" in missing else (),
        missing_strengths=identifiers(1) if "strengths" in missing else (),
        missing_application_groups=tuple(group_names[:left_out]),
    )


def make_locations(chance: random.Random) -> tuple[Document, ...]:
    places: list[Document] = [
        {
            "@odata.type": "#microsoft.graph.ipNamedLocation",
            "id": identifier(chance),
            "displayName": f"Place {number}",
            "isTrusted": chance.random() < 0.5,
            "ipRanges": some(chance, ADDRESS_RANGES, 3),
        }
        for number in range(chance.randint(1, 3))
    ]
    countries: list[Document] = [
        {
            "@odata.type": "#microsoft.graph.countryNamedLocation",
            "id": identifier(chance),
            "displayName": f"Countries {number}",
            "countriesAndRegions": some(chance, COUNTRIES, 2),
            "countryLookupMethod": "clientIpAddress",
            "includeUnknownCountriesAndRegions": chance.random() < 0.5,
        }
        for number in range(chance.randint(1, 2))
    ]
    return (*places, *countries)


def make_strength(chance: random.Random, key_models: tuple[str, ...], number: int) -> Document:
    combinations = some(chance, COMBINATIONS, 4)
    restrictions: list[Document] = []
    if "fido2" in combinations and chance.random() < 0.7:
        restrictions.append(
            {
                "@odata.type": "#microsoft.graph.fido2CombinationConfiguration",
                "id": identifier(chance),
                "allowedAAGUIDs": [recased(chance, model) for model in some(chance, key_models, 2)],
                "appliesToCombinations": ["fido2"],
            }
        )
    certificates = [combination for combination in combinations if combination.startswith("x509")]
    if certificates and chance.random() < 0.7:
        restrictions.append(make_certificate_restriction(chance, certificates))
    return {
        "@odata.type": "#microsoft.graph.authenticationStrengthPolicy",
        "id": identifier(chance),
        "displayName": f"Strength {number}",
        "policyType": "custom",
        "requirementsSatisfied": "mfa",
        "allowedCombinations": combinations,
        "combinationConfigurations": restrictions,
    }


def make_certificate_restriction(chance: random.Random, combinations: list[str]) -> Document:
    kind = chance.choice(("issuer", "policy", "both"))
    return {
        "@odata.type": "#microsoft.graph.x509CertificateCombinationConfiguration",
        "id": identifier(chance),
        "allowedIssuerSkis": [recased(chance, chance.choice(ISSUERS))] if kind != "policy" else [],
        "allowedPolicyOIDs": some(chance, POLICY_OIDS, 2) if kind != "issuer" else [],
        "appliesToCombinations": some(chance, combinations, 2),
    }
