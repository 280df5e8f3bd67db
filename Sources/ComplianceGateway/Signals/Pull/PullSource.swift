import AccessModel
import Compliance

/// How a signal source is asked, instead of waiting until it calls.
public struct PullSource: Sendable, Hashable {
    /// How often a source may be asked at most, and must be asked at least.
    public static let intervals = Duration.seconds(30)...Duration.seconds(86_400)
    /// How long one request may take.
    public static let timeouts = Duration.seconds(1)...Duration.seconds(120)
    /// How many pages one pull may read.
    public static let pages: ClosedRange<Int64> = 1...10_000

    /// The connector's name, for administrators.
    public var connector: String
    /// Where its devices are listed.
    public var url: String
    /// How the gateway shows who asks.
    public var authentication: PullAuthentication
    /// How an answer is read.
    public var mapping: SourceMapping
    /// Whether the server may be at an address that is not of the public internet.
    public var isInternal: Bool
    /// How far apart two pulls begin.
    public var interval: Duration
    /// How long one request may take.
    public var timeout: Duration
    /// The most pages that one pull reads; a source that has more is one that fails.
    public var maximumPages: Int64
    /// When the gateway stops asking a source that fails.
    public var breaker: PullBreaker.Settings

    /// Makes a pull source; by default it is asked every 15 minutes and has 30 seconds for each answer.
    public init(
        connector: String, url: String, authentication: PullAuthentication, mapping: SourceMapping,
        isInternal: Bool = false, interval: Duration = .seconds(900),
        timeout: Duration = .seconds(30),
        maximumPages: Int64 = 1000, breaker: PullBreaker.Settings = PullBreaker.Settings()
    ) {
        self.connector = connector
        self.url = url
        self.authentication = authentication
        self.mapping = mapping
        self.isInternal = isInternal
        self.interval = interval
        self.timeout = timeout
        self.maximumPages = maximumPages
        self.breaker = breaker
    }

    /// How long a whole pull may take: a source that takes longer than it is asked for must not keep others from being asked.
    var deadline: Duration { max(min(timeout * 30, interval), .seconds(300)) }

    /// What is wrong with it, in a line that is safe to show; nil when nothing is.
    public var fault: String? {
        if !TenantDirectory.isAlias(connector) { return "a connector's name is lower-case letters, digits and hyphens" }
        if let fault = Self.fault(of: url, isInternal) { return "the url \(fault)" }
        if let fault = authentication.fault(isInternal) { return fault }
        if !Self.intervals.contains(interval) { return "the interval must be 30 seconds to a day" }
        if !Self.timeouts.contains(timeout) { return "the timeout must be 1 to 120 seconds" }
        if !Self.pages.contains(maximumPages) { return "the pages must be 1 to 10,000" }
        return breaker.fault
    }

    /// Credentials go over TLS, or to this very machine.
    static func fault(of url: String, _ isInternal: Bool) -> String? {
        guard let parsed = SourceURL(url) else { return "must be absolute, without user, password and fragment" }
        if parsed.isSecure { return nil }
        let isLoopback = ["http://127.0.0.1:", "http://[::1]:"].contains { parsed.origin.hasPrefix($0) }
        guard isLoopback else { return "must begin with https" }
        return isInternal ? nil : "is of this machine, which only a source that is internal may be"
    }
}

/// How the gateway shows a source who asks; the secret is kept apart, sealed.
public enum PullAuthentication: Sendable, Hashable {
    /// Not at all.
    case none
    /// The secret as a bearer token (RFC 6750 section 2.1).
    case bearer
    /// The secret, `user:password`, as HTTP Basic (RFC 7617).
    case basic
    /// The secret in a header of this name.
    case header(String)
    /// A token that the secret is exchanged for (RFC 6749 section 4.4).
    case clientCredentials(tokenURL: String, clientID: String, scope: String?)

    /// Whether there is a secret.
    public var needsSecret: Bool { self != .none }

    func fault(_ isInternal: Bool) -> String? {
        switch self {
        case .none, .bearer, .basic: return nil
        case .header(let name):
            return SourceHeader(name, "-") == nil ? "the header's name cannot be used" : nil
        case .clientCredentials(let url, let client, let scope):
            if let fault = PullSource.fault(of: url, isInternal) { return "the token endpoint's url \(fault)" }
            let isText = [client, scope ?? "-"].allSatisfy { text in
                (1...512).contains(text.utf8.count) && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
            }
            return isText ? nil : "client and scope must be 1 to 512 printable ASCII characters"
        }
    }
}

/// How a source is asked, as it is stored.
public struct PullSourceRecord: Sendable, Hashable {
    /// How it is asked.
    public var pull: PullSource
    /// The secret, sealed under the tenant's data key; nil when it needs none.
    public var sealedSecret: [UInt8]?

    /// Makes a record.
    public init(pull: PullSource, sealedSecret: [UInt8]?) {
        self.pull = pull
        self.sealedSecret = sealedSecret
    }
}
