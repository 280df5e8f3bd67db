/// What a scope request comes to for one client: exactly one resource and the scopes of it that are granted.
public struct ResolvedScope: Sendable, Hashable {
    /// The resource; the token's `aud` is its identifier.
    public let resource: ResourceApp
    /// The granted scopes without the resource's identifier, sorted: the token's `scp`.
    public let scopes: [String]
    /// The reserved scopes that were asked for.
    public let reserved: Set<ReservedScope>

    /// The granted scopes in full and the reserved ones: the answer's member `scope`.
    ///
    /// Stock clients key their cache by it.
    public var grantedText: String {
        let full = scopes.map { resource.identifier + "/" + $0 }
        return (full + reserved.map(\.rawValue).sorted()).joined(separator: " ")
    }
}

extension ScopeRequest {
    /// Finds the one resource and what this client is granted of it.
    ///
    /// - Parameters:
    ///   - resources: the tenant's resources, the compliance resource among them.
    ///   - client: who asks.
    ///   - appOnly: whether the client acts for itself, which knows only `.default` and has no scopes.
    /// - Returns: the resolved scope, or why it is refused.
    public func resolve(
        resources: [ResourceApp], client: ClientApp, appOnly: Bool = false
    ) -> Result<ResolvedScope, ScopeRefusal> {
        guard !resourceScopes.isEmpty else { return .failure(.noResource) }
        var found: ResourceApp?
        var names: Set<String> = []
        for scope in resourceScopes {
            guard let (resource, name) = Self.split(scope, among: resources) else {
                return .failure(.unknownScope(scope))
            }
            guard found == nil || found?.id == resource.id else { return .failure(.severalResources) }
            found = resource
            names.insert(name)
        }
        guard let resource = found else { return .failure(.noResource) }
        return Self.grant(names, of: resource, to: client, appOnly: appOnly)
            .map { ResolvedScope(resource: resource, scopes: $0.sorted(), reserved: reserved) }
    }

    /// The name that stands for everything the client is registered for.
    public static let defaultName = ".default"

    private static func grant(
        _ names: Set<String>, of resource: ResourceApp, to client: ClientApp, appOnly: Bool
    ) -> Result<Set<String>, ScopeRefusal> {
        func full(_ name: String) -> String { resource.identifier + "/" + name }
        if resource.isComplianceResource {
            if let other = names.sorted().first(where: { $0 != defaultName }) {
                return .failure(.unknownScope(full(other)))
            }
            // An app-only token has no account whose compliance it could be for.
            return appOnly ? .failure(.notPermitted(full(defaultName))) : .success([defaultName])
        }
        let known = names.sorted().first { $0 != defaultName && !resource.scopes.contains($0) }
        if let known { return .failure(.unknownScope(full(known))) }
        guard let permission = client.permissions.first(where: { $0.resource == resource.id }) else {
            return .failure(.notPermitted(full(names.sorted().first ?? defaultName)))
        }
        if appOnly {
            let named = names.sorted().first { $0 != defaultName }
            return named.map { .failure(.defaultOnly(full($0))) } ?? .success([])
        }
        let denied = names.sorted().first { $0 != defaultName && !permission.scopes.contains($0) }
        if let denied { return .failure(.notPermitted(full(denied))) }
        let granted = names.contains(defaultName) ? permission.scopes : names
        return granted.isEmpty ? .failure(.notPermitted(full(defaultName))) : .success(granted)
    }

    /// The resource whose identifier the scope starts with, and the rest; the longest identifier wins.
    private static func split(_ scope: String, among resources: [ResourceApp]) -> (ResourceApp, String)? {
        var best: (resource: ResourceApp, name: String, length: Int)?
        for resource in resources {
            for identifier in [resource.identifier] + resource.alternativeIdentifiers {
                let prefix = Array((identifier + "/").utf8)
                guard scope.utf8.starts(with: prefix), scope.utf8.count > prefix.count else { continue }
                guard prefix.count > best?.length ?? 0 else { continue }
                let name = String(decoding: scope.utf8.dropFirst(prefix.count), as: UTF8.self)
                best = (resource, name, prefix.count)
            }
        }
        return best.map { ($0.resource, $0.name) }
    }
}
