/// A request method, kept exactly as it was received (RFC 9110 section 9: methods are case-sensitive).
public struct HTTPMethod: Hashable, Sendable, CustomStringConvertible {
    /// The method's token.
    public let rawValue: String

    /// Makes a method from a token that the caller has validated or wrote itself.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// The method's token.
    public var description: String { rawValue }

    /// The method `GET`.
    public static var get: Self { Self("GET") }
    /// The method `HEAD`.
    public static var head: Self { Self("HEAD") }
    /// The method `POST`.
    public static var post: Self { Self("POST") }
    /// The method `PUT`.
    public static var put: Self { Self("PUT") }
    /// The method `PATCH` (RFC 5789).
    public static var patch: Self { Self("PATCH") }
    /// The method `DELETE`.
    public static var delete: Self { Self("DELETE") }
    /// The method `OPTIONS`.
    public static var options: Self { Self("OPTIONS") }
    /// `CONNECT`; the server refuses it.
    public static var connect: Self { Self("CONNECT") }
    /// `TRACE`; the server refuses it.
    public static var trace: Self { Self("TRACE") }
}
