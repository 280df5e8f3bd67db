import Cryptography

/// Proof key for code exchange with S256, the only method that is served (RFC 7636).
public enum PKCE {
    /// Whether the text can be an S256 challenge: the base64url text of 32 bytes.
    public static func isChallenge(_ text: String) -> Bool {
        guard text.utf8.count == Base64URL.encodedCount(32) else { return false }
        // What can't be decoded is no challenge, whatever the reason.
        return (try? Base64URL.decode(text))?.count == 32
    }

    /// Whether a redemption keeps what the authorize request promised, in both directions: a verifier without a
    /// challenge is as wrong as a challenge without a verifier (RFC 9700 section 4.8).
    public static func holds(verifier: String?, challenge: String?) -> Bool {
        switch (verifier, challenge) {
        case (nil, nil): true
        case (let verifier?, let challenge?):
            isVerifier(verifier)
                && ConstantTime.equal(
                    Array(Base64URL.encode(Digest.sha256(Array(verifier.utf8))).utf8), Array(challenge.utf8))
        case (.some, nil), (nil, .some): false
        }
    }

    /// 43 to 128 unreserved characters (RFC 7636 section 4.1).
    private static func isVerifier(_ text: String) -> Bool {
        (43...128).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                    UInt8(ascii: "~"):
                    true
                default: false
                }
            }
    }
}
