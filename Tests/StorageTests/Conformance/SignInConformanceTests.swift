import AccessModel
import Authentication
import AuthorizationServer
import ComplianceGateway
import Testing

/// Sessions, and the budget of sign-in attempts.
@Suite struct SignInConformanceTests {
    @Test(arguments: StoreDriver.all)
    func `a session is kept whole and ended by itself or with its account's`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            let sessions = [
                tenant.session(1, id: "a"), tenant.session(2, id: "b"), tenant.session(3, id: "c"),
                tenant.session(4, id: "d", account: TestTenant.bob),
            ]
            for session in sessions { try await tenant.commit(.session(.insertSession(session, passwordHash: nil))) }
            func alive() async throws -> [SessionID] {
                var alive: [SessionID] = []
                for session in sessions {
                    let found = try await tenant.facts(.session(hash(session))).session
                    #expect(found == nil || found == session)
                    if let found { alive.append(found.id) }
                }
                return alive
            }
            #expect(try await alive() == ["a", "b", "c", "d"])
            try await tenant.commit(.session(.endSession("b", tenant: tenant.id)))
            #expect(try await alive() == ["a", "c", "d"])
            try await tenant.commit(.session(.endSession("b", tenant: tenant.id)))
            try await tenant.commit(.session(.endSessions(account: TestTenant.alice, tenant: tenant.id)))
            #expect(try await alive() == ["d"])
        }
    }

    @Test(arguments: StoreDriver.all)
    func `no session begins for an account that is disabled or unknown`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            try await tenant.commit(.administration(.setAccountEnabled(TestTenant.bob, false, at: .start)))
            try await tenant.refuses(
                .session(.insertSession(tenant.session(account: TestTenant.bob), passwordHash: nil)))
            try await tenant.refuses(.session(.insertSession(tenant.session(account: "nobody"), passwordHash: nil)))
        }
    }

    @Test(arguments: StoreDriver.all)
    func `no session begins with a password that was replaced while it was checked`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            try await tenant.commit(.administration(.setPasswordHash(TestTenant.alice, "old", at: .start)))
            try await tenant.commit(.session(.insertSession(tenant.session(1, id: "a"), passwordHash: "old")))
            try await tenant.commit(.administration(.setPasswordHash(TestTenant.alice, "new", at: .start)))
            for hash in ["old", nil] {
                try await tenant.refuses(.session(.insertSession(tenant.session(2, id: "b"), passwordHash: hash)))
            }
            try await tenant.commit(.session(.insertSession(tenant.session(3, id: "c"), passwordHash: "new")))
        }
    }

    static let budget = SignInBudget(window: .seconds(100), perAccount: 3, perAddress: 5)

    /// An attempt at so many seconds.
    static func spend(_ account: String, _ address: String, at seconds: Int64) -> StateChange {
        .spendSignInAttempt(
            account: account, address: address, budget: budget, at: .start + .seconds(seconds))
    }

    @Test(arguments: StoreDriver.all)
    func `an account's budget is used up and comes back with its window`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            for _ in 0..<3 { try await tenant.commit(Self.spend("a", "1", at: 0), entries: 0) }
            try await tenant.refuses(Self.spend("a", "2", at: 0))
            try await tenant.refuses(Self.spend("a", "2", at: 99))
            try await tenant.commit(Self.spend("b", "2", at: 99), entries: 0)
            for _ in 0..<3 { try await tenant.commit(Self.spend("a", "2", at: 100), entries: 0) }
            try await tenant.refuses(Self.spend("a", "3", at: 100))
        }
    }

    @Test(arguments: StoreDriver.all)
    func `an address's budget bounds all accounts and a refused attempt costs the account nothing`(
        driver: StoreDriver
    ) async throws {
        try await driver.withTenant { tenant async throws in
            for number in 0..<5 { try await tenant.commit(Self.spend("a\(number)", "1", at: 0), entries: 0) }
            for _ in 0..<4 { try await tenant.refuses(Self.spend("b", "1", at: 0)) }
            for _ in 0..<3 { try await tenant.commit(Self.spend("b", "2", at: 0), entries: 0) }
            try await tenant.refuses(Self.spend("b", "3", at: 0))
        }
    }

    @Test(arguments: StoreDriver.all)
    func `an attempt that is given back is one of each, and never more than was spent`(
        driver: StoreDriver
    ) async throws {
        try await driver.withTenant { tenant async throws in
            let back = StateChange.returnSignInAttempt(account: "a", address: "1")
            try await tenant.commit(back, entries: 0)
            for _ in 0..<3 { try await tenant.commit(Self.spend("a", "1", at: 0), entries: 0) }
            try await tenant.refuses(Self.spend("a", "1", at: 0))
            try await tenant.commit(back, entries: 0)
            try await tenant.commit(Self.spend("a", "1", at: 0), entries: 0)
            try await tenant.refuses(Self.spend("a", "1", at: 0))
            // Nobody else's attempts come back, and more returns than attempts give nothing.
            for _ in 0..<9 { try await tenant.commit(back, entries: 0) }
            for _ in 0..<3 { try await tenant.commit(Self.spend("b", "2", at: 0), entries: 0) }
            try await tenant.commit(back, entries: 0)
            try await tenant.refuses(Self.spend("b", "2", at: 0))
            for _ in 0..<3 { try await tenant.commit(Self.spend("a", "1", at: 0), entries: 0) }
            try await tenant.refuses(Self.spend("a", "1", at: 0))
        }
    }

    @Test(arguments: StoreDriver.all)
    func `a clock that is set back neither refills a budget nor locks anybody out`(
        driver: StoreDriver
    ) async throws {
        try await driver.withTenant { tenant async throws in
            for _ in 0..<2 { try await tenant.commit(Self.spend("a", "1", at: 1000), entries: 0) }
            try await tenant.commit(Self.spend("a", "2", at: 950), entries: 0)
            try await tenant.refuses(Self.spend("a", "3", at: 951))
            // The window began anew where the clock stood, not where it had been.
            try await tenant.refuses(Self.spend("a", "3", at: 1049))
            try await tenant.commit(Self.spend("a", "3", at: 1050), entries: 0)
            // A clock that was wrong by more than a window does not lock a name until that time comes.
            for _ in 0..<3 { try await tenant.commit(Self.spend("b", "9", at: 1_000_000), entries: 0) }
            try await tenant.refuses(Self.spend("b", "8", at: 1_000_000 - 100))
            try await tenant.commit(Self.spend("b", "8", at: 1_000_000 - 101), entries: 0)
        }
    }

    @Test(arguments: StoreDriver.all)
    func `parallel attempts never exceed the budget`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            let taken = try await parallel(50) { number async throws in
                try await tenant.store.commit(
                    tenant.write([Self.spend("a", "address-\(number)", at: Int64(number % 3))], entries: 0))
            }
            #expect(taken == 3)
            let shared = try await parallel(50) { number async throws in
                try await tenant.store.commit(tenant.write([Self.spend("u\(number)", "1", at: 0)], entries: 0))
            }
            #expect(shared == 5)
        }
    }
}

/// Runs so many commits at once and counts those that were taken.
func parallel(
    _ count: Int, _ body: @escaping @Sendable (Int) async throws -> CommitResult
) async throws -> Int {
    try await withThrowingTaskGroup(of: Bool.self) { group in
        for number in 0..<count {
            group.addTask {
                if case .committed = try await body(number) { true } else { false }
            }
        }
        return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
}
