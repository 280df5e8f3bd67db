import AccessModel
import AccessPolicy

/// Every member that a Conditional Access policy is known to have, from the Graph model and from exports in the wild.
enum PolicySchema {
    static let policy = PolicyObjectShape(
        unknown: nil,
        [
            ("id", .metadata(.identifier)),
            ("templateId", .metadata(.text)),
            ("displayName", .metadata(.text)),
            ("description", .metadata(.text)),
            ("createdDateTime", .metadata(.text)),
            ("modifiedDateTime", .metadata(.text)),
            ("deletedDateTime", .metadata(.text)),
            ("state", .metadata(.word(PolicyState.allCases.map(\.rawValue)))),
            ("partialEnablementStrategy", .unsupported(.anything, .condition(.other))),
            ("conditions", .metadata(.object(conditions))),
            ("grantControls", .evaluated(.object(grantControls), .grant)),
            ("sessionControls", .evaluated(.object(sessionControls), .session)),
        ])

    static let conditions = PolicyObjectShape(
        unknown: .condition(.other),
        [
            ("applications", .evaluated(.object(applications), .condition(.application))),
            ("users", .evaluated(.object(users), .condition(.users))),
            ("clientApplications", .unsupported(.anything, .condition(.workloadIdentities))),
            ("clientAppTypes", .list(.words(evaluated: clientAppTypes, others: []), .condition(.clientApps))),
            ("platforms", .evaluated(.object(platforms), .condition(.devicePlatform))),
            ("locations", .evaluated(.object(locations), .condition(.location))),
            ("devices", .unsupported(.anything, .condition(.devices))),
            ("deviceStates", .unsupported(.anything, .condition(.devices))),
            ("signInRiskLevels", riskLevels(.signInRisk)),
            ("userRiskLevels", riskLevels(.userRisk)),
            ("servicePrincipalRiskLevels", riskLevels(.servicePrincipalRisk)),
            ("signInRiskDetections", .unsupported(.anything, .condition(.signInRisk))),
            ("insiderRiskLevels", .unsupported(.flags(["minor", "moderate", "elevated"]), .condition(.insiderRisk))),
            ("authenticationFlows", .evaluated(.object(authenticationFlows), .condition(.authenticationFlow))),
            ("agentIdRiskLevels", .unsupported(.flags(["low", "medium", "high"]), .condition(.other))),
            ("agents", .unsupported(.anything, .condition(.other))),
            ("agentContext", .unsupported(.anything, .condition(.other))),
            ("clients", .unsupported(.anything, .condition(.other))),
            ("times", .unsupported(.anything, .condition(.time))),
        ])

    private static func riskLevels(_ condition: PolicyCondition) -> PolicyObjectShape.Member {
        .unsupported(
            .words(evaluated: ["none", "low", "medium", "high", "hidden"], others: []), .condition(condition),
            isRequiredList: true)
    }

    private static let clientAppTypes = ["all"] + ClientAppType.allCases.map(\.rawValue)

    private static let applications = PolicyObjectShape(
        unknown: .condition(.application),
        [
            ("includeApplications", .list(applicationReferences(["All", "None"]), .condition(.application))),
            ("excludeApplications", .list(applicationReferences([]), .condition(.application))),
            (
                "includeUserActions",
                .list(
                    .words(evaluated: ["urn:user:registersecurityinfo", "urn:user:registerdevice"], others: []),
                    .condition(.userActions))
            ),
            (
                "includeAuthenticationContextClassReferences",
                .list(.authenticationContexts, .condition(.authenticationContext))
            ),
            ("applicationFilter", .unsupported(.anything, .condition(.application))),
            ("networkAccess", .unsupported(.anything, .condition(.application))),
            ("globalSecureAccess", .unsupported(.anything, .condition(.application))),
        ])

    private static func applicationReferences(_ words: [String]) -> PolicyShape {
        // A suite of applications is not known by its members, so including or excluding it cannot be held to.
        .references(
            words: words,
            unsupported: ["All", "None", "Office365", "MicrosoftAdminPortals", "AllAgentIdResources"].filter {
                !words.contains($0)
            })
    }

    private static let users = PolicyObjectShape(
        unknown: .condition(.users),
        [
            ("includeUsers", userList(["All", "None", "GuestsOrExternalUsers"])),
            ("excludeUsers", userList(["All", "None", "GuestsOrExternalUsers"])),
            ("includeGroups", userList([])),
            ("excludeGroups", userList([])),
            ("includeRoles", userList([])),
            ("excludeRoles", userList([])),
            ("includeGuestsOrExternalUsers", .evaluated(.object(guests), .condition(.users))),
            ("excludeGuestsOrExternalUsers", .evaluated(.object(guests), .condition(.users))),
        ])

    private static func userList(_ words: [String]) -> PolicyObjectShape.Member {
        .list(.references(words: words, unsupported: []), .condition(.users))
    }

    static let guestTypes = [
        "internalGuest", "b2bCollaborationGuest", "b2bCollaborationMember", "b2bDirectConnectUser", "otherExternalUser",
        "serviceProvider",
    ]

    private static let guests = PolicyObjectShape(
        unknown: .condition(.users),
        [
            ("guestOrExternalUserTypes", .evaluated(.flags(guestTypes), .condition(.users))),
            ("externalTenants", .evaluated(.object(externalTenants), .condition(.users))),
        ])

    private static let externalTenants = PolicyObjectShape(
        unknown: .condition(.users), keepsTypeAnnotation: true,
        [
            ("membershipKind", .evaluated(.word(["all", "enumerated"]), .condition(.users))),
            ("members", .unsupported(.texts, .condition(.users))),
        ])

    private static let platformWords = ["all"] + DevicePlatform.allCases.map(\.rawValue)

    private static let platforms = PolicyObjectShape(
        unknown: .condition(.devicePlatform),
        [
            ("includePlatforms", .list(.words(evaluated: platformWords, others: []), .condition(.devicePlatform))),
            ("excludePlatforms", .list(.words(evaluated: platformWords, others: []), .condition(.devicePlatform))),
        ])

    private static let locations = PolicyObjectShape(
        unknown: .condition(.location),
        [
            ("includeLocations", .list(locationReferences, .condition(.location))),
            ("excludeLocations", .list(locationReferences, .condition(.location))),
        ])

    private static let locationReferences = PolicyShape.references(words: ["All", "AllTrusted"], unsupported: [])

    private static let authenticationFlows = PolicyObjectShape(
        unknown: .condition(.authenticationFlow),
        [
            (
                "transferMethods",
                .unsupported(.flags(["deviceCodeFlow", "authenticationTransfer"]), .condition(.authenticationFlow))
            )
        ])

    private static let grantControls = PolicyObjectShape(
        unknown: .grant,
        [
            ("operator", .evaluated(.word(GrantRequirement.Combination.allCases.map(\.rawValue)), .grant)),
            (
                "builtInControls",
                .list(
                    .words(
                        evaluated: ["block", "mfa", "compliantDevice", "compliantApplication"],
                        others: ["domainJoinedDevice", "approvedApplication", "passwordChange", "riskRemediation"]),
                    .grant)
            ),
            ("customAuthenticationFactors", .unsupported(.texts, .grant, isRequiredList: true)),
            ("termsOfUse", .unsupported(.texts, .grant, isRequiredList: true)),
            ("authenticationStrength", .unsupported(.strength, .grant)),
        ])

    private static let sessionControls = PolicyObjectShape(
        unknown: .session,
        [
            // The gateway always denies what it cannot evaluate, which is what this asks for.
            ("disableResilienceDefaults", .evaluated(.flag, .session)),
            ("applicationEnforcedRestrictions", .unsupported(.sessionControl, .session)),
            ("cloudAppSecurity", .unsupported(.sessionControl, .session)),
            ("persistentBrowser", .unsupported(.sessionControl, .session)),
            ("signInFrequency", .unsupported(.sessionControl, .session)),
            ("secureSignInSession", .unsupported(.sessionControl, .session)),
            ("continuousAccessEvaluation", .unsupported(.sessionControl, .session)),
            ("globalSecureAccessFilteringProfile", .unsupported(.sessionControl, .session)),
            ("networkAccessSecurity", .unsupported(.sessionControl, .session)),
            ("blockSensitiveActions", .unsupported(.sessionControl, .session)),
        ])
}
