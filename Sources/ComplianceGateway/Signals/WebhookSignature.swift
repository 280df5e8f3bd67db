package import AccessModel
package import Cryptography

/// The header by which a sender of JSON shows that a body is its own: `t=SECONDS,v1=HEX`, the HMAC-SHA-256 over
/// `SECONDS.BODY`.
///
/// Sources sign what they send to the gateway by it, and the gateway what it sends to webhooks.
package struct WebhookSignature {
    /// How far the time may lie from ours, either way.
    static let window = Duration.seconds(300)
    /// A header that is longer is none of ours.
    private static let maximumByteCount = 512
    /// While secrets change, a source may sign with both.
    private static let maximumCodes = 2

    /// The time that is signed.
    let at: Timestamp
    private let time: String
    private let codes: [[UInt8]]

    /// Reads a header.
    ///
    /// - Returns: nil when it is not in its format; members that are not known are passed over.
    init?(_ header: String) {
        guard header.utf8.count <= Self.maximumByteCount else { return nil }
        var times: [String] = []
        var codes: [[UInt8]] = []
        for member in header.split(separator: ",", omittingEmptySubsequences: false) {
            let pair = member.drop { $0 == " " }.split(separator: "=", maxSplits: 1).map(String.init)
            guard pair.count == 2 else { return nil }
            switch pair[0] {
            case "t": times.append(pair[1])
            case "v1":
                guard let code = Self.code(pair[1]) else { return nil }
                codes.append(code)
            default: continue
            }
        }
        guard times.count == 1, (1...Self.maximumCodes).contains(codes.count), times[0].utf8.count <= 12,
            times[0].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let seconds = Int64(times[0])
        else { return nil }
        time = times[0]
        at = Timestamp(seconds: seconds)
        self.codes = codes
    }

    /// Whether a body was signed with one of the keys, at a time near to ours.
    ///
    /// Every key is tried with every code, so that the time it takes tells nothing.
    func isGood(for body: [UInt8], keys: [SecretBytes], at now: Timestamp) -> Bool {
        let message = Array("\(time).".utf8) + body
        var isSigned = false
        for key in keys {
            let expected = HMACSHA256.authenticate(message, key: key)
            for code in codes where ConstantTime.equal(code, expected) { isSigned = true }
        }
        return isSigned && at >= now - Self.window && at <= now + Self.window
    }

    /// The header of a body, as a sender makes it.
    package static func header(for body: [UInt8], key: SecretBytes, at: Timestamp) -> String {
        let time = "\(at.seconds)"
        let code = HMACSHA256.authenticate(Array("\(time).".utf8) + body, key: key)
        return "t=\(time),v1=\(Hexadecimal.encode(code))"
    }

    private static func code(_ text: String) -> [UInt8]? {
        guard text.utf8.count == 64 else { return nil }
        do {
            return try Hexadecimal.decode(text)
        } catch {
            return nil
        }
    }
}
