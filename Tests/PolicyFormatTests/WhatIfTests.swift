import AccessModel
import AccessPolicy
import JSONCoding
import PolicyFormat
import Testing

@Suite struct WhatIfTests {
    /// A policy that reaches a request of the user `ada` for the application `mail` and, by a change of one of the two,
    /// does not.
    struct Example: Sendable, CustomTestStringConvertible {
        let reasons: String
        var condition: String?
        var policyMembers = #""grantControls": {"builtInControls": ["mfa"]}"#
        var users = #"{"includeUsers": ["All"]}"#
        var applications = #"{"includeApplications": ["All"]}"#
        var state = "enabled"
        var identity = ##"{"@odata.type": "#microsoft.graph.userSignIn", "userId": "ada"}"##
        var target = ##"{"@odata.type": "#microsoft.graph.applicationContext", "includeApplications": ["mail"]}"##
        var conditions = "{}"
        var testDescription: String { reasons + " " + (condition ?? "") + conditions }

        var policy: String {
            let more = condition.map { ", \($0)" } ?? ""
            return #"""
                {"id": "\#(PolicySample.id)", "displayName": "Sample", "state": "\#(state)", \#(policyMembers),
                 "conditions": {"users": \#(users), "applications": \#(applications)\#(more)}}
                """#
        }

        var question: String {
            #"{"signInIdentity": \#(identity), "signInContext": \#(target), "signInConditions": \#(conditions)}"#
        }
    }

    private static let workload = #"{"includeServicePrincipals": ["\#(PolicySample.application)"]}"#
    private static let elsewhere = #"{"includeLocations": ["\#(PolicySample.location)"]}"#
    private static let device = #"{"deviceFilter": {"mode": "include", "rule": "device.trustType -eq \"AzureAD\""}}"#

    static let examples = [
        Example(reasons: "notSet"),
        Example(reasons: "notSet", state: "enabledForReportingButNotEnforced"),
        Example(reasons: "notSet", condition: #""signInRiskLevels": ["high"], "onMissingSignal": "match""#),
        Example(
            reasons: "users", users: #"{"includeUsers": ["All"], "excludeUsers": ["\#(PolicySample.group)"]}"#,
            identity: #"{"userId": "\#(PolicySample.group.uppercased())"}"#),
        Example(reasons: "users", identity: #"{"servicePrincipalId": "daemon"}"#),
        Example(reasons: "workloadIdentities", condition: #""clientApplications": \#(workload)"#, users: "null"),
        Example(
            reasons: "notEnoughInformation,workloadIdentities",
            condition: #""clientApplications": \#(workload), "servicePrincipalRiskLevels": ["high"]"#, users: "null",
            identity: #"{"servicePrincipalId": "\#(PolicySample.application)"}"#),
        Example(reasons: "application", applications: #"{"includeApplications": ["\#(PolicySample.application)"]}"#),
        Example(
            reasons: "application",
            applications: #"{"includeUserActions": ["urn:user:registersecurityinfo"]}"#),
        Example(
            reasons: "userActions", applications: #"{"includeUserActions": ["urn:user:registersecurityinfo"]}"#,
            target: #"{"userAction": "registerOrJoinDevices"}"#),
        Example(
            reasons: "authenticationContext",
            applications: #"{"includeAuthenticationContextClassReferences": ["c1"]}"#,
            target: #"{"authenticationContextValue": "c2"}"#),
        Example(
            reasons: "devicePlatform", condition: #""platforms": {"includePlatforms": ["iOS"]}"#,
            conditions: #"{"devicePlatform": "android"}"#),
        Example(
            reasons: "notEnoughInformation,devicePlatform", condition: #""platforms": {"includePlatforms": ["iOS"]}"#),
        Example(
            reasons: "devices", condition: #""devices": \#(device)"#,
            conditions: #"{"deviceInfo": {"trustType": "Workplace", "ownership": "Company"}}"#),
        Example(reasons: "notEnoughInformation,devices", condition: #""devices": \#(device)"#),
        Example(
            reasons: "clientApps", condition: #""clientAppTypes": ["exchangeActiveSync"]"#,
            conditions: #"{"clientAppType": "browser"}"#),
        Example(
            reasons: "location",
            condition: #""locations": {"includeLocations": ["All"], "excludeLocations": ["AllTrusted"]}"#,
            conditions: #"{"ipAddress": "192.0.2.7", "country": "ES"}"#),
        Example(reasons: "notEnoughInformation,location", condition: #""locations": \#(elsewhere)"#),
        Example(
            reasons: "signInRisk", condition: #""signInRiskLevels": ["high"]"#,
            conditions: #"{"signInRiskLevel": "low"}"#),
        Example(reasons: "notEnoughInformation,signInRisk", condition: #""signInRiskLevels": ["high"]"#),
        Example(
            reasons: "userRisk", condition: #""userRiskLevels": ["high"]"#,
            conditions: #"{"userRiskLevel": "medium"}"#),
        Example(
            reasons: "insiderRisk", condition: #""insiderRiskLevels": "elevated""#,
            conditions: #"{"insiderRiskLevel": "minor"}"#),
        Example(
            reasons: "authenticationFlow", condition: #""authenticationFlows": {"transferMethods": "deviceCodeFlow"}"#,
            conditions: #"{"authenticationFlow": {"transferMethod": "authenticationTransfer"}}"#),
        Example(
            reasons: "authenticationFlow", condition: #""authenticationFlows": {"transferMethods": "deviceCodeFlow"}"#,
            conditions: #"{"authenticationFlow": {"transferMethod": "none"}}"#),
        Example(reasons: "emptyPolicy", policyMembers: #""grantControls": null"#),
        Example(reasons: "invalidPolicy", policyMembers: #""grantControls": {"builtInControls": ["riskRemediation"]}"#),
        Example(
            reasons: "invalidPolicy",
            policyMembers: #""grantControls": {"authenticationStrength": {"id": "\#(PolicySample.strength)"}}"#),
        Example(reasons: "invalidCondition", condition: #""clients": {"some": "thing"}"#),
        Example(
            reasons: "invalidCondition",
            condition: #""locations": {"includeLocations": ["55555555-0000-4000-8000-00000000000f"]}"#,
            conditions: #"{"ipAddress": "192.0.2.7", "country": "ES"}"#),
        Example(reasons: "time", condition: #""times": {"includedRanges": ["All"]}"#),
        Example(reasons: "policyNotEnabled", state: "disabled"),
    ]

    private static let location = PolicySample.read(
        #"""
        {"@odata.type": "#microsoft.graph.ipNamedLocation", "id": "\#(PolicySample.location)", "displayName": "Office",
         "isTrusted": true, "ipRanges": [{"cidrAddress": "192.0.2.0/24"}]}
        """#)

    private static func answer(_ policies: [String], _ question: String, appliedOnly: Bool = false) throws -> JSONValue
    {
        let collection = PolicyCollection(policies.map { PolicySample.read($0) } + [location])
        #expect(collection.refusedCount == 0)
        let set = try collection.policySet()
        let asked = try WhatIfQuestion(jsonBytes: Array(question.utf8))
        let answer = WhatIfAnswer(
            asked.requests.map { set.trace($0) }, collection.policies,
            appliedPoliciesOnly: appliedOnly || asked.appliedPoliciesOnly)
        return try JSONValue.parse(answer.jsonBytes())
    }

    @Test(arguments: examples)
    func `gives the first reason why a policy does not apply`(_ example: Example) throws {
        let answer = try Self.answer([example.policy], example.question)
        let row = try #require(answer["value"]?.arrayValue?.first)
        #expect(row["analysisReasons"] == .string(example.reasons))
        #expect(row["policyApplies"] == .bool(example.reasons == "notSet"))
    }

    @Test func `every reason has its number and its name`() {
        let reasons: [(AnalysisReasons, Int, String)] = [
            (.notSet, 0, "notSet"), (.notEnoughInformation, 1, "notEnoughInformation"),
            (.invalidCondition, 2, "invalidCondition"), (.users, 4, "users"),
            (.workloadIdentities, 8, "workloadIdentities"), (.application, 16, "application"),
            (.userActions, 32, "userActions"), (.authenticationContext, 64, "authenticationContext"),
            (.devicePlatform, 128, "devicePlatform"), (.devices, 256, "devices"), (.clientApps, 512, "clientApps"),
            (.location, 1024, "location"), (.signInRisk, 2048, "signInRisk"), (.emptyPolicy, 4096, "emptyPolicy"),
            (.invalidPolicy, 8192, "invalidPolicy"), (.policyNotEnabled, 16384, "policyNotEnabled"),
            (.userRisk, 32768, "userRisk"), (.time, 65536, "time"), (.insiderRisk, 131_072, "insiderRisk"),
            (.authenticationFlow, 262_144, "authenticationFlow"),
        ]
        for (reason, number, name) in reasons {
            #expect(reason.rawValue == number)
            #expect(reason.text == name)
        }
        let tried = Set(Self.examples.flatMap { $0.reasons.split(separator: ",") })
        #expect(tried == Set(reasons.map { $0.2[...] }))
    }

    @Test func `the answer holds policies whole, those that apply alone if so asked`() throws {
        let applies = Example(reasons: "notSet").policy
        var other = Example(reasons: "users", users: #"{"includeUsers": ["None"]}"#).policy
        other = other.replacing(PolicySample.id, with: "22222222-2222-4333-8444-555555555555")
        let question = Example(reasons: "").question
        let answer = try Self.answer([other, applies], question)
        let rows = try #require(answer["value"]?.arrayValue)
        #expect(rows.map { $0["id"] } == [.string(PolicySample.id), "22222222-2222-4333-8444-555555555555"])
        var whole = try #require(rows.first?.objectValue)
        whole.remove("analysisReasons")
        whole.remove("policyApplies")
        #expect(whole == PolicySample.read(applies).only?.document)
        let asked = question.dropLast() + #", "appliedPoliciesOnly": true}"#
        #expect(try Self.answer([other, applies], String(asked))["value"]?.arrayValue == [rows[0]])
    }

    @Test func `a policy applies if it applies to one of several applications`() throws {
        let policy = Example(
            reasons: "", applications: #"{"includeApplications": ["\#(PolicySample.application)"]}"#)
        for (names, reasons) in [
            (#""mail", "\#(PolicySample.application)""#, "notSet"), (#""mail", "crm""#, "application"),
        ] {
            let question = Example(reasons: "", target: #"{"includeApplications": [\#(names)]}"#).question
            let answer = try Self.answer([policy.policy], question)
            #expect(answer["value"]?.arrayValue?.first?["analysisReasons"] == .string(reasons))
        }
    }

    @Test func `everything that the shape of Graph can say is read`() throws {
        let question = try WhatIfQuestion(
            jsonBytes: Array(
                #"""
                {"signInIdentity": {"userId": "ada", "externalTenantId": "t", "externalUserType": "b2bCollaborationMember"},
                 "signInContext": {"includeApplications": ["mail"]}, "appliedPoliciesOnly": true,
                 "signInConditions": {
                   "clientAppType": "browser", "devicePlatform": "macOS", "country": "DE", "ipAddress": "2001:db8::1",
                   "signInRiskLevel": "high", "userRiskLevel": "none", "servicePrincipalRiskLevel": "low",
                   "insiderRiskLevel": "minor", "authenticationFlow": {"transferMethod": "deviceCodeFlow"},
                   "deviceInfo": {"@odata.type": "#microsoft.graph.deviceInfo", "ownership": "Company", "model": "m"}}}
                """#.utf8))
        var device = DeviceInfo()
        device.deviceOwnership = "Company"
        device.model = "m"
        #expect(question.appliedPoliciesOnly)
        #expect(
            question.requests == [
                AccessRequest(
                    subject: .account(
                        AccountMembership(
                            account: AccountID("ada"),
                            guest: GuestIdentity(.b2bCollaborationMember, homeTenant: TenantID("t")))),
                    resource: .application(ApplicationID("mail")),
                    context: AccessContext(
                        clientAppType: .browser, platform: .macOS, ipAddress: IPAddress("2001:db8::1"), country: "DE",
                        signInRisk: .high, userRisk: RiskLevel.none, servicePrincipalRisk: .low, insiderRisk: .minor,
                        transferMethod: .deviceCodeFlow, device: device))
            ])
    }

    @Test func `a request as the engine has it is a question, too`() throws {
        let request = AccessRequestDocumentTests.account
        #expect(try WhatIfQuestion(jsonBytes: request.jsonBytes()) == WhatIfQuestion([request]))
    }

    @Test(arguments: [
        #"{"conditionalAccessWhatIfSubject": {"userId": "ada"}}"#,
        #"{"signInIdentity": {}, "signInContext": {"includeApplications": ["mail"]}}"#,
        #"{"signInIdentity": {"userId": "a", "servicePrincipalId": "b"}, "signInContext": {"includeApplications": ["m"]}}"#,
        #"{"signInIdentity": {"userId": "a", "externalTenantId": "b"}, "signInContext": {"includeApplications": ["m"]}}"#,
        #"{"signInIdentity": {"userId": "a"}, "signInContext": {"includeApplications": []}}"#,
        #"{"signInIdentity": {"userId": "a"}, "signInContext": {"includeApplications": ["m"], "userAction": "registerOrJoinDevices"}}"#,
        #"{"signInIdentity": {"userId": "a"}, "signInContext": {"userAction": "eat"}}"#,
        #"{"signInIdentity": {"userId": "a"}, "signInContext": {"includeApplications": ["m"]}, "signInConditions": {"risk": 1}}"#,
        #"{"signInIdentity": {"userId": "a"}, "signInContext": {"includeApplications": ["m"]}, "signInConditions": {"deviceInfo": {"x": 1}}}"#,
        #"{"signInIdentity": {"userId": "a"}, "signInContext": {"includeApplications": ["m"]}, "signInConditions": {"authenticationFlow": {"transferMethod": "x"}}}"#,
    ])
    func `a question that says something else than it seems to is refused`(_ text: String) {
        #expect(throws: JSONError.self) { try WhatIfQuestion(jsonBytes: Array(text.utf8)) }
    }
}
