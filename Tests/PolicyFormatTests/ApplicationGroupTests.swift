import AccessModel
import AccessPolicy
import JSONCoding
import PolicyFormat
import Testing

@Suite struct ApplicationGroupTests {
    private static func group(_ name: String, _ applications: String) -> String {
        ##"{"@odata.type": "#postern.applicationGroup", "displayName": "\##(name)", "applications": \##(applications)}"##
    }

    private static let office = group("Office365", #"["\#(PolicySample.application.uppercased())"]"#)

    @Test func `reads a group of applications`() throws {
        let file = PolicySample.read("[\(Self.office)]")
        let document = try #require(file.applicationGroups.first)
        #expect(
            document.group
                == ApplicationGroup(
                    id: ApplicationGroupID("Office365"), applications: [ApplicationID(PolicySample.application)]))
        #expect(document.diagnostics == [])
        #expect(document.fileName == "applications-office365.json")
        let again = try #require(
            PolicyReader().read(document.canonicalBytes, named: "again.json").applicationGroups.first)
        #expect(again.canonicalBytes == document.canonicalBytes)
    }

    struct Bad: Sendable, CustomTestStringConvertible {
        let name: String
        let applications: String
        var testDescription: String { "\(name): \(applications)" }
    }

    static let one = #"["\#(PolicySample.application)"]"#

    @Test(arguments: [
        Bad(name: "All", applications: one), Bad(name: "none", applications: one),
        Bad(name: "AllAgentIdResources", applications: one), Bad(name: "", applications: one),
        Bad(name: "Our suite", applications: one), Bad(name: "365Office", applications: one),
        Bad(name: "B\u{fc}ro", applications: one), Bad(name: String(repeating: "a", count: 65), applications: one),
        Bad(name: "Suite", applications: "[]"), Bad(name: "Suite", applications: #"["<app>"]"#),
        Bad(name: "Suite", applications: #"["00000000-0000-0000-0000-000000000000"]"#),
        Bad(name: "Suite", applications: #""\#(PolicySample.application)""#), Bad(name: "Suite", applications: "[7]"),
    ])
    func `refuses a group that cannot be held to`(_ bad: Bad) {
        let file = PolicySample.read(Self.group(bad.name, bad.applications))
        #expect(file.applicationGroups.isEmpty)
        #expect(file.refusedCount == 1)
        #expect(file.diagnostics.first?.severity == .error)
    }

    private func collection(_ texts: [String]) -> PolicyCollection {
        var collection = PolicyCollection(texts.map { PolicySample.read($0) })
        collection.holdUnresolvedReferences()
        return collection
    }

    @Test func `a policy names groups that the set holds, or is held at import`() throws {
        let policy = PolicySample.policy(
            applications:
                #""applications": {"includeApplications": ["Office365"], "excludeApplications": ["OurSuite"]}"#)
        let both = collection([policy, Self.office, Self.group("OurSuite", Self.one)])
        #expect(both.policies.first?.isEnforceable == true)
        #expect(
            both.policies.first?.policy.conditions.resources
                == .applications(
                    ApplicationTarget(
                        includeGroups: [ApplicationGroupID("Office365")],
                        excludeGroups: [ApplicationGroupID("OurSuite")])))
        #expect(try both.policySet().applicationGroups.map(\.id.rawValue) == ["Office365", "OurSuite"])
        let reasons = collection([policy, Self.office]).policies.flatMap(\.policy.unenforceable)
        #expect(reasons.map(\.kind) == [.unresolvedReference])
        #expect(reasons.map(\.path) == ["conditions.applications.excludeApplications[0]"])
        let held = collection([policy]).policies.flatMap(\.diagnostics)
        #expect(
            held.map(\.path).sorted() == [
                "conditions.applications.excludeApplications[0]", "conditions.applications.includeApplications[0]",
            ])
        #expect(held.allSatisfy { $0.position != nil })
    }

    @Test func `a set that is in force fails closed where a group is missing`() throws {
        let policy = PolicySample.policy(
            applications: #""applications": {"includeApplications": ["Office365"]}"#)
        let set = try PolicyCollection([PolicySample.read(policy)]).policySet()
        let request = AccessRequest(
            subject: .account(AccountMembership(account: AccountID("a"))), resource: .application(ApplicationID("r")))
        #expect(set.evaluate(request).outcome == .failed(.evaluationFailed))
    }
}
