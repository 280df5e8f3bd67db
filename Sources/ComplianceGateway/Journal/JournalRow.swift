public import AccessModel

/// A journal entry as it is stored, column by column, in no other words than the store's.
///
/// What is sealed, verified and exported is this, and not what it means: an entry of a kind that a later program wrote is
/// carried all the same.
public struct JournalRow: Sendable, Hashable {
    /// Its place in the tenant's journal.
    public var sequence: Int64
    /// When it happened.
    public var at: Timestamp
    /// What happened; ``JournalKind`` has the kinds that this program writes.
    public var kind: String
    /// The account that it concerns.
    public var account: String?
    /// The client that it concerns.
    public var client: String?
    /// The app instance that it concerns.
    public var instance: String?
    /// The device that it concerns.
    public var device: String?
    /// Who acted.
    public var actor: String?
    /// The correlation identifier.
    public var correlation: String?
    /// The kind's own members, the text of a JSON object.
    public var details: String

    /// Makes a row.
    public init(
        sequence: Int64, at: Timestamp, kind: String, account: String? = nil, client: String? = nil,
        instance: String? = nil, device: String? = nil, actor: String? = nil, correlation: String? = nil,
        details: String = "{}"
    ) {
        self.sequence = sequence
        self.at = at
        self.kind = kind
        self.account = account
        self.client = client
        self.instance = instance
        self.device = device
        self.actor = actor
        self.correlation = correlation
        self.details = details
    }

    /// The row as bytes that no other row has: version 1 of the encoding.
    ///
    /// A byte with the version, then the tenant and every column in the order of this type. A number has eight bytes, the
    /// greatest first; a text four bytes with the number of its UTF-8 bytes, and those. What may be missing has a byte
    /// before it: 0 when it is, 1 when it is not.
    ///
    /// - Parameter tenant: whose journal it is in.
    /// - Returns: the bytes that are hashed.
    public func canonicalBytes(of tenant: TenantID) -> [UInt8] {
        var bytes = CanonicalBytes(version: 1, capacity: 256 + details.utf8.count)
        bytes.append(tenant.rawValue)
        bytes.append(sequence)
        bytes.append(at.milliseconds)
        bytes.append(kind)
        for text in [account, client, instance, device, actor, correlation] { bytes.append(text) }
        bytes.append(details)
        return bytes.bytes
    }
}
