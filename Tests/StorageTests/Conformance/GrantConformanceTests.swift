import AccessModel
import AuthorizationServer
import Compliance
import ComplianceGateway
import Testing

/// What every engine's store does with codes, grants, refresh tokens and device codes.
@Suite struct GrantConformanceTests {
    @Test(arguments: StoreDriver.all)
    func `a code is kept whole and consumed once`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            var code = tenant.code()
            try await tenant.commit(.grant(.insertCode(code)))
            let consume = StateChange.grant(
                .consumeCode(code.hash, grant: code.grant, at: .start + .seconds(9)))
            #expect(try await tenant.facts(.code(code.hash)).code == code)
            try await tenant.refuses(.grant(.consumeCode(code.hash, grant: "another", at: .start)))
            try await tenant.refuses(.grant(.consumeCode(SecretHash(of: "x"), grant: code.grant, at: .start)))
            try await tenant.commit(consume)
            code.consumedAt = .start + .seconds(9)
            #expect(try await tenant.facts(.code(code.hash)).code == code)
            try await tenant.refuses(consume)
        }
    }

    @Test(arguments: StoreDriver.all)
    func `a code without optional members is kept whole`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            var code = tenant.code()
            code.codeChallenge = nil
            code.nonce = nil
            code.keyThumbprint = nil
            code.declaredCapabilities = []
            code.authenticationMethods = []
            try await tenant.commit(.grant(.insertCode(code)))
            #expect(try await tenant.facts(.code(code.hash)).code == code)
        }
    }

    @Test(arguments: StoreDriver.all)
    func `a grant is kept whole`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            try await tenant.commit(.instance(.insert(tenant.instance())))
            for grant in [tenant.grant("bound", instance: "instance-1"), tenant.grant("unbound", session: nil)] {
                try await tenant.commit(.grant(.createGrant(grant)))
                #expect(try await tenant.facts(.grant(grant.id)).grant == grant)
            }
        }
    }

    @Test(arguments: StoreDriver.all)
    func `no grant is made twice, or after its revocation`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            try await tenant.commit(.grant(.createGrant(tenant.grant())))
            try await tenant.refuses(.grant(.createGrant(tenant.grant())))
            try await tenant.commit(.grant(.killGrant("grant-2", .codeReused, at: .start)))
            try await tenant.refuses(.grant(.createGrant(tenant.grant("grant-2"))))
        }
    }

    @Test(arguments: StoreDriver.all)
    func `no grant is made for an account that is disabled or unknown`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            try await tenant.commit(.administration(.setAccountEnabled(TestTenant.bob, false, at: .start)))
            try await tenant.refuses(.grant(.createGrant(tenant.grant(account: TestTenant.bob))))
            try await tenant.refuses(.grant(.createGrant(tenant.grant(account: "nobody"))))
        }
    }

    @Test(arguments: StoreDriver.all)
    func `no grant is made for an instance that is not enrolled`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            try await tenant.refuses(.grant(.createGrant(tenant.grant(instance: "instance-1"))))
            try await tenant.commit(.instance(.insert(tenant.instance(lifecycle: .unenrolled(.start)))))
            try await tenant.refuses(.grant(.createGrant(tenant.grant(instance: "instance-1"))))
        }
    }

    @Test(arguments: StoreDriver.all)
    func `a grant is bound only from what the caller saw, and only while it lives`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            func bind(_ instance: AppInstanceID, _ expected: AppInstanceID?) -> StateChange {
                .grant(.bindGrant("grant-1", to: instance, expecting: expected))
            }
            try await tenant.commit(.grant(.createGrant(tenant.grant())))
            try await tenant.refuses(bind("a", "b"))
            try await tenant.commit(bind("a", nil))
            try await tenant.refuses(bind("b", nil))
            try await tenant.refuses(bind("b", "c"))
            try await tenant.commit(bind("b", "a"))
            #expect(try await tenant.facts(.grant("grant-1")).grant?.instance == "b")
            try await tenant.commit(.grant(.killGrant("grant-1", .revoked, at: .start)))
            try await tenant.refuses(bind("c", "b"))
            try await tenant.refuses(.grant(.bindGrant("unknown", to: "a", expecting: nil)))
        }
    }

    @Test(arguments: StoreDriver.all)
    func `no grant is bound to an instance that has ended`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            try await tenant.commit(
                .instance(.insert(tenant.instance(lifecycle: .unenrolled(.start)))),
                .grant(.createGrant(tenant.grant())))
            try await tenant.refuses(.grant(.bindGrant("grant-1", to: "instance-1", expecting: nil)))
        }
    }

    /// What ends the sign-ins that were made before.
    static let endings: [AdministrationChange] = [
        .setPasswordHash(TestTenant.alice, "new", at: .start + .milliseconds(1)),
        .setAccountEnabled(TestTenant.alice, false, at: .start + .milliseconds(1)),
    ]

    @Test(arguments: StoreDriver.all, endings.indices)
    func `a sign-in before a new password or a disabled account makes no grant after`(
        driver: StoreDriver, ending: Int
    ) async throws {
        try await driver.withTenant { tenant async throws in
            try await tenant.commit(.administration(Self.endings[ending]))
            try await tenant.commit(.administration(.setAccountEnabled(TestTenant.alice, true, at: .start)))
            try await tenant.refuses(.grant(.createGrant(tenant.grant())))
            var later = tenant.grant()
            later.authenticatedAt = .start + .milliseconds(1)
            try await tenant.commit(.grant(.createGrant(later)))
        }
    }

    @Test(arguments: StoreDriver.all)
    func `a killed grant keeps its first death and every kill renews the pair`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            try await tenant.commit(.grant(.createGrant(tenant.grant())))
            let first = try await tenant.commit(.grant(.killGrant("grant-1", .codeReused, at: .start)), entries: 3)
            #expect(try await tenant.facts(.grant("grant-1")).grant?.state == .dead(.codeReused))
            #expect(
                try await tenant.revocations(.grant("grant-1"))
                    == [RevocationPair(scope: .grant("grant-1"), sequence: first, at: .start)])
            let later = Timestamp.start + .seconds(1)
            let second = try await tenant.commit(.grant(.killGrant("grant-1", .revoked, at: later)))
            #expect(try await tenant.facts(.grant("grant-1")).grant?.state == .dead(.codeReused))
            #expect(
                try await tenant.revocations(.grant("grant-1"))
                    == [RevocationPair(scope: .grant("grant-1"), sequence: second, at: later)])
        }
    }

    @Test(arguments: StoreDriver.all)
    func `a refresh token is exchanged once, while its grant lives`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            var token = tenant.refreshToken("r1", key: "jkt")
            let next = tenant.refreshToken("r2")
            try await tenant.commit(.grant(.createGrant(tenant.grant())), .grant(.insertRefreshToken(token)))
            func rotate(_ secret: String, _ replacement: RefreshToken, grant: GrantID = "grant-1") -> StateChange {
                .grant(
                    .rotateRefreshToken(
                        SecretHash(of: secret), grant: grant, at: .start + .seconds(3), replacement: replacement))
            }
            #expect(try await tenant.facts(.refreshToken(token.hash)).refreshToken == token)
            try await tenant.refuses(rotate("unknown", next))
            try await tenant.refuses(rotate("r1", next, grant: "another"))
            try await tenant.commit(rotate("r1", next))
            token.rotatedAt = .start + .seconds(3)
            #expect(try await tenant.facts(.refreshToken(token.hash)).refreshToken == token)
            #expect(try await tenant.facts(.refreshToken(next.hash)).refreshToken == next)
            try await tenant.refuses(rotate("r1", tenant.refreshToken("r3")))
            try await tenant.commit(.grant(.killGrant("grant-1", .revoked, at: .start)))
            try await tenant.refuses(rotate("r2", tenant.refreshToken("r3")))
            #expect(try await tenant.facts(.refreshToken(SecretHash(of: "r3"))).refreshToken == nil)
        }
    }

    @Test(arguments: StoreDriver.all)
    func `a device code goes from pending to approved to consumed and no other way`(
        driver: StoreDriver
    ) async throws {
        try await driver.withTenant { tenant async throws in
            var device = tenant.device()
            func decide(_ state: DeviceAuthorizationState, at: Timestamp = .start) -> StateChange {
                .grant(.decideDeviceAuthorization(device.hash, state, at: at))
            }
            let consume = StateChange.grant(.consumeDeviceCode(device.hash, grant: device.grant, at: .start))
            try await tenant.refuses(decide(.denied))
            try await tenant.commit(.grant(.insertDeviceAuthorization(device)))
            #expect(try await tenant.facts(.deviceCode(device.hash)).deviceAuthorization == device)
            #expect(try await tenant.facts(.userCode(device.userCode)).deviceAuthorization == device)
            try await tenant.refuses(consume)
            try await tenant.refuses(decide(.pending))
            try await tenant.refuses(decide(.consumed))
            try await tenant.refuses(decide(.approved(tenant.approval), at: device.expiresAt))
            try await tenant.commit(
                .grant(.recordPoll(device.hash, at: .start + .seconds(2), interval: .seconds(10))),
                decide(.approved(tenant.approval), at: device.expiresAt - .milliseconds(1)))
            device.polledAt = .start + .seconds(2)
            device.interval = .seconds(10)
            device.state = .approved(tenant.approval)
            #expect(try await tenant.facts(.deviceCode(device.hash)).deviceAuthorization == device)
            try await tenant.refuses(decide(.denied))
            try await tenant.refuses(.grant(.consumeDeviceCode(device.hash, grant: "another", at: .start)))
            try await tenant.commit(consume)
            device.state = .consumed
            #expect(try await tenant.facts(.deviceCode(device.hash)).deviceAuthorization == device)
            try await tenant.refuses(consume)
            try await tenant.refuses(decide(.approved(tenant.approval)))
        }
    }

    @Test(arguments: StoreDriver.all)
    func `a declined device code stays declined`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            let device = tenant.device()
            try await tenant.commit(.grant(.insertDeviceAuthorization(device)))
            try await tenant.refuses(
                .grant(.decideDeviceAuthorization(device.hash, .denied, at: device.expiresAt)))
            try await tenant.commit(.grant(.decideDeviceAuthorization(device.hash, .denied, at: .start)))
            #expect(try await tenant.facts(.deviceCode(device.hash)).deviceAuthorization?.state == .denied)
            try await tenant.refuses(
                .grant(.decideDeviceAuthorization(device.hash, .approved(tenant.approval), at: .start)))
            try await tenant.refuses(.grant(.consumeDeviceCode(device.hash, grant: device.grant, at: .start)))
        }
    }

    @Test(arguments: StoreDriver.all)
    func `a user code is taken for as long as its device code lives`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            try await tenant.commit(.grant(.insertDeviceAuthorization(tenant.device())))
            let end = Timestamp.start + DeviceAuthorization.lifetime
            try await tenant.refuses(
                .grant(.insertDeviceAuthorization(tenant.device("second", issuedAt: end - .milliseconds(1)))))
            let later = tenant.device("third", issuedAt: end)
            try await tenant.commit(.grant(.insertDeviceAuthorization(later)))
            #expect(try await tenant.facts(.userCode(later.userCode)).deviceAuthorization == later)
            try await tenant.refuses(
                .grant(.insertDeviceAuthorization(tenant.device("third", userCode: "CDFGHJKL", issuedAt: end))))
        }
    }

    @Test(arguments: StoreDriver.all)
    func `what may be used once is used once, by kind and tenant`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            let one = try await TestTenant.make(in: store)
            let other = try await TestTenant.make(in: store, id: "tenant-2", alias: "fabrikam")
            func use(_ kind: OneTimeUse.Kind, _ tenant: TestTenant) -> StateChange {
                .grant(
                    .useOnce(
                        OneTimeUse(kind, tenant: tenant.id, owner: "o", identifier: "i"), until: .start + .seconds(5)))
            }
            try await one.commit(use(.proof, one))
            try await one.refuses(use(.proof, one))
            try await one.commit(use(.clientAssertion, one))
            try await other.commit(use(.proof, other))
        }
    }
}
