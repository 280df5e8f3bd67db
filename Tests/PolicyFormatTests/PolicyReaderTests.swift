import AccessModel
import AccessPolicy
import JSONCoding
import PolicyFormat
import Testing

@Suite struct PolicyReaderTests {
    // MARK: What can be enforced

    @Test func `reads everything that the engine evaluates`() throws {
        let text = PolicySample.policy(
            #"""
            "clientAppTypes": ["browser", "other"],
            "platforms": {"includePlatforms": ["all"], "excludePlatforms": ["iOS"]},
            "locations": {"includeLocations": ["All"], "excludeLocations": ["AllTrusted", "\#(PolicySample.location)"]}
            """#,
            users: #"""
                "users": {"includeUsers": ["GuestsOrExternalUsers", "dddddddd-0000-4000-8000-00000000000A"],
                  "excludeRoles": ["eeeeeeee-0000-4000-8000-000000000001"]}
                """#,
            applications: #"""
                "applications": {"includeApplications": ["\#(PolicySample.application)"],
                  "excludeApplications": ["bbbbbbbb-0000-4000-8000-000000000002"]}
                """#,
            grant:
                #""grantControls": {"operator": "AND", "builtInControls": ["compliantDevice", "compliantApplication"]}"#
        )
        let policy = try #require(PolicySample.read(text).only).policy
        #expect(policy.unenforceable.isEmpty)
        #expect(policy.state == .enabled)
        let expected = PolicyConditions(
            users: AssignmentTarget(
                include: .init(guests: [.everyGuest], accounts: [AccountID("dddddddd-0000-4000-8000-00000000000a")]),
                exclude: .init(roles: [RoleID("eeeeeeee-0000-4000-8000-000000000001")])),
            resources: .applications(
                ApplicationTarget(
                    include: [ApplicationID(PolicySample.application)],
                    exclude: [ApplicationID("bbbbbbbb-0000-4000-8000-000000000002")])),
            clientApps: [.browser, .other], platforms: PlatformCondition(includesAll: true, exclude: [.iOS]),
            locations: LocationCondition(
                include: .init(all: true),
                exclude: .init(allTrusted: true, named: [NamedLocationID(PolicySample.location)])))
        #expect(policy.conditions == expected)
        #expect(policy.grant == GrantRequirement(.all, [.compliantDevice, .compliantApplication]))
    }

    struct Enforceable: Sendable, CustomTestStringConvertible {
        let note: String
        let text: String
        var testDescription: String { note }
    }

    @Test(arguments: [
        Enforceable(note: "the plainest", text: PolicySample.policy()),
        Enforceable(
            note: "null, empty and missing members",
            text: PolicySample.policy(
                #""platforms": null, "locations": [], "devices": null, "signInRiskLevels": [], "userRiskLevels": null, "times": {}"#,
                more: #""sessionControls": null, "partialEnablementStrategy": null"#)),
        Enforceable(
            note: "an unknown condition that is null", text: PolicySample.policy(#""moonPhase": null, "tides": []"#)),
        Enforceable(
            note: "an unknown member outside of conditions", text: PolicySample.policy(more: #""owner": "me""#)),
        Enforceable(
            note: "a session control that is switched off",
            text: PolicySample.policy(
                more: #""sessionControls": {"signInFrequency": {"isEnabled": false, "value": 4}}"#)),
        Enforceable(
            note: "the switch for resilience defaults",
            text: PolicySample.policy(more: #""sessionControls": {"disableResilienceDefaults": true}"#)),
        Enforceable(
            note: "no transfer method",
            text: PolicySample.policy(#""authenticationFlows": {"transferMethods": "none"}"#)),
        Enforceable(
            note: "every kind of guest of every organisation",
            text: PolicySample.policy(
                users: #"""
                    "users": {"includeGuestsOrExternalUsers": {"guestOrExternalUserTypes":
                      "internalGuest,b2bCollaborationGuest, b2bCollaborationMember,b2bDirectConnectUser,otherExternalUser,serviceProvider",
                      "externalTenants": {"@odata.type": "#microsoft.graph.conditionalAccessAllExternalTenants", "membershipKind": "all"}}}
                    """#)),
        Enforceable(note: "nobody", text: PolicySample.policy(users: #""users": {"includeUsers": ["None"]}"#)),
        Enforceable(
            note: "a user action",
            text: PolicySample.policy(
                applications: #""applications": {"includeUserActions": ["urn:user:registersecurityinfo"]}"#)),
        Enforceable(
            note: "an authentication context",
            text: PolicySample.policy(
                applications: #""applications": {"includeAuthenticationContextClassReferences": ["c1", "c99"]}"#)),
        Enforceable(
            note: "annotations of OData",
            text: PolicySample.policy(
                more: ##""@odata.context": "x", "#microsoft.graph.restore": {"target": "y"}, "state@odata.type": "z""##)
        ),
    ])
    func `can enforce`(_ sample: Enforceable) throws {
        let document = try #require(PolicySample.read(sample.text).only)
        #expect(document.policy.unenforceable == [])
        #expect(document.isEnforceable)
        #expect(document.policy.effectiveState == .enabled)
    }

    // MARK: What cannot

    struct Held: Sendable, CustomTestStringConvertible {
        let text: String
        let kind: UnenforceableReason.Kind
        let path: String
        var testDescription: String { "\(kind.rawValue) \(path)" }

        init(_ text: String, _ kind: UnenforceableReason.Kind, _ path: String) {
            self.text = text
            self.kind = kind
            self.path = path
        }
    }

    static func condition(_ text: String, _ kind: UnenforceableReason.Kind, _ path: String) -> Held {
        Held(PolicySample.policy(text), kind, "conditions." + path)
    }

    static func users(_ text: String, _ kind: UnenforceableReason.Kind, _ path: String) -> Held {
        Held(PolicySample.policy(users: "\"users\": {\(text)}"), kind, "conditions.users" + path)
    }

    static func applications(_ text: String, _ kind: UnenforceableReason.Kind, _ path: String) -> Held {
        Held(PolicySample.policy(applications: "\"applications\": {\(text)}"), kind, "conditions.applications" + path)
    }

    static func grant(_ text: String, _ kind: UnenforceableReason.Kind, _ path: String) -> Held {
        Held(PolicySample.policy(grant: "\"grantControls\": {\(text)}"), kind, "grantControls" + path)
    }

    static func session(
        _ name: String, _ text: String, _ kind: UnenforceableReason.Kind, _ path: String = ""
    ) -> Held {
        Held(
            PolicySample.policy(more: "\"sessionControls\": {\"\(name)\": \(text)}"), kind,
            "sessionControls.\(name)\(path)")
    }

    static func principals(_ text: String, _ kind: UnenforceableReason.Kind, _ path: String) -> Held {
        Held(
            PolicySample.policy("\"clientApplications\": {\(text)}", users: nil), kind,
            "conditions.clientApplications" + path)
    }

    static func guests(_ tenants: String, _ kind: UnenforceableReason.Kind, _ path: String) -> Held {
        let types = #""guestOrExternalUserTypes": "serviceProvider""#
        return users(
            "\"includeUsers\": [\"All\"], \"excludeGuestsOrExternalUsers\": {\(types), \"externalTenants\": \(tenants)}",
            kind, ".excludeGuestsOrExternalUsers.externalTenants" + path)
    }

    static let held: [Held] = [
        condition(#""moonPhase": ["full"]"#, .unknownMember, "moonPhase"),
        condition(#""MoonPhase": "full""#, .unknownMember, "moonPhase"),
        condition(#""times": {"includedRanges": [{}], "allDay": true}"#, .unsupportedCondition, "times"),
        condition(#""signInRiskLevels": ["high", "huge"]"#, .invalidValue, "signInRiskLevels[1]"),
        condition(#""userRiskLevels": ["extreme"]"#, .invalidValue, "userRiskLevels[0]"),
        condition(#""servicePrincipalRiskLevels": ["no"]"#, .invalidValue, "servicePrincipalRiskLevels[0]"),
        condition(#""signInRiskDetections": ["x"]"#, .unsupportedCondition, "signInRiskDetections"),
        condition(#""insiderRiskLevels": "minor,huge""#, .invalidValue, "insiderRiskLevels"),
        condition(#""insiderRiskLevels": "none""#, .invalidValue, "insiderRiskLevels"),
        condition(#""insiderRiskLevels": """#, .invalidValue, "insiderRiskLevels"),
        condition(#""insiderRiskLevels": " , ""#, .invalidValue, "insiderRiskLevels"),
        condition(#""insiderRiskLevels": [""]"#, .invalidValue, "insiderRiskLevels"),
        condition(#""insiderRiskLevels": "minor,""#, .invalidValue, "insiderRiskLevels"),
        condition(
            #""authenticationFlows": {"transferMethods": ""}"#, .invalidValue, "authenticationFlows.transferMethods"),
        condition(
            #""authenticationFlows": {"transferMethods": ","}"#, .invalidValue, "authenticationFlows.transferMethods"),
        condition(
            #""authenticationFlows": {"transferMethods": "none,"}"#, .invalidValue,
            "authenticationFlows.transferMethods"),
        condition(#""agentIdRiskLevels": """#, .invalidValue, "agentIdRiskLevels"),
        condition(#""clientAppTypes": [""]"#, .invalidValue, "clientAppTypes[0]"),
        condition(
            #""authenticationFlows": {"transferMethods": "pigeon"}"#, .invalidValue,
            "authenticationFlows.transferMethods"),
        condition(
            #""devices": {"deviceFilter": {"mode": "exclude", "rule": "device.isCompliant -is True"}}"#, .invalidValue,
            "devices.deviceFilter.rule"),
        condition(
            #""devices": {"deviceFilter": {"mode": "only", "rule": "device.isCompliant -eq True"}}"#, .invalidValue,
            "devices.deviceFilter.mode"),
        condition(#""devices": {"deviceFilter": {"mode": "exclude"}}"#, .incomplete, "devices.deviceFilter"),
        condition(#""devices": {"deviceFilter": {"rule": "x"}}"#, .incomplete, "devices.deviceFilter"),
        condition(#""devices": {"includeDevices": ["All"]}"#, .unsupportedCondition, "devices.includeDevices"),
        condition(
            #""devices": {"excludeDeviceStates": ["Compliant"]}"#, .unsupportedCondition, "devices.excludeDeviceStates"),
        condition(#""devices": {"mood": "good"}"#, .unknownMember, "devices.mood"),
        condition(#""onMissingSignal": "sulk""#, .invalidValue, "onMissingSignal"),
        condition(#""deviceStates": {"includeStates": ["All"]}"#, .unsupportedCondition, "deviceStates"),
        condition(#""agents": {"includeAgentUsers": ["All"]}"#, .unsupportedCondition, "agents"),
        condition(#""agentIdRiskLevels": "high""#, .unsupportedCondition, "agentIdRiskLevels"),
        condition(#""clientAppTypes": ["fax"]"#, .invalidValue, "clientAppTypes[0]"),
        condition(
            #""platforms": {"includePlatforms": ["all", "amiga"]}"#, .invalidValue, "platforms.includePlatforms[1]"),
        condition(#""platforms": {"excludePlatforms": ["iOS"]}"#, .incomplete, "platforms"),
        condition(
            #""platforms": {"includePlatforms": ["all"], "trust": "any"}"#, .unknownMember, "platforms.trust"),
        condition(#""locations": {"excludeLocations": ["AllTrusted"]}"#, .incomplete, "locations"),
        condition(
            #""locations": {"includeLocations": ["Head office"]}"#, .unresolvedReference,
            "locations.includeLocations[0]"),
        condition(
            #""locations": {"includeLocations": ["00000000-0000-0000-0000-000000000000"]}"#, .unsupportedValue,
            "locations.includeLocations[0]"),
        Held(PolicySample.policy(users: nil), .incomplete, "conditions.users"),
        Held(PolicySample.policy(users: #""users": null"#), .incomplete, "conditions.users"),
        principals(#""includeServicePrincipals": ["<id>"]"#, .unresolvedReference, ".includeServicePrincipals[0]"),
        principals(#""excludeServicePrincipals": ["\#(PolicySample.application)"]"#, .incomplete, ""),
        principals(
            #""includeServicePrincipals": ["ServicePrincipalsInMyTenant"], "servicePrincipalFilter": {"mode": "include", "rule": "x"}"#,
            .unsupportedCondition, ".servicePrincipalFilter"),
        principals(
            #""includeAgentIdServicePrincipals": ["All"]"#, .unsupportedCondition, ".includeAgentIdServicePrincipals"),
        condition(
            #""clientApplications": {"includeServicePrincipals": ["ServicePrincipalsInMyTenant"]}"#, .contradiction,
            "clientApplications"),
        users(#""excludeUsers": ["\#(PolicySample.group)"]"#, .incomplete, ""),
        users(
            #""includeUsers": ["All"], "excludeGroups": ["<BreakGlass>"]"#, .unresolvedReference, ".excludeGroups[0]"),
        users(#""includeGroups": ["%CA101-Id%"]"#, .unresolvedReference, ".includeGroups[0]"),
        users(#""includeGroups": ["xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx"]"#, .unresolvedReference, ".includeGroups[0]"),
        users(#""includeRoles": ["Global Administrator"]"#, .unresolvedReference, ".includeRoles[0]"),
        users(#""includeUsers": ["someone@example.org"]"#, .unresolvedReference, ".includeUsers[0]"),
        users(#""includeUsers": ["All"], "includeMoods": ["good"]"#, .unknownMember, ".includeMoods"),
        users(
            #""includeGuestsOrExternalUsers": {"guestOrExternalUserTypes": "internalGuest,alien"}"#, .invalidValue,
            ".includeGuestsOrExternalUsers.guestOrExternalUserTypes"),
        users(
            #""includeUsers": ["All"], "excludeGuestsOrExternalUsers": {"guestOrExternalUserTypes": ","}"#,
            .invalidValue, ".excludeGuestsOrExternalUsers.guestOrExternalUserTypes"),
        users(
            #""includeUsers": ["All"], "includeGuestsOrExternalUsers": {"guestOrExternalUserTypes": ""}"#,
            .invalidValue, ".includeGuestsOrExternalUsers.guestOrExternalUserTypes"),
        users(
            #""includeGuestsOrExternalUsers": {"externalTenants": {"membershipKind": "all"}}"#, .incomplete,
            ".includeGuestsOrExternalUsers"),
        guests(#"{"membershipKind": "enumerated", "members": ["x"]}"#, .unresolvedReference, ".members[0]"),
        guests(#"{"membershipKind": "enumerated", "members": []}"#, .incomplete, ""),
        guests(
            ##"{"@odata.type": "#microsoft.graph.conditionalAccessEnumeratedExternalTenants"}"##, .incomplete, ""),
        guests(##"{"@odata.type": "#microsoft.graph.conditionalAccessFriendlyTenants"}"##, .invalidValue, ""),
        guests(#"{"membershipKind": "some"}"#, .invalidValue, ".membershipKind"),
        guests(
            #"{"membershipKind": "all", "members": ["\#(PolicySample.group)"]}"#, .contradiction, ".members"),
        applications(#""includeApplications": []"#, .incomplete, ""),
        applications(#""includeApplications": ["AllAgentIdResources"]"#, .unsupportedValue, ".includeApplications[0]"),
        applications(
            #""includeApplications": ["All"], "excludeApplications": ["All"]"#, .unsupportedValue,
            ".excludeApplications[0]"),
        applications(#""includeApplications": ["Sales force"]"#, .unresolvedReference, ".includeApplications[0]"),
        applications(#""includeUserActions": ["urn:user:dance"]"#, .invalidValue, ".includeUserActions[0]"),
        applications(
            #""includeApplications": ["All"], "includeUserActions": ["urn:user:registerdevice"]"#, .contradiction, ""
        ),
        applications(
            #""includeAuthenticationContextClassReferences": ["c100"]"#, .unresolvedReference,
            ".includeAuthenticationContextClassReferences[0]"),
        applications(
            #""includeApplications": ["All"], "applicationFilter": {"mode": "include", "rule": "x"}"#,
            .unsupportedCondition, ".applicationFilter"),
        grant(
            #""operator": "OR", "builtInControls": ["riskRemediation"]"#, .unsupportedGrantControl,
            ".builtInControls[0]"
        ),
        grant(#""operator": "OR", "builtInControls": ["mfa", "teleport"]"#, .invalidValue, ".builtInControls[1]"),
        grant(#""operator": "OR", "builtInControls": ["block", "mfa"]"#, .contradiction, ".builtInControls"),
        grant(
            #""builtInControls": ["block"], "authenticationStrength": {"id": "\#(PolicySample.strength)"}"#,
            .contradiction, ".builtInControls"),
        grant(#""builtInControls": ["block"], "termsOfUse": ["x"]"#, .contradiction, ".builtInControls"),
        grant(
            #""builtInControls": ["mfa"], "authenticationStrength": {"id": "\#(PolicySample.strength)"}"#,
            .contradiction, ".builtInControls"),
        grant(#""operator": "OR", "termsOfUse": ["x"]"#, .unsupportedGrantControl, ".termsOfUse"),
        grant(
            #""operator": "OR", "customAuthenticationFactors": ["x"]"#, .unsupportedGrantControl,
            ".customAuthenticationFactors"),
        grant(
            #""operator": "OR", "authenticationStrength": {"id": "<strength>"}"#, .unresolvedReference,
            ".authenticationStrength.id"),
        grant(
            #""operator": "OR", "authenticationStrength": {"displayName": "Strong"}"#, .unresolvedReference,
            ".authenticationStrength"),
        grant(#""operator": "OR", "builtInControls": ["mfa"], "biometrics": true"#, .unknownMember, ".biometrics"),
        grant(#""operator": "OR", "builtInControls": []"#, .incomplete, ""),
        Held(PolicySample.policy(grant: nil), .incomplete, "grantControls"),
        Held(
            PolicySample.policy(
                grant: nil, more: #""sessionControls": {"signInFrequency": {"isEnabled": false, "value": 4}}"#),
            .incomplete, "grantControls"),
        session("signInFrequency", #"{"isEnabled": true, "type": "hours"}"#, .incomplete),
        session("signInFrequency", #"{"isEnabled": true, "type": "hours", "value": 0}"#, .invalidValue, ".value"),
        session("signInFrequency", #"{"isEnabled": true, "type": "weeks", "value": 1}"#, .invalidValue, ".type"),
        session(
            "signInFrequency", #"{"isEnabled": true, "frequencyInterval": "everyTime", "type": "hours", "value": 1}"#,
            .contradiction),
        session(
            "signInFrequency", #"{"type": "hours", "value": 1, "authenticationType": "third"}"#, .invalidValue,
            ".authenticationType"),
        session("persistentBrowser", #"{"isEnabled": true}"#, .incomplete),
        session("persistentBrowser", #"{"isEnabled": true, "mode": "sometimes"}"#, .invalidValue, ".mode"),
        session("continuousAccessEvaluation", #"{"mode": "fierce"}"#, .invalidValue, ".mode"),
        session("secureSignInSession", #"{"isEnabled": true, "how": "well"}"#, .unknownMember, ".how"),
        session("cloudAppSecurity", #"{"isEnabled": true, "cloudAppSecurityType": "x"}"#, .unsupportedSessionControl),
        session("applicationEnforcedRestrictions", #"{"isEnabled": true}"#, .unsupportedSessionControl),
        session("globalSecureAccessFilteringProfile", #"{"profileId": "x"}"#, .unsupportedSessionControl),
        session("networkAccessSecurity", #"{"policyId": "x"}"#, .unsupportedSessionControl),
        session("blockSensitiveActions", #"{"isEnabled": true}"#, .unsupportedSessionControl),
        Held(
            PolicySample.policy(more: #""sessionControls": {"telepathy": {"isEnabled": true}}"#), .unknownMember,
            "sessionControls.telepathy"),
        Held(
            PolicySample.policy(more: #""partialEnablementStrategy": {"percent": 10}"#), .unsupportedCondition,
            "partialEnablementStrategy"),
    ]

    @Test(arguments: held)
    func `keeps and holds at report-only`(_ sample: Held) throws {
        let document = try #require(PolicySample.read(sample.text).only)
        let found = document.policy.unenforceable.map { "\($0.kind.rawValue) \($0.path)" }
        #expect(found.contains("\(sample.kind.rawValue) \(sample.path)"))
        #expect(document.policy.effectiveState == .reportOnly)
        let held = document.diagnostics.filter { $0.severity == .held }
        #expect(held.count == document.policy.unenforceable.count)
        #expect(held.allSatisfy { $0.position != nil && !$0.message.contains("\n") })
    }

    @Test(arguments: ["", ",", "minor,", ",,"])
    func `a word that is empty is still held when the canonical document is read again`(_ text: String) throws {
        let first = try #require(PolicySample.read(PolicySample.policy(#""insiderRiskLevels": "\#(text)""#)).only)
        let again = try #require(
            PolicySample.read(String(decoding: first.canonicalBytes, as: UTF8.self)).only)
        #expect(again.canonicalBytes == first.canonicalBytes)
        #expect(again.policy.unenforceable == first.policy.unenforceable)
        #expect(again.policy.unenforceable.map(\.kind) == [.invalidValue])
    }

    @Test(arguments: [
        (#"["mfaa"]"#, "`mfaa` is not known; one of `block`, `mfa`, "),
        (#"["mfaa"]"#, "`compliantApplication`, `passwordChange`, `riskRemediation` was expected"),
    ])
    func `says what an unknown grant control could have been`(_ controls: String, _ text: String) throws {
        let grant = #""grantControls": {"operator": "OR", "builtInControls": \#(controls)}"#
        let policy = try #require(PolicySample.read(PolicySample.policy(grant: grant)).only).policy
        #expect(policy.unenforceable.map(\.kind) == [.invalidValue])
        #expect(policy.unenforceable.first?.detail.contains(text) == true)
    }

    @Test(arguments: [
        (#""platforms": {"includePlatforms": ["iPhone"]}"#, "`iPhone` is not known; one of `all`, `android`, `iOS`, "),
        (#""clientAppTypes": ["fax"]"#, "`fax` is not known; one of `all`, `browser`, "),
        (#""signInRiskLevels": ["huge"]"#, "`huge` is not known; one of `none`, `low`, "),
        (#""insiderRiskLevels": "huge""#, "`huge` is not known; one of `minor`, "),
    ])
    func `says what a condition's unknown value could have been`(_ condition: String, _ text: String) throws {
        let policy = try #require(PolicySample.read(PolicySample.policy(condition)).only).policy
        #expect(policy.effectiveState == .reportOnly)
        #expect(policy.unenforceable.contains { $0.kind == .invalidValue && $0.detail.contains(text) })
    }

    @Test func `keeps what it cannot enforce in the canonical document`() throws {
        let text = PolicySample.policy(
            #""moonPhase": ["full"], "signInRiskLevels": ["high"]"#,
            users: #""users": {"includeUsers": ["All"], "excludeGroups": ["<BreakGlass>"]}"#, more: #""owner": "me""#)
        let document = try #require(PolicySample.read(text).only).document
        #expect(document["owner"] == "me")
        #expect(document["conditions"]?["moonPhase"] == ["full"])
        #expect(document["conditions"]?["signInRiskLevels"] == ["high"])
        #expect(document["conditions"]?["users"]?["excludeGroups"] == ["<BreakGlass>"])
    }

    // MARK: What is refused

    struct Refusal: Sendable, CustomTestStringConvertible {
        let text: String
        let path: String
        let message: String
        var testDescription: String { path + ": " + message }
    }

    @Test(arguments: [
        Refusal(
            text: PolicySample.policy(users: #""users": {"includeUsers": "All"}"#),
            path: "conditions.users.includeUsers",
            message: "expected a list, found string"),
        Refusal(
            text: PolicySample.policy(users: #""users": {"includeUsers": [7]}"#),
            path: "conditions.users.includeUsers[0]", message: "expected a string, found integer"),
        Refusal(
            text: PolicySample.policy(users: #""users": "All""#), path: "conditions.users",
            message: "expected an object, found string"),
        Refusal(
            text: PolicySample.policy(state: "on"), path: "state", message: "`on` is none of `enabled`, `disabled`"),
        Refusal(
            text: PolicySample.policy(grant: #""grantControls": {"operator": "XOR", "builtInControls": ["mfa"]}"#),
            path: "grantControls.operator", message: "`XOR` is none of `AND`, `OR`"),
        Refusal(
            text: PolicySample.policy(more: #""sessionControls": {"signInFrequency": true}"#),
            path: "sessionControls.signInFrequency", message: "expected an object, found boolean"),
        Refusal(
            text: PolicySample.policy(more: #""GrantControls": {"operator": "AND"}"#), path: "",
            message: "`grantControls` is given twice"),
        Refusal(
            text: #"{"displayName": "x", "state": "enabled", "grantControls": {}}"#, path: "conditions",
            message: "the policy has no conditions"),
        Refusal(
            text: #"{"displayName": 7, "state": "enabled", "conditions": {}}"#, path: "displayName",
            message: "expected a string, found integer"),
    ])
    func `refuses what has the wrong type, with its place`(_ refusal: Refusal) throws {
        let file = PolicySample.read("[\n\(refusal.text)]")
        #expect(file.policies.isEmpty)
        #expect(file.refusedCount == 1)
        let error = try #require(file.diagnostics.first { $0.severity == .error })
        #expect(error.path == refusal.path)
        #expect(error.message.contains(refusal.message))
        #expect(error.position?.line == 2)
    }

    @Test func `names every wrong type of a policy, not only the first`() {
        let stub =
            #"{"displayName": "s", "conditions": {"users": "string", "applications": "string", "clientAppTypes": "string"}}"#
        #expect(PolicySample.read(stub).diagnostics.filter { $0.severity == .error }.count == 3)
    }

    // MARK: What is corrected

    @Test func `folds words to their case with a warning`() throws {
        let text = PolicySample.policy(
            #""clientAppTypes": ["All"], "platforms": {"includePlatforms": ["IOS"]}"#,
            users: #""users": {"includeUsers": ["all"]}"#,
            grant: #""grantControls": {"operator": "or", "builtInControls": ["MFA"]}"#)
        let document = try #require(PolicySample.read(text).only)
        #expect(document.isEnforceable)
        #expect(document.policy.conditions.clientApps == nil)
        #expect(document.policy.conditions.platforms?.include == [.iOS])
        #expect(document.policy.conditions.users.include.all)
        #expect(document.policy.grant == GrantRequirement(.any, [.mfa]))
        #expect(document.diagnostics.map(\.severity) == Array(repeating: .warning, count: 5))
        #expect(document.document["grantControls"]?["operator"] == "OR")
    }

    @Test func `reads objects as PowerShell writes them`() throws {
        let text = #"""
            {"Id": "\#(PolicySample.id.uppercased())", "DisplayName": "Sample", "State": "enabled", "AdditionalProperties": {},
             "Conditions": {"Users": {"IncludeUsers": ["All"], "ExcludeGroups": ["\#(PolicySample.group)"], "ExcludeUsers": null,
                "IncludeGuestsOrExternalUsers": {"ExternalTenants": {"MembershipKind": null, "AdditionalProperties": {}}}},
              "Applications": {"IncludeApplications": ["All"], "ApplicationFilter": {"Mode": null, "Rule": null}},
              "Devices": {"DeviceFilter": {"Mode": null}}, "SignInRiskLevels": null},
             "GrantControls": {"Operator": "OR", "BuiltInControls": ["mfa"], "AuthenticationStrength": {"Id": null}},
             "SessionControls": {"SignInFrequency": {"IsEnabled": null}}}
            """#
        let document = try #require(PolicySample.read(text).only)
        #expect(document.canonicalBytes == PolicySample.read(PolicySample.policy()).only?.canonicalBytes)
        #expect(document.diagnostics.isEmpty)
    }

    @Test func `flags are the same as a text with commas and as a list`() throws {
        let text = PolicySample.policy(
            #""authenticationFlows": {"transferMethods": "deviceCodeFlow, authenticationTransfer"}"#)
        let list = PolicySample.policy(
            #""authenticationFlows": {"transferMethods": ["deviceCodeFlow", "AuthenticationTransfer"]}"#)
        let document = try #require(PolicySample.read(text).only)
        #expect(document.canonicalBytes == PolicySample.read(list).only?.canonicalBytes)
        let flows = document.document["conditions"]?["authenticationFlows"]
        #expect(flows?["transferMethods"] == "deviceCodeFlow,authenticationTransfer")
    }

    @Test func `an operator that is missing demands every control`() throws {
        let text = PolicySample.policy(grant: #""grantControls": {"builtInControls": ["mfa", "compliantDevice"]}"#)
        #expect(try #require(PolicySample.read(text).only).policy.grant?.combination == .all)
    }

    // MARK: Identifiers

    @Test func `a policy without an identifier has one that follows from its content alone`() throws {
        func id(_ text: String) throws -> PolicyID {
            let document = try #require(PolicySample.read(text).only)
            return document.policy.id
        }
        let anonymous = PolicySample.policy().replacing(#""id": "\#(PolicySample.id)", "#, with: "")
        let first = try id(anonymous)
        #expect(GUID(first.rawValue) != nil)
        #expect(try id(anonymous) == first)
        #expect(try id(anonymous.replacing("enabled", with: "disabled")) == first)
        #expect(try id(anonymous.replacing("mfa", with: "block")) != first)
        #expect(try id(PolicySample.policy()) == PolicyID(PolicySample.id))
    }

    @Test func `an identifier that is no GUID is replaced with a warning`() throws {
        let document = try #require(
            PolicySample.read(PolicySample.policy().replacing(PolicySample.id, with: "<id>")).only)
        #expect(document.diagnostics.map(\.path) == ["id"])
        #expect(GUID(document.policy.id.rawValue) != nil)
    }

    // MARK: Export

    static let exported =
        held.map(\.text) + [
            PolicySample.policy(),
            // Members in no order, items twice: what cannot be enforced is the same, and at the same places.
            PolicySample.policy(
                #""zeal": 1, "moonPhase": 2, "clientAppTypes": ["fax", "All", "all", "fax", "telex"]"#,
                users: #""users": {"includeUsers": ["All"], "excludeGroups": ["<a>", "<a>", "<b>"]}"#),
        ]

    @Test(arguments: exported)
    func `reading an export gives the same bytes`(_ text: String) throws {
        let document = try #require(PolicySample.read(text).only)
        let again = try #require(PolicyReader().read(document.canonicalBytes, named: "again.json").only)
        #expect(again.canonicalBytes == document.canonicalBytes)
        #expect(again.policy == document.policy)
    }

    @Test func `an export has sorted names, required lists and nothing that is null`() throws {
        let document = try #require(PolicySample.read(PolicySample.policy(#""platforms": null"#)).only)
        let expected = """
            {
              "conditions": {
                "applications": {
                  "excludeApplications": [],
                  "includeApplications": [
                    "All"
                  ],
                  "includeAuthenticationContextClassReferences": [],
                  "includeUserActions": []
                },
                "clientAppTypes": [],
                "servicePrincipalRiskLevels": [],
                "signInRiskLevels": [],
                "userRiskLevels": [],
                "users": {
                  "excludeGroups": [
                    "\(PolicySample.group)"
                  ],
                  "excludeRoles": [],
                  "excludeUsers": [],
                  "includeGroups": [],
                  "includeRoles": [],
                  "includeUsers": [
                    "All"
                  ]
                }
              },
              "displayName": "Sample",
              "grantControls": {
                "builtInControls": [
                  "mfa"
                ],
                "customAuthenticationFactors": [],
                "operator": "OR",
                "termsOfUse": []
              },
              "id": "\(PolicySample.id)",
              "state": "enabled"
            }

            """
        #expect(String(decoding: document.canonicalBytes, as: UTF8.self) == expected)
        #expect(document.fileName == "sample-11111111.json")
    }
}
