public import Cryptography
import JSONCoding

/// The SHA-256 thumbprint of a public key (RFC 7638, RFC 8037 section 2): equal for equal keys, however they are written.
public struct KeyThumbprint: Sendable, Hashable {
    /// The hash: 32 bytes.
    public let bytes: [UInt8]

    /// The thumbprint of `key`.
    public init(of key: PublicKey) {
        var writer = JSONWriter()
        writer.object { object in
            for (name, value) in key.components.members {
                object.member(name, value)
            }
        }
        bytes = Digest.sha256(writer.bytes)
    }

    /// Reads the base64url form, as a `jkt` confirmation has it (RFC 9449 section 6.1); nil when it is none.
    public init?(encoded: String) {
        guard encoded.utf8.count == 43 else { return nil }
        do {
            bytes = try Base64URL.decode(encoded)
        } catch {
            return nil
        }
    }

    /// The base64url form: 43 characters.
    public var encoded: String { Base64URL.encode(bytes) }
}
