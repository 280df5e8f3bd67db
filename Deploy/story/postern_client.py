"""A client of Postern: what a managed app does with its keys, a browser and a few forms.

It speaks OAuth and the compliance API over HTTPS and knows nothing of the server's code.
"""

from __future__ import annotations

import base64
import dataclasses
import hashlib
import json
import secrets
import typing
import urllib.parse
import uuid

import requests
from joserfc import jws, jwt
from joserfc.jwk import KeySet

from browser import Arrival, Browser, Page
from proofs import Claims, InstanceKey, ManagedIdentity, base64url

DEVICE_CODE = "urn:ietf:params:oauth:grant-type:device_code"
ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
USER_AGENT = "Contoso Mail/2.1 (iPhone; iOS 18.4)"


@dataclasses.dataclass
class Answer:
    """An HTTP answer, with its JSON object when it has one."""

    status: int
    headers: typing.Mapping[str, str]
    text: str
    json: Claims

    @staticmethod
    def of(response: requests.Response) -> Answer:
        body: Claims = {}
        if "json" in response.headers.get("Content-Type", ""):
            found = response.json()
            body = found if isinstance(found, dict) else {"": found}
        return Answer(response.status_code, response.headers, response.text, body)

    def __getitem__(self, name: str) -> typing.Any:
        if name not in self.json:
            raise LookupError(f"the answer {self.status} has no `{name}`: {self.text[:400]}")
        return self.json[name]

    @property
    def token(self) -> str:
        return str(self["access_token"])


class Exchange(typing.NamedTuple):
    """One request and its answer, for whoever wants to watch."""

    method: str
    url: str
    headers: dict[str, str]
    body: typing.Any
    answer: Answer


class Postern:
    """A Postern server as one tenant's clients see it."""

    def __init__(self, base: str, tenant: str, trusted: str, watch: typing.Callable[[Exchange], None] | None = None):
        """`base` without a slash at its end; `trusted` is a file with the certificates that may sign the server's."""
        self.base = base
        self.tenant = tenant
        self.trusted = trusted
        self.watch = watch or (lambda exchange: None)
        self.browser_headers: typing.Callable[[], dict[str, str]] = dict
        self.user_agent = USER_AGENT
        self.session = self.new_session()
        self.metadata = self.get(f"{base}/{tenant}/v2.0/.well-known/openid-configuration").json
        self.issuer: str = self.metadata["issuer"]
        self.tenant_id = self.issuer.split("/")[-2]
        self.compliance = f"{base}/{self.tenant_id}/compliance/v1"
        self.compliance_scope = f"{base}/{self.tenant_id}/compliance/.default"

    def new_session(self) -> requests.Session:
        session = requests.Session()
        session.verify = self.trusted
        session.trust_env = False
        return session

    def browser(self) -> Browser:
        session = self.new_session()
        session.headers.update(self.browser_headers())
        return Browser(session)

    def request(self, method: str, url: str, *, headers: dict[str, str] | None = None, form: dict[str, str] | None = None,
                body: typing.Any = None, text: str | None = None) -> Answer:
        sent = {"User-Agent": self.user_agent, "Accept-Language": "en"} | (headers or {})
        data: typing.Any = form
        if text is not None:
            data = text.encode()
        response = self.session.request(
            method, url, headers=sent, data=data, json=body, allow_redirects=False, timeout=60)
        answer = Answer.of(response)
        self.watch(Exchange(method, url, sent, form or body or text, answer))
        return answer

    def get(self, url: str, headers: dict[str, str] | None = None) -> Answer:
        return self.request("GET", url, headers=headers)

    def post(self, url: str, form: dict[str, str], headers: dict[str, str] | None = None) -> Answer:
        return self.request("POST", url, headers=headers, form=form)

    def keys(self) -> KeySet:
        return KeySet.import_key_set(self.get(self.metadata["jwks_uri"]).json)  # type: ignore[arg-type]

    def verified(self, token: str, audience: str, kind: str = "at+jwt") -> Claims:
        """The claims of a token that this tenant signed for `audience`; anything else raises."""
        decoded = jwt.decode(token, self.keys(), algorithms=["ES256"])
        if decoded.header.get("typ", "").lower() != kind.lower():
            raise ValueError(f"a token of type {decoded.header.get('typ')} instead of {kind}")
        registry = jwt.JWTClaimsRegistry(
            iss={"essential": True, "value": self.issuer}, aud={"essential": True, "value": audience},
            exp={"essential": True}, iat={"essential": True})
        registry.validate(decoded.claims)
        return decoded.claims

    def signed_policy(self, text: str) -> Claims:
        """The claims of an app-protection policy document."""
        found = jws.deserialize_compact(text, self.keys(), algorithms=["ES256"])
        if found.headers().get("typ") != "app-protection-policy+jwt":
            raise ValueError(f"a document of type {found.headers().get('typ')}")
        return json.loads(found.payload)


@dataclasses.dataclass
class Client:
    """An app's registration: what it is called with, and how it proves who it is."""

    id: str
    redirect_uri: str = ""
    secret: str | None = None
    secret_in_header: bool = False
    assertion: typing.Callable[[str], str] | None = None

    def authentication(self, audience: str) -> tuple[dict[str, str], dict[str, str]]:
        """Form fields and headers that authenticate this client."""
        if self.assertion is not None:
            return {"client_id": self.id, "client_assertion_type": ASSERTION_TYPE,
                    "client_assertion": self.assertion(audience)}, {}
        if self.secret is not None and self.secret_in_header:
            pair = ":".join(urllib.parse.quote(part, safe="") for part in (self.id, self.secret))
            return {}, {"Authorization": "Basic " + base64.b64encode(pair.encode()).decode()}
        if self.secret is not None:
            return {"client_id": self.id, "client_secret": self.secret}, {}
        return {"client_id": self.id}, {}


class SignInRefused(Exception):
    """Sign-in ended on a page instead of at the app."""

    def __init__(self, page: Page):
        super().__init__(f"{page.status} {page.text[:400]}")
        self.page = page


class App:
    """One installation of an app for one person: its key, its browser session and its requests."""

    def __init__(self, server: Postern, client: Client, *, capabilities: list[str] | None = None,
                 key: InstanceKey | None = None, proves_key: bool = True, platform: str = "iOS"):
        """`proves_key` is false for a stock client, which shows its enrolment id at the token endpoint instead."""
        self.server = server
        self.client = client
        self.capabilities = ["protapp"] if capabilities is None else capabilities
        self.key = key
        self.proves_key = proves_key
        self.platform = platform
        self.browser = server.browser()
        self.instance: str | None = None
        self.enrollment_id: str | None = None
        self.revision: str | None = None
        # What requests are called in the server's journal; by default each has a name of its own.
        self.correlation: str | None = None

    @property
    def key_thumbprint(self) -> str | None:
        return self.key.thumbprint if self.key is not None else None

    # Sign-in

    @property
    def claims(self) -> dict[str, str]:
        if not self.capabilities:
            return {}
        return {"claims": json.dumps({"access_token": {"xms_cc": {"values": self.capabilities}}})}

    def authorize(self, scope: str, username: str = "", password: str = "", **changed: str) -> tuple[Arrival, str]:
        """Goes through the sign-in page, when it is shown; returns the redirect to the app and the code verifier."""
        verifier = secrets.token_urlsafe(48)
        state = secrets.token_urlsafe(16)
        parameters = {
            "client_id": self.client.id, "response_type": "code", "redirect_uri": self.client.redirect_uri,
            "response_mode": "query", "scope": scope, "state": state, "nonce": secrets.token_urlsafe(16),
            "code_challenge": base64url(hashlib.sha256(verifier.encode()).digest()), "code_challenge_method": "S256",
            "client_info": "1",
        } | self.claims | changed
        url = self.server.metadata["authorization_endpoint"] + "?" + urllib.parse.urlencode(parameters)
        shown = self.browser.visit(url, until=parameters["redirect_uri"])
        if isinstance(shown, Page):
            shown = self.sign_in(shown, username, password, until=parameters["redirect_uri"])
        if isinstance(shown, Page):
            raise SignInRefused(shown)
        if "error" not in shown.parameters:
            assert shown.parameters["state"] == state, "the state came back changed"
            assert shown.parameters["iss"] == self.server.issuer, "another issuer answered (RFC 9207)"
        return shown, verifier

    def sign_in(self, page: Page, username: str, password: str, until: str | None = None) -> Page | Arrival:
        if not username:
            raise SignInRefused(page)
        form = page.form_with("username", "password")
        return self.browser.submit(page, form, {"username": username, "password": password}, until=until)

    def redeem(self, code: str, verifier: str, **changed: str) -> Answer:
        return self.token({
            "grant_type": "authorization_code", "code": code, "redirect_uri": self.client.redirect_uri,
            "code_verifier": verifier} | changed)

    def sign_in_for(self, scope: str, username: str = "", password: str = "", **changed: str) -> Answer:
        """The whole code flow: page, code, token request. Without a name, the browser's session must do."""
        arrival, verifier = self.authorize(scope + " openid profile offline_access", username, password)
        return self.redeem(arrival.parameters["code"], verifier, **changed)

    # Token requests

    def token(self, form: dict[str, str]) -> Answer:
        url = self.server.metadata["token_endpoint"]
        fields, headers = self.client.authentication(url)
        headers["client-request-id"] = self.correlation or str(uuid.uuid4())
        if self.key is not None and self.proves_key:
            headers["DPoP"] = self.key.dpop("POST", url)
        return self.server.post(url, fields | {"client_info": "1"} | self.claims | form, headers)

    def refresh(self, refresh_token: str, scope: str, **changed: str) -> Answer:
        form = {"grant_type": "refresh_token", "refresh_token": refresh_token, "scope": scope}
        if not self.proves_key and self.enrollment_id is not None:
            form["microsoft_enrollment_id"] = self.enrollment_id
        return self.token(form | changed)

    def device_code(self, scope: str) -> Answer:
        url = self.server.metadata["device_authorization_endpoint"]
        fields, headers = self.client.authentication(url)
        return self.server.post(url, fields | self.claims | {"scope": scope}, headers)

    def poll(self, device_code: str) -> Answer:
        return self.token({"grant_type": DEVICE_CODE, "device_code": device_code, "code": device_code})

    # Compliance

    def call(self, method: str, path: str, token: str, *, body: typing.Any = None, text: str | None = None,
             headers: dict[str, str] | None = None, proof: bool | None = None) -> Answer:
        """A request to the compliance API; `proof` says whether it carries a DPoP proof.

        By default it does once an installation is named: its identifier alone speaks for nobody.
        """
        url = self.server.compliance + path
        sent = self.authorization(method, url, token, proof=proof)
        sent["client-request-id"] = self.correlation or str(uuid.uuid4())
        return self.server.request(method, url, headers=sent | (headers or {}), body=body, text=text)

    def authorization(self, method: str, url: str, token: str, *, proof: bool | None = None) -> dict[str, str]:
        """The headers by which a request shows `token`; see `call` for `proof`."""
        bound = "cnf" in unverified(token)
        headers = {"Authorization": ("DPoP " if bound else "Bearer ") + token}
        if self.key is not None and (bound or self.instance is not None if proof is None else proof):
            headers["DPoP"] = self.key.dpop(method, url, token)
        return headers

    def enroll(self, token: str, identity: ManagedIdentity | None = None, **changed: typing.Any) -> Answer:
        """Registers this installation's key; with `identity`, also proves what device management provisioned."""
        assert self.key is not None
        body: Claims = {"platform": self.platform, "osVersion": "18.4", "appVersion": "2.1.0"} | changed
        if identity is not None:
            proof = identity.proof(self.server.issuer, self.client.id, self.key.thumbprint)
            body["evidence"] = {"type": "managedIdentity", "proof": proof}
        answer = self.call("POST", "/enrollments", token, body=body, proof=True)
        if answer.status == 201:
            self.instance = answer["instanceId"]
            self.enrollment_id = answer["enrollmentId"]
        return answer

    def prove(self, token: str, identity: ManagedIdentity) -> Answer:
        assert self.key is not None
        proof = identity.proof(self.server.issuer, self.client.id, self.key.thumbprint)
        return self.call("POST", f"/enrollments/{self.instance}/evidence", token, proof=True,
                         body={"type": "managedIdentity", "proof": proof})

    def fetch_policy(self, token: str) -> Answer:
        answer = self.call("GET", f"/enrollments/{self.instance}/policy", token)
        if answer.status == 200:
            self.revision = self.server.signed_policy(answer.text)["revision"]
        return answer

    def report(self, token: str, **posture: typing.Any) -> Answer:
        """Signs and sends a posture report; by default the one of an app in perfect order."""
        assert self.key is not None and self.instance is not None
        report: Claims = {"platform": self.platform, "osVersion": "18.4", "appVersion": "2.1.0", "pinSet": True,
                          "rooted": False, "revision": self.revision}
        report = {name: value for name, value in (report | posture).items() if value is not None}
        document = self.key.posture(self.server.issuer, self.instance, report)
        return self.call("POST", f"/enrollments/{self.instance}/posture", token, text=document, proof=True,
                         headers={"Content-Type": "application/jwt"})

    def remediate(self, token: str, *, silent: bool) -> Answer:
        body: Claims = {"silent": silent}
        if self.instance is not None:
            body["instanceId"] = self.instance
        answer = self.call("POST", f"/accounts/{unverified(token)['oid']}/remediation", token, body=body)
        self.enrollment_id = answer.json.get("enrollmentId") or self.enrollment_id
        return answer

    def cancel(self, token: str) -> Answer:
        """Says that the user left the remediation."""
        return self.call("DELETE", f"/accounts/{unverified(token)['oid']}/remediation", token)

    def unenroll(self, token: str) -> Answer:
        return self.call("DELETE", f"/enrollments/{self.instance}", token)

    def confirm_wipe(self) -> Answer:
        """Says that the account's data is gone; by then no token is good, and the key alone speaks for the app."""
        assert self.key is not None
        url = f"{self.server.compliance}/enrollments/{self.instance}/wipe-confirmation"
        headers = {"DPoP": self.key.dpop("POST", url), "client-request-id": self.correlation or str(uuid.uuid4())}
        return self.server.request("POST", url, headers=headers)

    def status(self, token: str) -> Answer:
        suffix = f"?instanceId={self.instance}" if self.instance else ""
        return self.call("GET", f"/accounts/{unverified(token)['oid']}/status{suffix}", token)


class Resource:
    """The API that tokens are for: it asks Postern about each token that it is shown."""

    def __init__(self, server: Postern, client: Client, identifier: str):
        self.server = server
        self.client = client
        self.identifier = identifier

    def introspect(self, token: str) -> Answer:
        url = self.server.metadata["introspection_endpoint"]
        fields, headers = self.client.authentication(url)
        return self.server.post(url, fields | {"token": token}, headers)


def unverified(token: str) -> Claims:
    """The claims of a token whose signature nobody looked at."""
    body = token.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))
