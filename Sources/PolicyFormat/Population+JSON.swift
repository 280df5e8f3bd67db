import AccessModel
public import AccessPolicy
public import JSONCoding

/// A population as a document: `accounts` and `applications`, and lists of circumstances.
///
/// `null` in a list of circumstances stands for a value that is not known, or that there is none; a list that is missing
/// or empty has that one value. What is listed twice counts once.
extension Population: JSONObjectReadable {
    /// A population with a member that nobody knows is refused: a typo must not change who is looked at.
    public static var unknownMembers: UnknownMembers { .refuse }

    /// Reads a population.
    public init(json: inout JSONObject) throws(JSONError) {
        let accounts = try json.required("accounts", as: [PopulationAccount].self).map(\.membership)
        let applications = try json.required("applications", as: [PopulationApplication].self).map(\.application)
        if accounts.isEmpty { throw json.invalid("accounts", "give at least one account") }
        if applications.isEmpty { throw json.invalid("applications", "give at least one application") }
        var seen: Set<AccountID> = []
        if let twin = accounts.first(where: { !seen.insert($0.account).inserted }) {
            throw json.invalid("accounts", "two of them are `\(twin.account)`")
        }
        self.init(
            accounts: accounts, applications: once(applications, by: \.id),
            clientAppTypes: try json.values("clientAppTypes", \Word<ClientAppType>.value),
            platforms: try json.values("platforms", \Word<DevicePlatform>.value),
            ipAddresses: try json.values("ipAddresses", \AddressDocument.address),
            countries: try json.values("countries", \CountryDocument.code),
            signInRisks: try json.values("signInRiskLevels", \Word<RiskLevel>.value),
            userRisks: try json.values("userRiskLevels", \Word<RiskLevel>.value),
            insiderRisks: try json.values("insiderRiskLevels", \Word<InsiderRiskLevel>.value),
            devices: try json.values("devices", \DeviceDocument.device),
            transferMethods: try json.values("transferMethods", \Word<TransferMethod>.value),
            controls: once(
                try json.optional("controls", as: [ControlsDocument].self)?.map(\.controls) ?? [], by: \.self))
    }
}

extension JSONObject {
    /// The values of a list in which `null` is one, too.
    fileprivate mutating func values<Document: JSONReadable, Value: Hashable>(
        _ name: String, _ value: (Document) -> Value
    ) throws(JSONError) -> [Value?] {
        guard let list = element(name), list.value != .null else { return [] }
        var values: [Value?] = []
        for element in try list.elements() {
            values.append(element.value == .null ? nil : value(try element.read(as: Document.self)))
        }
        return once(values, by: \.self)
    }
}

/// The elements without those that have the key of one before them.
private func once<Element, Key: Hashable>(_ elements: [Element], by key: (Element) -> Key) -> [Element] {
    var seen: Set<Key> = []
    return elements.filter { seen.insert(key($0)).inserted }
}

private struct PopulationAccount: JSONObjectReadable {
    static let unknownMembers = UnknownMembers.refuse
    let membership: AccountMembership

    init(json: inout JSONObject) throws(JSONError) {
        membership = AccountMembership(
            account: AccountID(canonical(try json.required("account", as: String.self))),
            groups: Set((try json.optional("groups", as: [String].self) ?? []).map { GroupID(canonical($0)) }),
            roles: Set((try json.optional("roles", as: [String].self) ?? []).map { RoleID(canonical($0)) }),
            guest: try json.optional("guest", as: GuestDocument.self)?.identity)
    }
}

/// An identifier, or an object with `id` and `name`.
private struct PopulationApplication: JSONReadable {
    let application: Population.Application

    init(json: JSONElement) throws(JSONError) {
        if case .string(let id) = json.value {
            application = Population.Application(ApplicationID(canonical(id)))
        } else {
            application = try json.read(as: NamedApplication.self).application
        }
    }
}

private struct NamedApplication: JSONObjectReadable {
    static let unknownMembers = UnknownMembers.refuse
    let application: Population.Application

    init(json: inout JSONObject) throws(JSONError) {
        application = Population.Application(
            ApplicationID(canonical(try json.required("id", as: String.self))),
            name: try json.optional("name", as: String.self))
    }
}
