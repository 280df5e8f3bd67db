public import AccessModel
public import Compliance
import Cryptography

/// A signal source as it is stored.
public struct SignalSourceRecord: Sendable, Hashable {
    /// What devices are evaluated with.
    public var source: SignalSource
    /// How many signals it may send in a minute, 1 to 6,000,000.
    public var signalsPerMinute: Int64
    /// The secrets that it may sign with, the newest first; at most two.
    public var secrets: [SignalSecretRecord]
    /// How it is asked; nil when it calls by itself.
    public var pull: PullSourceRecord?
    /// When it was added.
    public var createdAt: Timestamp
    /// Grows by one with each change.
    public var version: Int64

    /// Makes a record.
    public init(
        source: SignalSource, signalsPerMinute: Int64, secrets: [SignalSecretRecord],
        pull: PullSourceRecord? = nil, createdAt: Timestamp, version: Int64 = 1
    ) {
        self.source = source
        self.signalsPerMinute = signalsPerMinute
        self.secrets = secrets
        self.pull = pull
        self.createdAt = createdAt
        self.version = version
    }
}

/// A secret of a source as it is stored.
public struct SignalSecretRecord: Sendable, Hashable {
    /// The secret, sealed under the tenant's data key.
    public var sealed: [UInt8]
    /// When it was made.
    public var createdAt: Timestamp
    /// When it stops being good; nil while it is the current one.
    public var expiresAt: Timestamp?

    /// Makes a record.
    public init(sealed: [UInt8], createdAt: Timestamp, expiresAt: Timestamp? = nil) {
        self.sealed = sealed
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }
}

/// A signal source with its secrets opened.
struct OpenedSignalSource: Sendable {
    let source: SignalSource
    let signalsPerMinute: Int64
    let secrets: [(key: SecretBytes, expiresAt: Timestamp?)]
    /// How it is asked; nil when it calls by itself.
    let pull: PullSource?
    /// What it is asked with.
    let pullSecret: SecretBytes?

    /// The secrets that are good at an instant.
    func keys(at now: Timestamp) -> [SecretBytes] {
        secrets.filter { secret in secret.expiresAt.map { now < $0 } ?? true }.map(\.key)
    }

    /// Every source of a record, by name.
    ///
    /// - Throws: when a secret does not open under the tenant's data key.
    static func opening(_ record: TenantRecord, _ dataKey: SealingKey) throws -> [String: OpenedSignalSource] {
        var opened: [String: OpenedSignalSource] = [:]
        for stored in record.signalSources {
            let purpose = SealingPurpose.signalSecret(of: stored.source.id, of: record.head.id)
            opened[stored.source.name] = OpenedSignalSource(
                source: stored.source, signalsPerMinute: stored.signalsPerMinute,
                secrets: try stored.secrets.map {
                    (key: SecretBytes(try dataKey.open($0.sealed, for: purpose)), expiresAt: $0.expiresAt)
                }, pull: stored.pull?.pull,
                pullSecret: try stored.pull?.sealedSecret.map { sealed in
                    SecretBytes(
                        try dataKey.open(
                            sealed, for: SealingPurpose.pullSecret(of: stored.source.id, of: record.head.id)))
                })
        }
        return opened
    }
}
