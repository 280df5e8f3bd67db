import AccessModel
import AccessPolicy
import PolicyFormat
import Testing

/// What becomes of conditions in the engine's terms.
@Suite struct PolicyConditionTests {
    private func conditions(_ text: String) throws -> PolicyConditions {
        let document = try #require(PolicySample.read(text).only)
        #expect(document.policy.unenforceable == [])
        return document.policy.conditions
    }

    @Test func `reads risks, flows and what a missing signal means`() throws {
        let found = try conditions(
            PolicySample.policy(
                #"""
                "signInRiskLevels": ["high", "Medium"], "userRiskLevels": ["hidden"],
                "servicePrincipalRiskLevels": ["none", "low"], "insiderRiskLevels": "moderate, elevated",
                "authenticationFlows": {"transferMethods": "deviceCodeFlow,authenticationTransfer"},
                "onMissingSignal": "match"
                """#))
        #expect(found.signInRisks == [.high, .medium])
        #expect(found.userRisks == [.hidden])
        #expect(found.servicePrincipalRisks == [.none, .low])
        #expect(found.insiderRisks == [.moderate, .elevated])
        #expect(found.transferMethods == [.deviceCodeFlow, .authenticationTransfer])
        #expect(found.onMissingSignal == .match)
    }

    @Test func `what is not configured is no condition`() throws {
        let found = try conditions(
            PolicySample.policy(
                #"""
                "signInRiskLevels": [], "userRiskLevels": null, "insiderRiskLevels": null, "devices": {"deviceFilter": null},
                "authenticationFlows": {"transferMethods": "none"}, "clientAppTypes": ["all", "browser"],
                "onMissingSignal": "default"
                """#))
        #expect(
            found
                == PolicyConditions(
                    users: AssignmentTarget(
                        include: .init(all: true), exclude: .init(groups: [GroupID(PolicySample.group)])),
                    resources: .applications(ApplicationTarget(includesAll: true))))
    }

    @Test(arguments: DeviceFilterCondition.Mode.allCases)
    func `reads a device filter`(_ mode: DeviceFilterCondition.Mode) throws {
        let rule = #"device.trustType -eq \"ServerAD\" -or device.isCompliant -eq True"#
        let found = try conditions(
            PolicySample.policy(#""devices": {"deviceFilter": {"mode": "\#(mode.rawValue)", "rule": "\#(rule)"}}"#))
        let filter = try DeviceFilter(parsing: rule.replacing("\\", with: ""))
        #expect(found.devices == DeviceFilterCondition(mode, filter))
    }

    @Test func `a device filter that cannot be read is named with its position`() throws {
        let text = PolicySample.policy(
            #""devices": {"deviceFilter": {"mode": "include", "rule": "device.model -eq"}}"#)
        let reason = try #require(PolicySample.read(text).only?.policy.unenforceable.first)
        #expect(reason.detail.hasPrefix("the rule cannot be read: character 17: "))
        #expect(reason.part == .condition(.devices))
    }

    struct Guests: Sendable, CustomTestStringConvertible {
        let text: String
        let selector: GuestSelector
        var testDescription: String { text }
    }

    private static let tenant = "dddddddd-0000-4000-8000-000000000001"

    @Test(arguments: [
        Guests(
            text: #"{"guestOrExternalUserTypes": "internalGuest, serviceProvider"}"#,
            selector: GuestSelector(types: [.internalGuest, .serviceProvider])),
        Guests(
            text: #"{"guestOrExternalUserTypes": ["internalGuest"], "externalTenants": {"membershipKind": null}}"#,
            selector: GuestSelector(types: [.internalGuest])),
        Guests(
            text: #"{"guestOrExternalUserTypes": "otherExternalUser", "externalTenants": {"membershipKind": "all"}}"#,
            selector: GuestSelector(types: [.otherExternalUser])),
        Guests(
            text: #"""
                {"guestOrExternalUserTypes": "b2bCollaborationGuest",
                 "externalTenants": {"membershipKind": "enumerated", "members": ["\#(tenant.uppercased())"]}}
                """#,
            selector: GuestSelector(types: [.b2bCollaborationGuest], tenants: .enumerated([TenantID(tenant)]))),
        Guests(
            text: ##"""
                {"guestOrExternalUserTypes": "b2bDirectConnectUser", "externalTenants": {"members": ["\##(tenant)"],
                 "@odata.type": "#microsoft.graph.conditionalAccessEnumeratedExternalTenants"}}
                """##,
            selector: GuestSelector(types: [.b2bDirectConnectUser], tenants: .enumerated([TenantID(tenant)]))),
        Guests(
            text: ##"""
                {"guestOrExternalUserTypes": "b2bCollaborationMember", "externalTenants":
                 {"@odata.type": "#microsoft.graph.conditionalAccessAllExternalTenants"}}
                """##,
            selector: GuestSelector(types: [.b2bCollaborationMember])),
    ])
    func `reads guests by kind and organisation, included and excluded`(_ guests: Guests) throws {
        let included = try conditions(
            PolicySample.policy(users: #""users": {"includeGuestsOrExternalUsers": \#(guests.text)}"#))
        #expect(included.users.include.guests == [guests.selector])
        let excluded = try conditions(
            PolicySample.policy(
                users: #""users": {"includeUsers": ["All"], "excludeGuestsOrExternalUsers": \#(guests.text)}"#))
        #expect(excluded.users.exclude.guests == [guests.selector])
    }

    @Test func `reads service principals, with the user that is nobody or without users`() throws {
        let text = #"""
            "clientApplications": {"includeServicePrincipals": ["ServicePrincipalsInMyTenant", "\#(Self.tenant)"],
              "excludeServicePrincipals": ["\#(PolicySample.group.uppercased())"]}
            """#
        for users in [nil, #""users": {"includeUsers": ["None"], "excludeUsers": []}"#, #""users": null"#] {
            let found = try conditions(PolicySample.policy(text, users: users))
            #expect(
                found.servicePrincipals
                    == ServicePrincipalTarget(
                        include: .init(allOfThisTenant: true, clients: [ClientID(Self.tenant)]),
                        exclude: .init(clients: [ClientID(PolicySample.group)])))
        }
        let users = try conditions(PolicySample.policy())
        #expect(users.servicePrincipals == nil)
    }

    @Test(arguments: [
        #""includeUsers": ["None"], "includeGroups": ["\#(PolicySample.group)"]"#, #""includeUsers": ["All"]"#,
        #""includeUsers": ["None"], "includeGuestsOrExternalUsers": {"guestOrExternalUserTypes": "internalGuest"}"#,
        #""includeRoles": ["\#(PolicySample.group)"]"#,
    ])
    func `a policy is for users or for service principals`(_ users: String) throws {
        let text = PolicySample.policy(
            #""clientApplications": {"includeServicePrincipals": ["ServicePrincipalsInMyTenant"]}"#,
            users: "\"users\": {\(users)}")
        let policy = try #require(PolicySample.read(text).only).policy
        #expect(policy.unenforceable.map(\.kind) == [.contradiction])
        #expect(policy.unenforceable.map(\.part) == [.condition(.workloadIdentities)])
    }

    @Test func `reads the words of application groups beside identifiers`() throws {
        let found = try conditions(
            PolicySample.policy(
                applications: #"""
                    "applications": {"includeApplications": ["Office365", "\#(PolicySample.application)"],
                      "excludeApplications": ["MicrosoftAdminPortals"]}
                    """#))
        #expect(
            found.resources
                == .applications(
                    ApplicationTarget(
                        include: [ApplicationID(PolicySample.application)],
                        includeGroups: [ApplicationGroupID("Office365")],
                        excludeGroups: [ApplicationGroupID("MicrosoftAdminPortals")])))
    }
}
