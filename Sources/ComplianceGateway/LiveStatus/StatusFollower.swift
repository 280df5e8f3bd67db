public import AccessModel
public import Compliance

/// Takes what a follower is told.
public protocol StatusReceiver: AnyObject, Sendable {
    /// Takes bytes without waiting.
    ///
    /// - Parameter bytes: one event or several.
    /// - Returns: what became of them; whoever answers that it is full calls ``LiveStatus/resume(_:)`` when there is room.
    func offer(_ bytes: [UInt8]) -> StatusFollower.Reception

    /// Ends the stream.
    ///
    /// - Parameter end: why.
    func end(_ end: StatusFollower.End)
}

/// Somebody who is told of compliance as it changes.
///
/// There may be many, they live long, and each is in more than one list: they share one copy, which is kept small.
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
    /// Who takes what it is told.
    public let receiver: any StatusReceiver

    /// Makes a follower.
    ///
    /// - Parameters:
    ///   - admission: whose events it follows, and by what.
    ///   - language: the language of texts.
    ///   - receiver: takes what it is told.
    public init(_ admission: StatusAdmission, language: TextLanguage, receiver: any StatusReceiver) {
        audience = admission.audience
        authority = admission.authority
        self.language = language
        self.receiver = receiver
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
