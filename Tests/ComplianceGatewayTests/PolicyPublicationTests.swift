import AccessModel
import AccessPolicy
import PolicyFormat
import Testing

@testable import ComplianceGateway

@Suite struct PolicyPublicationTests {
    @Test func `published policies are read back and decide`() throws {
        let bytes = World.policies()
        let set = try PolicyPublication.policySet(of: bytes, whenNothingMatches: .deny)
        let membership = AccountMembership(account: World.alice)
        #expect(set.demandsAppProtection(of: membership, for: [World.mail]))
        let again = PolicyCollection([PolicyReader().read(bytes, named: "again")])
        #expect(PolicyPublication.bytes(of: again) == bytes)
    }

    @Test func `nothing published is the empty set with the tenant's answer`() throws {
        let request = AccessRequest(subject: .servicePrincipal(ServicePrincipal("c")), resource: .application("r"))
        for unmatched in UnmatchedAccess.allCases {
            let decision = try PolicyPublication.policySet(of: nil, whenNothingMatches: unmatched).evaluate(request)
            #expect(decision.outcome.isAllowed == (unmatched == .allow))
        }
    }

    @Test(arguments: [
        "", "[", "[]x", "null", "[null]", "[[]]", "[{}]", #"[{"id": "x"}]"#,
    ])
    func `what cannot be read whole decides nothing`(text: String) {
        #expect(throws: (any Error).self) {
            try PolicyPublication.policySet(of: Array(text.utf8), whenNothingMatches: .allow)
        }
    }

    @Test func `an enabled policy whose named location is missing denies in force`() throws {
        let bytes = Array(
            #"""
            [{"id": "6f0c7a0e-51d1-4b7e-9c55-2f6f6f1d0001", "displayName": "Office only", "state": "enabled",
              "conditions": {"clientAppTypes": ["all"], "applications": {"includeApplications": ["All"]},
                "users": {"includeUsers": ["All"]},
                "locations": {"includeLocations": ["6f0c7a0e-51d1-4b7e-9c55-2f6f6f1d0009"]}},
              "grantControls": {"operator": "OR", "builtInControls": ["block"]}}]
            """#.utf8)
        let set = try PolicyPublication.policySet(of: bytes, whenNothingMatches: .allow)
        let membership = AccountMembership(account: World.alice)
        let request = AccessRequest(
            subject: .account(membership), resource: .application(World.mail),
            context: AccessContext(ipAddress: IPAddress("192.0.2.1")))
        #expect(set.evaluate(request).outcome == .failed(.evaluationFailed))
    }

    @Test func `one broken policy among good ones decides nothing`() throws {
        let good = String(decoding: World.policies(), as: UTF8.self)
        let broken = "[" + good.dropFirst().dropLast() + #", {"id": "broken"}]"#
        #expect(throws: (any Error).self) {
            try PolicyPublication.policySet(of: Array(broken.utf8), whenNothingMatches: .allow)
        }
        let doubled = "[" + good.dropFirst().dropLast() + "," + good.dropFirst()
        #expect(throws: (any Error).self) {
            try PolicyPublication.policySet(of: Array(doubled.utf8), whenNothingMatches: .allow)
        }
    }
}
