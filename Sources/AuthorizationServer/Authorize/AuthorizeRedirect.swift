/// An answer that the browser carries to the client's redirect URI (RFC 6749 section 4.1.2): with status 303 in mode
/// `query`, or by a page whose form it posts.
public struct AuthorizeRedirect: Sendable, Hashable {
    /// What the client is told.
    public enum Answer: Sendable, Hashable {
        /// A code.
        case code(OpaqueToken, clientInfo: String?)
        /// An error; the description is ours and holds nothing of the request.
        case error(AuthorizeErrorCode, description: String)
    }

    /// The redirect URI, exactly as it was sent and registered.
    public let redirectURI: String
    /// What the client is told.
    public let answer: Answer
    /// The request's `state`.
    public let state: String?
    /// The tenant's issuer: it is in every answer, errors too (RFC 9207 section 2).
    public let issuer: String
    /// How it reaches the client.
    public let mode: AuthorizeResponseMode

    /// Makes an answer to a redirect URI that is known to be the client's.
    public init(
        to redirectURI: String, _ answer: Answer, state: String?, issuer: String, mode: AuthorizeResponseMode = .query
    ) {
        self.redirectURI = redirectURI
        self.answer = answer
        self.state = state
        self.issuer = issuer
        self.mode = mode
    }

    /// The answer to a request.
    public init(_ request: AuthorizeRequest, _ answer: Answer, issuer: String) {
        self.init(to: request.redirectURI, answer, state: request.state, issuer: issuer, mode: request.responseMode)
    }

    /// The parameters of the answer, which a form posts; a secret when they hold a code.
    public var parameters: [(name: String, value: String)] {
        var parameters: [(name: String, value: String)] = []
        switch answer {
        case .code(let code, let clientInfo):
            parameters.append(("code", code.text))
            if let clientInfo { parameters.append(("client_info", clientInfo)) }
        case .error(let code, let description):
            parameters += [("error", code.rawValue), ("error_description", description)]
        }
        if let state { parameters.append(("state", state)) }
        parameters.append(("iss", issuer))
        return parameters
    }

    /// The address to redirect to in mode `query`; a secret when it holds a code.
    public var location: String {
        let query = parameters.map { $0 + "=" + Self.encoded($1) }.joined(separator: "&")
        return redirectURI + (redirectURI.utf8.contains(UInt8(ascii: "?")) ? "&" : "?") + query
    }

    /// Percent-encodes everything but unreserved characters (RFC 3986 section 2.3).
    private static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                bytes.append(byte)
            default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// The errors of the authorize endpoint (RFC 6749 section 4.1.2.1, OpenID Connect Core section 3.1.2.6).
public enum AuthorizeErrorCode: String, Sendable, Hashable, CaseIterable {
    /// The request is malformed.
    case invalidRequest = "invalid_request"
    /// The client may not ask for codes.
    case unauthorizedClient = "unauthorized_client"
    /// The user or a policy refuses.
    case accessDenied = "access_denied"
    /// Another response type than `code` is asked for.
    case unsupportedResponseType = "unsupported_response_type"
    /// The scope is refused.
    case invalidScope = "invalid_scope"
    /// The gateway failed.
    case temporarilyUnavailable = "temporarily_unavailable"
    /// Nobody is signed in, and nobody may be asked.
    case loginRequired = "login_required"
    /// The user would have to be asked something, and may not be.
    case interactionRequired = "interaction_required"
    /// Request objects are not read.
    case requestNotSupported = "request_not_supported"
    /// Request objects are not fetched.
    case requestURINotSupported = "request_uri_not_supported"
}
