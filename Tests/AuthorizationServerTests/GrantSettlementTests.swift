import AccessModel
import AuthorizationServer
import Testing

struct GrantSettlementTests {
    private static let token = OpaqueToken(.refreshToken, randomBytes: Fixture.randomBytes)

    private func next(keyThumbprint: String? = nil) throws -> RefreshToken {
        RefreshToken(
            hash: try #require(Self.token).hash, tenant: Fixture.tenant, grant: Fixture.grantID,
            keyThumbprint: keyThumbprint, issuedAt: Fixture.now, expiresAt: Fixture.now + RefreshToken.idleLifetime)
    }

    // MARK: Issued

    @Test func `a code is used up, and makes the grant and its first refresh token`() throws {
        let grant = try Fixture.validated(.code)
        let outcome = Fixture.settle(grant, Fixture.evaluation())
        #expect(
            outcome.writes == [
                .consumeCode(SecretHash(of: "code"), grant: Fixture.grantID, at: Fixture.now),
                .createGrant(grant.grant), .insertRefreshToken(try next()),
            ])
        #expect(outcome.result?.refreshToken == Self.token)
    }

    @Test func `without offline_access there is no refresh token`() throws {
        var scope = Fixture.granted
        scope.offlineAccess = false
        let outcome = Fixture.settle(try Fixture.validated(.code), Fixture.evaluation(scope: scope))
        #expect(outcome.result?.refreshToken == nil)
        #expect(outcome.writes.count == 2)
    }

    @Test func `a device code is used up, and makes the grant and its first refresh token`() throws {
        let grant = try Fixture.validated(.device)
        let outcome = Fixture.settle(grant, Fixture.evaluation())
        #expect(
            outcome.writes == [
                .consumeDeviceCode(SecretHash(of: "device"), grant: Fixture.grantID, at: Fixture.now),
                .createGrant(grant.grant), .insertRefreshToken(try next()),
            ])
    }

    @Test func `a refresh token is rotated, whatever scope it is used for`() throws {
        var scope = Fixture.granted
        scope.offlineAccess = false
        let outcome = Fixture.settle(try Fixture.validated(.refresh), Fixture.evaluation(scope: scope))
        #expect(
            outcome.writes == [
                .rotateRefreshToken(
                    SecretHash(of: "refresh"), grant: Fixture.grantID, at: Fixture.now, replacement: try next())
            ])
        #expect(outcome.result?.refreshToken == Self.token)
    }

    @Test func `a grant is made bound to the instance that showed itself`() throws {
        let outcome = Fixture.settle(
            try Fixture.validated(.code), Fixture.evaluation(presented: .instance(Fixture.instance)))
        var grant = try Fixture.validated(.code).grant
        grant.instance = Fixture.instance
        #expect(outcome.writes.contains(.createGrant(grant)))
    }

    @Test func `an unbound grant is bound at its first refresh with a known instance`() throws {
        let outcome = Fixture.settle(
            try Fixture.validated(.refresh), Fixture.evaluation(presented: .instance(Fixture.instance)))
        #expect(outcome.writes.first == .bindGrant(Fixture.grantID, to: Fixture.instance, expecting: nil))
        #expect(outcome.writes.count == 2)
    }

    @Test func `a token of a bound grant names the instance only when it took part`() throws {
        let grant = try Fixture.validated(.refresh, instance: Fixture.instance)
        let same = Fixture.evaluation(presented: .instance(Fixture.instance), bound: Fixture.instance)
        let other = Fixture.evaluation(presented: .instance(Fixture.otherInstance), bound: Fixture.instance)
        for (evaluation, expected) in [(same, Fixture.instance), (other, nil)] {
            guard case .account(let account) = Fixture.settle(grant, evaluation).result?.subject else {
                throw Unexpected()
            }
            #expect(account.instance == expected)
            #expect(Fixture.settle(grant, evaluation).writes.count == 1)
        }
    }

    @Test func `a public client's tokens are bound to the key that it proves`() throws {
        let outcome = Fixture.settle(try Fixture.validated(.code, keyThumbprint: "key"), Fixture.evaluation())
        #expect(outcome.result?.keyThumbprint == "key")
        #expect(outcome.writes.last == .insertRefreshToken(try next(keyThumbprint: "key")))
    }

    @Test func `a confidential client's refresh token is bound by its credential, not by a key`() throws {
        let grant = try Fixture.validated(.code, keyThumbprint: "key", client: Fixture.confidentialClient())
        let outcome = Fixture.settle(grant, Fixture.evaluation())
        #expect(outcome.result?.keyThumbprint == "key")
        #expect(outcome.writes.last == .insertRefreshToken(try next()))
    }

    @Test func `protapp is in the token only when it is earned`() throws {
        let grant = try Fixture.validated(.code)
        #expect(Fixture.settle(grant, Fixture.evaluation(earnsProtapp: true)).result?.capabilities == [.protapp])
        #expect(Fixture.settle(grant, Fixture.evaluation()).result?.capabilities == [])
    }

    @Test func `nothing is issued without enough random bytes`() throws {
        let outcome = GrantSettlement.settle(
            try Fixture.validated(.code), Fixture.evaluation(), refreshTokenBytes: [1], now: Fixture.now)
        #expect(outcome.result == nil)
        #expect(outcome.writes == [])
    }

    // MARK: Refused

    static let refusing: [AccessOutcome] = [
        .requires(.compliantApplication, .pinNotSet), .requires(.compliantDevice, .deviceNotCompliant),
        .requires(.mfa, .mfaRequired), .blocked(.blockedByPolicy), .requires(.block, .blockedByPolicy),
    ]

    @Test(arguments: refusing)
    func `a refused code is used up and makes no grant`(_ outcome: AccessOutcome) throws {
        for origin in [GrantTestOrigin.code, .device] {
            let settled = Fixture.settle(try Fixture.validated(origin), Fixture.evaluation(outcome, earnsProtapp: true))
            #expect(settled.result == nil)
            #expect(settled.writes.count == 2)
            switch settled.writes.first {
            case .consumeCode, .consumeDeviceCode: break
            default: Issue.record("not used up: \(settled.writes)")
            }
        }
    }

    @Test(arguments: refusing)
    func `a refused refresh token is neither used up nor rotated`(_ outcome: AccessOutcome) throws {
        let settled = Fixture.settle(try Fixture.validated(.refresh), Fixture.evaluation(outcome))
        #expect(settled.result == nil)
        #expect(settled.refusal != nil)
        let onlyRecords = settled.writes.allSatisfy { change in
            if case .recordRefusal = change { true } else { false }
        }
        #expect(onlyRecords)
        #expect(settled.writes.count == 1)
    }

    @Test func `a refused refresh still binds an unbound grant`() throws {
        let settled = Fixture.settle(
            try Fixture.validated(.refresh),
            Fixture.evaluation(.requires(.compliantApplication, .pinNotSet), presented: .instance(Fixture.instance)))
        #expect(
            settled.writes == [
                .bindGrant(Fixture.grantID, to: Fixture.instance, expecting: nil),
                .recordRefusal(
                    RefusalRecord(
                        tenant: Fixture.tenant, account: Fixture.account, client: Fixture.app,
                        instance: Fixture.instance, reason: .pinNotSet, at: Fixture.now)),
            ])
    }

    @Test(arguments: GrantTestOrigin.allCases)
    func `what could not be decided leaves everything as it was`(_ origin: GrantTestOrigin) throws {
        let settled = Fixture.settle(try Fixture.validated(origin), Fixture.evaluation(.failed(.sourceFailed)))
        #expect(settled.refusal == .temporarilyUnavailable(.sourceFailed, retryAfter: .seconds(5)))
        #expect(settled.writes == [])
    }

    // MARK: Lost races

    @Test func `what is used once is told apart by kind, owner and identifier`() {
        let assertion = OneTimeUse(.clientAssertion, tenant: Fixture.tenant, owner: "c", identifier: "1")
        let proof = OneTimeUse(.proof, tenant: Fixture.tenant, owner: "c", identifier: "1")
        #expect(assertion != proof)
        #expect(
            OneTimeUse(.proof, tenant: Fixture.tenant, owner: "ab", identifier: "c")
                != OneTimeUse(.proof, tenant: Fixture.tenant, owner: "a", identifier: "bc"))
    }
}
