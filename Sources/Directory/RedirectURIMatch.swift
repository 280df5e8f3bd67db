/// Whether a redirect URI is one that a client registered (RFC 9700 section 2.1, RFC 8252 section 7.3).
///
/// URIs are compared byte by byte, without normalisation. Of a registered loopback URI (`http` with host `127.0.0.1`,
/// `[::1]` or `localhost`) the port of the request is free for native clients, and nothing else.
public enum RedirectURIMatch {
    /// The longest redirect URI that is looked at, in bytes.
    public static let maximumByteCount = 2048

    /// Whether `uri` is registered for the client.
    public static func isRegistered(_ uri: String, for client: ClientApp) -> Bool {
        guard uri.utf8.count <= maximumByteCount else { return false }
        return client.redirectURIs.contains { registered in
            if registered.utf8.elementsEqual(uri.utf8) { return true }
            guard client.kind == .native, let one = LoopbackURI(registered), let other = LoopbackURI(uri) else {
                return false
            }
            return one == other
        }
    }
}

/// A loopback redirect URI without its port.
struct LoopbackURI: Equatable {
    let host: [UInt8]
    let rest: [UInt8]

    init?(_ uri: String) {
        let bytes = Array(uri.utf8)
        let scheme = Array("http://".utf8)
        guard bytes.starts(with: scheme) else { return nil }
        let tail = bytes.dropFirst(scheme.count)
        let hosts = ["127.0.0.1", "localhost", "[::1]"]
        guard let host = hosts.map({ Array($0.utf8) }).first(where: { tail.starts(with: $0) }) else { return nil }
        var rest = tail.dropFirst(host.count)
        if rest.first == UInt8(ascii: ":") {
            rest = rest.dropFirst()
            let port = rest.prefix { (0x30...0x39).contains($0) }
            guard (1...5).contains(port.count) else { return nil }
            rest = rest.dropFirst(port.count)
        }
        guard rest.isEmpty || rest.first == UInt8(ascii: "/") || rest.first == UInt8(ascii: "?") else { return nil }
        self.host = host
        self.rest = Array(rest)
    }
}
