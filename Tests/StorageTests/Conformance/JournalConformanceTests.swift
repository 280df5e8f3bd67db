import AccessModel
import AuthorizationServer
import ComplianceGateway
import Testing

/// The journal's numbers, and what races for one thing.
@Suite struct JournalConformanceTests {
    @Test(arguments: StoreDriver.all)
    func `a write without entries answers the head's sequence`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            let last = try await tenant.commit(entries: 5)
            #expect(try await tenant.commit(.grant(.insertCode(tenant.code())), entries: 0) == last)
            #expect(try await tenant.head().sequence == last)
            #expect(try await tenant.commit(entries: 1) == last + 1)
        }
    }

    @Test(arguments: StoreDriver.all)
    func `each tenant's sequence has no gaps while many tenants write at once`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            var tenants: [TestTenant] = []
            for number in 0..<4 {
                tenants.append(
                    try await TestTenant.make(in: store, id: TenantID("tenant-\(number)"), alias: "t\(number)"))
            }
            let all = tenants
            // Of each tenant's 60 writes every fifth is refused; the others have 1 to 3 entries.
            let ranges = try await withThrowingTaskGroup(of: (Int, ClosedRange<Int64>)?.self) { group in
                for number in 0..<240 {
                    group.addTask {
                        let tenant = all[number % 4]
                        let entries = 1 + number % 3
                        let changes: [StateChange] = number % 5 == 0 ? [.grant(.impossible)] : []
                        switch try await store.commit(tenant.write(changes, entries: entries)) {
                        case .refused: return nil
                        case .committed(let last): return (number % 4, last - Int64(entries) + 1...last)
                        }
                    }
                }
                var ranges: [[ClosedRange<Int64>]] = Array(repeating: [], count: 4)
                for try await (tenant, range) in group.compactMap({ $0 }) { ranges[tenant].append(range) }
                return ranges
            }
            for (index, tenant) in all.enumerated() {
                let numbers = ranges[index].flatMap(Array.init).sorted()
                #expect(ranges[index].count == 48)
                // Making the tenant and its accounts took two.
                #expect(numbers == Array(3...Int64(numbers.count) + 2))
                #expect(try await tenant.head().sequence == numbers.last)
            }
        }
    }

    /// A change that only one of many can make.
    struct Race: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let prepare: @Sendable (TestTenant) -> [StateChange]
        let change: @Sendable (TestTenant, Int) -> StateChange
    }

    static let races = [
        Race(
            testDescription: "consume a code", prepare: { [.grant(.insertCode($0.code()))] },
            change: { tenant, _ in .grant(.consumeCode(tenant.code().hash, grant: "grant-1", at: .start)) }),
        Race(
            testDescription: "rotate a refresh token",
            prepare: { [.grant(.createGrant($0.grant())), .grant(.insertRefreshToken($0.refreshToken()))] },
            change: { tenant, number in
                .grant(
                    .rotateRefreshToken(
                        tenant.refreshToken().hash, grant: "grant-1", at: .start,
                        replacement: tenant.refreshToken("next-\(number)")))
            }),
        Race(
            testDescription: "use once", prepare: { _ in [] },
            change: { tenant, _ in .grant(.useOnce(.fresh("one", in: tenant.id), until: .start)) }),
        Race(
            testDescription: "take a user code", prepare: { _ in [] },
            change: { tenant, number in .grant(.insertDeviceAuthorization(tenant.device("device-\(number)"))) }),
        Race(
            testDescription: "consume a device code",
            prepare: { tenant in
                [
                    .grant(.insertDeviceAuthorization(tenant.device())),
                    .grant(.decideDeviceAuthorization(tenant.device().hash, .approved(tenant.approval), at: .start)),
                ]
            },
            change: { tenant, _ in .grant(.consumeDeviceCode(tenant.device().hash, grant: "grant-d", at: .start)) }),
        Race(
            testDescription: "decide a device code",
            prepare: { [.grant(.insertDeviceAuthorization($0.device()))] },
            change: { tenant, number in
                let state: DeviceAuthorizationState = number % 2 == 0 ? .denied : .approved(tenant.approval)
                return .grant(.decideDeviceAuthorization(tenant.device().hash, state, at: .start))
            }),
        Race(
            testDescription: "bind a grant", prepare: { [.grant(.createGrant($0.grant()))] },
            change: { _, number in
                .grant(.bindGrant("grant-1", to: AppInstanceID("i\(number)"), expecting: nil))
            }),
        Race(
            testDescription: "enrol a key", prepare: { _ in [] },
            change: { tenant, number in .instance(.insert(tenant.instance(AppInstanceID("i\(number)")))) }),
        Race(
            testDescription: "replace an instance", prepare: { [.instance(.insert($0.instance()))] },
            change: { tenant, _ in .instance(.update(tenant.instance(), expecting: 1)) }),
        Race(
            testDescription: "claim an identity", prepare: { _ in [] },
            change: { tenant, number in tenant.claim("c", by: AppInstanceID("i\(number)")) }),
        Race(
            testDescription: "publish", prepare: { _ in [] },
            change: { _, number in
                .administration(
                    .publishPolicies(PolicyDraft([UInt8(number)], at: .start, actor: "root"), expecting: 0))
            }),
    ]

    @Test(arguments: StoreDriver.all, races)
    func `of fifty that race for one thing exactly one is taken`(driver: StoreDriver, race: Race) async throws {
        try await driver.withTenant { tenant async throws in
            let prepared = try await tenant.store.commit(tenant.write(race.prepare(tenant), entries: 1))
            guard case .committed(let before) = prepared else {
                Issue.record("\(prepared)")
                return
            }
            let taken = try await parallel(50) { number async throws in
                try await tenant.store.commit(tenant.write([race.change(tenant, number)], entries: 1))
            }
            #expect(taken == 1)
            #expect(try await tenant.head().sequence == before + 1)
        }
    }
}
