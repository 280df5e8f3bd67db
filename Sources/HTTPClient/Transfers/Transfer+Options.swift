import CCurl

extension Transfer {
    /// Sets everything that the library must know.
    ///
    /// - Returns: what the library refused, if anything.
    func prepare(now: ContinuousClock.Instant) -> HTTPClientError? {
        handle.set(order.url, trust: configuration)
        handle.set(CURLOPT_FOLLOWLOCATION, 0)
        handle.set(CURLOPT_MAXAGE_CONN, Int(clamping: configuration.deadlines.idleConnection.components.seconds))
        setCallbacks()
        setRequest(request.method, request.headers, request.body)
        return handle.refused.map { error(HTTPClientError.Cause($0, hasBegun: false)) }
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

    private func setCallbacks() {
        // The loop keeps the transfer for as long as the library has its handle.
        handle.set(CURLOPT_HEADERDATA, owner: self)
        handle.set(CURLOPT_WRITEDATA, owner: self)
        handle.set(CURLOPT_OPENSOCKETDATA, owner: self)
        handle.note(unsafe postern_curl_set_transfer(handle.pointer, CURLOPT_HEADERFUNCTION, headerCame))
        handle.note(unsafe postern_curl_set_transfer(handle.pointer, CURLOPT_WRITEFUNCTION, bodyCame))
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

private func socketIsAsked(
    _ owner: UnsafeMutableRawPointer?, _ purpose: curlsocktype, _ peer: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
    guard let peer = unsafe peer, let owner = unsafe owner else { return -1 }
    return unsafe transfer(owner).openSocket(peer)
}
