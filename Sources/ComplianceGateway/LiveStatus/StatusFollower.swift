public import AccessModel
public import Compliance

/// Somebody who is told of compliance as it changes.
///
/// There may be many, and each is in more than one list: they share one copy.
public final class StatusFollower: Sendable {
    /// Why somebody is told nothing more.
    public enum End: Sendable, Hashable {
        /// The token has ended or was revoked, or the client may no longer.
        case authorityEnded
        /// What was told before says nothing about what there is now.
        case resync
    }

    /// What became of what somebody was told.
    public enum Reception: Sendable, Hashable {
        /// It is on its way.
        case taken
        /// It was not taken, since the follower is behind; it is told more when it has caught up with what it has.
        case full
        /// Nobody takes it any more.
        case gone
    }

    /// Whose events.
    public let audience: StatusAudience
    /// The language of texts.
    public let language: TextLanguage
    let authority: StreamAuthority
    let offer: @Sendable ([UInt8]) -> Reception
    /// Ends the stream.
    public let end: @Sendable (End) -> Void

    /// Makes a follower.
    ///
    /// - Parameters:
    ///   - audience: whose events.
    ///   - language: the language of texts.
    ///   - authority: by what it follows.
    ///   - offer: hands bytes over without waiting; whoever answers that it is full calls ``LiveStatus/resume(_:)`` when there is
    ///     room.
    ///   - end: ends the stream.
    public init(
        audience: StatusAudience, language: TextLanguage, authority: StreamAuthority,
        offer: @escaping @Sendable ([UInt8]) -> Reception, end: @escaping @Sendable (End) -> Void
    ) {
        self.audience = audience
        self.language = language
        self.authority = authority
        self.offer = offer
        self.end = end
    }
}

/// What names a follower of a tenant's events.
public struct StatusTicket: Sendable, Hashable {
    /// The tenant.
    public let tenant: TenantID
    /// A number that no other follower of the tenant has, from 1.
    public let number: Int

    /// Makes a ticket.
    public init(tenant: TenantID, number: Int) {
        self.tenant = tenant
        self.number = number
    }
}
