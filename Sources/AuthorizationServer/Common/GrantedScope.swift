/// The scopes that an answer grants.
public struct GrantedScope: Sendable, Hashable {
    /// The resource's scopes without its identifier, sorted: the token's `scp`; empty for an app-only token.
    public var scopes: [String]
    /// The granted scopes in full and the reserved ones: the answer's member `scope`.
    public var text: String
    /// Whether an id_token is issued.
    public var openID: Bool
    /// Whether the id_token names the account.
    public var profile: Bool
    /// Whether a refresh token is issued where none is rotated.
    public var offlineAccess: Bool

    /// Makes granted scopes.
    public init(
        scopes: [String], text: String, openID: Bool = false, profile: Bool = false, offlineAccess: Bool = false
    ) {
        self.scopes = scopes
        self.text = text
        self.openID = openID
        self.profile = profile
        self.offlineAccess = offlineAccess
    }
}
