/// Which app-protection policies, in which revisions, an app instance has applied or has to apply: one text on the wire.
///
/// It lists `id@revision` of every policy that applies, ordered by identifier and joined by commas. Clients treat it as
/// opaque and send it back as they got it. It changes when a policy is published anew and when the set of policies that
/// apply changes.
public struct PolicyRevision: Sendable, Hashable, CustomStringConvertible {
    /// The longest text in bytes.
    public static let maximumLength = 8192

    /// The text as it stands on the wire.
    public let description: String

    /// Takes a text that a client reported or that was stored: 1 to 8192 visible ASCII characters.
    ///
    /// - Returns: nil for any other text.
    public init?(_ text: String) {
        guard (1...Self.maximumLength).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        description = text
    }

    /// The combination of these policies, in whatever order they come.
    ///
    /// - Returns: nil when there are none, so that there is nothing to apply.
    public init?(combining policies: [AppProtectionPolicy]) {
        guard !policies.isEmpty else { return nil }
        description = policies.map { ($0.id, $0.revision) }.sorted { $0 < $1 }
            .map { "\($0.0)@\($0.1)" }.joined(separator: ",")
    }

    static func isPlainIdentifier(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
                    true
                default:
                    false
                }
            }
    }
}
