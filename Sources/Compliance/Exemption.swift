public import AccessModel

/// An administrator's permission to fail one check until an end; it shows in every trace.
public struct Exemption: Sendable, Hashable {
    /// Whom an exemption is for.
    public enum Scope: Sendable, Hashable {
        /// Every instance of an account.
        case account(AccountID)
        /// Every instance on a device.
        case device(DeviceID)
        /// One instance.
        case instance(AppInstanceID)

        /// Whether the instance is in the scope.
        public func contains(_ instance: AppInstance) -> Bool {
            switch self {
            case .account(let account): instance.account == account
            case .device(let device): instance.device == device
            case .instance(let id): instance.id == id
            }
        }
    }

    /// The exemption's identifier, for traces.
    public let id: String
    /// Whom it is for.
    public let scope: Scope
    /// The check that may fail.
    public let check: ProtectionCheck
    /// Why it was given, 1 to 512 characters.
    public let reason: String
    /// Who gave it, 1 to 256 characters.
    public let approver: String
    /// When it was given; it holds from then on.
    public let grantedAt: Timestamp
    /// When it ends; at this instant it no longer holds.
    public let ends: Timestamp

    /// Makes an exemption after checking its members.
    ///
    /// - Throws: ``AppProtectionPolicyError`` naming the first member that is not acceptable: a check that nobody can be
    ///   exempted from, an empty or overlong text, an end that is not after its beginning.
    public init(
        id: String, scope: Scope, check: ProtectionCheck, reason: String, approver: String, grantedAt: Timestamp,
        ends: Timestamp
    ) throws(AppProtectionPolicyError) {
        guard PolicyRevision.isPlainIdentifier(id) else {
            throw AppProtectionPolicyError(.id, "must be 1 to 128 letters, digits, `.`, `_` or `-`")
        }
        guard check.isConfigurable else {
            throw AppProtectionPolicyError(.check, "`\(check.rawValue)` cannot be exempted from")
        }
        guard (1...512).contains(reason.unicodeScalars.count) else {
            throw AppProtectionPolicyError(.reason, "must be 1 to 512 characters")
        }
        guard (1...256).contains(approver.unicodeScalars.count) else {
            throw AppProtectionPolicyError(.approver, "must be 1 to 256 characters")
        }
        guard ends > grantedAt else { throw AppProtectionPolicyError(.ends, "must be after the beginning") }
        self.id = id
        self.scope = scope
        self.check = check
        self.reason = reason
        self.approver = approver
        self.grantedAt = grantedAt
        self.ends = ends
    }

    /// What every trace says of it, in one line: why, who approved it and when it ends.
    var traced: String {
        let reason = String(
            String.UnicodeScalarView(reason.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 })
        )
        return "exempt by `\(id)` of `\(approver)` until \(ends.rfc3339): \(reason)"
    }

    /// Whether the exemption lets this instance fail the check at `now`.
    ///
    /// The beginning is not compared: an exemption that is stored holds, or the passing of time could make an instance
    /// compliant.
    public func covers(_ check: ProtectionCheck, of instance: AppInstance, at now: Timestamp) -> Bool {
        self.check == check && now < ends && scope.contains(instance)
    }
}
