import CCurl

/// A URL that may be asked, taken apart by the library that will use it.
struct RequestURL: Sendable, Equatable {
    /// The whole URL without its fragment.
    let text: String
    let scheme: String
    /// Scheme, host and port, as errors show it and as credentials are bound to it.
    let origin: String

    /// Reads an absolute URL.
    ///
    /// - Throws: `invalidRequest`.
    init(_ text: String, schemes: Set<String> = ["http", "https"]) throws(HTTPClientError) {
        try self.init(text, relativeTo: nil, schemes: schemes)
    }

    /// Reads a reference as RFC 3986, section 5 says.
    func resolving(_ reference: String) throws(HTTPClientError) -> RequestURL {
        try RequestURL(reference, relativeTo: text, schemes: ["http", "https"])
    }

    private init(_ text: String, relativeTo base: String?, schemes: Set<String>) throws(HTTPClientError) {
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }), text.utf8.count <= 8192 else {
            throw HTTPClientError(.invalidRequest("the url has a character that must be encoded, or is too long"))
        }
        guard let parts = unsafe curl_url() else { throw HTTPClientError(.unusable("no memory")) }
        defer { unsafe curl_url_cleanup(parts) }
        if let base { _ = unsafe curl_url_set(parts, CURLUPART_URL, base, 0) }
        guard unsafe curl_url_set(parts, CURLUPART_URL, text, 0) == CURLUE_OK else {
            throw HTTPClientError(.invalidRequest("the url is not one"))
        }
        _ = unsafe curl_url_set(parts, CURLUPART_FRAGMENT, nil, 0)
        guard let scheme = unsafe Self.part(CURLUPART_SCHEME, of: parts), schemes.contains(scheme) else {
            throw HTTPClientError(.invalidRequest("the scheme of the url is not allowed"))
        }
        guard unsafe Self.part(CURLUPART_USER, of: parts) == nil, unsafe Self.part(CURLUPART_PASSWORD, of: parts) == nil
        else { throw HTTPClientError(.invalidRequest("the url carries credentials")) }
        guard let host = unsafe Self.part(CURLUPART_HOST, of: parts), !host.isEmpty,
            let port = unsafe Self.part(CURLUPART_PORT, of: parts, UInt32(CURLU_DEFAULT_PORT)),
            let whole = unsafe Self.part(CURLUPART_URL, of: parts)
        else { throw HTTPClientError(.invalidRequest("the url has no host")) }
        self.text = whole
        self.scheme = scheme
        origin = "\(scheme)://\(host.lowercased()):\(port)"
    }

    @unsafe
    private static func part(_ part: CURLUPart, of parts: OpaquePointer, _ flags: UInt32 = 0) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard unsafe curl_url_get(parts, part, &text, flags) == CURLUE_OK, let text = unsafe text else { return nil }
        defer { unsafe curl_free(text) }
        return unsafe String(cString: text)
    }
}
