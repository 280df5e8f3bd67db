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
        let path = PolicyCaseDirectory.policies.dropLast("Policies/".count) + "Sources/PolicyFormat/"
        #expect(throws: PolicyCaseDirectory.Failure.empty(String(path))) {
            try PolicyCaseDirectory(path: String(path)).names()
        }
    }
}

@Suite struct BaselineTests {
    static let directory = PolicyCaseDirectory(path: PolicyCaseDirectory.policies + "baseline/")

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
