import AccessModel
import AccessPolicy
import JSONCoding
import PolicyFormat
import Testing

@Suite struct PolicyCaseTests {
    static let directory = PolicyCaseDirectory(path: PolicyCaseDirectory.policies + "cases/")

    /// An unreadable or empty directory gives one name that no file has, so that the run fails.
    static let names: [String] = (try? directory.names()) ?? ["no cases"]

    @Test(arguments: names)
    func `decides as expected`(_ name: String) throws {
        let example = try PolicyCase(jsonBytes: Self.directory.read(name))
        var files: [String: PolicyFile] = [:]
        for file in example.fileNames {
            files[file] = PolicyReader().read(
                try PolicyCaseDirectory(path: PolicyCaseDirectory.policies).read(file), named: file)
        }
        #expect(example.check(files) == .passed)
    }

    @Test func `the golden vectors are all there`() {
        let missing = (1...28).filter { number in
            let prefix = "golden-" + (number < 10 ? "0" : "") + "\(number)-"
            return !Self.names.contains { $0.hasPrefix(prefix) }
        }
        #expect(missing == [])
        #expect(Self.names.count >= 500)
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
        let path = PolicyCaseDirectory.policies.dropLast("Policies/".count) + "Sources/PolicyFormat/"
        #expect(throws: PolicyCaseDirectory.Failure.empty(String(path))) {
            try PolicyCaseDirectory(path: String(path)).names()
        }
    }
}

@Suite struct BaselineTests {
    static let directory = PolicyCaseDirectory(path: PolicyCaseDirectory.policies + "baseline/")

    private static func files() throws -> [PolicyFile] {
        try directory.names().map { PolicyReader().read(try directory.read($0), named: $0) }
    }

    @Test func `every baseline file is canonical and says nothing that needs advice`() throws {
        for name in try Self.directory.names() {
            let bytes = try Self.directory.read(name)
            let file = PolicyReader().read(bytes, named: name)
            #expect(file.diagnostics == [])
            #expect(file.policies.map(\.canonicalBytes) == [bytes])
            #expect(try JSONValue.parse(bytes)["description"]?.stringValue?.isEmpty == false, "\(name)")
        }
    }

    @Test func `every baseline policy is enforceable and refers to nothing but the catalogue`() throws {
        let catalogue = PolicyCaseDirectory(path: PolicyCaseDirectory.policies + "catalogue/")
        let groups = PolicyReader().read(try catalogue.read("application-groups.json"), named: "catalogue")
        let collection = PolicyCollection(try Self.files() + [groups])
        #expect(collection.diagnostics == [])
        #expect(collection.policies.count >= 14)
        for document in collection.policies {
            #expect(document.isEnforceable, "\(document.policy.displayName)")
        }
    }

    @Test func `every baseline policy that reaches accounts spares the emergency group`() throws {
        let emergency: Set = [GroupID("b0570000-0000-4000-8000-0000000061a5")]
        for policy in try Self.files().flatMap(\.policies).map(\.policy)
        where policy.conditions.servicePrincipals == nil {
            #expect(policy.conditions.users.exclude.groups == emergency, "\(policy.displayName)")
        }
    }

    @Test func `the baseline enforces three policies and reports on the others`() throws {
        let policies = try Self.files().flatMap(\.policies).map(\.policy)
        let enforced = policies.filter { $0.state == .enabled }.map(\.displayName)
        #expect(
            enforced.sorted() == [
                "Baseline: block legacy clients",
                "Baseline: require app protection for the pilot group on iOS and Android",
                "Baseline: require multifactor authentication for administrators",
            ])
        #expect(policies.allSatisfy { $0.state != .disabled })
    }
}
