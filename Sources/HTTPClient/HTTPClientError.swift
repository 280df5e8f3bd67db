/// Why a transfer gave no answer that can be used.
public struct HTTPClientError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What went wrong.
    public enum Cause: Sendable, Equatable {
        // Nothing was sent.
        /// The request can't be sent as it is; says what is wrong, never with a value.
        case invalidRequest(String)
        /// As many transfers run and wait as the client may have.
        case overloaded
        /// The client is closed.
        case closed
        /// The task that asked was cancelled.
        case cancelled
        /// The library or a configured file can't be used.
        case unusable(String)

        // The peer was not reached.
        /// The host name, or the proxy's, has no address.
        case unresolved
        /// No connection could be made.
        case unconnected
        /// Every address that the name has is refused by the client's address policy.
        case addressRefused
        /// The handshake failed or the peer's certificate is not trusted.
        case untrusted
        /// The time was over before an answer began.
        case timedOut
        /// The connection broke before an answer began.
        case connectionLost

        // The peer was reached and answered badly.
        /// The answer ended before its end.
        case truncated
        /// The time was over, or nothing came for too long, in the middle of an answer.
        case stalled
        /// The body is longer than allowed.
        case bodyTooLarge
        /// The header is longer than allowed.
        case headersTooLarge
        /// It is not what the protocol says.
        case malformed
        /// The answer leads elsewhere where this request may not go, or too often.
        case redirectRefused
        /// A mail server refused the mail: its sender, every recipient, or its content; the reply code (RFC 5321, section 4.2).
        case mailRefused(Int)
        /// A mail server refused to serve, whatever the mail: at its greeting, the handshake or signing in; the reply code.
        case mailServerRefused(Int)
        /// A mail server does not offer what addresses outside of ASCII need (RFC 6531); it was told none.
        case mailAddressUnsupported
    }

    /// Which side a failure lies on.
    public enum Kind: Sendable, Equatable {
        /// On this side: nothing was asked.
        case local
        /// On the way: the peer was not reached, or did not begin to answer.
        case connection
        /// On the peer's side: it was reached and answered badly.
        case answer
    }

    /// What went wrong.
    public let cause: Cause
    /// Scheme, host and port of the peer, when they are known; never the path, which may be secret.
    public let origin: String?

    /// Makes an error.
    public init(_ cause: Cause, origin: String? = nil) {
        self.cause = cause
        self.origin = origin
    }

    /// Which side the failure lies on.
    public var kind: Kind {
        switch cause {
        case .invalidRequest, .overloaded, .closed, .cancelled, .unusable: .local
        case .unresolved, .unconnected, .addressRefused, .untrusted, .timedOut, .connectionLost: .connection
        case .truncated, .stalled, .bodyTooLarge, .headersTooLarge, .malformed, .redirectRefused, .mailRefused,
            .mailServerRefused, .mailAddressUnsupported:
            .answer
        }
    }

    /// One line that is safe to log and to show.
    public var description: String {
        guard let origin else { return text }
        return "`\(origin)`: \(text)"
    }

    private var text: String {
        switch cause {
        case .invalidRequest(let what): "the request can't be sent: \(what)"
        case .overloaded: "too many requests run and wait"
        case .closed: "the client is closed"
        case .cancelled: "the request was cancelled"
        case .unusable(let what): "the client can't work: \(what)"
        case .unresolved: "the name has no address"
        case .unconnected: "no connection could be made"
        case .addressRefused: "the address is refused by policy"
        case .untrusted: "the TLS handshake failed or the certificate is not trusted"
        case .timedOut: "no answer in time"
        case .connectionLost: "the connection was lost before an answer"
        case .truncated: "the answer was cut off"
        case .stalled: "the answer did not end in time"
        case .bodyTooLarge: "the body is too large"
        case .headersTooLarge: "the header is too large"
        case .malformed: "the answer is not what the protocol says"
        case .redirectRefused: "the redirect is refused"
        case .mailRefused(let code): "the mail was refused with \(code)"
        case .mailServerRefused(let code): "the mail server refused to serve with \(code)"
        case .mailAddressUnsupported: "the mail server takes no address outside of ascii"
        }
    }
}
