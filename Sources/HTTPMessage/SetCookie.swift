/// A cookie that the server sets (RFC 6265 section 4.1): always `Secure`, `HttpOnly`, of path `/` and without a domain, as a `__Host-`
/// name demands.
public struct SetCookie: Sendable {
    /// Which requests of other sites carry the cookie.
    public enum SameSite: String, Sendable {
        /// None.
        case strict = "Strict"
        /// Top-level navigations by a safe method.
        case lax = "Lax"
        /// All; for flows that return by a cross-site POST.
        case none = "None"
    }

    /// Why a cookie can't be set.
    public enum Failure: Error, Hashable, Sendable {
        /// The name is not a token.
        case malformedName
        /// The value holds a byte that a cookie value can't.
        case malformedValue
    }

    /// The value of the `Set-Cookie` field.
    public let headerValue: String

    /// Makes a cookie that ends with the browser session, or after a time.
    ///
    /// - Throws: `Failure` when name or value do not follow the grammar.
    public init(
        name: String, value: String, sameSite: SameSite, maximumAge: Duration? = nil
    ) throws(Failure) {
        guard !name.isEmpty, name.utf8.allSatisfy(ByteClass.isToken) else { throw .malformedName }
        guard value.utf8.allSatisfy(Self.isValueByte) else { throw .malformedValue }
        let age = maximumAge.map { "; Max-Age=\(max(0, $0.components.seconds))" } ?? ""
        headerValue = "\(name)=\(value); Path=/\(age); Secure; HttpOnly; SameSite=\(sameSite.rawValue)"
    }

    /// Makes the cookie that removes another.
    ///
    /// - Throws: `Failure.malformedName` when the name does not follow the grammar.
    public static func removing(name: String, sameSite: SameSite) throws(Failure) -> SetCookie {
        try SetCookie(name: name, value: "", sameSite: sameSite, maximumAge: .zero)
    }

    /// Whether a byte is a cookie-octet: visible ASCII without quote, comma, semicolon and backslash.
    static func isValueByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\\"): false
        default: byte > 0x20 && byte < 0x7F
        }
    }
}
