import Cryptography
import JSONCoding

/// What a resource asks of the next token: a claims challenge, sent with 401.
public struct ClaimsChallenge: Sendable, Hashable {
    /// The claims as JSON text.
    public let claims: String

    /// Reads the challenge of an answer's headers.
    ///
    /// `Bearer` and `DPoP` challenges count, whatever else stands beside them. The claims may be in base64 or base64url, with or
    /// without padding, or JSON as it is.
    ///
    /// - Parameter lines: the values of `WWW-Authenticate`; nil is returned when none of them is a claims challenge.
    public init?(_ lines: [String]) {
        let challenges = AuthenticateChallenge.list(lines).filter { $0.scheme == "bearer" || $0.scheme == "dpop" }
        let found = challenges.lazy.compactMap { challenge in
            challenge.parameters["claims"].flatMap(Self.decoded)
        }
        guard let claims = found.first else { return nil }
        self.claims = claims
    }

    /// Takes claims as a token endpoint's error carries them.
    ///
    /// - Parameter json: nil is returned for anything but a JSON object.
    public init?(json: String) {
        guard Self.isObject(json) else { return nil }
        claims = json
    }

    var members: JSONMembers {
        do {
            return try JSONValue.parse(claims, limits: .token).objectValue ?? JSONMembers()
        } catch {
            return JSONMembers()
        }
    }

    private static func decoded(_ text: String) -> String? {
        if isObject(text) { return text }
        var plain = text.utf8.compactMap { byte -> UInt8? in
            switch byte {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            case UInt8(ascii: "="), 0x20, 0x0A, 0x0D: nil
            default: byte
            }
        }
        // Some writers encode the padding as well.
        while plain.suffix(3).elementsEqual("%3D".utf8) { plain.removeLast(3) }
        do throws(CryptographyError) {
            let json = String(decoding: try Base64URL.decode(plain), as: UTF8.self)
            return isObject(json) ? json : nil
        } catch {
            return nil
        }
    }

    private static func isObject(_ text: String) -> Bool {
        do throws(JSONError) {
            return try JSONValue.parse(text, limits: .token).objectValue != nil
        } catch {
            return false
        }
    }
}
