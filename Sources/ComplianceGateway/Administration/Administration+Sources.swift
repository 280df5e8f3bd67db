public import AccessModel
public import Compliance
import Cryptography
import JSONCoding

/// What an administrator says of a new source of signals.
public struct SignalSourceInput: Sendable, Hashable {
    /// The name: lower-case letters, digits and hyphens, at most 63.
    public var name: String
    /// What it may tell.
    public var attributes: Set<DeviceAttribute>
    /// How old a verdict may be, 1 minute to 90 days.
    public var freshFor: Duration
    /// How much longer the last good verdict holds, 0 to 90 days.
    public var holdFor: Duration
    /// How many signals it may send in a minute, 1 to 6,000,000.
    public var signalsPerMinute: Int64

    /// Makes an input.
    public init(
        name: String, attributes: Set<DeviceAttribute> = Set(DeviceAttribute.allCases),
        freshFor: Duration = .seconds(86_400), holdFor: Duration = .seconds(86_400), signalsPerMinute: Int64 = 600_000
    ) {
        self.name = name
        self.attributes = attributes
        self.freshFor = freshFor
        self.holdFor = holdFor
        self.signalsPerMinute = signalsPerMinute
    }

    /// What is not acceptable, in words; nil when everything is.
    public var fault: String? {
        if !TenantDirectory.isAlias(name) { return "the name must be lower-case letters, digits and hyphens" }
        if attributes.isEmpty { return "a source must be registered to tell something" }
        if !(.seconds(60)...Duration.seconds(90 * 86_400)).contains(freshFor) {
            return "a verdict must be fresh for 1 minute to 90 days"
        }
        if !(.zero...Duration.seconds(90 * 86_400)).contains(holdFor) { return "a verdict must hold for 0 to 90 days" }
        if !(1...6_000_000).contains(signalsPerMinute) { return "the signals per minute must be 1 to 6,000,000" }
        return nil
    }
}

/// A source with the secret that was made for it, which is shown this once.
public struct IssuedSignalSource: Sendable {
    /// The source.
    public let record: SignalSourceRecord
    /// The secret.
    public let secret: String
}

extension Administration {
    /// Adds a source of signals about devices.
    ///
    /// - Returns: the source and its secret; nil when the name is taken.
    /// - Throws: ``UnusableContents``; ``StoreError``; `CryptographyError` when the library fails.
    public func addSource(_ input: SignalSourceInput, to tenant: TenantID) async throws -> IssuedSignalSource? {
        if let fault = input.fault { throw UnusableContents(fault) }
        let now = environment.now()
        let source = SignalSource(
            id: environment.newIdentifier(), name: input.name, attributes: input.attributes, freshFor: input.freshFor,
            holdFor: input.holdFor)
        guard let (secret, sealed) = try await newSecret(of: source.id, in: tenant) else { return nil }
        let record = SignalSourceRecord(
            source: source, signalsPerMinute: input.signalsPerMinute,
            secrets: [SignalSecretRecord(sealed: sealed, createdAt: now)], createdAt: now)
        let entry = self.entry(
            .signalSourceAdded, source,
            [
                ("attributes", .array(source.attributes.sorted().map { .string($0.rawValue) })),
                ("freshForSeconds", .integer(source.freshFor.wholeSeconds)),
                ("holdForSeconds", .integer(source.holdFor.wholeSeconds)),
            ])
        guard try await commit([.insertSource(record)], [entry], in: tenant) else { return nil }
        return IssuedSignalSource(record: record, secret: secret)
    }

    /// Gives a source a new secret; the one before stays good for a while, any older one dies.
    ///
    /// - Parameters:
    ///   - name: the source's name.
    ///   - tenant: the tenant.
    ///   - overlap: how long the secret before stays good.
    /// - Returns: the source and its new secret; nil when there is no such source, or somebody else changed it.
    /// - Throws: ``StoreError``; `CryptographyError` when the library fails.
    public func rotateSourceSecret(
        of name: String, in tenant: TenantID, overlap: Duration
    ) async throws -> IssuedSignalSource? {
        guard var record = try await source(name, in: tenant),
            let (secret, sealed) = try await newSecret(of: record.source.id, in: tenant)
        else { return nil }
        guard record.pull == nil else { throw UnusableContents("`\(name)` sends nothing that it would sign") }
        let now = environment.now()
        let end = now + max(overlap, .zero)
        record.secrets =
            [SignalSecretRecord(sealed: sealed, createdAt: now)]
            + record.secrets.prefix(1).map { last in
                var last = last
                last.expiresAt = min(last.expiresAt ?? end, end)
                return last
            }
        let entry = self.entry(.signalSourceSecretRotated, record.source, [("oldSecretUntil", .string(end.rfc3339))])
        guard try await commit([.updateSource(record, expecting: record.version)], [entry], in: tenant) else {
            return nil
        }
        return IssuedSignalSource(record: record, secret: secret)
    }

    /// Lets what a source says count, or no longer.
    ///
    /// - Returns: false when there is no such source, or somebody else changed it.
    /// - Throws: ``StoreError``.
    public func setSource(_ name: String, enabled isEnabled: Bool, in tenant: TenantID) async throws -> Bool {
        guard var record = try await source(name, in: tenant) else { return false }
        record.source.isEnabled = isEnabled
        let entry = self.entry(isEnabled ? .signalSourceEnabled : .signalSourceDisabled, record.source)
        let schedule = AdministrationChange.schedulePull(record.source.id, at: isEnabled ? environment.now() : nil)
        let changes = [.updateSource(record, expecting: record.version)] + (record.pull == nil ? [] : [schedule])
        return try await commit(changes, [entry], in: tenant)
    }

    /// Removes a source; what it said no longer counts, even if another one gets its name.
    ///
    /// - Returns: false when there is no such source.
    /// - Throws: ``StoreError``.
    public func removeSource(_ name: String, in tenant: TenantID) async throws -> Bool {
        guard let record = try await source(name, in: tenant) else { return false }
        let entry = self.entry(.signalSourceRemoved, record.source)
        return try await commit([.removeSource(record.source.id)], [entry], in: tenant)
    }

    /// A tenant's sources, by name.
    ///
    /// - Throws: ``StoreError``.
    public func sources(of tenant: TenantID) async throws(StoreError) -> [SignalSourceRecord] {
        try await environment.store.configuration(of: tenant)?.signalSources ?? []
    }

    func source(_ name: String, in tenant: TenantID) async throws(StoreError) -> SignalSourceRecord? {
        try await sources(of: tenant).first { $0.source.name == name }
    }

    func entry(
        _ kind: JournalKind, _ source: SignalSource, _ details: [(name: String, value: JSONValue)] = []
    ) -> JournalEntry {
        JournalEntry(
            kind, at: environment.now(), subject: JournalSubject(actor: actor),
            details: [("source", .string(source.name)), ("sourceId", .string(source.id.rawValue))] + details)
    }

    /// A new secret, as it is shown and as it is stored; the key is the text as it is shown.
    private func newSecret(
        of source: SignalSourceID, in tenant: TenantID
    ) async throws -> (text: String, sealed: [UInt8])? {
        let text = "psig_" + Base64URL.encode(environment.randomBytes(32))
        let purpose = SealingPurpose.signalSecret(of: source, of: tenant)
        return try await seal(Array(text.utf8), for: purpose, in: tenant).map { (text, $0) }
    }

    /// Seals a secret under the tenant's data key; nil when there is no such tenant.
    func seal(_ secret: [UInt8], for purpose: String, in tenant: TenantID) async throws -> [UInt8]? {
        guard let record = try await environment.store.configuration(of: tenant) else { return nil }
        let opened = SecretBytes(
            try environment.masterKey.open(record.sealedDataKey, for: SealingPurpose.dataKey(of: tenant)))
        guard let dataKey = SealingKey(opened) else { throw UnusableKeys(what: "data key") }
        return try dataKey.seal(secret, for: purpose, nonce: environment.randomBytes(AESGCM.nonceByteCount))
    }
}
