import COpenSSL
import Glibc
import ServiceRuntime

/// The settings that the TLS connections of a listener share: certificate, trust, tickets; immutable once made.
@safe
final class TLSContext: @unchecked Sendable {
    // INVARIANT: `handle` is configured in `init` only; OpenSSL counts references to it and locks it where connections share it.
    let handle: OpaquePointer
    let tickets: TicketKeys

    /// Reads the files of a configuration.
    ///
    /// - Parameters:
    ///   - configuration: the files, and who is trusted.
    ///   - listener: the listener's name, for errors.
    ///   - tickets: the ticket keys to go on with, so that sessions survive a new certificate.
    /// - Throws: `HTTPServerError.tls`.
    init(_ configuration: TLSConfiguration, listener: String, tickets: TicketKeys) throws(HTTPServerError) {
        ERR_clear_error()
        guard let method = unsafe TLS_server_method(), let handle = unsafe SSL_CTX_new(method) else {
            throw .tls(listener: listener, what: "library", file: "libssl", reason: OpenSSLErrors.drain())
        }
        unsafe self.handle = handle
        self.tickets = tickets
        try loadCertificate(configuration, listener: listener)
        try trustClients(configuration, listener: listener)
        configureProtocol(listener: listener)
    }

    deinit {
        unsafe SSL_CTX_free(handle)
    }

    private func loadCertificate(_ configuration: TLSConfiguration, listener: String) throws(HTTPServerError) {
        // A key under a passphrase is refused: a service has nobody to ask.
        unsafe SSL_CTX_set_default_passwd_cb(handle) { _, _, _, _ in -1 }
        let (chain, key) = (configuration.certificateChainFile, configuration.privateKeyFile)
        guard unsafe SSL_CTX_use_certificate_chain_file(handle, chain) == 1 else {
            throw Self.unusable("certificate chain", chain, listener)
        }
        guard unsafe SSL_CTX_use_PrivateKey_file(handle, key, SSL_FILETYPE_PEM) == 1,
            unsafe SSL_CTX_check_private_key(handle) == 1
        else { throw Self.unusable("private key", key, listener) }
    }

    /// Says why a file cannot be used: the system's reason when it cannot be read, else the library's.
    private static func unusable(_ what: String, _ file: String, _ listener: String) -> HTTPServerError {
        let reason = OpenSSLErrors.drain()
        guard unsafe access(file, R_OK) != 0 else {
            return .tls(listener: listener, what: what, file: file, reason: "not usable: \(reason)")
        }
        return .tls(listener: listener, what: what, file: file, reason: "\(SystemError(call: "open", code: errno))")
    }

    private func trustClients(_ configuration: TLSConfiguration, listener: String) throws(HTTPServerError) {
        switch configuration.clientCertificates {
        case .ignored:
            unsafe SSL_CTX_set_verify(handle, SSL_VERIFY_NONE, nil)
        case .judgedByApplication:
            // The result of the check stays readable; only the handshake does not end on it.
            unsafe SSL_CTX_set_verify(handle, SSL_VERIFY_PEER, { _, _ in 1 })
        case .verified(let file):
            guard unsafe SSL_CTX_load_verify_locations(handle, file, nil) == 1,
                let names = unsafe SSL_load_client_CA_file(file)
            else { throw Self.unusable("client authorities", file, listener) }
            unsafe SSL_CTX_set_client_CA_list(handle, names)
            unsafe SSL_CTX_set_verify(handle, SSL_VERIFY_PEER, nil)
        }
    }

    private func configureProtocol(listener: String) {
        _ = unsafe postern_tls_set_minimum_1_2(handle)
        _ = unsafe postern_tls_set_mode(handle)
        _ = unsafe postern_tls_set_options(handle)
        _ = unsafe postern_tls_disable_session_cache(handle)
        _ = unsafe SSL_CTX_set_num_tickets(handle, 1)
        let name = Array(("postern " + listener).utf8.prefix(Int(SSL_MAX_SID_CTX_LENGTH)))
        _ = unsafe SSL_CTX_set_session_id_context(handle, name, UInt32(name.count))
        unsafe SSL_CTX_set_alpn_select_cb(handle, selectProtocol, nil)
        // Every session keeps its context alive, and with it the keys behind this pointer.
        _ = unsafe SSL_CTX_set_ex_data(handle, 0, Unmanaged.passUnretained(tickets).toOpaque())
        _ = unsafe postern_tls_set_ticket_callback(handle, protectTicket)
    }
}

/// RFC 7301: `http/1.1` if the client offers it, else the handshake ends.
private func selectProtocol(
    _ session: OpaquePointer?, _ chosen: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
    _ chosenLength: UnsafeMutablePointer<UInt8>?, _ offered: UnsafePointer<UInt8>?, _ offeredLength: UInt32,
    _ argument: UnsafeMutableRawPointer?
) -> Int32 {
    guard let chosen = unsafe chosen, let chosenLength = unsafe chosenLength, let offered = unsafe offered else {
        return SSL_TLSEXT_ERR_ALERT_FATAL
    }
    let list = unsafe UnsafeBufferPointer(start: offered, count: Int(offeredLength))
    var index = 0
    while index < list.count {
        let length = unsafe Int(list[index])
        guard index + 1 + length <= list.count else { break }
        if unsafe list[(index + 1)..<(index + 1 + length)].elementsEqual("http/1.1".utf8) {
            unsafe chosen.pointee = offered + index + 1
            unsafe chosenLength.pointee = UInt8(length)
            return SSL_TLSEXT_ERR_OK
        }
        index += 1 + length
    }
    return SSL_TLSEXT_ERR_ALERT_FATAL
}

private func protectTicket(
    _ session: OpaquePointer?, _ name: UnsafeMutablePointer<UInt8>?, _ vector: UnsafeMutablePointer<UInt8>?,
    _ cipher: OpaquePointer?, _ authenticator: OpaquePointer?, _ isEncrypting: Int32
) -> Int32 {
    guard let context = unsafe SSL_get_SSL_CTX(session), let keys = unsafe SSL_CTX_get_ex_data(context, 0),
        let name = unsafe name, let vector = unsafe vector, let cipher = unsafe cipher,
        let authenticator = unsafe authenticator
    else { return -1 }
    let tickets = unsafe Unmanaged<TicketKeys>.fromOpaque(keys).takeUnretainedValue()
    let operation = unsafe TicketKeys.Operation(
        name: name, vector: vector, cipher: cipher, authenticator: authenticator)
    return unsafe isEncrypting == 1 ? tickets.protect(operation) : tickets.open(operation)
}
