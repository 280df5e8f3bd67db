/// How the names of members are read.
enum MemberName {
    /// Whether a member is an annotation or an action of OData, or names a schema: it says nothing of the policy.
    ///
    /// A link does: what is written with `authenticationStrength@odata.bind` is demanded.
    static func isAnnotation(_ name: String) -> Bool {
        name.hasPrefix("#") || name == "$schema" || (name.contains("@odata.") && !isLink(name))
    }

    /// Whether a member is an annotation that puts a link in the place of the member that it annotates.
    static func isLink(_ name: String) -> Bool { name.hasSuffix("@odata.bind") }

    /// The name with its first letter in lower case: `DisplayName` as PowerShell objects have it is `displayName`.
    static func folded(_ name: String) -> String {
        guard let first = name.utf8.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) else { return name }
        return name.prefix(1).lowercased() + name.dropFirst()
    }
}
