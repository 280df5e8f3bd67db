/// One step of a request on its way through redirects.
struct RequestHop {
    let url: RequestURL
    private let method: String
    private let headers: HeaderFields
    private let body: [UInt8]?
    private let left: Int
    /// Whether redirects are followed at all, so that one too many is a failure rather than an answer.
    private let followsRedirects: Bool

    var content: TransferOrder.Content { .request(.init(method: method, headers: headers, body: body)) }

    /// Judges a request.
    ///
    /// - Throws: `invalidRequest`.
    init(_ request: HTTPClientRequest) throws(HTTPClientError) {
        let url = try RequestURL(request.url)
        guard request.method.isToken, request.method != "CONNECT" else {
            throw HTTPClientError(.invalidRequest("the method"), origin: url.origin)
        }
        if let fault = request.headers.fault { throw HTTPClientError(.invalidRequest(fault), origin: url.origin) }
        self.init(
            url: url, method: request.method, headers: request.headers, body: request.body, left: request.redirects,
            followsRedirects: request.redirects > 0)
    }

    private init(
        url: RequestURL, method: String, headers: HeaderFields, body: [UInt8]?, left: Int, followsRedirects: Bool
    ) {
        self.url = url
        self.method = method
        self.headers = headers
        self.body = body
        self.left = left
        self.followsRedirects = followsRedirects
    }

    /// The next step, nil if the answer is the last one.
    ///
    /// - Throws: `redirectRefused` when the answer leads where the request may not go, or once too often.
    func following(_ head: HTTPClientResponseHead) throws(HTTPClientError) -> RequestHop? {
        guard followsRedirects, [301, 302, 303, 307, 308].contains(head.status),
            let location = head.headers["location"]
        else { return nil }
        guard left > 0 else { throw refusal }
        let next: RequestURL
        do throws(HTTPClientError) {
            next = try url.resolving(location)
        } catch {
            throw refusal
        }
        if url.scheme == "https", next.scheme != "https" { throw refusal }
        // RFC 9110, section 15.4: a POST becomes a GET as every client has it; 307 and 308 repeat the request.
        let changesMethod = head.status == 303 && method != "HEAD" || head.status <= 302 && method == "POST"
        let keepsBody = !changesMethod && body != nil
        let isSameOrigin = next.origin == url.origin
        if keepsBody, !isSameOrigin { throw refusal }
        return RequestHop(
            url: next, method: changesMethod ? "GET" : method,
            headers: headers.forwarded(toSameOrigin: isSameOrigin, withBody: keepsBody),
            body: keepsBody ? body : nil, left: left - 1, followsRedirects: true)
    }

    private var refusal: HTTPClientError { HTTPClientError(.redirectRefused, origin: url.origin) }
}

extension HeaderFields {
    /// What goes with a request to where it was redirected.
    fileprivate func forwarded(toSameOrigin isSameOrigin: Bool, withBody: Bool) -> HeaderFields {
        var fields = self
        if !withBody { fields["content-type"] = nil }
        guard !isSameOrigin else { return fields }
        // Everything but what no server could take for a credential.
        let harmless: Set<String> = ["accept", "accept-language", "content-type", "user-agent"]
        return HeaderFields(fields.list.filter { harmless.contains($0.name.lowercased()) }.map { ($0.name, $0.value) })
    }
}
