import AccessModel

/// What a sealed secret is for; a secret that is moved to another place does not open there.
enum SealingPurpose {
    /// A tenant's data key, under the master key.
    static func dataKey(of tenant: TenantID) -> String { "data-key:\(tenant.rawValue)" }

    /// A signing key, under the tenant's data key.
    static func signingKey(_ id: String, of tenant: TenantID) -> String { "signing-key:\(tenant.rawValue):\(id)" }

    /// The secret of a destination, under the tenant's data key.
    static func destination(_ name: String, of tenant: TenantID) -> String {
        "destination:\(tenant.rawValue):\(name)"
    }

    /// A secret that a signal source signs with, under the tenant's data key.
    static func signalSecret(of source: SignalSourceID, of tenant: TenantID) -> String {
        "signal-secret:\(tenant.rawValue):\(source.rawValue)"
    }

    /// What a signal source is asked with, under the tenant's data key.
    static func pullSecret(of source: SignalSourceID, of tenant: TenantID) -> String {
        "pull-secret:\(tenant.rawValue):\(source.rawValue)"
    }

    /// The key of form tokens, which is derived from the tenant's data key and seals nothing.
    static func formTokens(of tenant: TenantID) -> String { "form-tokens:\(tenant.rawValue)" }

    /// The key of remediation addresses, which is derived from the tenant's data key and seals nothing.
    static func remediationLinks(of tenant: TenantID) -> String { "remediation-links:\(tenant.rawValue)" }
}
