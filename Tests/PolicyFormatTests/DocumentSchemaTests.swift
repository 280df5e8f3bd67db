import AccessModel
import AccessPolicy
import Glibc
import JSONCoding
import PolicyFormat
import Testing

@Suite struct DocumentSchemaTests {
    private static let directory = PolicyCaseDirectory(path: PolicyCaseDirectory.policies + "schema/")

    /// With `POSTERN_UPDATE_SCHEMAS` set the files are written anew, for a review of what changed.
    @Test(arguments: DocumentSchema.all)
    func `the published schema is what the readers go by`(_ schema: DocumentSchema) throws {
        if getenv("POSTERN_UPDATE_SCHEMAS") != nil {
            let file = try #require(fopen(Self.directory.path + schema.fileName, "w"))
            defer { fclose(file) }
            #expect(fwrite(schema.bytes, 1, schema.bytes.count, file) == schema.bytes.count)
        }
        #expect(try Self.directory.read(schema.fileName) == schema.bytes)
    }

    // MARK: Policies of ours

    private static let cases = PolicyCaseTests.directory
    private static let baseline = BaselineTests.directory

    /// Every policy that stands in a baseline or case file, with the name of the file.
    private static func ownPolicies() throws -> [(file: String, policy: JSONValue)] {
        let baseline = try baseline.names().map { ($0, try JSONValue.parse(Self.baseline.read($0))) }
        let cases = try cases.names().flatMap { name in
            let example = try JSONValue.parse(Self.cases.read(name))
            return (example["policies"]?.arrayValue ?? []).filter { $0.stringValue == nil }.map { (name, $0) }
        }
        return baseline + cases
    }

    /// What the schema cannot allow: a reader corrects it, or does not know what it means.
    private static func isSpelledAsPublished(_ document: PolicyDocument) -> Bool {
        let misspelled: Set<UnenforceableReason.Kind> = [.unknownMember, .unresolvedReference]
        let isCorrected = document.diagnostics.contains { diagnostic in
            diagnostic.severity == .warning && diagnostic.message.contains("is read as")
                && !diagnostic.message.contains("is retired")
        }
        return !isCorrected
            && !document.policy.unenforceable.contains { reason in
                misspelled.contains(reason.kind)
                    || reason.kind == .invalidValue && reason.detail.contains("is not known; one of")
            }
    }

    @Test func `every baseline and case policy is valid, except what a case spells wrong on purpose`() throws {
        let schema = DocumentSchema(of: .policy).document
        var valid = 0
        for (file, policy) in try Self.ownPolicies() {
            let document = try #require(PolicyReader().read(policy.serialized(), named: file).only, "\(file)")
            let faults = try JSONSchemaCheck(policy, schema).faults
            #expect(faults.isEmpty == Self.isSpelledAsPublished(document), "\(file): \(faults)")
            let canonical = try JSONSchemaCheck(.object(document.document), schema).faults
            #expect(canonical.isEmpty || !faults.isEmpty, "\(file): \(canonical)")
            valid += faults.isEmpty ? 1 : 0
        }
        #expect(valid >= 80)
    }

    @Test func `a named location of a case and the catalogue are valid`() throws {
        for name in try Self.cases.names() {
            for location in try JSONValue.parse(Self.cases.read(name))["namedLocations"]?.arrayValue ?? [] {
                #expect(
                    try JSONSchemaCheck(location, DocumentSchema(of: .namedLocation).document).faults == [], "\(name)")
            }
        }
        let catalogue = PolicyCaseDirectory(path: PolicyCaseDirectory.policies + "catalogue/")
        let bytes = try catalogue.read("application-groups.json")
        let groups = try JSONValue.parse(bytes).arrayValue ?? []
        for group in groups {
            #expect(try JSONSchemaCheck(group, DocumentSchema(of: .applicationGroup).document).faults == [])
        }
        let file = PolicyReader().read(bytes, named: "catalogue")
        #expect(file.applicationGroups.map(\.group.id.rawValue) == ["Office365", "MicrosoftAdminPortals"])
        #expect(file.applicationGroups.map { JSONValue.object($0.document) } == groups)
        #expect(file.refusedCount == 0)
    }

    @Test(arguments: [
        PolicySample.policy(#""moonPhase": []"#), PolicySample.policy(#""clientAppTypes": ["All"]"#),
        PolicySample.policy(#""signInRiskLevels": "high""#), PolicySample.policy(#""insiderRiskLevels": "none""#),
        PolicySample.policy(users: #""users": {"includeGroups": ["<group>"]}"#),
        PolicySample.policy(grant: #""grantControls": {"operator": "or", "builtInControls": ["mfa"]}"#),
        PolicySample.policy(more: #""sessionControls": {"signInFrequency": {"type": "weeks"}}"#),
        PolicySample.policy(state: nil),
    ])
    func `a policy with a mistake is not valid`(_ text: String) throws {
        let sound = try JSONValue.parse(Array(PolicySample.policy().utf8))
        #expect(try JSONSchemaCheck(sound, DocumentSchema(of: .policy).document).faults == [])
        #expect(
            try !JSONSchemaCheck(JSONValue.parse(Array(text.utf8)), DocumentSchema(of: .policy).document).faults.isEmpty
        )
    }

    // MARK: Generated documents

    @Test(arguments: 0..<400)
    func `reading the export of a generated document gives the same bytes`(_ seed: Int) throws {
        for schema in DocumentSchema.all {
            var sampler = JSONSchemaSampler(schema.document, seed: UInt64(seed) + 1)
            let value = sampler.value()
            let file = PolicyReader().read(value.serialized(), named: "generated")
            for bytes in file.exports {
                let again = PolicyReader().read(bytes, named: "again")
                #expect(again.refusedCount == 0, "\(again.diagnostics)")
                #expect(again.exports == [bytes])
                #expect(again.policies.map(\.policy) == file.policies.map(\.policy))
                #expect(again.namedLocations.map(\.location) == file.namedLocations.map(\.location))
                #expect(again.authenticationStrengths.map(\.strength) == file.authenticationStrengths.map(\.strength))
                #expect(again.applicationGroups.map(\.group) == file.applicationGroups.map(\.group))
                // What is null in an export would be there and say nothing.
                #expect(!String(decoding: bytes, as: UTF8.self).contains("null"))
            }
        }
    }

    @Test(arguments: DocumentSchema.all)
    func `generated documents are read often enough to say something`(_ schema: DocumentSchema) {
        let read = (1...400).count { seed in
            var sampler = JSONSchemaSampler(schema.document, seed: UInt64(seed))
            return !PolicyReader().read(sampler.value().serialized(), named: "g").exports.isEmpty
        }
        #expect(read > 40, "\(read)")
    }

    @Test func `generated policies have no fault in canonical form but words that nobody knows`() throws {
        let schema = DocumentSchema(of: .policy).document
        var read = 0
        for seed in 1...400 {
            var sampler = JSONSchemaSampler(schema, seed: UInt64(seed))
            guard let document = PolicyReader().read(sampler.value().serialized(), named: "g").policies.first else {
                continue
            }
            read += 1
            let faults = try JSONSchemaCheck(.object(document.document), schema).faults
            #expect(faults.allSatisfy { $0.hasSuffix(": unknown") }, "\(faults)")
        }
        #expect(read > 100)
    }
}

extension PolicyFile {
    /// The canonical bytes of everything in the file.
    var exports: [[UInt8]] {
        policies.map(\.canonicalBytes) + namedLocations.map(\.canonicalBytes)
            + authenticationStrengths.map(\.canonicalBytes) + applicationGroups.map(\.canonicalBytes)
    }
}
