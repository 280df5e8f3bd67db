import COpenSSL
import ServiceRuntime

/// The keys that protect session tickets (RFC 5077 section 4): one to make them, the one before to still read them.
///
/// All loops share them, so a session resumes on any; a key that is never replaced would open every recorded session of TLS 1.2.
@safe
final class TicketKeys: Sendable {
    /// What the callback of OpenSSL hands over; valid during the call.
    @unsafe
    struct Operation {
        let name: UnsafeMutablePointer<UInt8>
        let vector: UnsafeMutablePointer<UInt8>
        let cipher: OpaquePointer
        let authenticator: OpaquePointer
    }

    private struct Key: Sendable {
        let name: [UInt8]
        let encryption: [UInt8]
        let authentication: [UInt8]
        let madeAt: MonotonicTime

        init?(madeAt: MonotonicTime) {
            var bytes = [UInt8](repeating: 0, count: 80)
            guard unsafe RAND_bytes(&bytes, 80) == 1 else { return nil }
            name = Array(bytes[..<16])
            encryption = Array(bytes[16..<48])
            authentication = Array(bytes[48...])
            self.madeAt = madeAt
        }
    }

    private struct State: Sendable {
        var current: Key?
        var previous: Key?
    }

    private let lifetime: Duration
    private let state = Lock(State())

    /// Makes a holder without keys; the first ticket makes the first.
    init(lifetime: Duration) {
        self.lifetime = lifetime
    }

    /// Prepares the protection of a new ticket; a return code of the callback.
    func protect(_ operation: Operation) -> Int32 {
        guard let key = currentKey(now: .now), unsafe RAND_bytes(operation.vector, 16) == 1 else { return -1 }
        for (index, byte) in key.name.enumerated() { unsafe operation.name[index] = byte }
        guard
            unsafe EVP_EncryptInit_ex(
                operation.cipher, EVP_aes_256_cbc(), nil, key.encryption, operation.vector) == 1
        else { return -1 }
        return unsafe setAuthentication(operation.authenticator, key) ? 1 : -1
    }

    /// Prepares the opening of a ticket; a return code of the callback: 0 unknown key, 1 good, 2 good but to be renewed.
    func open(_ operation: Operation) -> Int32 {
        let name = unsafe Array(UnsafeBufferPointer(start: operation.name, count: 16))
        guard let (key, isCurrent) = acceptedKey(name, now: .now) else { return 0 }
        guard
            unsafe EVP_DecryptInit_ex(
                operation.cipher, EVP_aes_256_cbc(), nil, key.encryption, operation.vector) == 1,
            unsafe setAuthentication(operation.authenticator, key)
        else { return -1 }
        return isCurrent ? 1 : 2
    }

    private func currentKey(now: MonotonicTime) -> Key? {
        state.withLock { state in
            rotate(&state, now: now)
            return state.current
        }
    }

    private func acceptedKey(_ name: [UInt8], now: MonotonicTime) -> (Key, Bool)? {
        state.withLock { state in
            rotate(&state, now: now)
            if let current = state.current, current.name == name { return (current, true) }
            if let previous = state.previous, previous.name == name { return (previous, false) }
            return nil
        }
    }

    private func rotate(_ state: inout State, now: MonotonicTime) {
        if let current = state.current, now < current.madeAt + lifetime { return }
        // After a pause longer than two lifetimes the key before is too old as well.
        state.previous = state.current.flatMap { now < $0.madeAt + lifetime + lifetime ? $0 : nil }
        state.current = Key(madeAt: now)
    }

    @unsafe
    private func setAuthentication(_ authenticator: OpaquePointer, _ key: Key) -> Bool {
        var secret = key.authentication
        return unsafe secret.withUnsafeMutableBytes { secret in
            unsafe postern_tls_set_ticket_authentication(authenticator, secret.baseAddress, secret.count) == 1
        }
    }
}
