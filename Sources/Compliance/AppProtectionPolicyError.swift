/// Why an app-protection policy or an exemption cannot be made: which member is not acceptable, and what it must be.
public struct AppProtectionPolicyError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A member, by the name it has in documents.
    public enum Member: String, Sendable, Hashable, CaseIterable {
        /// The identifier.
        case id
        /// The name.
        case displayName
        /// The revision.
        case revision
        /// The assignment.
        case target
        /// The apps.
        case apps
        /// The check-in interval.
        case checkInInterval
        /// The grace of an older revision.
        case revisionGrace
        /// Actions and graces of checks.
        case responses
        /// An exemption's check.
        case check
        /// An exemption's reason.
        case reason
        /// An exemption's approver.
        case approver
        /// An exemption's end.
        case ends
    }

    /// The member that is not acceptable.
    public let member: Member
    /// What it must be.
    public let problem: String

    /// Makes an error.
    init(_ member: Member, _ problem: String) {
        self.member = member
        self.problem = problem
    }

    /// One line, safe to log and to show.
    public var description: String { "`\(member.rawValue)` \(problem)" }
}
