import COpenSSL

/// A cipher looked up once.
@safe
struct FetchedCipher: @unchecked Sendable {
    // INVARIANT: a fetched method object is never changed nor freed, and the library lets threads share it.
    let pointer: OpaquePointer

    init(_ name: String) {
        guard let found = unsafe EVP_CIPHER_fetch(nil, name, nil) else {
            preconditionFailure("the cryptography library lacks a cipher that it always has")
        }
        unsafe pointer = found
    }
}
