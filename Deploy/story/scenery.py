"""Who and what is in the story: one organisation with its people, groups, apps and an API."""

from __future__ import annotations

import dataclasses
import hashlib
import secrets
import typing

from postern_client import Client
from proofs import DEVICE_PREFIX

TENANT = "contoso"

# Groups. Conditional Access demands app protection of the first; app-protection policies target the second.
MOBILE = "0f6a2c5e-93b1-4d57-8d1e-2b7a60c4f001"
PROTECTED = "0f6a2c5e-93b1-4d57-8d1e-2b7a60c4f002"
# No policy reaches the emergency accounts, and administrators are reached by more of them; nobody here is either.
EMERGENCY = "0f6a2c5e-93b1-4d57-8d1e-2b7a60c4f003"
ADMINISTRATORS = "0f6a2c5e-93b1-4d57-8d1e-2b7a60c4f004"
EXCLUDED = "0f6a2c5e-93b1-4d57-8d1e-2b7a60c4f005"
SYNCHRONIZATION = "0f6a2c5e-93b1-4d57-8d1e-2b7a60c4f006"

# What the baseline and the exported set say in the place of an organisation's own groups.
BASELINE_NAMES = {
    "b0570000-0000-4000-8000-00000000a110": MOBILE,
    "b0570000-0000-4000-8000-0000000061a5": EMERGENCY,
}
EXPORTED_NAMES = {
    "<AdministratorGroup>": ADMINISTRATORS,
    "<EmergencyAccessAccountsGroup>": EMERGENCY,
    "<ExclusionPermGroup>": EXCLUDED,
    "<ExclusionTempGroup>": EXCLUDED,
    "<SynchronizationServiceAccountsGroup>": SYNCHRONIZATION,
}

MAIL = "api://contoso-mail"
MAIL_SCOPE = MAIL + "/mail.read"
MAIL_ID = "7b0e4f7a-1c57-4c1e-a2a4-53d0c8a1b001"

MAIL_APP = "5d0c9f60-6c1f-4a5f-9a51-70d2b3c4d001"
NOTES_APP = "5d0c9f60-6c1f-4a5f-9a51-70d2b3c4d002"
MAIL_SERVICE = "5d0c9f60-6c1f-4a5f-9a51-70d2b3c4d003"
REDIRECT = "http://127.0.0.1:53682/callback"


@dataclasses.dataclass(frozen=True)
class Person:
    name: str
    id: str
    groups: tuple[str, ...]

    @property
    def upn(self) -> str:
        return f"{self.name.lower()}@contoso.example"


ALEX = Person("Alex", "c3b0a1d2-0000-4000-8000-000000000001", (MOBILE, PROTECTED))
NADIA = Person("Nadia", "c3b0a1d2-0000-4000-8000-000000000002", (MOBILE, PROTECTED))
ROBIN = Person("Robin", "c3b0a1d2-0000-4000-8000-000000000003", (PROTECTED,))
SAM = Person("Sam", "c3b0a1d2-0000-4000-8000-000000000004", (MOBILE,))
KIM = Person("Kim", "c3b0a1d2-0000-4000-8000-000000000005", (MOBILE, PROTECTED))
PAT = Person("Pat", "c3b0a1d2-0000-4000-8000-000000000006", (MOBILE, PROTECTED))
# No group, so nothing is demanded: the one to try a sign-in with from any browser.
LEE = Person("Lee", "c3b0a1d2-0000-4000-8000-000000000007", ())
# Whose phone runs the sample app of the SDK.
MIA = Person("Mia", "c3b0a1d2-0000-4000-8000-000000000008", (MOBILE, PROTECTED))
NOAH = Person("Noah", "c3b0a1d2-0000-4000-8000-000000000009", (PROTECTED,))
PEOPLE = (ALEX, NADIA, ROBIN, SAM, KIM, PAT, LEE, MIA, NOAH)

GROUPS = {
    MOBILE: "Mobile workforce", PROTECTED: "App protection", EMERGENCY: "Emergency access",
    ADMINISTRATORS: "Administrators", EXCLUDED: "Excluded from policies", SYNCHRONIZATION: "Synchronization accounts",
}


class Scenery:
    """The documents of the organisation and the secrets that its people and services hold."""

    def __init__(self, authority: str, people: typing.Sequence[Person] = PEOPLE,
                 groups: typing.Mapping[str, str] = GROUPS):
        """`authority` is the certificate (PEM) of the device management that provisions identities to the apps."""
        self.authority = authority
        self.people = people
        self.groups = groups
        self.passwords = {person.upn: secrets.token_urlsafe(15) for person in people}
        self.service_secret = secrets.token_urlsafe(32)
        self.extra_groups: dict[str, tuple[str, ...]] = {}
        self.more_clients: list[dict[str, typing.Any]] = []
        self.more_resources: list[dict[str, typing.Any]] = []

    @property
    def mail_app(self) -> Client:
        """An app that proves its key with each request."""
        return Client(MAIL_APP, REDIRECT)

    @property
    def notes_app(self) -> Client:
        """A stock client that can't prove a key and shows an enrolment id instead."""
        return Client(NOTES_APP, REDIRECT)

    @property
    def mail_service(self) -> Client:
        return Client(MAIL_SERVICE, secret=self.service_secret)

    def join(self, person: Person, group: str) -> None:
        """Puts a person into one more group; it holds when the directory is applied again."""
        self.extra_groups[person.upn] = (*self.extra_groups.get(person.upn, ()), group)

    def directory(self) -> dict[str, typing.Any]:
        """The document for `postern directory apply`."""
        members: dict[str, list[str]] = {group: [] for group in self.groups}
        for person in self.people:
            for group in (*person.groups, *self.extra_groups.get(person.upn, ())):
                members[group].append(person.upn)
        native = {"type": "native", "redirectURIs": [REDIRECT],
                  "permissions": [{"resource": MAIL, "scopes": ["mail.read"]}]}
        return {
            "groups": [{"id": key, "name": name, "members": members[key]} for key, name in self.groups.items()],
            "accounts": [{"id": one.id, "upn": one.upn, "name": one.name, "enabled": True} for one in self.people],
            "resources": [{
                "id": MAIL_ID, "identifier": MAIL, "name": "Contoso Mail API", "scopes": ["mail.read"],
                "wantsClientCapabilities": True, "tokenLifetime": "introspecting",
                "introspectionClients": [MAIL_SERVICE],
            }, *self.more_resources],
            "clients": [
                {"id": MAIL_APP, "name": "Contoso Mail", "instanceProof": "key"} | native,
                {"id": NOTES_APP, "name": "Contoso Notes", "instanceProof": "enrollmentId"} | native,
                {
                    "id": MAIL_SERVICE, "name": "Contoso Mail service", "type": "daemon",
                    "authentication": {"secretHashes": [hashlib.sha256(self.service_secret.encode()).hexdigest()]},
                    "permissions": [{"resource": MAIL, "scopes": ["mail.read"]}],
                },
                *self.more_clients,
            ],
            "authorities": [{
                "name": "Contoso device management", "certificate": self.authority,
                "clients": [MAIL_APP, NOTES_APP],
                "device": {"from": "uri", "prefix": DEVICE_PREFIX, "kind": "serialNumber"},
            }],
        }

    def protection(self) -> dict[str, typing.Any]:
        """The document for `postern protection publish`."""
        return {"policies": [{
            "id": "contoso-apps", "displayName": "Contoso apps",
            "target": {"include": {"groups": [PROTECTED]}},
            "rules": {
                "minimumEvidence": "managedSecret", "minimumOSVersion": {"iOS": "17.0"}, "minimumAppVersion": "2.0",
                "requiresPIN": True, "blocksRooted": True, "checkInIntervalSeconds": 43200,
            },
        }]}
