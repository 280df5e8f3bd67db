public import AccessModel
public import Cryptography

/// The token that a form carries so that no other site can post it: bound to what the browser holds, to tenant and form.
public struct CSRFToken: Sendable, Hashable {
    /// The value of the form's field `csrf`.
    public let text: String

    /// Derives the token.
    ///
    /// - Parameters:
    ///   - key: a key of the gateway that serves nothing else.
    ///   - tenant: the tenant whose form it is.
    ///   - browser: the hash of the secret that the browser's cookie holds, be it a session's or one made for the form.
    ///   - form: which form, such as `signin`.
    public init(key: SecretBytes, tenant: TenantID, browser: [UInt8], form: String) {
        text = Base64URL.encode(Self.code(key: key, tenant: tenant, browser: browser, form: form))
    }

    /// Whether `presented` is the token of that browser, tenant and form, in constant time.
    public static func verify(
        _ presented: String, key: SecretBytes, tenant: TenantID, browser: [UInt8], form: String
    ) -> Bool {
        // What can't be decoded is no token, whatever the decoder's reason.
        guard presented.utf8.count == Base64URL.encodedCount(32), let code = try? Base64URL.decode(presented) else {
            return false
        }
        return ConstantTime.equal(code, Self.code(key: key, tenant: tenant, browser: browser, form: form))
    }

    private static func code(key: SecretBytes, tenant: TenantID, browser: [UInt8], form: String) -> [UInt8] {
        // Each part goes with its length: joined without, two different triples could give one message.
        var message: [UInt8] = Array("csrf".utf8)
        for part in [Array(tenant.rawValue.utf8), browser, Array(form.utf8)] {
            message += Array("\(part.count):".utf8) + part
        }
        return HMACSHA256.authenticate(message, key: key)
    }
}
