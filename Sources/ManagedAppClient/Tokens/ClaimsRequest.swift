import JSONCoding

/// The `claims` parameter: what a caller asks for, with the app's capabilities.
///
/// Everything of the caller's stays; `access_token.xms_cc.values` alone becomes the configured capabilities.
struct ClaimsRequest {
    private(set) var members: JSONMembers

    /// Merges.
    ///
    /// - Parameters:
    ///   - challenge: what a resource or the token endpoint asks for; nil for nothing.
    ///   - capabilities: what the app declares; without any no `xms_cc` is added.
    init(_ challenge: JSONMembers?, capabilities: [String]) {
        members = challenge ?? JSONMembers()
        guard !capabilities.isEmpty else { return }
        var token = members["access_token"]?.objectValue ?? JSONMembers()
        var declared = token["xms_cc"]?.objectValue ?? JSONMembers()
        declared.set("values", .array(capabilities.map(JSONValue.string)))
        token.set("xms_cc", .object(declared))
        members.set("access_token", .object(token))
    }

    /// The parameter's value; nil when it would ask for nothing.
    var text: String? {
        guard !members.isEmpty else { return nil }
        return String(decoding: JSONValue.object(members).serialized(), as: UTF8.self)
    }
}

extension JSONMembers {
    fileprivate mutating func set(_ name: String, _ value: JSONValue) {
        if !replace(name, with: value) { append(name, value) }
    }
}
