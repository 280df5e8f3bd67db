public import Cryptography

/// Signing in compact form (RFC 7515 section 7.1).
public enum JWS {
    /// The ASCII bytes of a token over `payload`.
    /// - Throws: `unsupported` when the header names another algorithm than the signer's; `library` when signing fails.
    public static func sign(
        _ payload: [UInt8], header: ProtectedHeader, signer: Signer
    ) throws(CryptographyError) -> [UInt8] {
        try sign(payload.span, header: header, signer: signer)
    }

    /// The ASCII bytes of a token over `payload`.
    /// - Throws: `unsupported` when the header names another algorithm than the signer's; `library` when signing fails.
    public static func sign(
        _ payload: Span<UInt8>, header: ProtectedHeader, signer: Signer
    ) throws(CryptographyError) -> [UInt8] {
        guard header.algorithm == signer.algorithm else { throw .unsupported("algorithm for this key") }
        var token: [UInt8] = []
        token.reserveCapacity(header.prefix.count + Base64URL.encodedCount(payload.count) + signatureRoom(signer))
        token.append(contentsOf: header.prefix)
        Base64URL.append(payload, to: &token)
        let signature = try signer.sign(token)
        token.append(UInt8(ascii: "."))
        Base64URL.append(signature.span, to: &token)
        return token
    }

    /// The room for dot and signature, so that the token is allocated once; the largest key is 8192 bits.
    private static func signatureRoom(_ signer: Signer) -> Int {
        switch signer.algorithm {
        case .es256, .edDSA: 1 + Base64URL.encodedCount(64)
        case .rs256, .ps256: 1 + Base64URL.encodedCount(256)
        }
    }
}
