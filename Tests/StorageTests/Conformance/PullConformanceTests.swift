import AccessModel
import Compliance
import ComplianceGateway
import Directory
import JSONCoding
import Storage
import Testing

/// What every engine's store does with sources that are asked.
@Suite struct PullConformanceTests {
    private static func pull(_ authentication: PullAuthentication = .bearer) throws -> PullSource {
        PullSource(
            connector: "http", url: "https://mdm.example/devices", authentication: authentication,
            mapping: try SourceMapping(
                json: JSONValue.parse(#"{"records": "/devices", "identifiers": {"serialNumber": "/serial"}}"#)),
            isInternal: true, interval: .seconds(60), timeout: .seconds(5), maximumPages: 7,
            breaker: PullBreaker.Settings(failures: 2, longest: .seconds(600)))
    }

    private static func record(
        _ id: SignalSourceID = "source-1", name: String = "mdm", _ authentication: PullAuthentication = .bearer
    ) throws -> SignalSourceRecord {
        SignalSourceRecord(
            source: SignalSource(id: id, name: name), signalsPerMinute: 5, secrets: [],
            pull: PullSourceRecord(
                pull: try pull(authentication), sealedSecret: authentication.needsSecret ? [1, 255] : nil),
            createdAt: .start)
    }

    private static let authentications: [PullAuthentication] = [
        .none, .bearer, .basic, .header("X-Key"),
        .clientCredentials(tokenURL: "https://login.example/token", clientID: "c", scope: nil),
        .clientCredentials(tokenURL: "https://login.example/token", clientID: "c", scope: "s"),
    ]

    @Test(arguments: StoreDriver.all, authentications)
    func `how a source is asked is read back as it was written, and goes with it`(
        driver: StoreDriver, authentication: PullAuthentication
    ) async throws {
        try await driver.withTenant { tenant async throws in
            let record = try Self.record("source-1", authentication)
            try await tenant.commit(.administration(.insertSource(record)))
            #expect(try await tenant.store.configuration(of: tenant.id)?.signalSources == [record])
            try await tenant.commit(.administration(.removeSource("source-1")))
            #expect(try await tenant.pulls.pullStates(of: tenant.id).isEmpty)
            #expect(try await tenant.pulls.nextPull() == nil)
        }
    }

    @Test(arguments: StoreDriver.all)
    func `what is due is found in order, and claimed by one`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            try await tenant.commit(
                .administration(.insertSource(try Self.record())),
                .administration(.insertSource(try Self.record("source-2", name: "other"))),
                .administration(.schedulePull("source-2", at: .start + .seconds(-5))))
            let due = try await tenant.pulls.duePulls(at: .start, limit: 10)
            #expect(due.map(\.source) == ["source-2", "source-1"])
            #expect(try await tenant.pulls.duePulls(at: .start, limit: 1).map(\.source) == ["source-2"])
            #expect(try await tenant.pulls.duePulls(at: .start + .seconds(-6), limit: 10).isEmpty)
            #expect(try await tenant.pulls.nextPull() == .start + .seconds(-5))
            let until = Timestamp.start + .seconds(30)
            func claim(_ lease: String) -> StateChange {
                .pull(.claim("source-1", since: .start, lease: lease, until: until))
            }
            try await tenant.commit(claim("a"))
            try await tenant.refuses(claim("b"))
            #expect(try await tenant.pulls.pullStates(of: tenant.id)["source-1"]?.lease == "a")
            #expect(try await tenant.pulls.pullStates(of: tenant.id)["source-1"]?.dueAt == .start)
            #expect(try await tenant.pulls.duePulls(at: .start, limit: 10).map(\.source) == ["source-2"])
            try await tenant.refuses(.pull(.renew("source-1", lease: "b", until: until)))
            try await tenant.commit(.pull(.renew("source-1", lease: "a", until: until + .seconds(1))))
            #expect(try await tenant.pulls.duePulls(at: until, limit: 10).map(\.source) == ["source-2"])
            // Whoever takes it over from one who has died keeps the grid.
            try await tenant.commit(
                .pull(.claim("source-1", since: until + .seconds(1), lease: "b", until: until + .seconds(60))))
            #expect(try await tenant.pulls.pullStates(of: tenant.id)["source-1"]?.dueAt == .start)
        }
    }

    @Test(arguments: StoreDriver.all)
    func `what is due much later is found, the latest first, and made due once`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            let late = Timestamp.start + .seconds(7200)
            try await tenant.commit(
                .administration(.insertSource(try Self.record())),
                .administration(.insertSource(try Self.record("source-2", name: "other"))),
                .administration(.schedulePull("source-2", at: late)))
            #expect(
                try await tenant.pulls.pulls(after: .start, limit: 10)
                    == [DuePull(tenant: tenant.id, source: "source-2", nextAt: late)])
            let before = Timestamp.start + .seconds(-1)
            #expect(try await tenant.pulls.pulls(after: before, limit: 10).map(\.source) == ["source-2", "source-1"])
            #expect(try await tenant.pulls.pulls(after: before, limit: 1).map(\.source) == ["source-2"])
            #expect(try await tenant.pulls.pulls(after: late, limit: 10).isEmpty)
            try await tenant.commit(.pull(.claim("source-2", since: late, lease: "a", until: late)))
            try await tenant.refuses(.pull(.recall("source-2", since: .start, to: .start)))
            try await tenant.commit(.pull(.recall("source-2", since: late, to: .start)))
            try await tenant.refuses(.pull(.recall("source-2", since: late, to: .start)))
            // Whoever had it asks for nothing any more.
            try await tenant.refuses(.pull(.renew("source-2", lease: "a", until: late)))
            #expect(try await tenant.pulls.duePulls(at: .start, limit: 10).count == 2)
        }
    }

    @Test(arguments: StoreDriver.all)
    func `what a pull came to is kept by whoever has it, and a source's state is configuration`(
        driver: StoreDriver
    ) async throws {
        try await driver.withTenant { tenant async throws in
            try await tenant.commit(
                .administration(.insertSource(try Self.record())),
                .pull(.claim("source-1", since: .start, lease: "a", until: .start + .seconds(30))))
            let before = try await tenant.head().revisions.directory
            var state = PullState(nextAt: .start + .seconds(60))
            state.source = .unreachable
            state.breaker = PullBreaker(phase: .open(until: .start + .seconds(60)), failures: 3)
            (state.dueAt, state.lastSuccessAt, state.lastFailureAt) = (.start, .start, .start + .seconds(1))
            state.lastError = "no connection"
            state.counts.devices = 5
            state.counts.firstProblem = "serial"
            try await tenant.refuses(.pull(.settle("source-1", state, lease: "b", isNews: true)))
            try await tenant.commit(.pull(.settle("source-1", state, lease: "a", isNews: true)))
            #expect(try await tenant.pulls.pullStates(of: tenant.id) == ["source-1": state])
            #expect(try await tenant.head().revisions.directory == before + 1)
            #expect(
                try await tenant.store.configuration(of: tenant.id)?.signalSources.first?.source.state == .unreachable)
            // It is settled once.
            try await tenant.refuses(.pull(.settle("source-1", state, lease: "a", isNews: false)))
            for phase in [PullBreaker.Phase.closed, .halfOpen] {
                state.breaker = PullBreaker(phase: phase, failures: 1)
                let at = try #require(state.nextAt)
                state.dueAt = at
                try await tenant.commit(
                    .pull(.claim("source-1", since: at, lease: "c", until: at)),
                    .pull(.settle("source-1", state, lease: "c", isNews: false)))
                #expect(try await tenant.pulls.pullStates(of: tenant.id) == ["source-1": state])
            }
        }
    }

    @Test(arguments: StoreDriver.all)
    func `an administrator's change takes a source from whoever asks it`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            try await tenant.commit(
                .administration(.insertSource(try Self.record())),
                .pull(.claim("source-1", since: .start, lease: "a", until: .start + .seconds(30))))
            try await tenant.refuses(.administration(.schedulePull("source-2", at: nil)))
            try await tenant.refuses(.administration(.replacePullSecret("source-2", sealed: [1])))
            try await tenant.commit(
                .administration(.replacePullSecret("source-1", sealed: [7])),
                .administration(.schedulePull("source-1", at: nil)))
            try await tenant.refuses(
                .pull(.settle("source-1", PullState(nextAt: .start), lease: "a", isNews: false)))
            #expect(try await tenant.pulls.nextPull() == nil)
            #expect(
                try await tenant.store.configuration(of: tenant.id)?.signalSources.first?.pull?.sealedSecret == [7])
        }
    }

    @Test(arguments: StoreDriver.all)
    func `accounts are found by the names that they sign in with`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            let known = try #require(try await tenant.facts(.account(TestTenant.alice)).account).account
            let other = try #require(UserPrincipalName("nobody@contoso.example"))
            let spelled = try #require(UserPrincipalName(known.userPrincipalName.description.uppercased()))
            let found = try await tenant.pulls.accounts(of: tenant.id, named: [spelled, other])
            #expect(found == [known.userPrincipalName: TestTenant.alice])
            #expect(try await tenant.pulls.accounts(of: tenant.id, named: []).isEmpty)
        }
    }
}

extension TestTenant {
    fileprivate var pulls: any PullStore {
        get throws { try #require(store as? any PullStore) }
    }
}
