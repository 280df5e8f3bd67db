import AccessModel
import ComplianceGateway
import GatewayAPI
import HTTPServer
import Observability

/// What `postern serve` runs with: every setting read and checked before anything is started.
struct ServeSettings {
    let state: StateDirectory
    let origin: String
    let masterKeyFile: String?
    let countryDatabase: String?
    let server: HTTPServerConfiguration
    let api: GatewayAPIConfiguration
    let issuanceEntries: IssuanceEntries
    let journal: JournalSettings
    let logFormat: LogFormat
    let logLevel: LogLevel
    /// The environment's variables that look like settings and are none.
    let unknownVariables: [String]

    /// The name of the listener that serves the gateway over TLS.
    static let secure = "public"
    /// The name of the listener that serves it without, to a proxy on this machine.
    static let plain = "plain"
    /// The name of the listener that serves health and metrics.
    static let operations = "operations"

    /// Room for probes, and for what collects the metrics; nobody else has business there.
    private static let operationsConnections = 64

    /// - Throws: ``CommandFailure`` that names the setting and what it must be.
    init(_ settings: Settings) throws {
        state = StateDirectory(try settings.required(.state))
        // Said first: without a gateway every other setting would be asked for one by one.
        try state.requireGateway()
        origin = try PublicOrigin(settings.required(.url)).text
        masterKeyFile = settings[.masterKeyFile]
        countryDatabase = settings[.countryDatabase]
        issuanceEntries = try settings.choice(.issuanceEntries, default: .durable)
        journal = try JournalSettings(settings)
        unknownVariables = settings.unknownVariables
        logFormat = try settings.choice(.logFormat, default: .text)
        logLevel = try settings.choice(.logLevel, default: .info)
        let tls = TLSConfiguration(
            certificateChainFile: try settings.required(.tlsCertificate), privateKeyFile: try settings.required(.tlsKey)
        )
        let listen = try ListenAddress(settings[.listen] ?? "127.0.0.1:8443", of: .listen)
        let operations = try ListenAddress(settings[.operationsListen] ?? "127.0.0.1:9443", of: .operationsListen)
        var listeners = [
            HTTPListener(name: Self.secure, address: listen.address, port: listen.port, tls: tls),
            HTTPListener(
                name: Self.operations, address: operations.address, port: operations.port,
                connections: Self.operationsConnections),
        ]
        if let plain = try Self.plainListen(settings[.plainListen]) {
            listeners.append(HTTPListener(name: Self.plain, address: plain.address, port: plain.port))
        }
        var server =
            try Self.loops(settings).map { HTTPServerConfiguration(listeners: listeners, loops: $0) }
            ?? HTTPServerConfiguration(listeners: listeners)
        server.limits.bodyBytes = GatewayAPIConfiguration.maximumBodyByteCount
        self.server = server
        api = GatewayAPIConfiguration(trustedProxies: try Self.proxies(settings[.trustedProxies]))
    }

    /// Tokens and passwords cross this listener in the clear, so it stays on this machine.
    private static func plainListen(_ text: String?) throws -> ListenAddress? {
        guard let text else { return nil }
        let listen = try ListenAddress(text, of: .plainListen)
        guard let address = IPAddress(listen.address), loopback.contains(where: { $0.contains(address) }) else {
            throw CommandFailure(
                "`plainListen` is `\(text)`; without TLS the gateway listens on a loopback address only, such as 127.0.0.1:8080"
            )
        }
        return listen
    }

    private static let loopback = ["127.0.0.0/8", "::1/128"].compactMap { IPRange.cidr($0)?.range }

    private static func loops(_ settings: Settings) throws -> Int? {
        guard let text = settings[.loops] else { return nil }
        guard let count = Int(text), (1...64).contains(count) else {
            throw CommandFailure("`loops` is `\(text)`; it must be a number from 1 to 64")
        }
        return count
    }

    private static func proxies(_ text: String?) throws -> [IPRange] {
        guard let text, !text.isEmpty else { return [] }
        return try text.split(separator: ",").map { part in
            let word = String(part.filter { $0 != " " })
            if let address = IPAddress(word), let range = IPRange(lower: address, upper: address) { return range }
            guard let range = IPRange.cidr(word)?.range else {
                throw CommandFailure(
                    "`trustedProxies` has `\(word)`; it must be an address or a range such as 10.0.0.0/8")
            }
            return range
        }
    }
}
