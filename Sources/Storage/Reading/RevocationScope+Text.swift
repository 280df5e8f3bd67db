import AccessModel
import AuthorizationServer

/// How a revocation's scope is spelt in its column: a letter for the kind, a colon and the identifier.
extension RevocationScope {
    /// What the text of a grant's scope begins with.
    static let grantPrefix = "g:"

    var storedText: String {
        switch self {
        case .tenant: "t:"
        case .account(let id): "a:\(id.rawValue)"
        case .client(let id): "c:\(id.rawValue)"
        case .instance(let id): "i:\(id.rawValue)"
        case .device(let id): "d:\(id.rawValue)"
        case .grant(let id): Self.grantPrefix + id.rawValue
        }
    }

    init?(storedText text: String) {
        let id = String(text.dropFirst(2))
        switch text.prefix(2) {
        case "t:": self = .tenant
        case "a:": self = .account(AccountID(id))
        case "c:": self = .client(ClientID(id))
        case "i:": self = .instance(AppInstanceID(id))
        case "d:": self = .device(DeviceID(id))
        case Self.grantPrefix[...]: self = .grant(GrantID(id))
        default: return nil
        }
    }
}
