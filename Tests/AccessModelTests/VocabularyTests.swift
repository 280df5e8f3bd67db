import AccessModel
import Testing

@Suite struct VocabularyTests {
    @Test(arguments: [
        ("1.2", "1.2.0", 0), ("1.2", "1.10", -1), ("18.4.1", "18.4", 1), ("2", "10", -1), ("0", "0.0.0", 0),
    ])
    func `versions compare number by number`(_ left: String, _ right: String, _ order: Int) throws {
        let first = try #require(Version(left))
        let second = try #require(Version(right))
        #expect((first < second) == (order < 0))
        #expect((first == second) == (order == 0))
        #expect((second < first) == (order > 0))
        #expect(first != second || first.hashValue == second.hashValue)
    }

    @Test(arguments: ["", ".", "1.", ".1", "1..2", "1.2.3.4.5.6.7", "1234567890", "1.a", "-1", "+1", "1 ", "１"])
    func `refuses what is not a version`(_ text: String) {
        #expect(Version(text) == nil)
    }

    @Test func `a GUID is read in any case and printed in lower case`() {
        #expect(GUID("62E90394-69f5-4237-9190-012177145E10")?.description == "62e90394-69f5-4237-9190-012177145e10")
        #expect(GUID("{62e90394-69f5-4237-9190-012177145e10}") == nil)
        #expect(GUID("62e9039469f542379190012177145e10") == nil)
        #expect(GUID("62e90394-69f5-4237-9190-012177145e1g") == nil)
        #expect(GUID("<Group>") == nil)
    }

    @Test func `random bytes make a version 4 GUID`() throws {
        let guid = try #require(GUID(randomBytes: Array(repeating: 0xFF, count: 16)))
        #expect(guid.description == "ffffffff-ffff-4fff-bfff-ffffffffffff")
        #expect(GUID(guid.description) == guid)
        #expect(GUID(randomBytes: [1, 2, 3]) == nil)
    }

    @Test func `the six statuses keep the order of the SDK and their names`() {
        let names = [
            "compliant", "notCompliant", "serviceFailure", "networkFailure", "interactionRequired", "userCancelled",
        ]
        #expect(ComplianceStatus.allCases.map(\.name) == names)
        #expect(ComplianceStatus.allCases.map(\.rawValue) == Array(0...5))
        for status in ComplianceStatus.allCases { #expect(ComplianceStatus(name: status.name) == status) }
        #expect(ComplianceStatus(name: "Compliant") == nil)
    }

    @Test func `a stronger evidence level satisfies a weaker demand`() {
        #expect(EvidenceLevel.selfReported < .managedSecret)
        #expect(EvidenceLevel.managedSecret < .attested)
        for level in EvidenceLevel.allCases { #expect(EvidenceLevel(name: level.name) == level) }
        #expect(EvidenceLevel(name: "managed") == nil)
    }

    @Test func `open controls are asked for in prompt order`() {
        #expect(PolicyControl.allCases.sorted() == PolicyControl.allCases)
        #expect(PolicyControl.allCases.map(\.promptRank) == Array(0..<PolicyControl.allCases.count))
    }
}

struct TargetCase: Sendable, CustomTestStringConvertible {
    var note: String
    var include = AssignmentTarget.Members()
    var exclude = AssignmentTarget.Members()
    var matches: Bool
    var testDescription: String { note }
}

@Suite struct AssignmentTargetTests {
    static let account = AccountMembership(account: AccountID("a"), groups: [GroupID("g")], roles: [RoleID("r")])
    static let guest = AccountMembership(
        account: AccountID("a"), groups: [GroupID("g")], roles: [RoleID("r")],
        guest: GuestIdentity(.b2bCollaborationGuest))

    @Test(arguments: [
        TargetCase(note: "nobody is included by default", matches: false),
        TargetCase(note: "all", include: .init(all: true), matches: true),
        TargetCase(note: "by account", include: .init(accounts: [AccountID("a")]), matches: true),
        TargetCase(note: "by group", include: .init(groups: [GroupID("g")]), matches: true),
        TargetCase(note: "by role", include: .init(roles: [RoleID("r")]), matches: true),
        TargetCase(note: "another account", include: .init(accounts: [AccountID("b")]), matches: false),
        TargetCase(note: "a member is no guest", include: .init(guests: [.everyGuest]), matches: false),
        TargetCase(
            note: "exclude by account wins over all", include: .init(all: true),
            exclude: .init(accounts: [AccountID("a")]), matches: false),
        TargetCase(
            note: "exclude by group wins over account", include: .init(accounts: [AccountID("a")]),
            exclude: .init(groups: [GroupID("g")]), matches: false),
        TargetCase(
            note: "exclude by role wins", include: .init(all: true), exclude: .init(roles: [RoleID("r")]),
            matches: false),
        TargetCase(
            note: "exclude of guests leaves members", include: .init(all: true), exclude: .init(guests: [.everyGuest]),
            matches: true),
        TargetCase(
            note: "exclude of another leaves this one", include: .init(all: true),
            exclude: .init(groups: [GroupID("x")]), matches: true),
    ])
    func `include and exclude are weighed`(_ example: TargetCase) {
        let target = AssignmentTarget(include: example.include, exclude: example.exclude)
        #expect(target.matches(Self.account) == example.matches)
    }

    @Test func `a guest is reached by all and by guests, and excluded by guests`() {
        #expect(AssignmentTarget(include: .init(all: true)).matches(Self.guest))
        #expect(AssignmentTarget(include: .init(guests: [.everyGuest])).matches(Self.guest))
        #expect(!AssignmentTarget(include: .init(all: true), exclude: .init(guests: [.everyGuest])).matches(Self.guest))
    }
}
