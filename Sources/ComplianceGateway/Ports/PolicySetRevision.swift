public import AccessModel
public import AuthorizationServer

/// One published set of policies: every one is kept, so that what was decided can be explained and brought back.
public struct PolicySetRevision: Sendable, Hashable {
    /// Its number; 1 is the first, and each later one is one more.
    public var number: Int64
    /// The SHA-256 of its document: two revisions with the same hash decide alike.
    public var contentHash: SecretHash
    /// When it was published.
    public var publishedAt: Timestamp
    /// Who published it; empty for one that was published before this was noted.
    public var actor: String
    /// Why, as the administrator says it; nil when nothing was said.
    public var reason: String?
    /// How it came about.
    public var origin: PolicySetOrigin
    /// The sequence of the journal entry of its publication; 0 for one that was published before this was noted.
    public var sequence: Int64

    /// Makes a revision.
    public init(
        number: Int64, contentHash: SecretHash, publishedAt: Timestamp, actor: String, reason: String?,
        origin: PolicySetOrigin, sequence: Int64
    ) {
        self.number = number
        self.contentHash = contentHash
        self.publishedAt = publishedAt
        self.actor = actor
        self.reason = reason
        self.origin = origin
        self.sequence = sequence
    }
}

/// How a revision came about; the texts are stable.
public enum PolicySetOrigin: String, Sendable, Hashable, CaseIterable {
    /// An administrator applied a directory of policies.
    case applied
    /// An administrator brought an earlier revision's content back.
    case rolledBack
    /// An operator set every policy to report-only on the host.
    case recovered
    /// The gateway put a policy in force that had been watched long enough.
    case promoted
}

/// A revision with its document.
public struct PublishedPolicies: Sendable {
    /// The revision.
    public var revision: PolicySetRevision
    /// The policies and what they refer to, in canonical form; see ``PolicyPublication``.
    public var document: [UInt8]

    /// Makes a published set.
    public init(revision: PolicySetRevision, document: [UInt8]) {
        self.revision = revision
        self.document = document
    }
}

/// A set of policies that is to be published.
public struct PolicyDraft: Sendable {
    /// The policies and what they refer to, in canonical form.
    public var document: [UInt8]
    /// The SHA-256 of the document.
    public var contentHash: SecretHash
    /// When it is published.
    public var at: Timestamp
    /// Who publishes it.
    public var actor: String
    /// Why; nil when nothing was said.
    public var reason: String?
    /// How it comes about.
    public var origin: PolicySetOrigin

    /// Makes a draft; its hash is the document's.
    public init(
        _ document: [UInt8], at: Timestamp, actor: String, reason: String? = nil,
        origin: PolicySetOrigin = .applied
    ) {
        self.document = document
        contentHash = SecretHash(of: document)
        self.at = at
        self.actor = actor
        self.reason = reason
        self.origin = origin
    }
}
