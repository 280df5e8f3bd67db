import AccessModel
import Compliance
import ComplianceGateway
import Directory
import JSONCoding
import Storage
import Testing

/// Every stored document comes back as it was, whatever of it is set.
@Suite struct DocumentTests {
    @Test func `an instance comes back as it was`() async throws {
        var random = SeededGenerator(seed: 20_260_801)
        for _ in 0..<400 {
            let instance = random.instance()
            #expect(try AppInstance(jsonBytes: instance.jsonBytes()) == instance)
        }
    }

    @Test func `an instance comes back from the store as it was`() async throws {
        try await withSQLite { database async throws in
            let tenant = try await TestTenant.make(in: SQLGatewayStore(database))
            var random = SeededGenerator(seed: 7)
            for number in 0..<40 {
                let instance = random.instance(AppInstanceID("i\(number)"))
                try await tenant.commit(.instance(.insert(instance)))
                #expect(try await tenant.facts(presented: .id(instance.id)).presentedInstance?.instance == instance)
            }
        }
    }

    @Test func `clients, resources and authorities come back as they were`() async throws {
        try await withSQLite { database async throws in
            let store = SQLGatewayStore(database)
            let tenant = try await TestTenant.make(in: store)
            var random = SeededGenerator(seed: 20_260_802)
            for _ in 0..<20 {
                let contents = random.directory()
                try await tenant.commit(.administration(.applyDirectory(contents, at: .start)))
                let record = try #require(try await store.configuration(of: tenant.id))
                #expect(record.clients == contents.clients.sorted { $0.id < $1.id })
                #expect(record.resources == contents.resources.sorted { $0.id < $1.id })
                #expect(record.authorities == contents.authorities.sorted { $0.name < $1.name })
            }
        }
    }

    @Test func `app-protection policies and exemptions come back as they were`() async throws {
        try await withSQLite { database async throws in
            let store = SQLGatewayStore(database)
            let tenant = try await TestTenant.make(in: store)
            var random = SeededGenerator(seed: 20_260_803)
            for revision in 0..<40 {
                let policies = try (0..<random.below(4)).map {
                    try random.policy(AppProtectionPolicyID("policy-\($0)"))
                }
                let exemptions = try (0..<random.below(4)).map { try random.exemption("exemption-\($0)") }
                try await tenant.commit(
                    .administration(
                        .publishProtection(
                            policies, exemptions: exemptions, expecting: Int64(revision), at: .start)))
                let record = try #require(try await store.configuration(of: tenant.id))
                #expect(record.protectionPolicies == policies)
                #expect(record.exemptions == exemptions)
            }
        }
    }
}
