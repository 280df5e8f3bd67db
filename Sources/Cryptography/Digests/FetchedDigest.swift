import COpenSSL

/// A hash function looked up once: a look-up at each use would cost more than hashing a short message.
@safe
struct FetchedDigest: @unchecked Sendable {
    // INVARIANT: a fetched method object is never changed nor freed, and the library lets threads share it.
    let pointer: OpaquePointer
    let byteCount: Int

    init(_ name: String) {
        guard let found = unsafe EVP_MD_fetch(nil, name, nil) else {
            preconditionFailure("the cryptography library lacks a hash function that it always has")
        }
        unsafe pointer = found
        byteCount = Int(unsafe EVP_MD_get_size(found))
    }

    /// Hashes `bytes`; it can only fail when memory runs out, which ends the process as any allocation would.
    func hash(_ bytes: Span<UInt8>) -> [UInt8] {
        let output = unsafe [UInt8].filled(byteCount) { result in
            unsafe bytes.withPointer { input, count in
                unsafe EVP_Digest(input, count, result, nil, pointer, nil) == 1
            }
        }
        guard let output else { preconditionFailure("no memory to hash") }
        return output
    }

    static let sha1 = FetchedDigest("SHA1")
    static let sha256 = FetchedDigest("SHA256")
    static let sha384 = FetchedDigest("SHA384")
    static let sha512 = FetchedDigest("SHA512")
}
