import AccessModel
import AccessPolicy
import JSONCoding
import PolicyFormat

extension PolicyDocument {
    /// What stands in the place of identifiers: placeholders and names.
    var placeholders: Set<String> {
        var groups: Set<String> = []
        if case .applications(let target) = policy.conditions.resources {
            groups = Set(target.includeGroups.union(target.excludeGroups).map(\.rawValue))
        }
        return Set(
            policy.unenforceable.lazy.filter { $0.kind == .unresolvedReference }.compactMap { text(at: $0.path) }
                // Those may be there and only not be imported yet.
                .filter { GUID($0) == nil && !groups.contains($0) })
    }

    /// The text at a place such as `conditions.users.includeGroups[0]`.
    private func text(at path: String) -> String? {
        var value: JSONValue? = .object(document)
        for part in path.split(separator: ".") {
            let pieces = part.split { $0 == "[" || $0 == "]" }
            value = pieces.first.flatMap { value?[String($0)] }
            for index in pieces.dropFirst() {
                let elements = value?.arrayValue ?? []
                value = Int(index).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
            }
        }
        return value?.stringValue
    }
}
