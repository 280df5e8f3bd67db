import CCurl

extension Transfer {
    /// Sets everything that the library must know.
    ///
    /// - Returns: what the library refused, if anything.
    func prepare(now: ContinuousClock.Instant) -> HTTPClientError? {
        handle.set(CURLOPT_NOSIGNAL, 1)
        handle.set(CURLOPT_URL, order.url.text)
        handle.set(CURLOPT_FOLLOWLOCATION, 0)
        handle.set(CURLOPT_CONNECTTIMEOUT_MS, configuration.deadlines.connect)
        handle.set(CURLOPT_TCP_KEEPALIVE, 1)
        handle.set(CURLOPT_MAXAGE_CONN, Int(clamping: configuration.deadlines.idleConnection.components.seconds))
        setTrust()
        setProxy()
        setCallbacks()
        switch order.content {
        case .request(let method, let headers, let body): setRequest(method, headers, body)
        case .mail(let mail): setMail(mail)
        }
        return handle.refused.map { error(HTTPClientError.Cause($0, hasBegun: false)) }
    }

    private func setTrust() {
        handle.set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        handle.set(CURLOPT_SSL_VERIFYPEER, 1)
        handle.set(CURLOPT_SSL_VERIFYHOST, 2)
        if let file = configuration.authoritiesFile {
            handle.set(CURLOPT_CAINFO, file)
            // Else the system's directory of authorities would be trusted, too.
            handle.set(CURLOPT_CAPATH, nil as String?)
        }
        if let certificate = configuration.clientCertificate {
            handle.set(CURLOPT_SSLCERT, certificate.certificateChainFile)
            handle.set(CURLOPT_SSLKEY, certificate.privateKeyFile)
        }
    }

    private func setProxy() {
        // An empty name keeps the library from asking the environment.
        handle.set(CURLOPT_PROXY, configuration.proxy?.url ?? "")
        handle.set(CURLOPT_NOPROXY, "")
        handle.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        guard let credentials = configuration.proxy?.credentials else { return }
        handle.set(CURLOPT_PROXYUSERNAME, credentials.user)
        handle.set(CURLOPT_PROXYPASSWORD, credentials.password)
    }

    private func setRequest(_ method: String, _ headers: HeaderFields, _ body: [UInt8]?) {
        handle.set(CURLOPT_PROTOCOLS_STR, "http,https")
        let version = configuration.offersHTTP2 ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1
        handle.set(CURLOPT_HTTP_VERSION, Int(version))
        handle.set(CURLOPT_HEADEROPT, Int(CURLHEADER_SEPARATE))
        handle.set(CURLOPT_USERAGENT, configuration.userAgent)
        if let body {
            handle.set(CURLOPT_POST, 1)
            handle.setBody(body)
            handle.set(CURLOPT_CUSTOMREQUEST, method)
        } else if method == "HEAD" {
            handle.set(CURLOPT_NOBODY, 1)
        } else {
            handle.set(CURLOPT_HTTPGET, 1)
            handle.set(CURLOPT_CUSTOMREQUEST, method)
        }
        handle.set(CURLOPT_HTTPHEADER, Self.lines(headers, hasBody: body != nil))
    }

    private static func lines(_ headers: HeaderFields, hasBody: Bool) -> [String] {
        // The library's own spellings: `Name;` sends an empty field, `Name:` sends none.
        var lines = headers.list.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
        guard hasBody else { return lines }
        lines.append("Expect:")
        if headers["content-type"] == nil { lines.append("Content-Type:") }
        return lines
    }

    private func setMail(_ mail: MailMessage) {
        handle.set(CURLOPT_PROTOCOLS_STR, "smtp,smtps")
        handle.set(CURLOPT_USE_SSL, Int((mail.requiresTLS ? CURLUSESSL_ALL : CURLUSESSL_TRY).rawValue))
        handle.set(CURLOPT_MAIL_FROM, "<\(mail.sender)>")
        handle.set(CURLOPT_MAIL_RCPT, mail.recipients.map { "<\($0)>" })
        handle.set(CURLOPT_UPLOAD, 1)
        handle.note(unsafe postern_curl_set_offset(handle.pointer, CURLOPT_INFILESIZE_LARGE, mail.content.count))
        guard let credentials = mail.credentials else { return }
        handle.set(CURLOPT_USERNAME, credentials.user)
        handle.set(CURLOPT_PASSWORD, credentials.password)
    }

    private func setCallbacks() {
        // The loop keeps the transfer for as long as the library has its handle.
        handle.set(CURLOPT_HEADERDATA, owner: self)
        handle.set(CURLOPT_WRITEDATA, owner: self)
        handle.set(CURLOPT_READDATA, owner: self)
        handle.set(CURLOPT_OPENSOCKETDATA, owner: self)
        handle.note(unsafe postern_curl_set_transfer(handle.pointer, CURLOPT_HEADERFUNCTION, headerCame))
        handle.note(unsafe postern_curl_set_transfer(handle.pointer, CURLOPT_WRITEFUNCTION, bodyCame))
        handle.note(unsafe postern_curl_set_read(handle.pointer, mailIsAsked))
        handle.note(unsafe postern_curl_set_open_socket(handle.pointer, socketIsAsked))
    }
}

@unsafe
private func transfer(_ owner: UnsafeMutableRawPointer) -> Transfer {
    unsafe Unmanaged<Transfer>.fromOpaque(owner).takeUnretainedValue()
}

private func headerCame(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ owner: UnsafeMutableRawPointer?
) -> Int {
    guard let bytes = unsafe bytes, let owner = unsafe owner else { return 0 }
    return unsafe transfer(owner).receiveHeader(UnsafeRawBufferPointer(start: bytes, count: size * count))
}

private func bodyCame(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ owner: UnsafeMutableRawPointer?
) -> Int {
    guard let bytes = unsafe bytes, let owner = unsafe owner else { return 0 }
    return unsafe transfer(owner).receiveBody(UnsafeRawBufferPointer(start: bytes, count: size * count))
}

private func mailIsAsked(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ owner: UnsafeMutableRawPointer?
) -> Int {
    guard let bytes = unsafe bytes, let owner = unsafe owner else { return postern_curl_abort }
    return unsafe transfer(owner).sendMail(into: UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
}

private func socketIsAsked(
    _ owner: UnsafeMutableRawPointer?, _ purpose: curlsocktype, _ peer: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
    guard let peer = unsafe peer, let owner = unsafe owner else { return -1 }
    return unsafe transfer(owner).openSocket(peer)
}
