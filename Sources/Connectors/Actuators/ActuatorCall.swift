import JSONCoding

/// One request that an actuator makes of a destination, and what its answers mean.
struct ActuatorCall: Sendable, Hashable {
    /// How the request shows who makes it.
    enum Authorization: Sendable, Hashable {
        /// The destination asks for nothing.
        case none
        /// The destination's secret as a bearer token (RFC 6750).
        case bearer
        /// The destination's secret as Okta's API tokens are presented.
        case okta
        /// A token that the destination's secret is exchanged for (RFC 6749 section 4.4).
        case clientCredentials(tokenURL: String, clientID: String, scope: String?)
    }

    var method: String
    var url: String
    var authorization: Authorization
    /// A JSON body; nil is none.
    var body: [UInt8]?
    /// Whether an answer that the user is unknown means that there is nothing to end.
    var unknownIsDone = true

    init(
        _ method: String, _ url: String, _ authorization: Authorization = .none, body: [UInt8]? = nil
    ) {
        self.method = method
        self.url = url
        self.authorization = authorization
        self.body = body
    }
}

/// Puts text into a path or a query, where only unreserved characters stand for themselves (RFC 3986 section 2.3).
enum PercentEncoding {
    private static let digits = Array("0123456789ABCDEF".utf8)

    static func encode(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: bytes.append(byte)
            default: bytes += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
