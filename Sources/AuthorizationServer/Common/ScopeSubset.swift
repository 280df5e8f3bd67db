/// The rule that a redemption asks for no more than its code was made for.
enum ScopeSubset {
    /// The refusal of a request's scope; nil when every scope of it is one of `granted`, or there is none.
    static func refusal(of requested: String?, within granted: String) -> TokenRequestRefusal? {
        guard let requested else { return nil }
        let allowed = Set(words(granted))
        let more = words(requested).first { !allowed.contains($0) }
        return more.map { .invalidScope(named: String(decoding: $0, as: UTF8.self)) }
    }

    private static func words(_ text: String) -> [[UInt8]] { text.utf8.split(separator: 0x20).map(Array.init) }
}
