public import AccessModel
import AccessPolicy
public import JSONCoding

/// What is asked of a What If: an access request as the engine has it, or a document in the shape of Microsoft Graph's
/// `evaluate` action.
public struct WhatIfQuestion: Sendable, Hashable {
    /// The requests: one for each application that is named.
    public var requests: [AccessRequest]
    /// Whether only the policies that apply are wanted.
    public var appliedPoliciesOnly: Bool

    /// Makes a question.
    public init(_ requests: [AccessRequest], appliedPoliciesOnly: Bool = false) {
        self.requests = requests
        self.appliedPoliciesOnly = appliedPoliciesOnly
    }
}

extension WhatIfQuestion: JSONReadable {
    /// Reads a question; its members tell the shape.
    public init(json: JSONElement) throws(JSONError) {
        let names = try json.object().members.names
        if let old = names.first(where: { $0.hasPrefix("conditionalAccessWhatIf") }) {
            throw json.invalid(
                "`\(old)` is of a shape that is no longer in use; give `signInIdentity`, `signInContext` and"
                    + " `signInConditions`")
        }
        if names.contains(where: { $0.hasPrefix("signIn") }) {
            self = try json.read(as: GraphQuestion.self).question
        } else {
            self.init([try json.read()])
        }
    }
}

/// The body of Graph's `evaluate` action.
private struct GraphQuestion: JSONObjectReadable {
    static let unknownMembers = UnknownMembers.refuse
    let question: WhatIfQuestion

    init(json: inout JSONObject) throws(JSONError) {
        let subject = try json.required("signInIdentity", as: GraphIdentity.self).subject
        let resources = try json.required("signInContext", as: GraphTarget.self).resources
        let context = try json.optional("signInConditions", as: GraphConditions.self)?.context ?? AccessContext()
        let appliedOnly = try json.optional("appliedPoliciesOnly", as: Bool.self) ?? false
        question = WhatIfQuestion(
            resources.map { AccessRequest(subject: subject, resource: $0, context: context) },
            appliedPoliciesOnly: appliedOnly)
    }
}

extension JSONObject {
    /// Reads past an object's type, which its members tell, too.
    fileprivate mutating func passType() { _ = element("@odata.type") }
}

private struct GraphIdentity: JSONObjectReadable {
    static let unknownMembers = UnknownMembers.refuse
    let subject: AccessSubject

    init(json: inout JSONObject) throws(JSONError) {
        json.passType()
        let user = try json.optional("userId", as: String.self)
        let client = try json.optional("servicePrincipalId", as: String.self)
        let tenant = try json.optional("externalTenantId", as: String.self)
        let type = try json.optional("externalUserType", as: Word<GuestType>.self)?.value
        guard type != nil || tenant == nil else { throw json.invalid("externalUserType", "give it with the tenant") }
        switch (user, client) {
        case (let user?, nil):
            let guest = type.map { GuestIdentity($0, homeTenant: tenant.map { TenantID(canonical($0)) }) }
            subject = .account(AccountMembership(account: AccountID(canonical(user)), guest: guest))
        case (nil, let client?) where type == nil:
            subject = .servicePrincipal(ServicePrincipal(ClientID(canonical(client))))
        default: throw json.invalid("userId", "give either `userId` or `servicePrincipalId`")
        }
    }
}

private struct GraphTarget: JSONObjectReadable {
    static let unknownMembers = UnknownMembers.refuse
    let resources: [AccessResource]

    init(json: inout JSONObject) throws(JSONError) {
        json.passType()
        let applications = try json.optional("includeApplications", as: [String].self)
        let action = try json.optional("userAction", as: Word<GraphAction>.self)?.value
        let context = try json.optional("authenticationContextValue", as: String.self)
        switch (applications, action, context) {
        case (let applications?, nil, nil) where !applications.isEmpty:
            resources = applications.map { .application(ApplicationID(canonical($0))) }
        case (nil, let action?, nil): resources = [.userAction(action.named.rawValue)]
        case (nil, nil, let context?): resources = [.authenticationContext(context)]
        default:
            throw json.invalid(
                "includeApplications",
                "give one of `includeApplications`, `userAction` and `authenticationContextValue`")
        }
    }
}

private enum GraphAction: String, CaseIterable {
    case registerSecurityInformation
    case registerOrJoinDevices

    /// What policies call it.
    var named: UserAction {
        switch self {
        case .registerSecurityInformation: .registerSecurityInformation
        case .registerOrJoinDevices: .registerDevice
        }
    }
}

private struct GraphConditions: JSONObjectReadable {
    static let unknownMembers = UnknownMembers.refuse
    let context: AccessContext

    init(json: inout JSONObject) throws(JSONError) {
        json.passType()
        var context = AccessContext()
        context.clientAppType = try json.optional("clientAppType", as: Word<ClientAppType>.self)?.value
        context.platform = try json.optional("devicePlatform", as: Word<DevicePlatform>.self)?.value
        context.ipAddress = try json.optional("ipAddress", as: AddressDocument.self)?.address
        context.country = try json.optional("country", as: CountryDocument.self)?.code
        context.signInRisk = try json.optional("signInRiskLevel", as: Word<RiskLevel>.self)?.value
        context.userRisk = try json.optional("userRiskLevel", as: Word<RiskLevel>.self)?.value
        context.servicePrincipalRisk = try json.optional("servicePrincipalRiskLevel", as: Word<RiskLevel>.self)?.value
        context.insiderRisk = try json.optional("insiderRiskLevel", as: Word<InsiderRiskLevel>.self)?.value
        context.transferMethod = try json.optional("authenticationFlow", as: GraphFlow.self)?.method
        context.device = try json.optional("deviceInfo", as: GraphDevice.self)?.device
        self.context = context
    }
}

private struct GraphFlow: JSONObjectReadable {
    static let unknownMembers = UnknownMembers.refuse
    let method: TransferMethod?

    init(json: inout JSONObject) throws(JSONError) {
        json.passType()
        let name = try json.optional("transferMethod", as: String.self)
        method = name == "none" ? nil : try json.optional("transferMethod", as: Word<TransferMethod>.self)?.value
    }
}

/// A device, whose `ownership` is what filters call `deviceOwnership`.
private struct GraphDevice: JSONReadable {
    let device: DeviceInfo

    init(json: JSONElement) throws(JSONError) {
        var members = try json.object().members
        members.remove("@odata.type")
        if let ownership = members.remove("ownership") { members.append("deviceOwnership", ownership) }
        device = try JSONElement(.object(members), at: json.path).read(as: DeviceDocument.self).device
    }
}
