"""The server under test and its organisation: enough people that no test disturbs another."""

from __future__ import annotations

import ipaddress
import itertools
import pathlib
import typing

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from joserfc.jwk import ECKey

from gateway import Gateway
from postern_client import Answer, App, Client, Postern, Resource
from proofs import Authority, InstanceKey, ManagedIdentity
from scenery import GROUPS, MAIL, MAIL_SCOPE, MOBILE, PROTECTED, REDIRECT, TENANT, Person, Scenery
from teller import expect

ROOT = pathlib.Path(__file__).resolve().parents[2]

BLOCKED = "0f6a2c5e-93b1-4d57-8d1e-2b7a60c4f101"
SECOND_FACTOR = "0f6a2c5e-93b1-4d57-8d1e-2b7a60c4f102"
DEVICE = "0f6a2c5e-93b1-4d57-8d1e-2b7a60c4f103"

# Apart from the story's: a resource with its own short-lived tokens and its own introspecting service.
FILES = "api://contoso-files"
FILES_SCOPE = FILES + "/files.read"
FILES_SERVICE = "5d0c9f60-6c1f-4a5f-9a51-70d2b3c4e001"
WEB_APP = "5d0c9f60-6c1f-4a5f-9a51-70d2b3c4e002"
WEB_REDIRECT = "https://portal.contoso.example/callback"
CERTIFICATE_DAEMON = "5d0c9f60-6c1f-4a5f-9a51-70d2b3c4e003"
KEY_DAEMON = "5d0c9f60-6c1f-4a5f-9a51-70d2b3c4e004"
DESKTOP_APP = "5d0c9f60-6c1f-4a5f-9a51-70d2b3c4e005"
DESKTOP_SCHEME = "com.contoso.desktop:/signed-in"

KINDS: dict[str, tuple[str, ...]] = {
    "free": (), "protected": (MOBILE, PROTECTED), "demanded": (MOBILE,), "managed": (PROTECTED,),
    "blocked": (BLOCKED,), "factor": (SECOND_FACTOR,), "device": (DEVICE,),
}
PEOPLE_OF_A_KIND = 120


def _people() -> list[Person]:
    people = []
    for number, kind in enumerate(KINDS):
        for index in range(PEOPLE_OF_A_KIND):
            identifier = f"c3b0a1d2-0000-4000-8{number:03}-{index:012}"
            people.append(Person(f"{kind}{index}", identifier, KINDS[kind]))
    return people


class World:
    """Everything that a test may need; `gateway` runs."""

    def __init__(self, binary: pathlib.Path, directory: pathlib.Path, port: int, operations_port: int):
        self.gateway = Gateway(binary, directory, port, operations_port, tenant=TENANT)
        self.management = Authority("Contoso device management")
        groups = dict(GROUPS) | {BLOCKED: "Blocked", SECOND_FACTOR: "Second factor", DEVICE: "Devices"}
        self.people = _people()
        self.scenery = Scenery(self.management.pem, self.people, groups)
        self._turn = {kind: itertools.count() for kind in KINDS}
        self.service_key = ECKey.generate_key("P-256")
        self.daemon_key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        self.daemon_certificate = self._certificate_for(self.daemon_key)
        self.web_secret = "a web client's secret of enough length"
        self.files_secret = "the files service's secret of enough length"
        self._add_documents()
        # Each browser is somewhere else, or the budget of sign-ins of one address would end the tests.
        self.gateway.more_arguments = ["--trusted-proxies", "127.0.0.1"]
        self._addresses = itertools.count(1)

    def set_up(self) -> None:
        gateway = self.gateway
        gateway.make_certificates()
        self.first_credentials = gateway.initialise()
        policies = [str(ROOT / "Deploy/story/policies"), str(ROOT / "Tests/Interop/policies")]
        gateway.import_policies(policies, enforced=True)
        gateway.apply_policies()
        self.apply_directory()
        gateway.admin("protection", "publish", gateway.write("protection.json", self.scenery.protection()))

    def connect(self) -> None:
        self.server = Postern(self.gateway.base, TENANT, self.gateway.trusted)
        self.server.browser_headers = lambda: {"X-Forwarded-For": str(ipaddress.ip_address("10.0.0.0") + next(self._addresses))}
        self.resource = Resource(self.server, self.scenery.mail_service, MAIL)
        self.files_service = Resource(self.server, Client(FILES_SERVICE, secret=self.files_secret), FILES)

    def apply_directory(self) -> None:
        self.gateway.admin("directory", "apply", self.gateway.write("directory.json", self.scenery.directory()))

    # People and their apps

    def person(self, kind: str = "protected") -> Person:
        """Somebody of this kind who no other test has met, with a password."""
        index = next(self._turn[kind])
        assert index < PEOPLE_OF_A_KIND, f"no more people of the kind {kind}"
        found = next(one for one in self.people if one.name == f"{kind}{index}")
        self.gateway.set_password(found.upn, self.scenery.passwords[found.upn])
        return found

    def join(self, person: Person, group: str) -> None:
        self.scenery.join(person, group)
        self.apply_directory()

    def password(self, person: Person) -> str:
        return self.scenery.passwords[person.upn]

    def app(self, **changed: typing.Any) -> App:
        """A new installation of the mail app, which proves its key."""
        return App(self.server, self.scenery.mail_app, **({"key": InstanceKey()} | changed))

    def stock_app(self, **changed: typing.Any) -> App:
        """A new installation of the app that shows an enrolment id."""
        return App(self.server, self.scenery.notes_app, **({"key": InstanceKey(), "proves_key": False} | changed))

    def sign_in(self, app: App, person: Person, scope: str = MAIL_SCOPE, **changed: str) -> Answer:
        return app.sign_in_for(scope, person.upn, self.password(person), **changed)

    def compliance(self, app: App, person: Person | None = None) -> Answer:
        """Tokens for the compliance resource; with `person` through the sign-in page."""
        if person is None:
            return expect(app.sign_in_for(self.server.compliance_scope), 200)
        return expect(self.sign_in(app, person, self.server.compliance_scope), 200)

    def identity(self) -> ManagedIdentity:
        return self.management.identity()

    def compliant(self, app: App, person: Person) -> Answer:
        """Signs in, enrols and reports until the app is compliant; returns the compliance tokens."""
        own = self.compliance(app, person)
        expect(app.enroll(own.token, self.identity()), 201)
        expect(app.fetch_policy(own.token), 200)
        expect(app.report(own.token), 200)
        expect(app.remediate(own.token, silent=True), 200, code=0)
        return own

    def protected(self, answer: Answer) -> dict[str, typing.Any]:
        """The claims of a good token with the capability."""
        expect(answer, 200)
        claims = self.server.verified(answer.token, MAIL)
        assert claims.get("xms_cc") == ["protapp"], claims
        return claims

    # More registrations

    def _certificate_for(self, key: rsa.RSAPrivateKey) -> typing.Any:
        from cryptography.x509.oid import ExtendedKeyUsageOID

        builder = self.management._leaf("contoso daemon", key, 365, ExtendedKeyUsageOID.CLIENT_AUTH)
        return builder.sign(self.management.key, hashes.SHA256())

    @property
    def daemon_certificate_pem(self) -> str:
        return self.daemon_certificate.public_bytes(serialization.Encoding.PEM).decode()

    @property
    def daemon_key_pem(self) -> str:
        return self.daemon_key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()).decode()

    @property
    def web_app(self) -> Client:
        return Client(WEB_APP, WEB_REDIRECT, secret=self.web_secret)

    def _add_documents(self) -> None:
        import hashlib

        def hashed(secret: str) -> dict[str, list[str]]:
            return {"secretHashes": [hashlib.sha256(secret.encode()).hexdigest()]}

        mail = [{"resource": MAIL, "scopes": ["mail.read"]}]
        both = [*mail, {"resource": FILES, "scopes": ["files.read"]}]
        public = dict(self.service_key.as_dict(private=False)) | {"kid": "service", "use": "sig", "alg": "ES256"}
        self.scenery.more_resources = [{
            "id": "7b0e4f7a-1c57-4c1e-a2a4-53d0c8a1e001", "identifier": FILES, "name": "Contoso Files API",
            "scopes": ["files.read", "files.write"], "wantsClientCapabilities": False, "tokenLifetime": "short",
            "introspectionClients": [FILES_SERVICE],
        }]
        self.scenery.more_clients = [
            {"id": FILES_SERVICE, "name": "Files service", "type": "daemon", "permissions": [],
             "authentication": hashed(self.files_secret)},
            {"id": WEB_APP, "name": "Portal", "type": "web", "redirectURIs": [WEB_REDIRECT], "instanceProof": "key",
             "authentication": hashed(self.web_secret), "permissions": both},
            {"id": DESKTOP_APP, "name": "Desktop", "type": "native", "instanceProof": "enrollmentId",
             "redirectURIs": ["http://localhost", DESKTOP_SCHEME], "permissions": mail},
            {"id": CERTIFICATE_DAEMON, "name": "Nightly job", "type": "daemon", "permissions": mail,
             "authentication": {"certificates": [self.daemon_certificate_pem]}},
            {"id": KEY_DAEMON, "name": "Hourly job", "type": "daemon", "permissions": mail,
             "authentication": {"jwks": {"keys": [public]}}},
        ]
