import Cryptography
import Testing

@Suite struct CertificateTests {
    static let begins: Int64 = 1_735_689_600
    static let ends: Int64 = 2_051_222_400
    static let during: Int64 = 1_800_000_000

    @Test func `reads every part of a certificate`() throws {
        let certificate = try Certificate(pem: CertificateFixtures.client)
        #expect(certificate.subject == "O=Example,CN=Ger\u{E4}t 7")
        #expect(certificate.issuer == "CN=Example Issuer")
        #expect(Hexadecimal.encode(certificate.serialNumber) == "0a5e7b7df26f25d144f843a8223593725598dcf1")
        #expect(certificate.notBefore == Self.begins)
        #expect(certificate.notAfter == Self.ends)
        #expect(
            certificate.alternativeNames == [
                .uri("https://device.example/7"), .dns("device-7.example"), .address([192, 0, 2, 7]),
                .email("seven@device.example"),
            ])
        #expect(try certificate.publicKey().type == .p256)
        #expect(
            Hexadecimal.encode(Digest.sha256(certificate.der))
                == "328a37242afeb1f1a4e7e8734721870b5450d7d96666647978e30d544450c938")
        #expect(
            Hexadecimal.encode(certificate.sha1FingerprintForLookup) == "6755741ec00170d3b4bf263eea3cbbe2a2345f89")
        #expect(certificate.pem == CertificateFixtures.client + "\n")
        #expect(try Certificate(der: certificate.der) == certificate)
    }

    /// The same certificate in encodings that are not DER: a length in more bytes than it needs, and one without length.
    @Test func `refuses a certificate that is not in DER`() throws {
        let der = try Certificate(pem: CertificateFixtures.client).der
        try #require(der.starts(with: [0x30, 0x82]))
        let body = der.dropFirst(4)
        let lengths: [[UInt8]] = [
            [0x84, 0, 0, der[2], der[3]], [0x83, 0, der[2], der[3]], [0x80],
        ]
        for length in lengths {
            let spelling = [0x30] + length + body + (length == [0x80] ? [0, 0] : [])
            #expect(throws: CryptographyError.malformed("certificate")) { try Certificate(der: spelling) }
        }
    }

    @Test func `reads a list in its order`() throws {
        let list = try Certificate.list(pem: CertificateFixtures.client + "\n" + CertificateFixtures.intermediate)
        #expect(list.map(\.issuer) == ["CN=Example Issuer", "O=Example,CN=Example Root"])
        #expect(list.last?.subject == "CN=Example Issuer")
    }

    @Test func `a key that does not sign here is no obstacle to reading`() throws {
        let certificate = try Certificate(pem: CertificateFixtures.p384)
        #expect(throws: CryptographyError.unsupported("curve")) { try certificate.publicKey() }
    }

    @Test func `refuses what is no certificate`() throws {
        let der = try Certificate(pem: CertificateFixtures.client).der
        let malformed = CryptographyError.malformed("certificate")
        #expect(throws: malformed) { try Certificate(der: []) }
        #expect(throws: malformed) { try Certificate(der: Array(der.dropLast())) }
        #expect(throws: malformed) { try Certificate(der: der + [0]) }
        #expect(throws: malformed) { try Certificate(der: [0x30, 0x00]) }
        #expect(throws: CryptographyError.unsupported("certificate size")) {
            try Certificate(der: [UInt8](repeating: 0x30, count: 16_385))
        }
        #expect(throws: CryptographyError.malformed("pem label")) { try Certificate(pem: KeyFixtures.p256Public) }
        #expect(throws: CryptographyError.malformed("pem text")) { try Certificate(pem: "") }
        #expect(throws: CryptographyError.malformed("pem text")) { try Certificate.list(pem: "nothing") }
    }

    @Test func `a name with a NUL inside is refused`() throws {
        var der = try Certificate(pem: CertificateFixtures.client).der
        let name = Array("device-7.example".utf8)
        let place = try #require(der.indices.first { der[$0...].starts(with: name) })
        der[place + 8] = 0
        #expect(throws: CryptographyError.malformed("certificate")) { try Certificate(der: der) }
    }
}

@Suite struct CertificateChainTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var note: String
        var chain: [String]
        var time: Int64 = CertificateTests.during
        var purpose = CertificatePurpose.clientAuthentication
        var refusal: CertificateRefusal?
        var testDescription: String { note }
    }

    static let intermediate = CertificateFixtures.intermediate
    static let client = CertificateFixtures.client

    static let cases = [
        Case(note: "leaf and intermediate", chain: [client, intermediate], refusal: nil),
        Case(note: "with the root too", chain: [client, intermediate, CertificateFixtures.root], refusal: nil),
        Case(
            note: "with a stranger among them", chain: [client, CertificateFixtures.impostor, intermediate],
            refusal: nil),
        Case(note: "first second", chain: [client, intermediate], time: CertificateTests.begins, refusal: nil),
        Case(
            note: "too early", chain: [client, intermediate], time: CertificateTests.begins - 1, refusal: .notYetValid),
        Case(note: "last second", chain: [client, intermediate], time: CertificateTests.ends - 1, refusal: nil),
        Case(note: "too late", chain: [client, intermediate], time: CertificateTests.ends + 1, refusal: .expired),
        Case(note: "no intermediate", chain: [client], refusal: .unknownAuthority),
        Case(note: "only the issuer", chain: [intermediate], purpose: .any, refusal: nil),
        Case(note: "nothing", chain: [], refusal: .unacceptableChain),
        Case(note: "eleven", chain: Array(repeating: client, count: 11), refusal: .unacceptableChain),
        Case(note: "root of the same name", chain: [CertificateFixtures.impostor], refusal: .unknownAuthority),
        Case(note: "server as client", chain: [CertificateFixtures.server, intermediate], refusal: .wrongPurpose),
        Case(
            note: "server as server", chain: [CertificateFixtures.server, intermediate],
            purpose: .serverAuthentication, refusal: nil),
        Case(
            note: "server as anything", chain: [CertificateFixtures.server, intermediate], purpose: .any, refusal: nil),
        Case(
            note: "client as server", chain: [client, intermediate], purpose: .serverAuthentication,
            refusal: .wrongPurpose),
        Case(
            note: "signed with SHA-1", chain: [CertificateFixtures.signedWithSHA1, intermediate],
            refusal: .weakAlgorithm),
        Case(note: "RSA 1024", chain: [CertificateFixtures.rsa1024, intermediate], refusal: .weakAlgorithm),
        Case(note: "P-384", chain: [CertificateFixtures.p384, intermediate], refusal: nil),
        Case(
            note: "unknown critical extension", chain: [CertificateFixtures.unknownCritical, intermediate],
            refusal: .other(34)),
        Case(
            note: "issued by no authority",
            chain: [CertificateFixtures.underNotAnIssuer, CertificateFixtures.notAnIssuer], refusal: .wrongPurpose),
    ]

    @Test(arguments: cases)
    func `judges a chain`(chain: Case) throws {
        let store = try CertificateAuthorityStore([Certificate(pem: CertificateFixtures.root)])
        let certificates = try chain.chain.map { pem in try Certificate(pem: pem) }
        #expect(store.refusal(of: certificates, at: chain.time, for: chain.purpose) == chain.refusal)
    }

    @Test func `an altered signature is told from an unknown authority`() throws {
        let store = try CertificateAuthorityStore([Certificate(pem: CertificateFixtures.root)])
        var der = try Certificate(pem: Self.client).der
        der[der.count - 5] ^= 1
        let chain = try [Certificate(der: der), Certificate(pem: Self.intermediate)]
        #expect(store.refusal(of: chain, at: CertificateTests.during, for: .clientAuthentication) == .badSignature)
    }

    @Test func `a store without authorities believes nobody`() throws {
        let store = try CertificateAuthorityStore([])
        let chain = try [
            Certificate(pem: Self.client), Certificate(pem: Self.intermediate),
            Certificate(pem: CertificateFixtures.root),
        ]
        #expect(store.refusal(of: chain, at: CertificateTests.during, for: .clientAuthentication) == .unknownAuthority)
    }
}

@Suite struct CertificateIssuingTests {
    static func template(
        _ name: String, _ usage: CertificateTemplate.Usage, names: [SubjectAlternativeName] = []
    ) -> CertificateTemplate {
        CertificateTemplate(
            commonName: name, alternativeNames: names, notBefore: CertificateTests.begins,
            notAfter: CertificateTests.ends, usage: usage)
    }

    @Test(arguments: KeyType.allCases)
    func `an authority issues leaves that are believed for their purpose alone`(type: KeyType) throws {
        let authorityKey = try SigningKey.generate(type)
        let authority = try Certificate.selfSigned(
            Self.template("Development authority", .authority), key: authorityKey)
        let store = try CertificateAuthorityStore([authority])
        let names: [SubjectAlternativeName] = [
            .dns("localhost"), .address([127, 0, 0, 1]), .address([UInt8](repeating: 0, count: 15) + [1]),
            .uri("https://localhost/"),
        ]
        let leafKey = try SigningKey.generate(.p256)
        let server = try authority.issue(
            Self.template("localhost", .server, names: names), for: leafKey.publicKey, key: authorityKey)
        #expect(server.alternativeNames == names)
        #expect(try server.publicKey() == leafKey.publicKey)
        #expect(server.issuer == "CN=Development authority")
        #expect(server.serialNumber.count == 16)
        let time = CertificateTests.during
        #expect(store.refusal(of: [server], at: time, for: .serverAuthentication) == nil)
        #expect(store.refusal(of: [server], at: time, for: .clientAuthentication) == .wrongPurpose)
        #expect(store.refusal(of: [server], at: CertificateTests.ends + 1, for: .serverAuthentication) == .expired)
        let client = try authority.issue(Self.template("app", .client), for: leafKey.publicKey, key: authorityKey)
        #expect(store.refusal(of: [client], at: time, for: .clientAuthentication) == nil)
        #expect(client.serialNumber != server.serialNumber)
    }

    @Test func `a leaf or an authority below the first issues nothing`() throws {
        let key = try SigningKey.generate(.p256)
        let authority = try Certificate.selfSigned(Self.template("A", .authority), key: key)
        let store = try CertificateAuthorityStore([authority])
        let time = CertificateTests.during
        let leaf = try authority.issue(Self.template("B", .client), for: key.publicKey, key: key)
        let underLeaf = try leaf.issue(Self.template("C", .client), for: key.publicKey, key: key)
        #expect(store.refusal(of: [underLeaf, leaf], at: time, for: .clientAuthentication) == .wrongPurpose)
        let second = try authority.issue(Self.template("D", .authority), for: key.publicKey, key: key)
        let underSecond = try second.issue(Self.template("E", .client), for: key.publicKey, key: key)
        #expect(
            store.refusal(of: [underSecond, second], at: time, for: .clientAuthentication) == .forbiddenByAuthority)
    }

    @Test func `refuses another authority's key and templates out of range`() throws {
        let key = try SigningKey.generate(.p256)
        let other = try SigningKey.generate(.p256)
        let authority = try Certificate.selfSigned(Self.template("A", .authority), key: key)
        #expect(throws: CryptographyError.unsupported("key of another authority")) {
            try authority.issue(Self.template("B", .client), for: key.publicKey, key: other)
        }
        var backwards = Self.template("A", .server)
        backwards.notAfter = backwards.notBefore
        let bad = [
            Self.template("", .server), Self.template(String(repeating: "x", count: 65), .server), backwards,
            Self.template("A", .server, names: [.dns("a\u{0}b")]), Self.template("A", .server, names: [.dns("")]),
            Self.template("A", .server, names: [.address([1, 2, 3])]),
            Self.template("A", .server, names: [.uri("https://\u{E9}.example")]),
        ]
        for template in bad {
            #expect(throws: CryptographyError.unsupported("certificate template")) {
                try Certificate.selfSigned(template, key: key)
            }
        }
    }
}
