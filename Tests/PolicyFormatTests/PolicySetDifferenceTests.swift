import AccessPolicy
import JSONCoding
import PolicyFormat
import Testing

/// What changes from one set of policies to another.
@Suite struct PolicySetDifferenceTests {
    static let location = #"""
        {"@odata.type": "#microsoft.graph.ipNamedLocation", "id": "\#(PolicySample.location)", "displayName": "Office",
         "isTrusted": true, "ipRanges": [{"@odata.type": "#microsoft.graph.iPv4CidrRange", "cidrAddress": "192.0.2.0/24"}]}
        """#

    static func difference(from old: String..., to new: [String]) -> PolicySetDifference {
        func collection(_ texts: [String]) -> PolicyCollection {
            PolicyCollection(texts.map { PolicySample.read($0) })
        }
        return PolicySetDifference(from: collection(old), to: collection(new))
    }

    @Test func `a set differs from itself in nothing, whatever the order of its files`() {
        let difference = Self.difference(
            from: PolicySample.policy(), Self.location, to: [Self.location, PolicySample.policy()])
        #expect(difference.isEmpty)
    }

    @Test func `documents are added and removed, policies before locations`() {
        let added = Self.difference(to: [Self.location, PolicySample.policy()])
        #expect(added.entries.map(\.kind) == [.policy, .namedLocation])
        #expect(added.entries.map(\.change) == [.added, .added])
        #expect(added.entries.first?.stateBefore == nil && added.entries.first?.stateAfter == .enabled)
        let removed = Self.difference(from: PolicySample.policy(), Self.location, to: [])
        #expect(removed.entries.map(\.change) == [.removed, .removed])
        #expect(removed.entries.first?.stateBefore == .enabled && removed.entries.first?.stateAfter == nil)
        #expect(removed.entries.map(\.name) == ["Sample", "Office"])
    }

    @Test func `a change of state is one, and a member of its own`() throws {
        let difference = Self.difference(
            from: PolicySample.policy(), to: [PolicySample.policy(state: "disabled")])
        let entry = try #require(difference.entries.first)
        #expect(entry.stateBefore == .enabled && entry.stateAfter == .disabled)
        guard case .changed(let members) = entry.change else {
            Issue.record("\(entry.change)")
            return
        }
        #expect(members.map(\.path) == ["state"])
        #expect(members.first?.change == .replaced("enabled", with: "disabled"))
    }

    @Test func `members are compared one by one, and lists of texts element by element`() throws {
        let other = #""users": {"includeUsers": ["All"], "excludeGroups": ["aaaaaaaa-0000-4000-8000-000000000002"]}"#
        let grant = #""grantControls": {"operator": "AND", "builtInControls": ["mfa", "compliantDevice"]}"#
        let difference = Self.difference(
            from: PolicySample.policy(), to: [PolicySample.policy(users: other, grant: grant)])
        guard case .changed(let members)? = difference.entries.first?.change else {
            Issue.record("\(difference)")
            return
        }
        let path = "conditions.users.excludeGroups"
        #expect(
            members.filter { $0.path == path }.map(\.change) == [
                .removed(.string(PolicySample.group)), .added("aaaaaaaa-0000-4000-8000-000000000002"),
            ])
        #expect(members.contains { $0.path == "grantControls.operator" && $0.change == .replaced("OR", with: "AND") })
        #expect(
            members.contains { $0.path == "grantControls.builtInControls" && $0.change == .added("compliantDevice") })
        #expect(members.count == 4)
    }

    @Test func `lists of objects are compared whole`() {
        let moved = Self.location.replacing("192.0.2.0/24", with: "198.51.100.0/24")
        let difference = Self.difference(from: Self.location, to: [moved])
        guard case .changed(let members)? = difference.entries.first?.change, members.count == 1,
            case .replaced = members[0].change
        else {
            Issue.record("\(difference)")
            return
        }
        #expect(members[0].path == "ipRanges")
    }

    @Test func `the same difference is written in the same bytes`() throws {
        let difference = Self.difference(from: PolicySample.policy(), to: [PolicySample.policy(state: "disabled")])
        let text = String(decoding: difference.jsonBytes(), as: UTF8.self)
        #expect(
            text == #"""
                [{"change":"changed","displayName":"Sample","id":"\#(PolicySample.id)","kind":"policy","members":[{"new":"disabled","old":"enabled","path":"state"}],"stateAfter":"disabled","stateBefore":"enabled"}]
                """#)
    }
}
