/// The kinds of key that sign here.
public enum KeyType: Sendable, Hashable, CaseIterable {
    /// An elliptic curve key on P-256 (FIPS 186-4).
    case p256
    /// An RSA key of 2048 to 8192 bits.
    case rsa
    /// An Edwards curve key on Ed25519 (RFC 8032).
    case ed25519
}

/// The signature algorithms, by their registered names (RFC 7518 section 3.1, RFC 8037 section 3.1).
///
/// All are asymmetric, so a public key can't be taken for a shared secret.
public enum SignatureAlgorithm: String, Sendable, Hashable, CaseIterable {
    /// ECDSA on P-256 with SHA-256; the signature is r and s of 32 bytes each.
    case es256 = "ES256"
    /// RSASSA-PKCS1-v1_5 with SHA-256.
    case rs256 = "RS256"
    /// RSASSA-PSS with SHA-256, MGF1 with SHA-256 and a salt of 32 bytes.
    case ps256 = "PS256"
    /// EdDSA with Ed25519.
    case edDSA = "EdDSA"

    /// The kind of key that the algorithm takes.
    public var keyType: KeyType {
        switch self {
        case .es256: .p256
        case .rs256, .ps256: .rsa
        case .edDSA: .ed25519
        }
    }
}
