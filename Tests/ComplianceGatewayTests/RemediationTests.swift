import AccessModel
import AuthorizationServer
import Compliance
import ComplianceGateway
import Directory
import JSONCoding
import Testing

@Suite struct RemediationTests {
    @Test func `remediation issues a new enrolment identifier and the old one dies`() async throws {
        try await World.run { world async throws in
            let stock = try await world.stockApp()
            let mail = try await world.signIn(
                stock.app, scope: World.mailScope, proves: false, enrollment: stock.enrollment
            ).issued()
            #expect(mail.instance == stock.instance)
            let report = try await world.remediate(stock, .silent)
            #expect(report.result.status == .compliant)
            let next = try #require(report.enrollmentID)
            #expect(next.sequence == (try await world.head().sequence))
            // The grant is bound to the instance: whichever identifier of it is current is accepted.
            let refused = try await world.refresh(mail, by: stock.app, proves: false, enrollment: stock.enrollment)
            #expect(refused.refusal?.reason == .notEnrolled)
            let renewed = try await world.refresh(mail, by: stock.app, proves: false, enrollment: next).issued()
            #expect(renewed.capabilities == ["protapp"])
        }
    }

    @Test func `a silent remediation that needs the user changes nothing`() async throws {
        try await World.run { world async throws in
            let enrolled = try await world.enrolled(TestApp(), identity: world.identities.issue())
            world.advance(.seconds(1))
            _ = try await world.report(enrolled, pin: false).report()
            let before = try await world.environment.store.facts(
                FactsQuery(tenant: World.tenant, presented: .id(enrolled.instance)))?.presentedInstance
            let report = try await world.remediate(enrolled, .silent)
            #expect(report.result.reasons == [.pinNotSet] && report.enrollmentID == nil)
            let after = try await world.environment.store.facts(
                FactsQuery(tenant: World.tenant, presented: .enrollmentID(enrolled.enrollment.hash)))?.presentedInstance
            #expect(after?.instance == before?.instance && after?.version == before?.version)
        }
    }

    @Test func `no number of remediations makes an app compliant`() async throws {
        try await World.run { world async throws in
            let enrolled = try await world.enrolled(TestApp(), identity: world.identities.issue())
            world.advance(.seconds(1))
            _ = try await world.report(enrolled, pin: false).report()
            for _ in 0..<10 {
                let report = try await world.remediate(enrolled, .interactive)
                #expect(report.result.reasons == [.pinNotSet])
                #expect(report.enrollmentID != nil)
            }
        }
    }

    @Test func `a remediation that the user leaves can be started again`() async throws {
        try await World.run { world async throws in
            let enrolled = try await world.enrolled(TestApp(), identity: world.identities.issue())
            let cancelled = try await world.compliance.cancelRemediation(
                world.caller(enrolled.token, by: enrolled.app)
            ).report()
            #expect(cancelled.result.status == .userCancelled)
            #expect(try await world.instance(enrolled.instance).result.status == .userCancelled)
            #expect(try await world.remediate(enrolled, .interactive).result.status == .interactionRequired)
        }
    }

    @Test func `remediation without an instance only says what to do`() async throws {
        try await World.run { world async throws in
            let app = try TestApp()
            let token = try await world.signIn(app, scope: world.complianceScope).issued()
            let report = try await world.compliance.remediate(
                world.caller(token, by: app), mode: .interactive
            ).report()
            #expect(report.instance == nil && report.enrollmentID == nil)
            #expect(report.result.reasons == [.notEnrolled])
        }
    }

    // MARK: The loop guard

    @Test func `three refusals of a compliant app close the loop with a support identifier`() async throws {
        try await World.run { world async throws in
            let enrolled = try await world.compliantApp(TestApp(), identity: world.identities.issue())
            for count in 0..<3 {
                #expect(try await world.remediate(enrolled, .silent).result.supportID == nil, "after \(count)")
                world.advance(.seconds(1))
                try await world.recordRefusal(.deviceUnknown, instance: enrolled.instance)
            }
            let report = try await world.remediate(enrolled, .silent, correlation: "support-7")
            #expect(report.result.status == .notCompliant)
            #expect(report.result.reasons.first == .refusalLoop)
            #expect(report.result.supportID == "support-7")
            #expect(report.enrollmentID == nil)
            // Support finds it in the journal.
            let entry = try #require(try await world.journal(after: 0).last)
            #expect(entry.kind == "remediationAsked" && entry.details["supportID"]?.stringValue == "support-7")
            let status = try await world.compliance.status(world.caller(enrolled.token, by: enrolled.app)).report()
            #expect(status.result.reasons.first == .refusalLoop)
            // A token is still decided by what is so.
            #expect(try await world.signIn(enrolled.app, scope: World.mailScope).refusal == nil)
            world.advance(.seconds(1801))
            let later = try await world.again(enrolled)
            #expect(try await world.report(later).report().result.status == .compliant)
            #expect(try await world.remediate(later, .silent).result.status == .compliant)
        }
    }

    @Test func `refusals of another instance or of different reasons are no loop`() async throws {
        try await World.run { world async throws in
            let one = try await world.compliantApp(TestApp(), identity: world.identities.issue())
            let two = try await world.compliantApp(TestApp(), identity: world.identities.issue())
            for _ in 0..<3 {
                world.advance(.seconds(1))
                try await world.recordRefusal(.pinNotSet, instance: two.instance)
            }
            #expect(try await world.remediate(one, .silent).result.status == .compliant)
            for reason in [ReasonCode.deviceUnknown, .mfaRequired, .notEnrolled] {
                world.advance(.seconds(1))
                try await world.recordRefusal(reason, instance: one.instance)
            }
            #expect(try await world.remediate(one, .silent).result.status == .compliant)
            // Requests that could not show their instance may well be this one's.
            for _ in 0..<2 {
                world.advance(.seconds(1))
                try await world.recordRefusal(.notEnrolled, instance: nil)
            }
            #expect(try await world.remediate(one, .silent).result.reasons.first == .refusalLoop)
        }
    }

    @Test func `an administrator's act and a report that says something else end a loop`() async throws {
        try await World.run { world async throws in
            let enrolled = try await world.compliantApp(TestApp(), identity: world.identities.issue())
            func close() async throws {
                for _ in 0..<3 {
                    world.advance(.seconds(1))
                    try await world.recordRefusal(.deviceUnknown, instance: enrolled.instance)
                }
                #expect(try await world.remediate(enrolled, .silent).result.supportID != nil)
            }
            try await close()
            // A report that says the same does not: the app that is in a loop reports before each request.
            _ = try await world.report(enrolled).report()
            #expect(try await world.remediate(enrolled, .silent).result.supportID != nil)
            world.advance(.seconds(1))
            _ = try await world.report(enrolled, rooted: false).report()
            #expect(try await world.remediate(enrolled, .silent).result.supportID == nil)
            try await close()
            try await world.act(.approve, on: enrolled.instance)
            #expect(try await world.remediate(enrolled, .silent).result.supportID == nil)
        }
    }

    @Test func `refusals while a check-in was overdue are no loop once the app checked in`() async throws {
        try await World.run { world async throws in
            let enrolled = try await world.compliantApp(TestApp(), identity: world.identities.issue())
            world.advance(.seconds(3600))
            for _ in 0..<3 {
                world.advance(.seconds(1))
                #expect(try await world.signIn(enrolled.app, scope: World.mailScope).refusal?.reason == .checkInOverdue)
            }
            let again = try await world.again(enrolled)
            #expect(try await world.report(again).report().result.status == .compliant)
            let report = try await world.remediate(again, .silent)
            #expect(report.result.status == .compliant && report.result.supportID == nil)
        }
    }
}

extension World {
    /// A stock client: it proves no key at the token endpoint, only its enrolment does.
    func stockApp() async throws -> Enrolled {
        let enrolled = try await enrolled(
            TestApp(World.alice, client: "stock"), identity: identities.issue(), proves: false)
        advance(.seconds(1))
        #expect(try await report(enrolled, scheme: .bearer).report().result.status == .compliant)
        return enrolled
    }

    /// The same app with a new token for the compliance resource.
    func again(_ enrolled: Enrolled) async throws -> Enrolled {
        let token = try await signIn(enrolled.app, scope: complianceScope).issued()
        return Enrolled(
            app: enrolled.app, token: token, instance: enrolled.instance, enrollment: enrolled.enrollment)
    }

    func remediate(
        _ enrolled: Enrolled, _ mode: RemediationMode, correlation: CorrelationID = "correlation-1"
    ) async throws -> ComplianceReport {
        let scheme: ComplianceCredentials.Scheme = enrolled.app.client == "stock" ? .bearer : .dpop
        return try await compliance.remediate(
            caller(enrolled.token, by: enrolled.app, scheme: scheme, correlation: correlation), mode: mode
        ).report()
    }

    /// Notes a refusal, as the token endpoint does.
    func recordRefusal(_ reason: ReasonCode, instance: AppInstanceID?) async throws {
        let record = RefusalRecord(
            tenant: Self.tenant, account: Self.alice, client: "app", instance: instance, reason: reason, at: now)
        _ = try await environment.store.commit(
            GatewayWrite(tenant: Self.tenant, changes: [.grant(.recordRefusal(record))], entries: []))
    }
}
