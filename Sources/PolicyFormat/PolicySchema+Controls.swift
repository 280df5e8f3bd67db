import AccessModel
import AccessPolicy

extension PolicySchema {
    static let grantControls = PolicyObjectShape(
        unknown: .grant,
        [
            (
                "operator",
                .evaluated(
                    .word(GrantRequirement.Combination.allCases.map(\.rawValue)), .grant,
                    "Whether all controls are demanded or one is enough; all if missing.")
            ),
            ("builtInControls", .list(.words(builtInControls), .grant, "The controls that are known by a word.")),
            (
                "customAuthenticationFactors",
                .unsupported(
                    .texts, .grant, isRequiredList: true, "Factors of other providers; retired.",
                    advice: "demand `mfa` or an authentication strength")
            ),
            (
                "termsOfUse",
                .unsupported(
                    .texts, .grant, isRequiredList: true, "Agreements that must be accepted.",
                    advice: "no provider of agreements is configured; take it out or leave the policy at report-only")
            ),
            (
                "authenticationStrength",
                .evaluated(.strength, .grant, "Which authentication is strong enough, by the strength's identifier.")
            ),
        ])

    /// The words of the grant controls, with what they are read as.
    static let controls: [(word: String, control: PolicyControl)] = [
        ("block", .block), ("mfa", .mfa), ("compliantDevice", .compliantDevice),
        ("domainJoinedDevice", .domainJoinedDevice), ("approvedApplication", .compliantApplication),
        ("compliantApplication", .compliantApplication), ("passwordChange", .passwordChange),
    ]

    /// Those of them that are retired: another word means the same.
    static let retiredControls = controls.filter { $0.word != $0.control.rawValue }

    private static let builtInControls = PolicyWords(
        controls.map(\.word),
        others: [("riskRemediation", "demand `passwordChange` with `mfa`, or an authentication strength")],
        remarks: Dictionary(
            uniqueKeysWithValues: retiredControls.map {
                ($0.word, "`\($0.word)` is retired; it is read as `\($0.control.rawValue)`")
            }))

    static let sessionControls = PolicyObjectShape(
        unknown: .session,
        [
            (
                "disableResilienceDefaults",
                .evaluated(
                    .flag, .session, "Whether nothing may be decided on what was known when the session began.")
            ),
            (
                "persistentBrowser",
                .evaluated(
                    control([("mode", .choice(SessionDirectives.PersistentBrowser.allCases.map(\.rawValue)), modes)]),
                    .session, "Whether a browser stays signed in after it was closed.")
            ),
            ("signInFrequency", .evaluated(control(frequency), .session, "How recent a sign-in must be.")),
            (
                "secureSignInSession",
                .evaluated(control([]), .session, "Token protection: tokens are bound to a key of the client.")
            ),
            (
                "continuousAccessEvaluation",
                .evaluated(
                    control([
                        ("mode", .choice(SessionDirectives.ContinuousAccessEvaluation.allCases.map(\.rawValue)), modes)
                    ]), .session, "How tokens are watched after they were issued.")
            ),
            (
                "applicationEnforcedRestrictions",
                unsupported([], "Restrictions that applications enforce.", "restrict access in the applications")
            ),
            (
                "cloudAppSecurity",
                unsupported(
                    [("cloudAppSecurityType", .text, "What the proxy does.")], "A proxy in front of applications.",
                    "there is no such proxy here")
            ),
            (
                "globalSecureAccessFilteringProfile",
                unsupported(
                    [("profileId", .text, "The profile.")], "A filter of network access.",
                    "there is no network access service here")
            ),
            (
                "networkAccessSecurity",
                unsupported(
                    [("policyId", .text, "The policy.")], "A policy of network access.",
                    "there is no network access service here")
            ),
            (
                "blockSensitiveActions",
                unsupported([], "Sensitive actions are blocked.", "use an authentication context for them")
            ),
        ])

    private typealias Members = [(name: String, shape: PolicyShape, summary: String)]

    private static let modes = "How."

    private static let frequency: Members = [
        ("frequencyInterval", .choice(["timeBased", "everyTime"]), "Whether a time counts, or every time."),
        ("type", .choice(["hours", "days"]), "The unit of the time."),
        ("value", .integer, "How many of the unit; at least 1."),
        (
            "authenticationType", .choice(["primaryAndSecondaryAuthentication", "secondaryAuthentication"]),
            "Which factors must be recent; both if missing."
        ),
    ]

    private static func control(_ members: Members) -> PolicyShape {
        let enabled = PolicyObjectShape.Member.evaluated(.flag, .session, "Whether the control is there at all.")
        return .sessionControl(
            PolicyObjectShape(
                unknown: .session,
                [("isEnabled", enabled)] + members.map { ($0.name, .evaluated($0.shape, .session, $0.summary)) }))
    }

    private static func unsupported(
        _ members: Members, _ summary: String, _ advice: String
    ) -> PolicyObjectShape.Member {
        .unsupported(control(members), .session, summary, advice: advice)
    }
}
