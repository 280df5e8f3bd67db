public import JSONCoding

/// The public keys of one issuer or client (RFC 7517 section 5).
public struct JWKSet: Sendable, Equatable {
    /// The most keys that a set may hold.
    public static let maximumKeys = 100

    /// The keys that are usable here.
    public let keys: [JWK]
    /// How many keys were left out because their kind, use or strength is not accepted.
    public let ignoredKeys: Int

    /// A set of keys.
    public init(_ keys: [JWK]) {
        self.keys = keys
        ignoredKeys = 0
    }

    /// The keys with exactly this identifier.
    public func keys(withID keyID: String) -> [JWK] {
        keys.filter { $0.keyID?.hasSameBytes(as: keyID) ?? false }
    }
}

extension JWKSet: JSONReadable {
    /// Reads a set; keys that can't be used here are left out, as RFC 7517 section 5 asks.
    ///
    /// A set that shows a private or symmetric key is refused whole: its owner has lost that key.
    public init(json: JSONElement) throws(JSONError) {
        var object = try json.object()
        guard let list = object.element("keys") else { throw JSONError(.missing, at: json.path.appending("keys")) }
        var usable: [JWK] = []
        var ignored = 0
        for element in try list.elements(atMost: Self.maximumKeys) {
            let members = try element.object()
            for name in JWK.privateMembers where members.contains(name) {
                throw members.invalid(name, "a private or symmetric key is not accepted")
            }
            do {
                usable.append(try JWK(json: element))
            } catch {
                ignored += 1
            }
        }
        keys = usable
        ignoredKeys = ignored
    }
}

extension JWKSet: JSONWritable {
    /// Writes the set.
    public func write(to writer: inout JSONWriter) {
        writer.object { object in object.member("keys", keys) }
    }
}
