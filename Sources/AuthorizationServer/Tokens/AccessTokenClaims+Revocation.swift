import AccessModel

extension AccessTokenClaims {
    /// Everything that a revocation of this token can name, for the store to look up.
    public var revocationScopes: [RevocationScope] {
        var scopes: [RevocationScope] = [.tenant, .client(client)]
        if let account {
            scopes += [.account(account.id), .grant(account.grant)]
            if let instance = account.instance { scopes.append(.instance(instance)) }
            if let device = account.device { scopes.append(.device(device)) }
        }
        return scopes
    }

    /// Whether the token is no longer active.
    ///
    /// Every pair that reaches it counts: a narrower one never hides a wider one.
    ///
    /// - Parameters:
    ///   - pairs: the tenant's revocations.
    ///   - epoch: the store's current epoch; a token of any other is of another life of the store.
    /// - Returns: true when one pair is newer than the snapshot that the token was decided on.
    public func isRevoked(by pairs: some Sequence<RevocationPair>, epoch: Int64) -> Bool {
        guard point.epoch == epoch else { return true }
        let scopes = revocationScopes
        return pairs.contains { point.sequence < $0.sequence && scopes.contains($0.scope) }
    }
}
