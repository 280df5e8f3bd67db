import AccessModel
import ServiceRuntime

/// Finds tenants and keeps each one's configuration for as long as its revisions stand.
///
/// Nothing is true because it is kept: the revisions come from the store with every request's facts.
public final class TenantDirectory: Sendable {
    private let environment: GatewayEnvironment
    private let kept = Lock([TenantID: TenantConfiguration]())

    /// Makes a directory that knows nothing yet.
    public init(_ environment: GatewayEnvironment) {
        self.environment = environment
    }

    /// The tenant that a URL's first path segment names, by GUID or alias.
    ///
    /// - Returns: nil when there is none.
    /// - Throws: ``StoreError``.
    public func find(_ segment: String) async throws(StoreError) -> TenantHead? {
        if let guid = GUID(segment) { return try await environment.store.tenant(.id(TenantID(guid.description))) }
        guard Self.isAlias(segment) else { return nil }
        return try await environment.store.tenant(.alias(segment))
    }

    /// The configuration at exactly these revisions, or newer ones.
    ///
    /// - Throws: ``StoreError`` when it cannot be read or opened.
    public func configuration(at head: TenantHead) async throws(StoreError) -> TenantConfiguration {
        if let known = kept.withLock({ $0[head.id] }), known.head.revisions == head.revisions,
            known.head.epoch == head.epoch
        {
            return known
        }
        guard let record = try await environment.store.configuration(of: head.id) else {
            throw .damaged("the tenant is gone")
        }
        let opened: TenantConfiguration
        do {
            opened = try TenantConfiguration(opening: record, environment: environment)
        } catch {
            throw .damaged("the tenant's configuration cannot be opened: \(error)")
        }
        kept.withLock { kept in
            // A slower reader must not put an older configuration back.
            if let other = kept[head.id], other.head.isNewer(than: opened.head) { return }
            kept[head.id] = opened
        }
        return opened
    }

    /// Lower-case letters, digits and hyphens, at most 63: what a tenant's alias consists of.
    public static func isAlias(_ text: String) -> Bool {
        (1...63).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
    }
}
