"""Keys and signed statements of an app instance: DPoP proofs, posture reports and proofs of a managed identity.

Written from the RFCs alone, so that it shares no mistake with the server.
"""

from __future__ import annotations

import base64
import datetime
import hashlib
import json
import secrets
import time
import typing
import uuid

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from joserfc import jws
from joserfc.jwk import ECKey, RSAKey

Claims = dict[str, typing.Any]

# What stands before the serial number in the alternative name of a certificate that names its device.
DEVICE_PREFIX = "urn:contoso:device:"


def base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def sign(header: Claims, claims: Claims, key: ECKey | RSAKey) -> str:
    """A compact JWS over `claims` with exactly `header`."""
    payload = json.dumps(claims, separators=(",", ":"))
    return jws.serialize_compact(header, payload, key, algorithms=[header["alg"]])


def without_query(url: str) -> str:
    return url.partition("?")[0].partition("#")[0]


class InstanceKey:
    """The ES256 key that one installation of an app makes and never shows."""

    def __init__(self) -> None:
        self.key = ECKey.generate_key("P-256")

    @property
    def public(self) -> Claims:
        return dict(self.key.as_dict(private=False)) | {"alg": "ES256"}

    @property
    def thumbprint(self) -> str:
        """RFC 7638."""
        members = {name: self.public[name] for name in ("crv", "kty", "x", "y")}
        return base64url(hashlib.sha256(json.dumps(members, separators=(",", ":")).encode()).digest())

    def dpop(self, method: str, url: str, access_token: str | None = None, **changed: typing.Any) -> str:
        """A DPoP proof (RFC 9449 section 4.2); `changed` overrides claims, none as a value removes one."""
        claims: Claims = {"htm": method, "htu": without_query(url), "iat": int(time.time()), "jti": str(uuid.uuid4())}
        if access_token is not None:
            claims["ath"] = base64url(hashlib.sha256(access_token.encode()).digest())
        claims = {name: value for name, value in (claims | changed).items() if value is not None}
        header = {"typ": "dpop+jwt", "alg": "ES256", "jwk": {k: self.public[k] for k in ("kty", "crv", "x", "y")}}
        return sign(header, claims, self.key)

    def posture(self, issuer: str, instance: str, report: Claims, **changed: typing.Any) -> str:
        """A posture report: what the app says of its own state, signed by this key.

        Its time has milliseconds, since only a report that is newer than the last one counts.
        """
        claims: Claims = {"aud": issuer, "sub": instance, "iat": round(time.time(), 3), "jti": str(uuid.uuid4())}
        return sign({"typ": "posture+jwt", "alg": "ES256"}, claims | report | changed, self.key)


class ManagedIdentity:
    """A certificate and its key that were provisioned to one app on one device and to nobody else."""

    def __init__(self, certificate: x509.Certificate, key: ec.EllipticCurvePrivateKey | rsa.RSAPrivateKey,
                 chain: list[x509.Certificate]):
        self.certificate = certificate
        self.chain = chain
        pem = key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        self.key = (ECKey if isinstance(key, ec.EllipticCurvePrivateKey) else RSAKey).import_key(pem)
        self.algorithm = "ES256" if isinstance(key, ec.EllipticCurvePrivateKey) else "PS256"

    def proof(self, issuer: str, client: str, thumbprint: str, *, algorithm: str | None = None,
              **changed: typing.Any) -> str:
        """The statement "the holder of this identity vouches for the instance key with this thumbprint"."""
        x5c = [base64.b64encode(one.public_bytes(serialization.Encoding.DER)).decode()
               for one in (self.certificate, *self.chain)]
        header = {"typ": "managed-identity-proof+jwt", "alg": algorithm or self.algorithm, "x5c": x5c}
        claims: Claims = {
            "aud": issuer, "sub": client, "jkt": thumbprint, "iat": int(time.time()), "jti": str(uuid.uuid4())}
        return sign(header, claims | changed, self.key)


class Authority:
    """A small certificate authority, as a device management server would run one."""

    def __init__(self, name: str):
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        builder = self._builder(self.name, self.key.public_key(), days=3650)
        usage = x509.KeyUsage(
            digital_signature=False, content_commitment=False, key_encipherment=False, data_encipherment=False,
            key_agreement=False, key_cert_sign=True, crl_sign=True, encipher_only=False, decipher_only=False)
        self.certificate = (
            builder.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .add_extension(usage, critical=True)
            .sign(self.key, hashes.SHA256()))

    @property
    def pem(self) -> str:
        return self.certificate.public_bytes(serialization.Encoding.PEM).decode()

    def _builder(self, subject: x509.Name, key: typing.Any, days: float) -> x509.CertificateBuilder:
        now = datetime.datetime.now(datetime.timezone.utc)
        issuer_key = self.key.public_key()
        return (
            x509.CertificateBuilder().subject_name(subject).issuer_name(self.name).public_key(key)
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - datetime.timedelta(minutes=5))
            .not_valid_after(now + datetime.timedelta(days=days))
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
            .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(issuer_key), critical=False))

    def _leaf(self, common_name: str, key: typing.Any, days: float, purpose: x509.ObjectIdentifier) -> typing.Any:
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common_name)])
        usage = x509.KeyUsage(
            digital_signature=True, content_commitment=False, key_encipherment=False, data_encipherment=False,
            key_agreement=False, key_cert_sign=False, crl_sign=False, encipher_only=False, decipher_only=False)
        return (
            self._builder(subject, key.public_key(), days)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(usage, critical=True)
            .add_extension(x509.ExtendedKeyUsage([purpose]), critical=False))

    def identity(self, name: str | None = None, *, kind: str = "EC", days: float = 365,
                 device: str | None = None) -> ManagedIdentity:
        """A new identity as it would be provisioned to one managed app on one device; `device` is its serial number."""
        key: typing.Any
        if kind == "EC":
            key = ec.generate_private_key(ec.SECP256R1())
        else:
            key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        common_name = name or "managed app " + secrets.token_hex(4)
        leaf = self._leaf(common_name, key, days, ExtendedKeyUsageOID.CLIENT_AUTH)
        if device:
            names = [x509.UniformResourceIdentifier(DEVICE_PREFIX + device)]
            leaf = leaf.add_extension(x509.SubjectAlternativeName(names), critical=False)
        return ManagedIdentity(leaf.sign(self.key, hashes.SHA256()), key, [])

    def server(self, host: str, addresses: list[str]) -> tuple[str, str]:
        """Certificate and key (PEM) of a server that is reached by `host` or one of `addresses`."""
        import ipaddress

        key = ec.generate_private_key(ec.SECP256R1())
        names: list[x509.GeneralName] = [x509.DNSName(host)]
        names += [x509.IPAddress(ipaddress.ip_address(one)) for one in addresses]
        leaf = self._leaf(host, key, 365, ExtendedKeyUsageOID.SERVER_AUTH)
        certificate = leaf.add_extension(x509.SubjectAlternativeName(names), critical=False).sign(
            self.key, hashes.SHA256())
        pem = key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        return certificate.public_bytes(serialization.Encoding.PEM).decode(), pem.decode()
