import AccessModel
import Compliance
import Testing

struct AppProtectionPolicyTests {
    struct Refused: Sendable, CustomTestStringConvertible {
        var note: String
        var member: AppProtectionPolicyError.Member
        var id = "work"
        var name = "Work"
        var revision: Int64 = 1
        var target = AssignmentTarget(include: .init(all: true))
        var apps = ProtectedApps.all
        var rules = ProtectionRules()
        var testDescription: String { note }
    }

    static let refused: [Refused] = [
        Refused(note: "an empty identifier", member: .id, id: ""),
        Refused(note: "an identifier with a comma", member: .id, id: "a,b"),
        Refused(note: "an identifier with an at sign", member: .id, id: "a@1"),
        Refused(note: "an identifier of 129 bytes", member: .id, id: String(repeating: "a", count: 129)),
        Refused(note: "an empty name", member: .displayName, name: ""),
        Refused(note: "a name with a line break", member: .displayName, name: "a\nb"),
        Refused(note: "a name of 257 characters", member: .displayName, name: String(repeating: "a", count: 257)),
        Refused(note: "revision 0", member: .revision, revision: 0),
        Refused(note: "a target that includes nobody", member: .target, target: AssignmentTarget()),
        Refused(note: "a list of no apps", member: .apps, apps: .clients([])),
        Refused(
            note: "a check-in interval under a minute", member: .checkInInterval,
            rules: ProtectionRules(checkInInterval: .milliseconds(59_999))),
        Refused(
            note: "a check-in interval over 90 days", member: .checkInInterval,
            rules: ProtectionRules(checkInInterval: .seconds(90 * 86_400 + 1))),
        Refused(
            note: "a negative revision grace", member: .revisionGrace,
            rules: ProtectionRules(revisionGrace: .seconds(-1))),
        Refused(
            note: "a revision grace over 90 days", member: .revisionGrace,
            rules: ProtectionRules(revisionGrace: .seconds(90 * 86_400 + 1))),
        Refused(
            note: "a warning instead of evidence", member: .responses,
            rules: ProtectionRules(responses: [.evidence: CheckResponse(action: .warn)])),
        Refused(
            note: "a grace for a missing report", member: .responses,
            rules: ProtectionRules(responses: [.posture: CheckResponse(action: .block, grace: .seconds(1))])),
        Refused(
            note: "a negative grace", member: .responses,
            rules: ProtectionRules(responses: [.pin: CheckResponse(action: .block, grace: .seconds(-1))])),
        Refused(
            note: "a grace over 365 days", member: .responses,
            rules: ProtectionRules(responses: [.pin: CheckResponse(action: .warn, grace: .seconds(366 * 86_400))])),
    ]

    @Test(arguments: refused)
    func `refuses what is not acceptable and names the member`(_ item: Refused) {
        let error = #expect(throws: AppProtectionPolicyError.self) {
            try AppProtectionPolicy(
                id: AppProtectionPolicyID(item.id), displayName: item.name, revision: item.revision,
                target: item.target, apps: item.apps, rules: item.rules)
        }
        #expect(error?.member == item.member)
        #expect(error?.description.hasPrefix("`\(item.member.rawValue)` ") == true)
    }

    @Test func `accepts every member at its bounds`() throws {
        for interval in [Duration.seconds(60), .seconds(90 * 86_400)] {
            let rules = ProtectionRules(
                checkInInterval: interval, revisionGrace: .seconds(90 * 86_400),
                responses: [.rooted: CheckResponse(action: .wipe, grace: .seconds(365 * 86_400))])
            _ = try AppProtectionPolicy(
                id: AppProtectionPolicyID(String(repeating: "a", count: 128)),
                displayName: String(repeating: "ж", count: 256), revision: .max,
                target: AssignmentTarget(include: .init(all: true)), rules: rules)
        }
    }

    @Test func `asks for managed evidence unless it says otherwise, and names the weak choice`() {
        #expect(ProtectionRules().minimumEvidence == .managedSecret)
        #expect(!ProtectionRules().acceptsWeakEvidence)
        #expect(ProtectionRules(minimumEvidence: .selfReported).acceptsWeakEvidence)
    }

    @Test func `applies to targeted accounts in the named apps only`() throws {
        let group = GroupID("g")
        let policy = try AppProtectionPolicy(
            id: AppProtectionPolicyID("work"), displayName: "Work", revision: 1,
            target: AssignmentTarget(include: .init(groups: [group])), apps: .clients([ClientID("mail")]),
            rules: ProtectionRules())
        let member = AccountMembership(account: AccountID("a"), groups: [group])
        #expect(policy.applies(to: member, client: ClientID("mail")))
        #expect(!policy.applies(to: member, client: ClientID("other")))
        #expect(!policy.applies(to: AccountMembership(account: AccountID("a")), client: ClientID("mail")))
    }

    @Test func `names a combination the same way in whatever order policies come`() throws {
        let first = try Fixture.policy(id: "a", revision: 2)
        let second = try Fixture.policy(id: "b", revision: 11)
        #expect(PolicyRevision(combining: [second, first])?.description == "a@2,b@11")
        #expect(PolicyRevision(combining: [first, second]) == PolicyRevision(combining: [second, first]))
        #expect(PolicyRevision(combining: []) == nil)
    }

    @Test(arguments: ["", "a b", "a\u{7F}", "ä", String(repeating: "a", count: 8193)])
    func `refuses a revision that is not a short visible text`(_ text: String) {
        #expect(PolicyRevision(text) == nil)
    }
}
