public import AccessModel
public import JSONCoding

/// An access request as a document: `subject`, `resource`, and, where they are known, `context`, `controls` and
/// `purpose`. The article "Policies" shows one.
extension AccessRequest: JSONObjectReadable {
    /// A request with a member that nobody knows is refused: a typo must not change what is asked.
    public static var unknownMembers: UnknownMembers { .refuse }

    /// Reads a request.
    public init(json: inout JSONObject) throws(JSONError) {
        try json.refuseMembers(otherThan: ["subject", "resource", "context", "controls", "purpose"])
        self.init(
            subject: try json.required("subject", as: SubjectDocument.self).subject,
            resource: try json.required("resource", as: ResourceDocument.self).resource,
            context: try json.optional("context", as: ContextDocument.self)?.context ?? AccessContext(),
            controls: try json.optional("controls", as: ControlsDocument.self)?.controls ?? ControlFacts(),
            purpose: try json.optional("purpose", as: PurposeDocument.self)?.purpose ?? .ordinary)
    }
}

private struct SubjectDocument: JSONObjectReadable {
    static let unknownMembers = UnknownMembers.refuse
    let subject: AccessSubject

    init(json: inout JSONObject) throws(JSONError) {
        try json.refuseMembers(otherThan: ["account", "client", "groups", "roles", "guest", "isOfThisTenant"])
        let account = try json.optional("account", as: String.self)
        let client = try json.optional("client", as: String.self)
        let groups = try json.optional("groups", as: [String].self) ?? []
        let roles = try json.optional("roles", as: [String].self) ?? []
        let guest = try json.optional("guest", as: GuestDocument.self)?.identity
        let isOfThisTenant = try json.optional("isOfThisTenant", as: Bool.self)
        switch (account, client) {
        case (let account?, nil) where isOfThisTenant == nil:
            subject = .account(
                AccountMembership(
                    account: AccountID(canonical(account)), groups: Set(groups.map { GroupID(canonical($0)) }),
                    roles: Set(roles.map { RoleID(canonical($0)) }), guest: guest))
        case (nil, let client?) where groups.isEmpty && roles.isEmpty && guest == nil:
            subject = .servicePrincipal(
                ServicePrincipal(ClientID(canonical(client)), isOfThisTenant: isOfThisTenant ?? true))
        default:
            throw json.invalid(
                "account",
                "give either `account`, with `groups`, `roles` and `guest`, or `client`, with `isOfThisTenant`")
        }
    }
}

/// `true`, `false`, or an object with `type` and, where it is known, `tenant`.
struct GuestDocument: JSONReadable {
    let identity: GuestIdentity?

    init(json: JSONElement) throws(JSONError) {
        if case .bool(let isGuest) = json.value {
            identity = isGuest ? GuestIdentity(.b2bCollaborationGuest) : nil
        } else {
            identity = try json.read(as: GuestObject.self).identity
        }
    }
}

private struct GuestObject: JSONObjectReadable {
    static let unknownMembers = UnknownMembers.refuse
    let identity: GuestIdentity

    init(json: inout JSONObject) throws(JSONError) {
        let type = try json.required("type", as: Word<GuestType>.self).value
        let tenant = try json.optional("tenant", as: String.self)
        identity = GuestIdentity(type, homeTenant: tenant.map { TenantID(canonical($0)) })
    }
}

private struct ResourceDocument: JSONObjectReadable {
    static let unknownMembers = UnknownMembers.refuse
    let resource: AccessResource

    init(json: inout JSONObject) throws(JSONError) {
        try json.refuseMembers(otherThan: ["application", "userAction", "authenticationContext"])
        let application = try json.optional("application", as: String.self)
        let action = try json.optional("userAction", as: String.self)
        let context = try json.optional("authenticationContext", as: String.self)
        switch (application, action, context) {
        case (let application?, nil, nil): resource = .application(ApplicationID(canonical(application)))
        case (nil, let action?, nil): resource = .userAction(action)
        case (nil, nil, let context?): resource = .authenticationContext(context)
        default:
            throw json.invalid("application", "give one of `application`, `userAction` and `authenticationContext`")
        }
    }
}

private struct ContextDocument: JSONObjectReadable {
    static let unknownMembers = UnknownMembers.refuse
    let context: AccessContext

    init(json: inout JSONObject) throws(JSONError) {
        var context = AccessContext()
        context.clientAppType = try json.optional("clientAppType", as: Word<ClientAppType>.self)?.value
        context.platform = try json.optional("platform", as: Word<DevicePlatform>.self)?.value
        context.ipAddress = try json.optional("ipAddress", as: AddressDocument.self)?.address
        context.country = try json.optional("country", as: CountryDocument.self)?.code
        context.signInRisk = try json.optional("signInRiskLevel", as: Word<RiskLevel>.self)?.value
        context.userRisk = try json.optional("userRiskLevel", as: Word<RiskLevel>.self)?.value
        context.servicePrincipalRisk = try json.optional("servicePrincipalRiskLevel", as: Word<RiskLevel>.self)?.value
        context.insiderRisk = try json.optional("insiderRiskLevel", as: Word<InsiderRiskLevel>.self)?.value
        context.transferMethod = try json.optional("transferMethod", as: Word<TransferMethod>.self)?.value
        context.device = try json.optional("device", as: DeviceDocument.self)?.device
        context.authentication = try Self.authentication(&json)
        self.context = context
    }

    private static func authentication(_ json: inout JSONObject) throws(JSONError) -> AuthenticationFacts {
        let methods = try json.optional("authenticationMethods", as: [Word<AuthenticationMethodMode>].self) ?? []
        return AuthenticationFacts(
            methods: Set(methods.map(\.value)),
            fido2AAGUID: try json.optional("fido2AAGUID", as: String.self).map(canonical),
            x509IssuerSKI: try json.optional("x509IssuerSKI", as: String.self)?.lowercased(),
            x509PolicyOIDs: Set(try json.optional("x509PolicyOIDs", as: [String].self) ?? []),
            secondsSinceSignIn: try age("secondsSinceSignIn", &json),
            secondsSinceSecondFactor: try age("secondsSinceSecondFactor", &json),
            isTokenBound: try json.optional("isTokenBound", as: Bool.self) ?? false)
    }

    private static func age(_ name: String, _ json: inout JSONObject) throws(JSONError) -> Int? {
        guard let seconds = try json.optional(name, as: Int.self) else { return nil }
        guard seconds >= 0 else { throw json.invalid(name, "give a number of seconds, 0 or more") }
        return seconds
    }
}

/// One of the words that a type of the vocabulary knows.
struct Word<Value: RawRepresentable & CaseIterable & Sendable>: JSONReadable
where Value.RawValue == String {
    let value: Value

    init(json: JSONElement) throws(JSONError) {
        let text = try json.string()
        let folded = text.lowercased()
        guard let value = Value(rawValue: text) ?? Value.allCases.first(where: { $0.rawValue.lowercased() == folded })
        else {
            throw json.invalid("give one of \(listed(Value.allCases.map(\.rawValue)))")
        }
        self.value = value
    }
}

struct CountryDocument: JSONReadable {
    let code: String

    init(json: JSONElement) throws(JSONError) {
        code = try json.string()
        guard code.utf8.count == 2, code.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
            throw json.invalid("give the two capital letters of a country (ISO 3166-1)")
        }
    }
}

struct AddressDocument: JSONReadable {
    let address: IPAddress

    init(json: JSONElement) throws(JSONError) {
        guard let address = IPAddress(try json.string()) else { throw json.invalid("give an IPv4 or IPv6 address") }
        self.address = address
    }
}

private struct PurposeDocument: JSONReadable {
    let purpose: AccessPurpose

    init(json: JSONElement) throws(JSONError) {
        switch try json.string() {
        case "ordinary": purpose = .ordinary
        case "becomeCompliant": purpose = .becomeCompliant
        default: throw json.invalid("give `ordinary` or `becomeCompliant`")
        }
    }
}

struct ControlsDocument: JSONObjectReadable {
    static let unknownMembers = UnknownMembers.refuse
    /// The controls of a document under their names there.
    static var names: [(name: String, control: WritableKeyPath<ControlFacts, ControlState>)] {
        [
            ("authenticationStrength", \.authenticationStrength), ("compliantApplication", \.compliantApplication),
            ("compliantDevice", \.compliantDevice), ("domainJoinedDevice", \.domainJoinedDevice), ("mfa", \.mfa),
            ("passwordChange", \.passwordChange),
        ]
    }

    let controls: ControlFacts

    init(json: inout JSONObject) throws(JSONError) {
        var controls = ControlFacts()
        for (name, control) in Self.names {
            guard let element = json.element(name), element.value != .null else { continue }
            controls[keyPath: control] = try Self.state(element, unless: controls[keyPath: control])
        }
        self.controls = controls
    }

    /// `"met"`, `"unmet"` for the usual reason, or an object with `state`, `reason` and `satisfiable`.
    private static func state(_ element: JSONElement, unless usual: ControlState) throws(JSONError) -> ControlState {
        if case .string(let word) = element.value {
            switch word {
            case "met": return .met
            case "unmet": return usual
            default: throw element.invalid("give `met`, `unmet` or an object with `state`")
            }
        }
        return try element.read(as: ControlDocument.self).state
    }
}

private struct ControlDocument: JSONObjectReadable {
    static let unknownMembers = UnknownMembers.refuse
    let state: ControlState

    init(json: inout JSONObject) throws(JSONError) {
        let word = try json.required("state", as: String.self)
        let reason = try json.optional("reason", as: ReasonDocument.self)?.reason
        let satisfiable = try json.optional("satisfiable", as: Bool.self)
        switch (word, reason) {
        case ("met", nil) where satisfiable == nil: state = .met
        case ("unmet", let reason?): state = .unmet(reason, satisfiable: satisfiable ?? true)
        case ("undetermined", let reason?) where satisfiable == nil: state = .undetermined(reason)
        default: throw json.invalid("state", "give `met`, or `unmet` or `undetermined` with a `reason`")
        }
    }
}

private struct ReasonDocument: JSONReadable {
    let reason: ReasonCode

    init(json: JSONElement) throws(JSONError) {
        guard let reason = ReasonCode(rawValue: try json.string()) else { throw json.invalid("not a reason code") }
        self.reason = reason
    }
}

/// The identifier as policies have it: a GUID in lower case.
func canonical(_ identifier: String) -> String { GUID(identifier)?.description ?? identifier }

/// Words that may be chosen from, for a message.
func listed(_ words: [String]) -> String {
    words.map { "`\($0)`" }.joined(separator: ", ")
}
