import COpenSSL
import HTTPMessage

/// One TLS connection over a non-blocking socket; used on its event loop only.
@safe
final class TLSSession {
    /// What the handshake came to.
    enum Handshake {
        case done
        case wantsRead
        case wantsWrite
        case failed(reason: String)
    }

    private let context: TLSContext
    private let handle: OpaquePointer
    private var isBroken = false

    /// Makes the server side of a session; nil when OpenSSL has no memory left.
    init?(_ context: TLSContext, descriptor: Int32) {
        ERR_clear_error()
        guard let handle = unsafe SSL_new(context.handle) else { return nil }
        unsafe self.handle = handle
        self.context = context
        guard unsafe SSL_set_fd(handle, descriptor) == 1 else { return nil }
        unsafe SSL_set_accept_state(handle)
    }

    deinit {
        unsafe SSL_free(handle)
    }

    /// Goes on with the handshake.
    func handshake() -> Handshake {
        ERR_clear_error()
        let result = unsafe SSL_do_handshake(handle)
        if result == 1 { return .done }
        switch unsafe SSL_get_error(handle, result) {
        case SSL_ERROR_WANT_READ: return .wantsRead
        case SSL_ERROR_WANT_WRITE: return .wantsWrite
        case SSL_ERROR_SSL:
            isBroken = true
            return .failed(reason: OpenSSLErrors.drain())
        default:
            isBroken = true
            return .failed(reason: "the peer closed the connection")
        }
    }

    /// Reads one record at most.
    ///
    /// The buffer must hold a whole record (16 KiB), or decrypted bytes could stay behind that no readiness of the socket tells of.
    func receive(into buffer: inout [UInt8]) -> Socket.Transfer {
        ERR_clear_error()
        let count = unsafe buffer.withUnsafeMutableBytes {
            unsafe SSL_read(handle, $0.baseAddress, Int32(truncatingIfNeeded: $0.count))
        }
        return transfer(count)
    }

    func send(_ bytes: [UInt8], from start: Int) -> Socket.Transfer {
        ERR_clear_error()
        let count = unsafe bytes.withUnsafeBytes { bytes in
            let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[start...])
            return unsafe SSL_write(handle, rest.baseAddress, Int32(clamping: rest.count))
        }
        return transfer(count)
    }

    /// Tells the peer that nothing more comes, if the session is in a state to.
    func sendClose() {
        guard !isBroken, unsafe SSL_is_init_finished(handle) == 1 else { return }
        ERR_clear_error()
        _ = unsafe SSL_shutdown(handle)
        ERR_clear_error()
    }

    /// The certificate that the client showed.
    func clientCertificate() -> ClientCertificate? {
        guard let certificate = unsafe SSL_get1_peer_certificate(handle) else { return nil }
        defer { unsafe X509_free(certificate) }
        let length = unsafe i2d_X509(certificate, nil)
        guard length > 0 else { return nil }
        var der = [UInt8](repeating: 0, count: Int(length))
        let written = unsafe der.withUnsafeMutableBufferPointer { buffer in
            var cursor = buffer.baseAddress
            return unsafe i2d_X509(certificate, &cursor)
        }
        guard written == length else { return nil }
        let code = unsafe Int(SSL_get_verify_result(handle))
        return ClientCertificate(der: der, trust: code == X509_V_OK ? .verified : .unverified(code: code))
    }

    private func transfer(_ count: Int32) -> Socket.Transfer {
        if count > 0 { return .moved(Int(count)) }
        switch unsafe SSL_get_error(handle, count) {
        case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: return .wouldBlock
        case SSL_ERROR_ZERO_RETURN: return .ended
        default:
            isBroken = true
            ERR_clear_error()
            return .ended
        }
    }
}
