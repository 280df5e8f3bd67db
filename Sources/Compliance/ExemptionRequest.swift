public import AccessModel

/// An exemption that an administrator asks for, and that holds only once another one has approved it.
public struct ExemptionRequest: Sendable, Hashable {
    /// Why a request is not approved.
    public enum Refusal: String, Error, Sendable, Hashable, CaseIterable {
        /// Whoever asks does not approve.
        case sameAdministrator
        /// It would have ended already.
        case ended
    }

    /// The identifier that the exemption will have.
    public let id: String
    /// Whom it is for.
    public let scope: Exemption.Scope
    /// The check that may fail.
    public let check: ProtectionCheck
    /// Why it is asked for, 1 to 512 characters.
    public let reason: String
    /// When it would end.
    public let ends: Timestamp
    /// The administrator who asks, as the journal names them.
    public let requestedBy: String
    /// When it was asked for.
    public let requestedAt: Timestamp

    /// Makes a request after checking its members as an exemption's.
    ///
    /// - Throws: ``AppProtectionPolicyError`` naming the first member that is not acceptable.
    public init(
        id: String, scope: Exemption.Scope, check: ProtectionCheck, reason: String, ends: Timestamp,
        requestedBy: String, requestedAt: Timestamp
    ) throws(AppProtectionPolicyError) {
        _ = try Exemption(
            id: id, scope: scope, check: check, reason: reason, approver: requestedBy, grantedAt: requestedAt,
            ends: ends)
        self.id = id
        self.scope = scope
        self.check = check
        self.reason = reason
        self.ends = ends
        self.requestedBy = requestedBy
        self.requestedAt = requestedAt
    }

    /// The exemption that it becomes when somebody else approves it.
    ///
    /// - Parameters:
    ///   - approver: The administrator who approves, as the journal names them.
    ///   - now: The instant.
    /// - Returns: The exemption, or why there is none.
    public func approved(by approver: String, at now: Timestamp) -> Result<Exemption, Refusal> {
        guard approver != requestedBy else { return .failure(.sameAdministrator) }
        do {
            return .success(
                try Exemption(
                    id: id, scope: scope, check: check, reason: reason, approver: approver, grantedAt: now,
                    ends: ends))
        } catch {
            // Everything else was checked when it was asked for.
            return .failure(.ended)
        }
    }
}
