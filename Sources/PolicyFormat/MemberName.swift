/// How the names of members are read.
enum MemberName {
    /// Whether a member is an annotation or an action of OData, which says nothing of the policy.
    static func isAnnotation(_ name: String) -> Bool {
        name.hasPrefix("#") || name.contains("@odata.")
    }

    /// The name with its first letter in lower case: `DisplayName` as PowerShell objects have it is `displayName`.
    static func folded(_ name: String) -> String {
        guard let first = name.utf8.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) else { return name }
        return name.prefix(1).lowercased() + name.dropFirst()
    }
}
