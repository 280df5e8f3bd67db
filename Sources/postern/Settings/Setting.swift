import Observability

/// One setting: a key of the configuration file, an environment variable and an option, all of the same name.
enum Setting: String, CaseIterable, Sendable {
    case state
    case url
    case listen
    case plainListen
    case operationsListen
    case tlsCertificate
    case tlsKey
    case masterKeyFile
    case loops
    case issuanceEntries
    case trustedProxies
    case countryDatabase
    case journalSealEntries
    case journalSealSeconds
    case journalRetentionDays
    case logFormat
    case logLevel

    /// The option: `operationsListen` is `--operations-listen`.
    var option: CommandOption { CommandOption(words(separator: "-"), .text(placeholder), help: help) }

    /// The environment variable: `operationsListen` is `POSTERN_OPERATIONS_LISTEN`.
    var variable: String { "POSTERN_" + words(separator: "_").uppercased() }

    private func words(separator: Character) -> String {
        var text = ""
        for character in rawValue {
            if character.isUppercase { text.append(separator) }
            text += character.lowercased()
        }
        return text
    }

    private var placeholder: String {
        switch self {
        case .state: "DIR"
        case .url: "URL"
        case .listen, .plainListen, .operationsListen: "ADDRESS:PORT"
        case .tlsCertificate, .tlsKey, .masterKeyFile, .countryDatabase: "FILE"
        case .loops, .journalSealEntries, .journalSealSeconds, .journalRetentionDays: "N"
        case .issuanceEntries: "durable|omitted"
        case .trustedProxies: "ADDRESS,..."
        case .logFormat: "text|json"
        case .logLevel: "LEVEL"
        }
    }

    private var help: String {
        switch self {
        case .state: "the state directory"
        case .url: "the public origin, https://host[:port], that every issued URL begins with"
        case .listen: "where the gateway listens with TLS (127.0.0.1:8443)"
        case .plainListen: "where it also listens without TLS, for a proxy on this machine; a loopback address (none)"
        case .operationsListen: "where health and metrics are served in plain text (127.0.0.1:9443)"
        case .tlsCertificate: "the server's certificate and its chain, in PEM form"
        case .tlsKey: "the certificate's private key, in PEM form"
        case .masterKeyFile: "the file with the master key (master.key in the state directory)"
        case .loops: "the number of event loops (one for each processor)"
        case .issuanceEntries: "whether app-only tokens are journalled before they are answered (durable)"
        case .trustedProxies: "proxies whose X-Forwarded-For is believed (none)"
        case .countryDatabase: "the database that gives the country of an address, in the MaxMind DB format (none)"
        case .journalSealEntries: "how many journal entries are sealed together, 1 to 10000 (1000)"
        case .journalSealSeconds: "after how many seconds fewer entries are sealed (60)"
        case .journalRetentionDays: "after how many days journal entries are removed (0: never)"
        case .logFormat: "how log lines are written (text)"
        case .logLevel:
            "the least level that is logged: \(LogLevel.allCases.map(\.rawValue).joined(separator: ", ")) (info)"
        }
    }
}
