import COpenSSL

/// Why a cryptographic operation could not be done.
///
/// A signature, seal or password that does not verify is a value (`false` or ``sealBroken``), never a library error.
public enum CryptographyError: Error, Equatable, Sendable {
    /// The named input is not in its format.
    case malformed(String)
    /// The named input is well formed, but of a kind, size or strength that is not accepted.
    case unsupported(String)
    /// The tag of a sealed message does not match its key, nonce, content and additional data.
    case sealBroken
    /// The library failed at the named operation, for the reason it gave.
    case library(operation: String, reason: String)
}

extension CryptographyError: CustomStringConvertible {
    /// A text that is safe to log: it names inputs and never shows their value.
    public var description: String {
        switch self {
        case .malformed(let input): "`\(input)` is malformed"
        case .unsupported(let input): "`\(input)` is not supported"
        case .sealBroken: "the seal does not match its key and content"
        case .library(let operation, let reason): "the library failed to \(operation): \(reason)"
        }
    }
}

extension CryptographyError {
    /// The error for a library call that just failed: takes what the library queued on this thread.
    static func failed(to operation: String) -> CryptographyError {
        var reason = "no reason given"
        let first = ERR_get_error()
        if first != 0, let text = unsafe ERR_reason_error_string(first) {
            reason = unsafe String(cString: text)
        }
        ERR_clear_error()
        return .library(operation: operation, reason: reason)
    }

    /// Runs a library call that answers 1 for success, with a clean error queue.
    static func check(_ operation: String, _ call: () -> Int32) throws(CryptographyError) {
        ERR_clear_error()
        guard call() == 1 else { throw failed(to: operation) }
    }

    /// Runs a library call that answers a new object, or null when it fails, with a clean error queue.
    static func make(_ operation: String, _ call: () -> OpaquePointer?) throws(CryptographyError) -> OpaquePointer {
        ERR_clear_error()
        guard let object = unsafe call() else { throw failed(to: operation) }
        return unsafe object
    }
}
