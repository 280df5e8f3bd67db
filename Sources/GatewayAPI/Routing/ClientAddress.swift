import AccessModel
import HTTPMessage

/// Where a request came from, as far as it can be believed.
enum ClientAddress {
    /// The most entries of `X-Forwarded-For` that are looked at.
    static let maximumEntries = 32

    /// The connection's peer; behind a configured proxy the right-most entry that is none of the proxies.
    ///
    /// What stands further left was written by the client itself.
    ///
    /// - Returns: nil when a proxy hands on what is no address.
    static func of(_ request: HTTPRequest, trustedProxies: [IPRange]) -> IPAddress? {
        let peer = IPAddress(request.remote)
        func isProxy(_ address: IPAddress) -> Bool { trustedProxies.contains { $0.contains(address) } }
        guard let peer, isProxy(peer) else { return peer }
        let entries = request.headers.values(.forwardedFor)
            .flatMap { $0.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) }
        var last = peer
        for entry in entries.suffix(maximumEntries).reversed() {
            guard let address = IPAddress(forwarded: entry) else { return nil }
            guard isProxy(address) else { return address }
            last = address
        }
        return last
    }
}

extension IPAddress {
    init?(_ remote: RemoteAddress) {
        let bits = remote.bytes.reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
        self.init(family: remote.isIPv4 ? .v4 : .v6, bits: bits)
    }

    /// Reads an entry of `X-Forwarded-For`: an address, with blanks around it, perhaps in brackets or with a port.
    init?(forwarded entry: ArraySlice<UInt8>) {
        let text = String(decoding: entry.filter { $0 != 0x20 && $0 != 0x09 }, as: UTF8.self)
        if let address = IPAddress(text) {
            self = address
            return
        }
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            self.init(String(text[text.index(after: text.startIndex)..<end]))
            return
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, UInt16(parts[1]) != nil else { return nil }
        self.init(String(parts[0]))
    }
}
