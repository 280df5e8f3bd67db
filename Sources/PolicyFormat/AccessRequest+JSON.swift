public import AccessModel
public import JSONCoding

/// An access request as a document: `subject`, `resource`, and, where they are known, `context`, `controls` and
/// `purpose`. The article "Policies" shows one.
extension AccessRequest: JSONObjectReadable {
    /// A request with a member that nobody knows is refused: a typo must not change what is asked.
    public static var unknownMembers: UnknownMembers { .refuse }

    /// Reads a request.
    public init(json: inout JSONObject) throws(JSONError) {
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
        let account = try json.optional("account", as: String.self)
        let client = try json.optional("client", as: String.self)
        let groups = try json.optional("groups", as: [String].self) ?? []
        let roles = try json.optional("roles", as: [String].self) ?? []
        let isGuest = try json.optional("isGuest", as: Bool.self) ?? false
        switch (account, client) {
        case (let account?, nil):
            subject = .account(
                AccountMembership(
                    account: AccountID(canonical(account)), groups: Set(groups.map { GroupID(canonical($0)) }),
                    roles: Set(roles.map { RoleID(canonical($0)) }), isGuest: isGuest))
        case (nil, let client?): subject = .servicePrincipal(ClientID(client))
        default: throw json.invalid("account", "give either `account` or `client`")
        }
    }
}

private struct ResourceDocument: JSONObjectReadable {
    static let unknownMembers = UnknownMembers.refuse
    let resource: AccessResource

    init(json: inout JSONObject) throws(JSONError) {
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
        let type = try json.optional("clientAppType", as: ClientAppTypeDocument.self)?.type
        let platform = try json.optional("platform", as: PlatformDocument.self)?.platform
        let address = try json.optional("ipAddress", as: AddressDocument.self)?.address
        context = AccessContext(clientAppType: type, platform: platform, ipAddress: address)
    }
}

private struct ClientAppTypeDocument: JSONReadable {
    let type: ClientAppType

    init(json: JSONElement) throws(JSONError) {
        guard let type = ClientAppType(rawValue: try json.string()) else {
            throw json.invalid("give one of \(listed(ClientAppType.allCases.map(\.rawValue)))")
        }
        self.type = type
    }
}

private struct PlatformDocument: JSONReadable {
    let platform: DevicePlatform

    init(json: JSONElement) throws(JSONError) {
        guard let platform = DevicePlatform(rawValue: try json.string()) else {
            throw json.invalid("give one of \(listed(DevicePlatform.allCases.map(\.rawValue)))")
        }
        self.platform = platform
    }
}

private struct AddressDocument: JSONReadable {
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

private struct ControlsDocument: JSONObjectReadable {
    static let unknownMembers = UnknownMembers.refuse
    let controls: ControlFacts

    init(json: inout JSONObject) throws(JSONError) {
        var controls = ControlFacts()
        for (name, control) in [
            ("mfa", \ControlFacts.mfa), ("compliantDevice", \.compliantDevice),
            ("compliantApplication", \.compliantApplication),
        ] {
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
private func canonical(_ identifier: String) -> String { GUID(identifier)?.description ?? identifier }

private func listed(_ words: [String]) -> String {
    words.map { "`\($0)`" }.joined(separator: ", ")
}
