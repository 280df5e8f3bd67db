/// What kind of guest or external user an account is.
public struct GuestIdentity: Sendable, Hashable {
    /// The kind.
    public var type: GuestType
    /// The organisation that the account comes from; nil when it is not known, or for a guest of this organisation.
    public var homeTenant: TenantID?

    /// Makes an identity.
    public init(_ type: GuestType, homeTenant: TenantID? = nil) {
        self.type = type
        self.homeTenant = homeTenant
    }
}

/// The kinds of guests and external users, as `guestOrExternalUserTypes` names them.
public enum GuestType: String, Sendable, Hashable, CaseIterable {
    /// A guest with an account of this organisation.
    case internalGuest
    /// A guest from elsewhere who was invited to work together.
    case b2bCollaborationGuest
    /// A member from elsewhere, such as of another tenant of the same organisation.
    case b2bCollaborationMember
    /// Somebody from elsewhere who has no account here.
    case b2bDirectConnectUser
    /// Any other external user.
    case otherExternalUser
    /// Somebody of a service provider.
    case serviceProvider
}

/// Guests of some kinds from some organisations.
public struct GuestSelector: Sendable, Hashable {
    /// The organisations that guests come from.
    public enum Tenants: Sendable, Hashable {
        /// All of them.
        case all
        /// Those that are listed.
        case enumerated(Set<TenantID>)
    }

    /// The kinds.
    public var types: Set<GuestType>
    /// Where they come from.
    public var tenants: Tenants

    /// Makes a selector.
    public init(types: Set<GuestType>, tenants: Tenants = .all) {
        self.types = types
        self.tenants = tenants
    }

    /// Every guest.
    public static let everyGuest = GuestSelector(types: Set(GuestType.allCases))

    /// Whether a guest is meant; nil when that depends on where he comes from, which is not known.
    public func contains(_ guest: GuestIdentity) -> Bool? {
        guard types.contains(guest.type) else { return false }
        switch tenants {
        case .all: return true
        case .enumerated(let listed): return guest.homeTenant.map(listed.contains)
        }
    }
}
