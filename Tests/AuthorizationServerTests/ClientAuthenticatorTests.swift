import AccessModel
import AuthorizationServer
import Cryptography
import JOSE
import JSONCoding
import Testing

struct ClientAuthenticatorTests {
    private static let audiences = [Fixture.issuer, Fixture.tokenURL]

    private static func authenticate(
        _ credential: ClientCredential, _ registration: ClientRegistration?, now: Timestamp = Fixture.now
    ) -> ClientAuthenticationOutcome {
        ClientAuthenticator.authenticate(
            credential, registration: registration, tenant: Fixture.tenant, audiences: audiences, now: now)
    }

    private static let open = ClientRegistration(id: Fixture.app, isConfidential: false, actsForItself: false)
    private static let secret = ClientRegistration(
        id: Fixture.daemon, secretHashes: [SecretHash(of: "old"), SecretHash(of: "new")], isConfidential: true,
        actsForItself: true)

    // MARK: Secrets

    @Test func `a public client names itself and nothing more`() {
        guard case .authenticated(let client, uses: []) = Self.authenticate(.none(Fixture.app), Self.open) else {
            Issue.record("refused")
            return
        }
        #expect(!client.isConfidential)
    }

    @Test(arguments: ["old", "new"])
    func `any current secret authenticates, in header and form`(_ text: String) {
        for credential in [
            ClientCredential.basic(Fixture.daemon, PresentedSecret(text)), .post(Fixture.daemon, PresentedSecret(text)),
        ] {
            guard case .authenticated(let client, uses: []) = Self.authenticate(credential, Self.secret) else {
                Issue.record("refused")
                return
            }
            #expect(client.isConfidential)
        }
    }

    @Test func `a client that holds credentials must present one`() {
        #expect(Self.authenticate(.none(Fixture.daemon), Self.secret) == .refused(.credentialMissing))
        let damaged = ClientRegistration(id: Fixture.daemon, isConfidential: true, actsForItself: false)
        #expect(Self.authenticate(.none(Fixture.daemon), damaged) == .refused(.credentialMissing))
    }

    @Test func `a client that holds none can't present any`() {
        #expect(
            Self.authenticate(.post(Fixture.app, PresentedSecret("x")), Self.open) == .refused(.credentialNotRegistered)
        )
    }

    @Test(arguments: ["", "ol", "oldx", "Old", "new "])
    func `a wrong or truncated secret is refused`(_ text: String) {
        #expect(
            Self.authenticate(.post(Fixture.daemon, PresentedSecret(text)), Self.secret) == .refused(.wrongSecret))
    }

    @Test func `the hash of a secret is not the secret`() {
        let hash = Hexadecimal.encode(SecretHash(of: "old").bytes)
        #expect(
            Self.authenticate(.post(Fixture.daemon, PresentedSecret(hash)), Self.secret) == .refused(.wrongSecret))
    }

    @Test func `an unknown client, or another's registration, is refused`() {
        #expect(Self.authenticate(.none(Fixture.app), nil) == .refused(.unknownClient))
        #expect(Self.authenticate(.none(Fixture.app), Self.secret) == .refused(.unknownClient))
    }

    // MARK: Assertions

    /// A client's keys, and one of nobody's.
    private struct Keys {
        let elliptic: SigningKey
        let rsa: SigningKey
        let foreign: SigningKey
        let registration: ClientRegistration

        init() throws {
            elliptic = try SigningKey.generate(.p256)
            rsa = try SigningKey.generate(.rsa)
            foreign = try SigningKey.generate(.p256)
            let certificate = AssertionKeys.key(rsa.publicKey, ofCertificate: [1, 2, 3])
            let set = JWKSet([JWK(elliptic.publicKey, keyID: "ec-1"), certificate])
            registration = ClientRegistration(id: Fixture.daemon, keys: set, isConfidential: true, actsForItself: true)
        }
    }

    private static let keys = Result { try Keys() }

    private static func members(
        aud: JSONValue = .string(Fixture.issuer), iss: String = Fixture.daemon.rawValue,
        sub: String = Fixture.daemon.rawValue, exp: JSONValue = .integer(Fixture.now.seconds + 600),
        iat: JSONValue = .integer(Fixture.now.seconds), jti: JSONValue? = "jti-1"
    ) -> [(String, JSONValue)] {
        [("aud", aud), ("iss", .string(iss)), ("sub", .string(sub)), ("exp", exp), ("iat", iat)]
            + (jti.map { [("jti", $0)] } ?? [])
    }

    private static func assertion(
        _ members: [(String, JSONValue)], algorithm: SignatureAlgorithm = .es256, foreign: Bool = false,
        header: [(String, JSONValue)] = [("typ", "JWT"), ("kid", "ec-1")]
    ) throws -> ClientCredential {
        let keys = try keys.get()
        let key = foreign ? keys.foreign : algorithm == .es256 ? keys.elliptic : keys.rsa
        return .assertion(
            PresentedSecret(try Forge.claims(members, key: key, algorithm: algorithm, header: header)),
            claimed: Fixture.daemon)
    }

    private static func outcome(_ credential: ClientCredential) throws -> ClientAuthenticationOutcome {
        authenticate(credential, try keys.get().registration)
    }

    @Test func `a stock client's assertion authenticates: PS256, a certificate's thumbprint, times as floats`() throws {
        let thumbprint = Base64URL.encode(Digest.sha256([1, 2, 3]))
        let times = Self.members(
            aud: .string(Fixture.tokenURL), exp: .number(Double(Fixture.now.seconds) + 599.25),
            iat: .number(Double(Fixture.now.seconds) - 0.75))
        let credential = try Self.assertion(
            times, algorithm: .ps256, header: [("typ", "JWT"), ("x5t#S256", .string(thumbprint))])
        guard case .authenticated(let client, let uses) = try Self.outcome(credential) else {
            Issue.record("refused")
            return
        }
        #expect(client.isConfidential)
        let use = OneTimeUse(
            .clientAssertion, tenant: Fixture.tenant, owner: Fixture.daemon.rawValue, identifier: "jti-1")
        #expect(
            uses == [.useOnce(use, until: Timestamp(milliseconds: Fixture.now.milliseconds + 599_250) + .seconds(60))])
    }

    @Test func `RS256 with a SHA-1 thumbprint and ES256 with a key identifier authenticate`() throws {
        let thumbprint = Base64URL.encode(Digest.sha1ForLookup([1, 2, 3]))
        let rsa = try Self.assertion(
            Self.members(), algorithm: .rs256, header: [("typ", "JWT"), ("x5t", .string(thumbprint))])
        for credential in [rsa, try Self.assertion(Self.members())] {
            guard case .authenticated = try Self.outcome(credential) else {
                Issue.record("refused")
                return
            }
        }
    }

    struct Attack: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var members = ClientAuthenticatorTests.members()
        var algorithm = SignatureAlgorithm.es256
        var foreign = false
        var header: [(String, JSONValue)] = [("typ", "JWT"), ("kid", "ec-1")]
        let fault: ClientFault
    }

    static let attacks: [Attack] = [
        Attack(
            testDescription: "for another server", members: members(aud: "https://other.example/token"),
            fault: .assertionAudience),
        Attack(
            testDescription: "for this server and another",
            members: members(aud: [.string(Fixture.issuer), "https://other.example"]), fault: .assertionAudience),
        Attack(
            testDescription: "for an issuer that ours begins with",
            members: members(aud: .string(Fixture.issuer + "/")),
            fault: .assertionAudience),
        Attack(
            testDescription: "for a prefix of ours", members: members(aud: .string(String(Fixture.issuer.dropLast()))),
            fault: .assertionAudience),
        Attack(testDescription: "for nobody", members: members(aud: []), fault: .assertionMalformed),
        Attack(
            testDescription: "of another subject", members: members(sub: Fixture.account.rawValue),
            fault: .assertionSubject),
        Attack(
            testDescription: "expired beyond the skew", members: members(exp: .integer(Fixture.now.seconds - 60)),
            fault: .assertionTime),
        Attack(
            testDescription: "valid for too long", members: members(exp: .integer(Fixture.now.seconds + 661)),
            fault: .assertionTime),
        Attack(
            testDescription: "issued in the future", members: members(iat: .integer(Fixture.now.seconds + 61)),
            fault: .assertionTime),
        Attack(testDescription: "a time as text", members: members(exp: "9999999999"), fault: .assertionMalformed),
        Attack(testDescription: "a huge time", members: members(exp: .number(1e300)), fault: .assertionMalformed),
        Attack(testDescription: "a negative time", members: members(exp: -1), fault: .assertionMalformed),
        Attack(testDescription: "without an identifier", members: members(jti: nil), fault: .assertionReplayed),
        Attack(testDescription: "signed by nobody's key", foreign: true, fault: .assertionSignature),
        Attack(
            testDescription: "with an unknown key", header: [("typ", "JWT"), ("kid", "ec-2")],
            fault: .assertionKeyUnknown),
        Attack(
            testDescription: "with a hostile key identifier", header: [("kid", "../../etc/passwd' OR 1=1")],
            fault: .assertionKeyUnknown),
        Attack(
            testDescription: "with its own key in the header",
            foreign: true, header: [("jwk", ["kty": "EC"]), ("jku", "https://evil.example/keys")],
            fault: .assertionSignature),
        Attack(
            testDescription: "an access token", header: [("typ", "at+jwt"), ("kid", "ec-1")],
            fault: .assertionMalformed),
        Attack(
            testDescription: "a proof of possession", header: [("typ", "dpop+jwt"), ("kid", "ec-1")],
            fault: .assertionMalformed),
        Attack(
            testDescription: "with an unknown extension", header: [("kid", "ec-1"), ("crit", ["x"]), ("x", 1)],
            fault: .assertionMalformed),
    ]

    @Test(arguments: attacks)
    func `refuses an assertion`(_ attack: Attack) throws {
        let credential = try Self.assertion(
            attack.members, algorithm: attack.algorithm, foreign: attack.foreign, header: attack.header)
        #expect(try Self.outcome(credential) == .refused(attack.fault))
    }

    @Test func `an assertion is refused whose issuer is not the client of the form`() throws {
        guard case .assertion(let secret, _) = try Self.assertion(Self.members()) else { return }
        #expect(ClientCredential.assertion(secret, claimed: Fixture.daemon).claimedClient == Fixture.daemon)
        #expect(ClientCredential.assertion(secret, claimed: Fixture.app).claimedClient == nil)
        #expect(try Self.outcome(.assertion(secret, claimed: Fixture.app)) == .refused(.unknownClient))
    }

    @Test(arguments: ["none", "None", "nOnE", "HS256", "ES384", ""])
    func `an unsigned or symmetrically signed assertion is refused`(_ algorithm: String) throws {
        let head = JSONValue.object(JSONMembers([("alg", .string(algorithm)), ("kid", "ec-1")])).serialized()
        let body = JSONValue.object(JSONMembers(Self.members())).serialized()
        for signature in ["", "AAAA"] {
            let text = Base64URL.encode(head) + "." + Base64URL.encode(body) + "." + signature
            #expect(
                try Self.outcome(.assertion(PresentedSecret(text), claimed: nil)) == .refused(.assertionMalformed))
        }
    }

    @Test func `a truncated assertion is refused`() throws {
        guard case .assertion(let secret, _) = try Self.assertion(Self.members()) else { return }
        let cut = ClientCredential.assertion(PresentedSecret(String(secret.text.dropLast())), claimed: nil)
        #expect(try Self.outcome(cut) != .authenticated(Fixture.publicClient(), uses: []))
        guard case .refused = try Self.outcome(cut) else {
            Issue.record("accepted")
            return
        }
    }

    @Test func `an assertion is no secret, and a secret no assertion`() throws {
        let registration = try Self.keys.get().registration
        #expect(
            Self.authenticate(.post(Fixture.daemon, PresentedSecret("x")), registration)
                == .refused(.credentialNotRegistered))
        let credential = try Self.assertion(Self.members())
        #expect(Self.authenticate(credential, Self.secret) == .refused(.credentialNotRegistered))
    }

    @Test func `keys are read from a JWK set, and a damaged one has none`() throws {
        let key = try Self.keys.get().elliptic
        let set = JWKSet([JWK(key.publicKey, keyID: "a")])
        #expect(AssertionKeys.read(jwkSet: String(decoding: set.jsonBytes(), as: UTF8.self)).keys.count == 1)
        #expect(AssertionKeys.read(jwkSet: nil).keys.isEmpty)
        #expect(AssertionKeys.read(jwkSet: "{").keys.isEmpty)
        #expect(AssertionKeys.read(jwkSet: #"{"keys":[{"kty":"oct","k":"AAAA"}]}"#).keys.isEmpty)
    }
}
