import AccessModel
import AuthorizationServer
import Compliance
import ComplianceGateway
import Testing

@Suite struct PostureTests {
    @Test func `a report makes the app compliant or says what is missing`() async throws {
        try await World.run { world async throws in
            let enrolled = try await world.enrolled(TestApp(), identity: world.identities.issue())
            world.advance(.seconds(1))
            #expect(try await world.report(enrolled, pin: nil).report().result.reasons == [.postureIncomplete])
            world.advance(.seconds(1))
            #expect(try await world.report(enrolled, pin: false).report().result.reasons == [.pinNotSet])
            world.advance(.seconds(1))
            #expect(try await world.report(enrolled, revision: "old@1").report().result.reasons == [.policyNotApplied])
            world.advance(.seconds(1))
            let good = try await world.report(enrolled).report()
            #expect(good.result.status == .compliant && good.result.earnsProtapp)
            #expect(good.result.reevaluateAt == world.now + .seconds(3600))
            #expect(good.enrollmentID == nil)
        }
    }

    @Test func `a report is used once and reports are taken in order`() async throws {
        try await World.run { world async throws in
            let enrolled = try await world.enrolled(TestApp(), identity: world.identities.issue())
            let revision = try await world.revisionInForce()
            func token(_ id: String, at time: Timestamp) throws -> String {
                try enrolled.app.posture(
                    enrolled.instance, issuer: world.urls.issuer, revision: revision, at: time, id: id)
            }
            func send(_ token: String) async throws -> ComplianceRefusal? {
                try await world.compliance.reportPosture(
                    world.caller(enrolled.token, by: enrolled.app, instance: enrolled.instance), token: token
                ).refusal
            }
            world.advance(.seconds(10))
            #expect(try await send(token("a", at: world.now)) == nil)
            #expect(try await send(token("a", at: world.now + .seconds(1))) == .replayed)
            #expect(try await send(token("b", at: world.now)) == .transition(.reportNotNewer))
            #expect(try await send(token("c", at: world.now - .seconds(5))) == .transition(.reportNotNewer))
            #expect(try await send(token("d", at: world.now - .seconds(901))) == .transition(.reportTooOld))
            #expect(try await send(token("g", at: world.now - .seconds(1201))) == .invalidPosture(.claims))
            #expect(try await send(token("e", at: world.now + .seconds(301))) == .invalidPosture(.claims))
            #expect(try await send(token("f", at: world.now + .seconds(2))) == nil)
        }
    }

    @Test func `a report of another key, instance or issuer is refused`() async throws {
        try await World.run { world async throws in
            let enrolled = try await world.enrolled(TestApp(), identity: world.identities.issue())
            let other = try await world.enrolled(TestApp(), identity: world.identities.issue())
            let (issuer, now) = (world.urls.issuer, world.now)
            let cases: [(PostureFault, String)] = [
                (.signature, try other.app.posture(enrolled.instance, issuer: issuer, revision: nil, at: now, id: "1")),
                (.claims, try enrolled.app.posture(other.instance, issuer: issuer, revision: nil, at: now, id: "2")),
                (
                    .claims,
                    try enrolled.app.posture(
                        enrolled.instance, issuer: "https://other.example", revision: nil, at: now, id: "3")
                ),
                (
                    .malformed,
                    try enrolled.app.proof("POST", world.urls.token, at: now, id: "4")
                ),
                (.malformed, "not a token"),
            ]
            for (fault, token) in cases {
                let answer = try await world.compliance.reportPosture(
                    world.caller(enrolled.token, by: enrolled.app, instance: enrolled.instance), token: token)
                #expect(answer.refusal == .invalidPosture(fault))
            }
            #expect(try await world.instance(enrolled.instance).posture == nil)
            // Another instance of the same account and client is not reported for: its identifier speaks for nobody.
            let foreign = try await world.admission(enrolled.token, by: enrolled.app, instance: other.instance)
            #expect(foreign.isRefused(.unknownInstance))
        }
    }

    @Test func `a request's proof is used up with the report`() async throws {
        try await World.run { world async throws in
            let enrolled = try await world.enrolled(TestApp(), identity: world.identities.issue())
            world.advance(.seconds(1))
            let caller = try await world.caller(enrolled.token, by: enrolled.app, instance: enrolled.instance)
            func send(_ id: String) async throws -> ComplianceRefusal? {
                try await world.compliance.reportPosture(
                    caller,
                    token: enrolled.app.posture(
                        enrolled.instance, issuer: world.urls.issuer, revision: nil, at: world.now, id: id)
                ).refusal
            }
            #expect(try await send("a") == nil)
            world.advance(.seconds(1))
            #expect(try await send("b") == .replayed)
        }
    }

    @Test func `a check whose action is to wipe ends the instance and its grants`() async throws {
        try await World.run { world async throws in
            #expect(
                try await world.administration.publishProtection(
                    [World.protection(wipesRooted: true)], exemptions: [], to: world.head()) != nil)
            let enrolled = try await world.enrolled(TestApp(), identity: world.identities.issue())
            world.advance(.seconds(1))
            #expect(try await world.report(enrolled, rooted: false).report().result.status == .compliant)
            let mail = try await world.signIn(enrolled.app, scope: World.mailScope).issued()
            world.advance(.seconds(1))
            let before = try await world.head().sequence
            let report = try await world.report(enrolled, rooted: true).report()
            #expect(report.result.reasons.first == .wiped)
            #expect(report.enrollmentID == nil)
            #expect(try await world.instance(enrolled.instance).pendingWipe)
            #expect(try await world.grant(mail.grant)?.state == .dead(.wiped))
            #expect(try await world.isActive(mail) == false)
            #expect(try await world.refresh(mail, by: enrolled.app).refusal == .invalidGrant(.dead(.wiped)))
            #expect(try await world.admission(enrolled.token, by: enrolled.app).isRefused(.invalidToken))
            let kinds = try await world.journal(after: before).map(\.kind)
            #expect(kinds.contains("wipeRequested") && kinds.contains("postureReported"))
        }
    }
}
