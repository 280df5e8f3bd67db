import AccessModel
import AccessPolicy
import Testing

/// What a policy names of a directory.
@Suite struct PolicyReferenceTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var users = AssignmentTarget(include: .init(all: true))
        var resources = ResourceCondition.applications(ApplicationTarget(includesAll: true))
        let references: [DirectoryReference]
    }

    static let staff = GroupID("g1")
    static let emergency = GroupID("g2")

    @Test(arguments: [
        Case(testDescription: "everybody and everything", references: []),
        Case(
            testDescription: "both sides of the users",
            users: AssignmentTarget(
                include: .init(accounts: [AccountID("a2")], groups: [emergency]),
                exclude: .init(accounts: [AccountID("a1")], groups: [staff, emergency])),
            references: [
                .group(staff), .group(emergency), .account(AccountID("a1")), .account(AccountID("a2")),
            ]),
        Case(
            testDescription: "both sides of the applications",
            resources: .applications(
                ApplicationTarget(include: [ApplicationID("r2")], exclude: [ApplicationID("r1")])),
            references: [.application(ApplicationID("r1")), .application(ApplicationID("r2"))]),
        Case(
            testDescription: "roles and user actions, which no directory lists",
            users: AssignmentTarget(include: .init(roles: [RoleID("r")])), resources: .userActions(["urn:x"]),
            references: []),
    ])
    func `lists groups, users and applications of either side`(_ sample: Case) {
        let policy = ConditionalAccessPolicy(
            id: PolicyID("p"), displayName: "P", state: .enabled,
            conditions: PolicyConditions(users: sample.users, resources: sample.resources), grant: nil)
        #expect(policy.references == sample.references)
    }
}
