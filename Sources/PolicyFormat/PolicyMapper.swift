import AccessModel
import AccessPolicy
import JSONCoding

/// Makes the typed policy of a canonical document, and notes what the document as a whole lacks or contradicts.
struct PolicyMapper {
    let document: JSONMembers
    private let conditions: JSONValue
    private let noted: [UnenforceableReason]
    /// What cannot be enforced and was not noted before.
    private(set) var reasons: [UnenforceableReason] = []

    init(_ document: JSONMembers, reasons noted: [UnenforceableReason]) {
        self.document = document
        conditions = document["conditions"] ?? .null
        self.noted = noted
    }

    /// The conditions.
    mutating func policyConditions() -> PolicyConditions {
        PolicyConditions(
            users: users(), servicePrincipals: servicePrincipals(), resources: resources(), clientApps: clientApps(),
            platforms: platforms(), locations: locations(), devices: devices(),
            signInRisks: risks("signInRiskLevels"), userRisks: risks("userRiskLevels"),
            servicePrincipalRisks: risks("servicePrincipalRiskLevels"),
            insiderRisks: flags(conditions["insiderRiskLevels"]),
            transferMethods: flags(conditions["authenticationFlows"]?["transferMethods"]),
            onMissingSignal: conditions["onMissingSignal"]?.stringValue.flatMap(MissingSignal.init) ?? .standard)
    }

    /// The grant controls; nil when there are none.
    mutating func grant() -> GrantRequirement? {
        let grant = document["grantControls"]
        var controls = Set(strings(grant, "builtInControls").compactMap { Self.controls[$0] })
        let strength = grant?["authenticationStrength"]?["id"]?.stringValue.flatMap(GUID.init)
        if strength != nil { controls.insert(.authenticationStrength) }
        guard !controls.isEmpty else { return nil }
        let combination = grant?["operator"]?.stringValue.flatMap(GrantRequirement.Combination.init)
        return GrantRequirement(
            combination ?? .all, controls, strength: strength.map { AuthenticationStrengthID($0.description) })
    }

    private static let controls = Dictionary(uniqueKeysWithValues: PolicySchema.controls.map { ($0.word, $0.control) })

    /// Whether anything that cannot be enforced was noted of a part.
    func isHeld(_ part: UnenforceableReason.Part) -> Bool {
        (noted + reasons).contains { $0.part == part }
    }

    func strings(_ value: JSONValue?, _ name: String) -> [String] {
        value?[name]?.arrayValue?.compactMap(\.stringValue) ?? []
    }

    mutating func hold(
        _ kind: UnenforceableReason.Kind, _ part: UnenforceableReason.Part, _ path: String, _ detail: String
    ) {
        reasons.append(UnenforceableReason(kind, in: part, at: path, detail))
    }
}

// MARK: Whom the policy is for

extension PolicyMapper {
    private mutating func users() -> AssignmentTarget {
        let users = conditions["users"]
        let target = AssignmentTarget(include: members(users, "include"), exclude: members(users, "exclude"))
        if !namesSomebody(users), conditions["clientApplications"] == nil {
            hold(
                .incomplete, .condition(.users), "conditions.users",
                "no user, group, role or guest is included; say whom the policy is for")
        }
        return target
    }

    private func namesSomebody(_ users: JSONValue?) -> Bool {
        ["includeUsers", "includeGroups", "includeRoles"].contains { !strings(users, $0).isEmpty }
            || users?["includeGuestsOrExternalUsers"] != nil
    }

    private mutating func servicePrincipals() -> ServicePrincipalTarget? {
        guard let principals = conditions["clientApplications"] else { return nil }
        let included = strings(principals, "includeServicePrincipals")
        if included.isEmpty, !isHeld(.condition(.workloadIdentities)) {
            hold(
                .incomplete, .condition(.workloadIdentities), "conditions.clientApplications",
                "no service principal is included; say for which the policy is")
        }
        let users = conditions["users"]
        if namesSomebody(users), !isNobody(users) {
            hold(
                .contradiction, .condition(.workloadIdentities), "conditions.clientApplications",
                "a policy is for users or for service principals; make two of it, or include the user `None`")
        }
        return ServicePrincipalTarget(
            include: members(included), exclude: members(strings(principals, "excludeServicePrincipals")))
    }

    private func isNobody(_ users: JSONValue?) -> Bool {
        strings(users, "includeUsers") == ["None"] && strings(users, "includeGroups").isEmpty
            && strings(users, "includeRoles").isEmpty && users?["includeGuestsOrExternalUsers"] == nil
    }

    private func members(_ names: [String]) -> ServicePrincipalTarget.Members {
        ServicePrincipalTarget.Members(
            allOfThisTenant: names.contains("ServicePrincipalsInMyTenant"),
            clients: Set(names.filter { GUID($0) != nil }.map { ClientID($0) }))
    }

    private mutating func members(_ users: JSONValue?, _ side: String) -> AssignmentTarget.Members {
        let names = strings(users, side + "Users")
        var guests: Set<GuestSelector> = names.contains("GuestsOrExternalUsers") ? [.everyGuest] : []
        if let typed = users?[side + "GuestsOrExternalUsers"],
            let selector = guestSelector(typed, "conditions.users.\(side)GuestsOrExternalUsers")
        {
            guests.insert(selector)
        }
        return AssignmentTarget.Members(
            all: names.contains("All"), guests: guests,
            accounts: Set(names.filter { GUID($0) != nil }.map { AccountID($0) }),
            groups: Set(strings(users, side + "Groups").map { GroupID($0) }),
            roles: Set(strings(users, side + "Roles").map { RoleID($0) }))
    }

    private mutating func guestSelector(_ guests: JSONValue, _ path: String) -> GuestSelector? {
        let types: Set<GuestType> = flags(guests["guestOrExternalUserTypes"]) ?? []
        if types.isEmpty, !isHeld(.condition(.users)) {
            hold(.incomplete, .condition(.users), path, "no kind of guest is named; say which are meant")
        }
        return tenants(guests["externalTenants"], path + ".externalTenants").map {
            GuestSelector(types: types, tenants: $0)
        }
    }

    private mutating func tenants(_ tenants: JSONValue?, _ path: String) -> GuestSelector.Tenants? {
        guard let tenants else { return .all }
        let members = strings(tenants, "members")
        let kind = tenants["membershipKind"]?.stringValue ?? impliedKind(tenants, members)
        switch kind {
        case "all" where members.isEmpty: return .all
        case "enumerated" where !members.isEmpty: return .enumerated(Set(members.map { TenantID($0) }))
        case "all":
            hold(
                .contradiction, .condition(.users), path + ".members",
                "organisations are listed although all are meant; set `membershipKind` to `enumerated` or take them out"
            )
        case "enumerated":
            hold(.incomplete, .condition(.users), path, "no organisation is listed; say which are meant, or `all`")
        default:
            guard tenants["membershipKind"] == nil else { break }
            hold(
                .invalidValue, .condition(.users), path,
                "which organisations are meant is not known; say `all` or `enumerated`")
        }
        return nil
    }

    private func impliedKind(_ tenants: JSONValue, _ members: [String]) -> String? {
        switch tenants["@odata.type"]?.stringValue?.split(separator: ".").last {
        case "conditionalAccessAllExternalTenants": "all"
        case "conditionalAccessEnumeratedExternalTenants": "enumerated"
        case nil: members.isEmpty ? "all" : "enumerated"
        default: nil
        }
    }
}

// MARK: What the policy is about

extension PolicyMapper {
    private mutating func resources() -> ResourceCondition {
        let applications = conditions["applications"]
        let included = strings(applications, "includeApplications")
        let actions = strings(applications, "includeUserActions")
        let contexts = strings(applications, "includeAuthenticationContextClassReferences")
        let given = [included, actions, contexts].count { !$0.isEmpty }
        if given == 0, !isAboutSomethingElse {
            hold(
                .incomplete, .condition(.application), "conditions.applications",
                "no application, user action or authentication context is included; say what the policy is about")
        } else if given > 1 {
            hold(
                .contradiction, .condition(.application), "conditions.applications",
                "applications, user actions and authentication contexts exclude each other; keep one of them")
        }
        if !actions.isEmpty { return .userActions(Set(actions)) }
        if !contexts.isEmpty { return .authenticationContexts(Set(contexts)) }
        let excluded = strings(applications, "excludeApplications")
        return .applications(
            ApplicationTarget(
                includesAll: included.contains("All"), include: applicationIDs(included),
                includeGroups: groups(included), exclude: applicationIDs(excluded), excludeGroups: groups(excluded)))
    }

    /// Whether the policy says in some other way what it is about, which holds it.
    private var isAboutSomethingElse: Bool {
        noted.contains { $0.kind == .unsupportedCondition && $0.part == .condition(.application) }
    }

    private func applicationIDs(_ names: [String]) -> Set<ApplicationID> {
        Set(names.filter { GUID($0) != nil }.map { ApplicationID($0) })
    }

    private func groups(_ names: [String]) -> Set<ApplicationGroupID> {
        Set(names.filter(ApplicationGroupWord.isValid).map { ApplicationGroupID($0) })
    }
}

// MARK: Circumstances

extension PolicyMapper {
    private func clientApps() -> Set<ClientAppType>? {
        let names = strings(conditions, "clientAppTypes")
        return names.isEmpty || names.contains("all") ? nil : Set(names.compactMap(ClientAppType.init))
    }

    private func risks(_ name: String) -> Set<RiskLevel>? {
        let names = strings(conditions, name)
        return names.isEmpty ? nil : Set(names.compactMap(RiskLevel.init))
    }

    private func flags<Word: Hashable & RawRepresentable<String>>(_ value: JSONValue?) -> Set<Word>? {
        value?.stringValue.map { text in Set(text.split(separator: ",").compactMap { Word(rawValue: String($0)) }) }
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
        return LocationCondition(include: places(included), exclude: places(strings(locations, "excludeLocations")))
    }

    private func places(_ names: [String]) -> LocationCondition.Places {
        LocationCondition.Places(
            all: names.contains("All"), allTrusted: names.contains("AllTrusted"),
            named: Set(names.compactMap(Self.locationID)))
    }

    /// The named location that a reference is to; the one of the retired settings is none.
    private static func locationID(_ name: String) -> NamedLocationID? {
        GUID.reference(name).map { NamedLocationID($0.description) }
    }

    private mutating func devices() -> DeviceFilterCondition? {
        guard let filter = conditions["devices"]?["deviceFilter"] else { return nil }
        let path = "conditions.devices.deviceFilter"
        guard let mode = filter["mode"]?.stringValue, let rule = filter["rule"]?.stringValue else {
            hold(.incomplete, .condition(.devices), path, "a device filter needs a `mode` and a `rule`")
            return nil
        }
        do {
            let parsed = try DeviceFilter(parsing: rule)
            return DeviceFilterCondition.Mode(rawValue: mode).map { DeviceFilterCondition($0, parsed) }
        } catch {
            hold(.invalidValue, .condition(.devices), path + ".rule", "the rule cannot be read: \(error)")
            return nil
        }
    }
}
