import Cryptography

/// The header by which NanoMDM shows that a body is its own: the HMAC-SHA-256 over the body in Base64.
///
/// It signs no time; whoever takes it must find one in the body.
struct BodySignature {
    private let code: [UInt8]

    /// Reads a header.
    ///
    /// - Returns: nil when it is not in its format.
    init?(_ header: String) {
        guard header.utf8.count == 44 else { return nil }
        do {
            code = try Base64.decode(header)
        } catch {
            return nil
        }
        guard code.count == 32 else { return nil }
    }

    /// Whether a body was signed with one of the keys; every key is tried, so that the time it takes tells nothing.
    func isGood(for body: [UInt8], keys: [SecretBytes]) -> Bool {
        var isSigned = false
        for key in keys where HMACSHA256.verify(code, of: body, key: key) { isSigned = true }
        return isSigned
    }
}
