import COpenSSL

/// OpenSSL's error queue of the calling thread.
enum OpenSSLErrors {
    /// Empties the queue and returns the first error's reason, which names no secret.
    static func drain() -> String {
        let first = ERR_get_error()
        ERR_clear_error()
        guard first != 0, let text = unsafe ERR_reason_error_string(first) else { return "unknown error" }
        return unsafe String(cString: text)
    }
}
