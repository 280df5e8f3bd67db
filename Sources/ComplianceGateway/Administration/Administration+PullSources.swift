public import AccessModel
import Compliance
public import Cryptography
import JSONCoding

extension Administration {
    /// The longest secret that a source is asked with, in bytes.
    public static let maximumPullSecret = 16_384

    /// Adds a source that is asked what it knows of devices, at once and then at each interval.
    ///
    /// - Parameters:
    ///   - input: the source; how many signals it may send does not matter.
    ///   - pull: how it is asked.
    ///   - secret: what it is asked with; nil when it needs nothing.
    ///   - tenant: the tenant.
    /// - Returns: the source; nil when the name is taken.
    /// - Throws: ``UnusableContents``; ``StoreError``; `CryptographyError` when the library fails.
    public func addPullSource(
        _ input: SignalSourceInput, pull: PullSource, secret: SecretBytes?, to tenant: TenantID
    ) async throws -> SignalSourceRecord? {
        if let fault = input.fault ?? pull.fault { throw UnusableContents(fault) }
        guard input.freshFor >= pull.interval * 2 else {
            throw UnusableContents("a verdict must be fresh for two intervals, or it ends before it is confirmed")
        }
        let now = environment.now()
        let source = SignalSource(
            id: environment.newIdentifier(), name: input.name, attributes: input.attributes, freshFor: input.freshFor,
            holdFor: input.holdFor)
        let sealed = try await sealPullSecret(secret, for: pull.authentication, of: source.id, in: tenant)
        let record = SignalSourceRecord(
            source: source, signalsPerMinute: input.signalsPerMinute, secrets: [],
            pull: PullSourceRecord(pull: pull, sealedSecret: sealed), createdAt: now)
        let entry = self.entry(
            .signalSourceAdded, source,
            [
                ("attributes", .array(source.attributes.sorted().map { .string($0.rawValue) })),
                ("freshForSeconds", .integer(source.freshFor.wholeSeconds)),
                ("holdForSeconds", .integer(source.holdFor.wholeSeconds)),
                ("connector", .string(pull.connector)), ("url", .string(pull.url)),
                ("intervalSeconds", .integer(pull.interval.wholeSeconds)),
            ])
        return try await commit([.insertSource(record)], [entry], in: tenant) ? record : nil
    }

    /// Gives a source that is asked another secret, and has it asked at once.
    ///
    /// - Returns: false when there is no such source, or it is not one that is asked.
    /// - Throws: ``UnusableContents``; ``StoreError``; `CryptographyError` when the library fails.
    public func replacePullSecret(of name: String, with secret: SecretBytes, in tenant: TenantID) async throws -> Bool {
        guard let record = try await source(name, in: tenant), let pull = record.pull?.pull else { return false }
        let sealed = try await sealPullSecret(secret, for: pull.authentication, of: record.source.id, in: tenant)
        guard let sealed else { return false }
        let next = record.source.isEnabled ? environment.now() : nil
        return try await commit(
            [.replacePullSecret(record.source.id, sealed: sealed), .schedulePull(record.source.id, at: next)],
            [entry(.signalSourceCredentialChanged, record.source)], in: tenant)
    }

    /// Has a source asked now, even if it is left alone because it failed.
    ///
    /// - Returns: false when there is no such source, or it is not one that is asked, or it is disabled.
    /// - Throws: ``StoreError``.
    public func requestPull(of name: String, in tenant: TenantID) async throws(StoreError) -> Bool {
        guard let record = try await source(name, in: tenant), record.pull != nil, record.source.isEnabled else {
            return false
        }
        return try await commit(
            [.schedulePull(record.source.id, at: environment.now())],
            [entry(.signalSourcePullRequested, record.source)], in: tenant)
    }

    private func sealPullSecret(
        _ secret: SecretBytes?, for authentication: PullAuthentication, of source: SignalSourceID, in tenant: TenantID
    ) async throws -> [UInt8]? {
        guard authentication.needsSecret else {
            if secret != nil { throw UnusableContents("a source without authentication is asked with no secret") }
            return nil
        }
        guard let bytes = secret?.copiedBytes, (1...Self.maximumPullSecret).contains(bytes.count),
            bytes.allSatisfy({ (0x20...0x7E).contains($0) })
        else { throw UnusableContents("the secret must be 1 to 16,384 printable ASCII characters in one line") }
        if authentication == .basic, !bytes.contains(0x3A) {
            throw UnusableContents("the secret must be user and password with a colon between them")
        }
        return try await seal(bytes, for: SealingPurpose.pullSecret(of: source, of: tenant), in: tenant)
    }
}
