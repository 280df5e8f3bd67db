import AccessModel
import Compliance
import ComplianceGateway
import JSONCoding
import Testing

/// What every engine's store does for those who read the journal, and for what is evaluated again.
@Suite struct JournalReadingTests {
    @Test(arguments: StoreDriver.all)
    func `entries are read back as they were written, in order, a page at a time`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            let before = try await tenant.head().sequence
            let entries = [
                JournalEntry(
                    .complianceChanged, at: .start,
                    subject: JournalSubject(
                        account: TestTenant.alice, client: "mail", instance: "instance-1", device: "device-1",
                        actor: "root"), correlation: "correlation-1", details: [("to", .string("compliant"))]),
                JournalEntry(.passwordSet, at: .start + .seconds(1)),
                JournalEntry(.complianceChanged, at: .start + .seconds(2)),
                JournalEntry(.wipeRequested, at: .start + .seconds(3)),
            ]
            let write = GatewayWrite(tenant: tenant.id, changes: [], entries: entries)
            #expect(try await tenant.store.commit(write) == .committed(sequence: before + 4))
            let kinds: [JournalKind] = [.complianceChanged, .wipeRequested]
            let page = try await tenant.reading.journal(of: tenant.id, after: before, kinds: kinds, limit: 2)
            #expect(page.entries.map(\.sequence) == [before + 1, before + 3])
            #expect(page.through == before + 3 && page.head == before + 4)
            let first = try #require(page.entries.first)
            #expect(first.kind == .complianceChanged && first.at == .start)
            #expect(first.subject == entries[0].subject && first.correlation == "correlation-1")
            #expect(first.details["to"]?.stringValue == "compliant")
            let rest = try await tenant.reading.journal(of: tenant.id, after: page.through, kinds: kinds, limit: 2)
            #expect(rest.entries.map(\.kind) == [.wipeRequested])
            #expect(rest.through == before + 4)
            // Entries of other kinds are passed over, and the next page begins after them.
            let none = try await tenant.reading.journal(
                of: tenant.id, after: before, kinds: [.accountDisabled], limit: 2)
            #expect(none.entries.isEmpty && none.through == before + 4)
            let end = try await tenant.reading.journal(of: tenant.id, after: before + 9, kinds: kinds, limit: 2)
            #expect(end.entries.isEmpty && end.through == before + 9)
            #expect(try await tenant.reading.journal(of: "nobody", after: 0, kinds: kinds, limit: 2).head == 0)
        }
    }

    @Test(arguments: StoreDriver.all)
    func `a cursor is moved from where it stands and from nowhere else`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            func cursor(_ sequence: Int64, _ progress: String? = nil) -> JournalCursor {
                JournalCursor(name: .reevaluation, sequence: sequence, progress: progress)
            }
            func stored() async throws -> JournalCursor? {
                try await tenant.reading.cursor(.reevaluation, of: tenant.id)
            }
            #expect(try await stored() == nil)
            try await tenant.refuses(.advance(cursor(2), from: cursor(1)))
            try await tenant.commit(.advance(cursor(1), from: nil))
            try await tenant.refuses(.advance(cursor(2), from: nil))
            try await tenant.refuses(.advance(cursor(3), from: cursor(2)))
            try await tenant.refuses(.advance(cursor(3), from: cursor(1, "half")))
            try await tenant.commit(.advance(cursor(1, "half"), from: cursor(1)))
            try await tenant.refuses(.advance(cursor(2), from: cursor(1)))
            try await tenant.commit(.advance(cursor(2), from: cursor(1, "half")))
            #expect(try await stored() == cursor(2))
        }
    }

    @Test(arguments: StoreDriver.all)
    func `instances are found by app, by account and by time`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            func due(_ id: AppInstanceID, _ account: AccountID, after seconds: Int64?, ended: Bool = false)
                -> StateChange
            {
                var instance = tenant.instance(
                    id, account: account, key: "key of \(id)", lifecycle: ended ? .wiped(.start) : .enrolled)
                instance = AppInstance(
                    id: id, account: account, client: "mail", platform: .iOS, keyThumbprint: "key of \(id)",
                    enrolledAt: .start, evidence: instance.evidence, lifecycle: instance.lifecycle,
                    result: ComplianceResult(
                        status: .compliant, reasons: [], evaluatedAt: .start,
                        reevaluateAt: seconds.map { .start + .seconds($0) }))
                return .instance(.insert(instance))
            }
            try await tenant.commit(
                due("a", TestTenant.alice, after: 30), due("b", TestTenant.bob, after: 10),
                due("c", TestTenant.alice, after: nil), due("d", TestTenant.alice, after: 5, ended: true))
            let store = try tenant.reading
            func found(_ selection: InstanceSelection, after: AppInstanceID? = nil, limit: Int = 10) async throws
                -> [AppInstanceID]
            {
                try await store.enrolledInstances(of: tenant.id, selection, after: after, limit: limit)
            }
            #expect(try await found(InstanceSelection(isEverything: true)) == ["a", "b", "c"])
            #expect(try await found(InstanceSelection(isEverything: true), after: "a", limit: 1) == ["b"])
            #expect(try await found(InstanceSelection(accounts: [TestTenant.bob])) == ["b"])
            #expect(try await found(InstanceSelection(clients: ["mail"])) == ["a", "b", "c"])
            #expect(try await found(InstanceSelection(clients: ["other"])).isEmpty)
            #expect(try await found(InstanceSelection()).isEmpty)
            #expect(try await store.nextDue() == .start + .seconds(10))
            #expect(try await store.dueInstances(at: .start + .seconds(9), limit: 10).isEmpty)
            let later = try await store.dueInstances(at: .start + .seconds(30), limit: 10)
            #expect(later.map(\.instance) == ["b", "a"] && later.allSatisfy { $0.tenant == tenant.id })
        }
    }
}

extension TestTenant {
    /// The store as those see it who read the journal.
    fileprivate var reading: any JournalStore & ReevaluationStore {
        get throws { try #require(store as? any JournalStore & ReevaluationStore) }
    }
}
