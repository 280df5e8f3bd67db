import AccessModel
import AccessPolicy
import PolicyFormat
import Testing

/// What becomes of grant and session controls, and what they demand of each other and of conditions.
@Suite struct PolicyControlTests {
    private static func grant(_ controls: String, _ combination: String = "AND") -> String {
        #""grantControls": {"operator": "\#(combination)", "builtInControls": [\#(controls)]}"#
    }

    private static func session(_ controls: String) -> String { "\"sessionControls\": {\(controls)}" }

    // MARK: What they say

    struct Grant: Sendable, CustomTestStringConvertible {
        let controls: String
        let expected: Set<PolicyControl>
        var testDescription: String { controls }
    }

    @Test(arguments: [
        Grant(controls: #""block""#, expected: [.block]), Grant(controls: #""mfa""#, expected: [.mfa]),
        Grant(
            controls: #""compliantDevice", "domainJoinedDevice""#, expected: [.compliantDevice, .domainJoinedDevice]),
        Grant(controls: #""compliantApplication""#, expected: [.compliantApplication]),
        Grant(controls: #""approvedApplication""#, expected: [.compliantApplication]),
        Grant(controls: #""approvedApplication", "compliantApplication""#, expected: [.compliantApplication]),
    ])
    func `reads grant controls`(_ sample: Grant) throws {
        let document = try #require(
            PolicySample.read(PolicySample.policy(grant: Self.grant(sample.controls, "OR"))).only)
        #expect(document.policy.grant == GrantRequirement(.any, sample.expected))
        #expect(document.isEnforceable)
        let warnings = document.diagnostics.filter { $0.severity == .warning }
        #expect(warnings.count == (sample.controls.contains("approved") ? 1 : 0))
        #expect(warnings.allSatisfy { $0.message.contains("read as `compliantApplication`") && $0.position != nil })
        // The document keeps what it said.
        #expect(
            String(decoding: document.canonicalBytes, as: UTF8.self).contains("approvedApplication")
                == sample.controls.contains("approved"))
    }

    struct Session: Sendable, CustomTestStringConvertible {
        let text: String
        let expected: SessionDirectives
        var testDescription: String { text }

        init(_ text: String, _ expected: SessionDirectives) {
            self.text = text
            self.expected = expected
        }
    }

    private static func frequency(_ members: String) -> String { "\"signInFrequency\": {\(members)}" }

    @Test(arguments: [
        Session(
            frequency(#""isEnabled": true, "type": "hours", "value": 8"#),
            SessionDirectives(primaryFreshness: .seconds(28800), secondaryFreshness: .seconds(28800))),
        Session(
            frequency(
                #""type": "days", "value": 2, "frequencyInterval": "timeBased", "authenticationType": "primaryAndSecondaryAuthentication""#
            ),
            SessionDirectives(primaryFreshness: .seconds(172_800), secondaryFreshness: .seconds(172_800))),
        Session(
            frequency(#""isEnabled": true, "frequencyInterval": "everyTime", "type": null, "value": null"#),
            SessionDirectives(primaryFreshness: .everyTime, secondaryFreshness: .everyTime)),
        Session(
            frequency(#""frequencyInterval": "everyTime", "authenticationType": "secondaryAuthentication""#),
            SessionDirectives(secondaryFreshness: .everyTime)),
        Session(#""persistentBrowser": {"mode": "never"}"#, SessionDirectives(persistentBrowser: .never)),
        Session(
            #""persistentBrowser": {"isEnabled": true, "mode": "Always"}"#,
            SessionDirectives(persistentBrowser: .always)),
        Session(#""secureSignInSession": {"isEnabled": true}"#, SessionDirectives(requiresTokenProtection: true)),
        Session(
            #""continuousAccessEvaluation": {"mode": "strictEnforcement"}"#,
            SessionDirectives(continuousAccessEvaluation: .strictEnforcement)),
        Session(
            #""disableResilienceDefaults": true"#, SessionDirectives(disablesResilienceDefaults: true)),
    ])
    func `reads session controls, with grant controls or alone`(_ sample: Session) throws {
        for grant in [PolicySample.grant, nil] {
            let text = PolicySample.policy(grant: grant, more: Self.session(sample.text))
            let policy = try #require(PolicySample.read(text).only).policy
            #expect(policy.session == sample.expected)
            #expect(policy.unenforceable == [])
            #expect((policy.grant == nil) == (grant == nil))
        }
    }

    @Test(arguments: [
        frequency(#""isEnabled": false, "type": "weeks", "value": 0"#), #""persistentBrowser": {"isEnabled": false}"#,
        #""secureSignInSession": {"isEnabled": false}"#, #""cloudAppSecurity": {"isEnabled": false}"#,
        #""applicationEnforcedRestrictions": {"isEnabled": false, "why": "not"}"#,
        #""continuousAccessEvaluation": {"isEnabled": false, "mode": "strictLocation"}"#,
        #""disableResilienceDefaults": false"#, #""signInFrequency": null"#,
        #""secureSignInSession": {"isEnabled": null}"#,
    ])
    func `a session control that is switched off is not there`(_ text: String) throws {
        let policy = try #require(PolicySample.read(PolicySample.policy(more: Self.session(text))).only).policy
        #expect(policy.session.isEmpty)
        #expect(policy.unenforceable == [])
    }

    // MARK: What they demand of each other

    struct Constraint: Sendable, CustomTestStringConvertible {
        let note: String
        let text: String
        /// Where it contradicts itself; nil when it does not.
        let path: String?
        var testDescription: String { note }
    }

    private static let risk = #""userRiskLevels": ["high"]"#
    private static let change = grant(#""mfa", "passwordChange""#)
    private static let builtIn = "grantControls.builtInControls"
    private static let registering = #""applications": {"includeUserActions": ["urn:user:registerdevice"]}"#
    private static let one = #""applications": {"includeApplications": ["\#(PolicySample.application)"]}"#
    private static let allButOne =
        #""applications": {"includeApplications": ["All"], "excludeApplications": ["\#(PolicySample.application)"]}"#
    private static let platform = #""platforms": {"includePlatforms": ["iOS"]}"#
    private static let disabled = session(#""continuousAccessEvaluation": {"mode": "disabled"}"#)
    private static let never = session(#""persistentBrowser": {"mode": "never"}"#)

    private static let constraints: [Constraint] = [
        Constraint(note: "a password change at a user risk", text: PolicySample.policy(risk, grant: change), path: nil),
        Constraint(
            note: "a password change with a session control",
            text: PolicySample.policy(
                risk, grant: change, more: session(frequency(#""frequencyInterval": "everyTime""#))), path: nil),
        Constraint(
            note: "a password change alone", text: PolicySample.policy(risk, grant: grant(#""passwordChange""#)),
            path: builtIn),
        Constraint(
            note: "a password change or mfa",
            text: PolicySample.policy(risk, grant: grant(#""mfa", "passwordChange""#, "OR")), path: builtIn),
        Constraint(
            note: "a password change with a device",
            text: PolicySample.policy(risk, grant: grant(#""mfa", "passwordChange", "compliantDevice""#)), path: builtIn
        ),
        Constraint(note: "a password change at no risk", text: PolicySample.policy(grant: change), path: builtIn),
        Constraint(
            note: "a password change for one application",
            text: PolicySample.policy(risk, applications: one, grant: change), path: builtIn),
        Constraint(
            note: "a password change for all applications but one",
            text: PolicySample.policy(risk, applications: allButOne, grant: change), path: builtIn),
        Constraint(
            note: "a password change on a platform", text: PolicySample.policy("\(risk), \(platform)", grant: change),
            path: builtIn),
        Constraint(
            note: "a password change with a sign-in risk",
            text: PolicySample.policy(#"\#(risk), "signInRiskLevels": ["high"]"#, grant: change), path: builtIn),
        Constraint(
            note: "registering a device with mfa", text: PolicySample.policy(applications: registering), path: nil),
        Constraint(
            note: "registering a compliant device",
            text: PolicySample.policy(applications: registering, grant: grant(#""compliantDevice""#)), path: builtIn),
        Constraint(
            note: "registering a device by a kind of client",
            text: PolicySample.policy(#""clientAppTypes": ["browser"]"#, applications: registering),
            path: "conditions.clientAppTypes"),
        Constraint(
            note: "registering a device that is filtered",
            text: PolicySample.policy(
                #""devices": {"deviceFilter": {"mode": "exclude", "rule": "device.isCompliant -eq True"}}"#,
                applications: registering), path: "conditions.devices"),
        Constraint(
            note: "a browser that forgets all applications but one",
            text: PolicySample.policy(applications: allButOne, more: never), path: nil),
        Constraint(
            note: "a browser that forgets one application", text: PolicySample.policy(applications: one, more: never),
            path: "sessionControls.persistentBrowser"),
        Constraint(note: "no continuous evaluation", text: PolicySample.policy(more: disabled), path: nil),
        Constraint(
            note: "no continuous evaluation of one application",
            text: PolicySample.policy(applications: one, more: disabled),
            path: "sessionControls.continuousAccessEvaluation"),
        Constraint(
            note: "no continuous evaluation on a platform", text: PolicySample.policy(platform, more: disabled),
            path: "sessionControls.continuousAccessEvaluation"),
    ]

    @Test(arguments: constraints)
    func `holds what contradicts itself`(_ constraint: Constraint) throws {
        let policy = try #require(PolicySample.read(constraint.text).only).policy
        let found = policy.unenforceable.map { "\($0.kind.rawValue) \($0.path)" }
        #expect(found == (constraint.path.map { ["contradiction \($0)"] } ?? []))
    }
}
