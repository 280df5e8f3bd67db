import AccessModel
import Compliance
import Testing

struct RemediationTests {
    static let now = Fixture.start

    @Test func `a silent remediation that needs the user changes nothing`() throws {
        let facts = try Fixture.strictFacts()
        let instance = try Fixture.reported(facts) { $0.pinSet = false }
        for cause in RemediationCause.allCases {
            let remediation = facts.remediate(instance, .silent, after: cause, at: Self.now)
            #expect(remediation.answer.status == .interactionRequired)
            #expect(remediation.transition == nil)
        }
    }

    @Test(arguments: RemediationMode.allCases, RemediationCause.allCases)
    func `issues a new enrolment id exactly after a refusal`(_ mode: RemediationMode, _ cause: RemediationCause) throws
    {
        let facts = try Fixture.strictFacts()
        let compliant = facts.remediate(try Fixture.reported(facts), mode, after: cause, at: Self.now)
        #expect(compliant.answer.status == .compliant)
        #expect(compliant.transition?.effects == (cause == .refusal ? [.issueEnrollmentID] : []))
    }

    @Test func `an interactive remediation after a refusal issues an id while the user still has to act`() throws {
        let facts = try Fixture.strictFacts()
        let instance = try Fixture.reported(facts) { $0.pinSet = false }
        let remediation = facts.remediate(instance, .interactive, after: .refusal, at: Self.now)
        #expect(remediation.answer.reasons == [.pinNotSet])
        #expect(remediation.transition?.effects == [.issueEnrollmentID, .suspendGrants])
    }

    @Test(arguments: RemediationMode.allCases)
    func `answers at once what no remediation can change`(_ mode: RemediationMode) throws {
        let policy = try Fixture.policy(rules: Fixture.strictRules())
        let instance = try Fixture.reported(Fixture.facts([policy]))
        let undeclared = Fixture.facts([policy], declared: false)
            .remediate(instance, mode, after: .refusal, at: Self.now)
        #expect(undeclared.answer.reasons == [.capabilityNotDeclared])
        #expect(undeclared.transition?.effects == [])
        let untargeted = Fixture.facts([]).remediate(nil, mode, after: .refusal, at: Self.now)
        #expect(untargeted.answer.reasons == [.notTargeted])
        #expect(untargeted.transition == nil)
    }

    @Test(arguments: RemediationMode.allCases)
    func `enrols nobody by surprise`(_ mode: RemediationMode) throws {
        let nothing = Fixture.facts([], demanded: false).remediate(nil, mode, after: .own, at: Self.now)
        #expect(nothing.answer.reasons == [.notDemanded])
        #expect(nothing.answer.status == .compliant)
        #expect(!nothing.answer.earnsProtapp)
        #expect(nothing.transition == nil)
        let unknown = try Fixture.strictFacts().remediate(nil, mode, after: .own, at: Self.now)
        #expect(unknown.answer.reasons == [.notEnrolled])
        #expect(unknown.transition == nil)
    }

    @Test(arguments: RemediationMode.allCases)
    func `a failing source changes nothing`(_ mode: RemediationMode) throws {
        var facts = try Fixture.strictFacts()
        let instance = try Fixture.reported(facts)
        facts.sources = .failed
        let remediation = facts.remediate(instance, mode, after: .refusal, at: Self.now)
        #expect(remediation.answer.status == .serviceFailure)
        #expect(remediation.transition == nil)
    }

    @Test func `no remediation brings a wiped or unenrolled instance back`() throws {
        let facts = try Fixture.strictFacts()
        let instance = try Fixture.reported(facts)
        let wiped = try #require(instance.wipe(at: Self.now).transition).instance
        let gone = try #require(instance.unenrol(at: Self.now).transition).instance
        for (ended, status) in [(wiped, ComplianceStatus.notCompliant), (gone, .interactionRequired)] {
            let remediation = facts.remediate(ended, .interactive, after: .refusal, at: Self.now)
            #expect(remediation.answer.status == status)
            #expect(remediation.transition == nil)
        }
    }

    @Test func `cancelling is what the user did, and it can be started again`() throws {
        let facts = try Fixture.strictFacts()
        let instance = try Fixture.reported(facts) { $0.pinSet = false }
        let cancelled = facts.cancelRemediation(instance, at: Self.now)
        #expect(cancelled.answer.status == .userCancelled)
        #expect(cancelled.answer.reasons == [.userCancelled, .pinNotSet])
        let next = try #require(cancelled.transition)
        #expect(next.effects == [.complianceChanged(from: .interactionRequired, to: .userCancelled), .suspendGrants])
        let again = facts.remediate(next.instance, .interactive, after: .own, at: Self.now)
        #expect(again.answer.status == .interactionRequired)
        #expect(again.transition?.instance.result.status == .interactionRequired)
        #expect(facts.cancelRemediation(nil, at: Self.now).answer.status == .userCancelled)
    }

    @Test func `cancelling hides neither compliance nor what the user cannot solve`() throws {
        let facts = try Fixture.strictFacts()
        let compliant = facts.cancelRemediation(try Fixture.reported(facts), at: Self.now)
        #expect(compliant.answer.status == .compliant)
        #expect(compliant.transition == nil)
        let rooted = facts.cancelRemediation(try Fixture.reported(facts) { $0.rooted = true }, at: Self.now)
        #expect(rooted.answer.status == .notCompliant)
        #expect(rooted.transition == nil)
    }
}
