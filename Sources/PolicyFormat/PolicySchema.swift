import AccessModel
import AccessPolicy

/// Every member that a Conditional Access policy is known to have, from the Graph model and from exports in the wild.
///
/// What is read, what holds a policy and the published JSON Schema all follow from these tables.
enum PolicySchema {
    static let policy = PolicyObjectShape(
        unknown: nil,
        [
            ("id", .metadata(.identifier, "The policy's identifier; without one it follows from the content.")),
            ("templateId", .metadata(.text, "The template that the policy was made from.")),
            ("displayName", .metadata(.text, "The name that administrators see.")),
            ("description", .metadata(.text, "What the policy is for.")),
            ("createdDateTime", .metadata(.text, "When the policy was made, as the server noted it.")),
            ("modifiedDateTime", .metadata(.text, "When the policy was last changed, as the server noted it.")),
            ("deletedDateTime", .metadata(.text, "When the policy was deleted, as the server noted it.")),
            ("state", .metadata(.word(PolicyState.allCases.map(\.rawValue)), "Whether the policy acts.")),
            (
                "partialEnablementStrategy",
                .unsupported(
                    .anything, .condition(.other), "Whom an enabled policy reaches at first.",
                    advice: "name the users in the policy")
            ),
            ("conditions", .metadata(.object(conditions), "When the policy applies; all of it must match.")),
            ("grantControls", .evaluated(.object(grantControls), .grant, "What access takes.")),
            ("sessionControls", .evaluated(.object(sessionControls), .session, "What holds for the session.")),
        ])

    static let conditions = PolicyObjectShape(
        unknown: .condition(.other),
        [
            (
                "applications",
                .evaluated(.object(applications), .condition(.application), "What the policy is about.")
            ),
            ("users", .evaluated(.object(users), .condition(.users), "Whom the policy is for.")),
            (
                "clientApplications",
                .evaluated(
                    .object(clientApplications), .condition(.workloadIdentities),
                    "Which service principals the policy is for, in the place of users.")
            ),
            (
                "clientAppTypes",
                .list(.words(clientAppTypes), .condition(.clientApps), "The kinds of client; all of them if empty.")
            ),
            ("platforms", .evaluated(.object(platforms), .condition(.devicePlatform), "The device platforms.")),
            ("locations", .evaluated(.object(locations), .condition(.location), "Where requests come from.")),
            ("devices", .evaluated(.object(devices), .condition(.devices), "Which devices are presented.")),
            (
                "deviceStates",
                .unsupported(
                    .anything, .condition(.devices), "States of devices; retired.",
                    advice: "write a `devices.deviceFilter` with `isCompliant` or `trustType`")
            ),
            ("signInRiskLevels", riskLevels(.signInRisk, "The risk levels of the sign-in; all of them if empty.")),
            ("userRiskLevels", riskLevels(.userRisk, "The risk levels of the user; all of them if empty.")),
            (
                "servicePrincipalRiskLevels",
                riskLevels(.servicePrincipalRisk, "The risk levels of the service principal; all of them if empty.")
            ),
            (
                "signInRiskDetections",
                .unsupported(
                    .anything, .condition(.signInRisk), "Single detections of risk.", advice: "use `signInRiskLevels`")
            ),
            (
                "insiderRiskLevels",
                .evaluated(
                    .flags(InsiderRiskLevel.allCases.map(\.rawValue).filter { $0 != "none" }, zero: nil),
                    .condition(.insiderRisk), "The insider risk levels, with commas.")
            ),
            (
                "authenticationFlows",
                .evaluated(
                    .object(authenticationFlows), .condition(.authenticationFlow),
                    "How sign-ins are carried between devices.")
            ),
            ("agentIdRiskLevels", agents(.flags(["low", "medium", "high"], zero: nil), "The risk levels of agents.")),
            ("agents", agents(.anything, "Which agents the policy is for.")),
            ("agentContext", agents(.anything, "The circumstances of agents.")),
            (
                "clients",
                .unsupported(
                    .anything, .condition(.other), "Which client applications ask.",
                    advice: "name the applications that access is asked for")
            ),
            (
                "times",
                .unsupported(
                    .anything, .condition(.time), "Times of day; retired.", advice: "take it out")
            ),
            (
                "onMissingSignal",
                .evaluated(
                    .choice(MissingSignal.allCases.map(\.rawValue)), .condition(.other),
                    "What a condition comes to whose signal is missing; an extension. `match` lets the policy apply.")
            ),
        ])

    private static func agents(_ shape: PolicyShape, _ summary: String) -> PolicyObjectShape.Member {
        .unsupported(
            shape, .condition(.other), summary, advice: "there are no agent identities here; use `clientApplications`")
    }

    private static func riskLevels(_ condition: PolicyCondition, _ summary: String) -> PolicyObjectShape.Member {
        .list(.words(PolicyWords(RiskLevel.allCases.map(\.rawValue))), .condition(condition), summary)
    }

    private static let clientAppTypes = PolicyWords(["all"] + ClientAppType.allCases.map(\.rawValue))
}

// MARK: Applications

extension PolicySchema {
    private static let applications = PolicyObjectShape(
        unknown: .condition(.application),
        [
            (
                "includeApplications",
                .list(
                    .references(applicationReferences(["All", "None"])), .condition(.application),
                    "Applications by their identifier or by the word of an application group, `All` or `None`.")
            ),
            (
                "excludeApplications",
                .list(
                    .references(applicationReferences([])), .condition(.application),
                    "Applications that are not meant, whatever includes them.")
            ),
            (
                "includeUserActions",
                .list(.words(PolicyWords(userActions)), .condition(.userActions), "User actions, by URN.")
            ),
            (
                "includeAuthenticationContextClassReferences",
                .list(
                    .authenticationContexts, .condition(.authenticationContext), "Authentication contexts, c1 to c99.")
            ),
            (
                "applicationFilter",
                .unsupported(
                    .anything, .condition(.application), "Applications by their custom attributes.",
                    advice: "name the applications, or make an application group")
            ),
            (
                "networkAccess",
                .unsupported(
                    .anything, .condition(.application), "Profiles of network access.",
                    advice: "there is no network access service here")
            ),
            (
                "globalSecureAccess",
                .unsupported(
                    .anything, .condition(.application), "Profiles of network access.",
                    advice: "there is no network access service here")
            ),
        ])

    static let userActions = UserAction.allCases.map(\.rawValue)

    private static func applicationReferences(_ words: [String]) -> PolicyReferences {
        let others = [
            ("All", "without any application the policy reaches nothing"),
            ("None", "take it out"),
            ("AllAgentIdResources", "there are no agent identities here; name the applications"),
        ]
        return PolicyReferences(words, others: others.filter { !words.contains($0.0) }, namesGroups: true)
    }
}

// MARK: Users and service principals

extension PolicySchema {
    private static let users = PolicyObjectShape(
        unknown: .condition(.users),
        [
            ("includeUsers", userList(["All", "None", "GuestsOrExternalUsers"], "Accounts, or one of the words.")),
            ("excludeUsers", userList(["All", "None", "GuestsOrExternalUsers"], "Accounts that are not meant.")),
            ("includeGroups", userList([], "Groups, with the groups in them.")),
            ("excludeGroups", userList([], "Groups whose members are not meant.")),
            ("includeRoles", userList([], "Directory roles, by their template.")),
            ("excludeRoles", userList([], "Directory roles whose members are not meant.")),
            (
                "includeGuestsOrExternalUsers",
                .evaluated(.object(guests), .condition(.users), "Guests by kind and organisation.")
            ),
            (
                "excludeGuestsOrExternalUsers",
                .evaluated(.object(guests), .condition(.users), "Guests who are not meant.")
            ),
        ])

    private static func userList(_ words: [String], _ summary: String) -> PolicyObjectShape.Member {
        .list(.references(PolicyReferences(words)), .condition(.users), summary)
    }

    private static let guests = PolicyObjectShape(
        unknown: .condition(.users),
        [
            (
                "guestOrExternalUserTypes",
                .evaluated(
                    .flags(GuestType.allCases.map(\.rawValue), zero: "none"), .condition(.users),
                    "The kinds of guest, with commas.")
            ),
            (
                "externalTenants",
                .evaluated(
                    .object(externalTenants), .condition(.users),
                    "The organisations that they come from; all if missing."
                )
            ),
        ])

    private static let externalTenants = PolicyObjectShape(
        unknown: .condition(.users), keepsTypeAnnotation: true,
        [
            (
                "membershipKind",
                .evaluated(
                    .choice(["all", "enumerated"]), .condition(.users), "Whether all are meant or those listed.")
            ),
            (
                "members",
                .evaluated(.references(PolicyReferences([])), .condition(.users), "The organisations, by tenant.")
            ),
        ])

    private static let clientApplications = PolicyObjectShape(
        unknown: .condition(.workloadIdentities),
        [
            (
                "includeServicePrincipals",
                .list(
                    .references(PolicyReferences(["ServicePrincipalsInMyTenant"])), .condition(.workloadIdentities),
                    "Service principals by their client, or all that are registered in this tenant.")
            ),
            (
                "excludeServicePrincipals",
                .list(
                    .references(PolicyReferences(["ServicePrincipalsInMyTenant"])), .condition(.workloadIdentities),
                    "Service principals that are not meant.")
            ),
            (
                "servicePrincipalFilter",
                .unsupported(
                    .anything, .condition(.workloadIdentities), "Service principals by their custom attributes.",
                    advice: "name the service principals")
            ),
            ("includeAgentIdServicePrincipals", agentPrincipals("Agents.")),
            ("excludeAgentIdServicePrincipals", agentPrincipals("Agents that are not meant.")),
            ("agentIdServicePrincipalFilter", agentPrincipals("Agents by their custom attributes.")),
        ])

    private static func agentPrincipals(_ summary: String) -> PolicyObjectShape.Member {
        .unsupported(
            .anything, .condition(.workloadIdentities), summary,
            advice: "there are no agent identities here; name the service principals")
    }
}

// MARK: Circumstances

extension PolicySchema {
    private static let platformWords = PolicyWords(["all"] + DevicePlatform.allCases.map(\.rawValue))

    private static let platforms = PolicyObjectShape(
        unknown: .condition(.devicePlatform),
        [
            ("includePlatforms", .list(.words(platformWords), .condition(.devicePlatform), "Platforms.")),
            (
                "excludePlatforms",
                .list(.words(platformWords), .condition(.devicePlatform), "Platforms that are not meant.")
            ),
        ])

    private static let locations = PolicyObjectShape(
        unknown: .condition(.location),
        [
            (
                "includeLocations",
                .list(.references(locationReferences), .condition(.location), "Named locations, `All` or `AllTrusted`.")
            ),
            (
                "excludeLocations",
                .list(.references(locationReferences), .condition(.location), "Named locations that are not meant.")
            ),
        ])

    private static let locationReferences = PolicyReferences(
        ["All", "AllTrusted"],
        others: [
            (
                GUID.ofNothing,
                "these are the trusted addresses of the retired multifactor settings; make a named location of them"
            )
        ])

    private static let devices = PolicyObjectShape(
        unknown: .condition(.devices),
        [
            (
                "deviceFilter",
                .evaluated(.object(deviceFilter), .condition(.devices), "Devices by a rule about their attributes.")
            ),
            ("includeDevices", legacyDevices("Devices by a word; retired.")),
            ("excludeDevices", legacyDevices("Devices by a word that are not meant; retired.")),
            ("includeDeviceStates", legacyDevices("Devices by their state; retired.")),
            ("excludeDeviceStates", legacyDevices("Devices by their state that are not meant; retired.")),
        ])

    private static func legacyDevices(_ summary: String) -> PolicyObjectShape.Member {
        .unsupported(
            .anything, .condition(.devices), summary,
            advice: "write a `deviceFilter` with `isCompliant` or `trustType`")
    }

    private static let deviceFilter = PolicyObjectShape(
        unknown: .condition(.devices),
        [
            (
                "mode",
                .evaluated(
                    .choice(DeviceFilterCondition.Mode.allCases.map(\.rawValue)), .condition(.devices),
                    "Whether the policy applies to these devices only, or to all others.")
            ),
            ("rule", .evaluated(.text, .condition(.devices), "The rule, in the device-filter language.")),
        ])

    private static let authenticationFlows = PolicyObjectShape(
        unknown: .condition(.authenticationFlow),
        [
            (
                "transferMethods",
                .evaluated(
                    .flags(TransferMethod.allCases.map(\.rawValue), zero: "none"), .condition(.authenticationFlow),
                    "The ways of carrying a sign-in over, with commas.")
            )
        ])
}
