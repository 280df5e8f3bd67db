import Cryptography
import Testing

@Suite struct SignatureTests {
    static func key(for algorithm: SignatureAlgorithm) throws -> SigningKey {
        switch algorithm {
        case .es256: try SigningKey(pem: KeyFixtures.p256Private)
        case .rs256, .ps256: try SigningKey(pem: KeyFixtures.rsaPrivate)
        case .edDSA: try SigningKey.generate(.ed25519)
        }
    }

    @Test(arguments: SignatureAlgorithm.allCases)
    func `what a key signs its public key verifies, and nothing near it`(algorithm: SignatureAlgorithm) throws {
        let key = try Self.key(for: algorithm)
        let message = KeyFixtures.message
        let signature = try key.sign(message, algorithm: algorithm)
        #expect(key.publicKey.verify(signature, over: message, algorithm: algorithm))
        #expect(!key.publicKey.verify(signature, over: message + [0], algorithm: algorithm))
        #expect(!key.publicKey.verify(signature, over: [], algorithm: algorithm))
        #expect(!key.publicKey.verify([], over: message, algorithm: algorithm))
        #expect(!key.publicKey.verify(signature + [0], over: message, algorithm: algorithm))
        #expect(!key.publicKey.verify(Array(signature.dropLast()), over: message, algorithm: algorithm))
        for index in stride(from: 0, to: signature.count, by: 7) {
            var altered = signature
            altered[index] ^= 0x10
            #expect(!key.publicKey.verify(altered, over: message, algorithm: algorithm))
        }
        let other = try SigningKey.generate(algorithm.keyType).publicKey
        #expect(!other.verify(signature, over: message, algorithm: algorithm))
        for foreign in SignatureAlgorithm.allCases where foreign != algorithm {
            #expect(!key.publicKey.verify(signature, over: message, algorithm: foreign))
        }
    }

    @Test(arguments: SignatureAlgorithm.allCases)
    func `a signer signs message after message`(algorithm: SignatureAlgorithm) throws {
        let key = try Self.key(for: algorithm)
        let signer = try Signer(key, algorithm: algorithm)
        for count in 0..<20 {
            let message = [UInt8](repeating: 7, count: count)
            let signature = try signer.sign(message)
            #expect(key.publicKey.verify(signature, over: message, algorithm: algorithm))
        }
    }

    @Test func `refuses to sign with an algorithm of another kind of key`() throws {
        let key = try SigningKey.generate(.p256)
        for algorithm in [SignatureAlgorithm.rs256, .ps256, .edDSA] {
            #expect(throws: CryptographyError.unsupported("algorithm for this key")) {
                try key.sign([1], algorithm: algorithm)
            }
        }
    }

    @Test func `verifies what the OpenSSL command line signed`() throws {
        let key = try PublicKey(pem: KeyFixtures.rsaPublic)
        #expect(try key.verify(Base64.decode(KeyFixtures.rs256), over: KeyFixtures.message, algorithm: .rs256))
        #expect(try key.verify(Base64.decode(KeyFixtures.ps256), over: KeyFixtures.message, algorithm: .ps256))
    }

    @Test(arguments: [KeyFixtures.ps256Salt20, KeyFixtures.ps256MaskSHA1, KeyFixtures.rs256, KeyFixtures.rs512])
    func `refuses as PS256 what differs in salt, mask or padding`(signature: String) throws {
        let key = try PublicKey(pem: KeyFixtures.rsaPublic)
        #expect(try !key.verify(Base64.decode(signature), over: KeyFixtures.message, algorithm: .ps256))
    }

    @Test(arguments: [KeyFixtures.ps256, KeyFixtures.rs512])
    func `refuses as RS256 what differs in padding or hash`(signature: String) throws {
        let key = try PublicKey(pem: KeyFixtures.rsaPublic)
        #expect(try !key.verify(Base64.decode(signature), over: KeyFixtures.message, algorithm: .rs256))
    }

    /// RFC 8032 section 7.1, tests 1 to 3.
    static let edwards: [(seed: String, key: String, message: String, signature: String)] = [
        (
            "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b"
                + "d25bf5f0595bbe24655141438e7a100b"
        ),
        (
            "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c"
                + "387b2eaeb4302aeeb00d291612bb0c00"
        ),
        (
            "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
            "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc659"
                + "4a7c15e9716ed28dc027beceea1ec40a"
        ),
    ]

    @Test(arguments: edwards)
    func `signs the vectors of RFC 8032`(seed: String, key: String, message: String, signature: String) throws {
        let prefix = "302e020100300506032b657004220420"
        let signing = try SigningKey(pkcs8: Hexadecimal.decode(prefix + seed))
        #expect(try signing.publicKey == PublicKey(.ed25519(Hexadecimal.decode(key))))
        let bytes = try Hexadecimal.decode(message)
        #expect(try signing.sign(bytes, algorithm: .edDSA) == Hexadecimal.decode(signature))
        #expect(try signing.publicKey.verify(Hexadecimal.decode(signature), over: bytes, algorithm: .edDSA))
    }

    /// S at or above the group order gives a second signature for one message (RFC 8032 section 5.1.7).
    @Test func `refuses an Ed25519 signature whose S is not reduced`() throws {
        let order: [UInt8] = try Hexadecimal.decode(
            "edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010")
        let vector = Self.edwards[1]
        var signature = try Hexadecimal.decode(vector.signature)
        var carry = 0
        for index in 0..<32 {
            let sum = Int(signature[32 + index]) + Int(order[index]) + carry
            signature[32 + index] = UInt8(sum & 0xFF)
            carry = sum >> 8
        }
        let key = try PublicKey(.ed25519(Hexadecimal.decode(vector.key)))
        #expect(try !key.verify(signature, over: Hexadecimal.decode(vector.message), algorithm: .edDSA))
    }
}
