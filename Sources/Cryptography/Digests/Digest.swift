/// One-shot hash functions (FIPS 180-4).
public enum Digest {
    /// SHA-256 of `bytes`: 32 bytes.
    public static func sha256(_ bytes: [UInt8]) -> [UInt8] { FetchedDigest.sha256.hash(bytes.span) }

    /// SHA-256 of `bytes`: 32 bytes.
    public static func sha256(_ bytes: Span<UInt8>) -> [UInt8] { FetchedDigest.sha256.hash(bytes) }

    /// SHA-384 of `bytes`: 48 bytes.
    public static func sha384(_ bytes: [UInt8]) -> [UInt8] { FetchedDigest.sha384.hash(bytes.span) }

    /// SHA-512 of `bytes`: 64 bytes.
    public static func sha512(_ bytes: [UInt8]) -> [UInt8] { FetchedDigest.sha512.hash(bytes.span) }

    /// SHA-1 of `bytes`: 20 bytes, only to look a certificate up by the `x5t` that old clients send.
    ///
    /// SHA-1 is broken: never let trust rest on it.
    public static func sha1ForLookup(_ bytes: [UInt8]) -> [UInt8] { FetchedDigest.sha1.hash(bytes.span) }
}
