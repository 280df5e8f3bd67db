import AccessModel
import AccessPolicy
import JSONCoding

/// Makes the typed policy of a canonical document, and notes what the document as a whole lacks or contradicts.
struct PolicyMapper {
    private let document: JSONMembers
    private let conditions: JSONValue
    private let isHeld: (UnenforceableReason.Part) -> Bool
    /// What cannot be enforced and was not noted before.
    private(set) var reasons: [UnenforceableReason] = []

    init(_ document: JSONMembers, reasons noted: [UnenforceableReason]) {
        self.document = document
        conditions = document["conditions"] ?? .null
        isHeld = { part in noted.contains { $0.part == part } }
    }

    /// The conditions.
    mutating func policyConditions() -> PolicyConditions {
        PolicyConditions(
            users: users(), resources: resources(), clientApps: clientApps(), platforms: platforms(),
            locations: locations())
    }

    /// The grant controls; nil when there are none.
    mutating func grant() -> GrantRequirement? {
        let grant = document["grantControls"]
        let controls = Set(strings(grant, "builtInControls").compactMap(PolicyControl.init(rawValue:)))
        if grant == nil, document["sessionControls"] == nil {
            hold(
                .incomplete, .grant, "grantControls",
                "the policy has neither grant nor session controls; say what it demands")
        }
        if controls.contains(.block), strings(grant, "builtInControls").count > 1 {
            hold(
                .unsupportedValue, .grant, "grantControls.builtInControls",
                "`block` stands beside other controls; keep one or the others")
        }
        guard !controls.isEmpty else { return nil }
        let combination = grant?["operator"]?.stringValue.flatMap(GrantRequirement.Combination.init)
        return GrantRequirement(combination ?? .all, controls)
    }

    private mutating func users() -> AssignmentTarget {
        let users = conditions["users"]
        let target = AssignmentTarget(
            include: members(users, "include"), exclude: members(users, "exclude"))
        let includesSomebody =
            ["includeUsers", "includeGroups", "includeRoles"].contains { !strings(users, $0).isEmpty }
            || users?["includeGuestsOrExternalUsers"] != nil
        if !includesSomebody, !isHeld(.condition(.workloadIdentities)) {
            hold(
                .incomplete, .condition(.users), "conditions.users",
                "no user, group, role or guest is included; say whom the policy is for")
        }
        return target
    }

    private mutating func members(_ users: JSONValue?, _ side: String) -> AssignmentTarget.Members {
        let names = strings(users, side + "Users")
        var guests = names.contains("GuestsOrExternalUsers")
        if let typed = users?[side + "GuestsOrExternalUsers"] {
            guests = coversEveryGuest(typed, "conditions.users.\(side)GuestsOrExternalUsers") || guests
        }
        return AssignmentTarget.Members(
            all: names.contains("All"), guests: guests ? [.everyGuest] : [],
            accounts: Set(names.filter { GUID($0) != nil }.map { AccountID($0) }),
            groups: Set(strings(users, side + "Groups").map { GroupID($0) }),
            roles: Set(strings(users, side + "Roles").map { RoleID($0) }))
    }

    /// Whether every kind of guest from every organisation is meant: only that is known of an account.
    private mutating func coversEveryGuest(_ guests: JSONValue, _ path: String) -> Bool {
        let types = Set((guests["guestOrExternalUserTypes"]?.stringValue ?? "").split(separator: ",").map(String.init))
        let tenants = guests["externalTenants"]?["membershipKind"]?.stringValue ?? "all"
        if types == Set(PolicySchema.guestTypes), tenants == "all" { return true }
        hold(
            .unsupportedValue, .condition(.users), path,
            "which kind of guest an account is, and from where, is not evaluated yet; only all six kinds of all organisations are"
        )
        return false
    }

    private mutating func resources() -> ResourceCondition {
        let applications = conditions["applications"]
        let included = strings(applications, "includeApplications")
        let actions = strings(applications, "includeUserActions")
        let contexts = strings(applications, "includeAuthenticationContextClassReferences")
        let given = [included, actions, contexts].count { !$0.isEmpty }
        if given == 0 {
            hold(
                .incomplete, .condition(.application), "conditions.applications",
                "no application, user action or authentication context is included; say what the policy is about")
        } else if given > 1 {
            hold(
                .unsupportedValue, .condition(.application), "conditions.applications",
                "applications, user actions and authentication contexts exclude each other; keep one of them")
        }
        if !actions.isEmpty { return .userActions(Set(actions)) }
        if !contexts.isEmpty { return .authenticationContexts(Set(contexts)) }
        return .applications(
            ApplicationTarget(
                includesAll: included.contains("All"), include: applicationIDs(included),
                exclude: applicationIDs(strings(applications, "excludeApplications"))))
    }

    private func applicationIDs(_ names: [String]) -> Set<ApplicationID> {
        Set(names.filter { GUID($0) != nil }.map { ApplicationID($0) })
    }

    private func clientApps() -> Set<ClientAppType>? {
        let names = strings(conditions, "clientAppTypes")
        return names.isEmpty || names.contains("all") ? nil : Set(names.compactMap(ClientAppType.init))
    }

    private mutating func platforms() -> PlatformCondition? {
        guard let platforms = conditions["platforms"] else { return nil }
        let included = strings(platforms, "includePlatforms")
        let excluded = strings(platforms, "excludePlatforms")
        if included.isEmpty {
            hold(
                .incomplete, .condition(.devicePlatform), "conditions.platforms",
                "no platform is included; include `all` to exclude some")
        }
        return PlatformCondition(
            includesAll: included.contains("all"), include: Set(included.compactMap(DevicePlatform.init)),
            excludesAll: excluded.contains("all"), exclude: Set(excluded.compactMap(DevicePlatform.init)))
    }

    private mutating func locations() -> LocationCondition? {
        guard let locations = conditions["locations"] else { return nil }
        let included = strings(locations, "includeLocations")
        if included.isEmpty {
            hold(
                .incomplete, .condition(.location), "conditions.locations",
                "no location is included; include `All` to exclude some")
        }
        return LocationCondition(
            include: places(included), exclude: places(strings(locations, "excludeLocations")))
    }

    private func places(_ names: [String]) -> LocationCondition.Places {
        LocationCondition.Places(
            all: names.contains("All"), allTrusted: names.contains("AllTrusted"),
            named: Set(names.filter { GUID($0) != nil }.map { NamedLocationID($0) }))
    }

    private func strings(_ value: JSONValue?, _ name: String) -> [String] {
        value?[name]?.arrayValue?.compactMap(\.stringValue) ?? []
    }

    private mutating func hold(
        _ kind: UnenforceableReason.Kind, _ part: UnenforceableReason.Part, _ path: String, _ detail: String
    ) {
        reasons.append(UnenforceableReason(kind, in: part, at: path, detail))
    }
}
