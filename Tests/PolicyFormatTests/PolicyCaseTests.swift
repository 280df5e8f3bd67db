import AccessModel
import AccessPolicy
import JSONCoding
import PolicyFormat
import Testing

@Suite struct PolicyCaseTests {
    static let directory = PolicyCaseDirectory(path: PolicyCase.directory + "cases/")

    /// An unreadable or empty directory gives one name that no file has, so that the run fails.
    static let names: [String] = (try? directory.names()) ?? ["no cases"]

    @Test(arguments: names)
    func `decides as expected`(_ name: String) throws {
        let example = try PolicyCase(jsonBytes: Self.directory.read(name))
        let collection = try collection(example)
        let trace = try collection.policySet(whenNothingMatches: example.whenNothingMatches).trace(example.request)
        let named = Dictionary(uniqueKeysWithValues: collection.policies.map { ($0.policy.id, $0.policy.displayName) })
        let decision = trace.decision
        let deciding = decision.unmet.isEmpty ? decision.appliedPolicies : decision.unmet.map(\.policy)
        let decidedBy = deciding.compactMap { named[$0] }.sorted()
        #expect(decision.outcome.name == example.expectation.outcome)
        #expect(decision.outcome.control?.rawValue == example.expectation.control)
        #expect(decision.outcome.reason?.rawValue == example.expectation.reason)
        #expect(decidedBy == example.expectation.decidedBy.sorted())
        for (policy, expected) in example.expectation.policies {
            let found = try #require(trace.policies.first { $0.displayName == policy })
            let written = try JSONValue.parse(found.jsonBytes())
            for (member, value) in expected.objectValue ?? JSONMembers() {
                #expect(written[member] == value, "\(policy): \(member)")
            }
        }
    }

    /// Reads what a case holds itself, and the files that it names.
    private func collection(_ example: PolicyCase) throws -> PolicyCollection {
        let files = try (example.policies + example.namedLocations).map { value in
            if let name = value.stringValue {
                let bytes = try PolicyCaseDirectory(path: PolicyCase.directory).read(name)
                return PolicyReader().read(bytes, named: name)
            }
            return PolicyReader().read(value.serialized(), named: "case")
        }
        let collection = PolicyCollection(files)
        try #require(collection.refusedCount == 0, "\(collection.diagnostics)")
        try #require(collection.policies.count == example.policies.count)
        try #require(collection.namedLocations.count == example.namedLocations.count)
        return collection
    }

    @Test func `the golden vectors are all there`() {
        let golden = [1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 18, 19, 20, 21, 22, 25, 26, 27, 28]
        let missing = golden.filter { number in
            let prefix = "golden-" + (number < 10 ? "0" : "") + "\(number)-"
            return !Self.names.contains { $0.hasPrefix(prefix) }
        }
        #expect(missing == [])
        #expect(Self.names.count >= 80)
    }

    @Test func `a case without an expectation is refused`() throws {
        let text =
            #"{"note": "n", "policies": [], "request": {"subject": {"account": "a"}, "resource": {"application": "r"}}}"#
        #expect(
            throws: JSONError(.missing, at: .root.appending("expect"), position: SourcePosition(line: 1, column: 1))
        ) {
            try PolicyCase(jsonBytes: Array(text.utf8))
        }
    }

    @Test func `a directory without cases is refused`() {
        let path = PolicyCase.directory.dropLast("Policies/".count) + "Sources/PolicyFormat/"
        #expect(throws: PolicyCaseDirectory.Failure.empty(String(path))) {
            try PolicyCaseDirectory(path: String(path)).names()
        }
    }
}

@Suite struct BaselineTests {
    static let directory = PolicyCaseDirectory(path: PolicyCase.directory + "baseline/")

    @Test func `every baseline policy is canonical, enforceable and spares the emergency group`() throws {
        let names = try Self.directory.names()
        #expect(names.count >= 3)
        for name in names {
            let bytes = try Self.directory.read(name)
            let document = try #require(PolicyReader().read(bytes, named: name).only)
            #expect(document.canonicalBytes == bytes)
            #expect(document.diagnostics == [])
            #expect(document.policy.effectiveState == .enabled)
            let emergency: Set = [GroupID("b0570000-0000-4000-8000-0000000061a5")]
            #expect(document.policy.conditions.users.exclude.groups == emergency)
        }
    }
}
