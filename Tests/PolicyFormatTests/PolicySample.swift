import JSONCoding
import PolicyFormat

/// Policies to read, as text with one part exchanged.
enum PolicySample {
    static let id = "11111111-2222-4333-8444-555555555555"
    static let group = "aaaaaaaa-0000-4000-8000-000000000001"
    static let application = "bbbbbbbb-0000-4000-8000-000000000001"
    static let location = "cccccccc-0000-4000-8000-000000000001"

    static let strength = "55555555-0000-4000-8000-000000000001"

    static let users = #""users": {"includeUsers": ["All"], "excludeGroups": ["\#(group)"]}"#
    static let applications = #""applications": {"includeApplications": ["All"]}"#
    static let grant = #""grantControls": {"operator": "OR", "builtInControls": ["mfa"]}"#

    /// A policy that can be enforced, with a further condition and other members in its place.
    static func policy(
        _ condition: String? = nil, users: String? = users, applications: String? = applications,
        grant: String? = grant, more: String? = nil, state: String? = "enabled"
    ) -> String {
        let conditions = [users, applications, condition].compactMap(\.self).joined(separator: ", ")
        let members = [
            #""id": "\#(id)""#, #""displayName": "Sample""#, state.map { #""state": "\#($0)""# },
            #""conditions": {\#(conditions)}"#, grant, more,
        ]
        return "{" + members.compactMap(\.self).joined(separator: ", ") + "}"
    }

    static func read(_ text: String, named name: String = "sample.json") -> PolicyFile {
        PolicyReader().read(Array(text.utf8), named: name)
    }
}

extension PolicyFile {
    /// The only policy, if it is the only one and nothing was refused.
    var only: PolicyDocument? { policies.count == 1 && refusedCount == 0 ? policies[0] : nil }
}
