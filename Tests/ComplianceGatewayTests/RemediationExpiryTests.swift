import AccessModel
import Compliance
import ComplianceGateway
import JSONCoding
import Storage
import Testing

@Suite struct RemediationExpiryTests {
    @Test func `an expired session is written down once, with why`() async throws {
        try await World.run { world async throws in
            let app = try TestApp()
            let token = try await world.signIn(app, scope: world.complianceScope).issued()
            let first = try await world.compliance.remediate(world.caller(token, by: app), mode: .interactive).report()
            #expect(first.remediation != nil)
            let expiry = RemediationExpiry(world.environment, sessions: SQLGatewayStore(world.database))
            world.advance(.seconds(899))
            #expect(try await expiry.close(in: World.tenant) == 0)
            world.advance(.seconds(1))
            let before = try await world.head().sequence
            #expect(try await expiry.close(in: World.tenant) == 1)
            #expect(try await expiry.close(in: World.tenant) == 0)
            let entries = try await world.journal(after: before)
            #expect(entries.map(\.kind) == ["remediationClosed"])
            #expect(entries.first?.details["why"]?.stringValue == "inactivity")
            #expect(entries.first?.details["state"]?.stringValue == "expired")
            #expect(entries.first?.account == World.alice.rawValue)
        }
    }

    @Test func `an administrator's approval completes a session, and a wipe cancels it`() async throws {
        try await World.run { world async throws in
            for (act, why) in [(InstanceAct.wipe, "wiped"), (.unenrol, "unenrolled")] {
                let enrolled = try await world.enrolled(TestApp(), identity: world.identities.issue())
                world.advance(.seconds(1))
                _ = try await world.report(enrolled, pin: false).report()
                #expect(try await world.remediate(enrolled, .interactive).remediation != nil)
                let before = try await world.head().sequence
                try await world.act(act, on: enrolled.instance)
                let closed = try await world.journal(after: before).filter { $0.kind == "remediationClosed" }
                #expect(closed.map { $0.details["why"]?.stringValue } == [why])
                #expect(closed.first?.actor == "root")
            }
        }
    }

    @Test func `a page of one installation says nothing of another`() async throws {
        try await World.run { world async throws in
            let one = try await world.enrolled(TestApp(), identity: world.identities.issue())
            let two = try await world.enrolled(TestApp(), identity: world.identities.issue())
            world.advance(.seconds(1))
            _ = try await world.report(one, pin: false).report()
            let link = try #require(try await world.remediate(one, .interactive).remediation)
            // The other becomes compliant: that completes nothing of the first.
            #expect(try await world.report(two).report().result.status == .compliant)
            #expect(try await world.remediate(one, .interactive).remediation?.url == link.url)
        }
    }
}
