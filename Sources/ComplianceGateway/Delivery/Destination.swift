import AccessModel

/// A system or a mailbox outside that is told of what happens, so that it can act.
public struct Destination: Sendable, Hashable {
    /// How it is told.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A signed JSON document by `POST`.
        case webhook
        /// Keycloak's admin API: the user's sessions end; a disabled account is disabled there.
        case keycloak
        /// Ory Hydra's admin API: the subject's login and consent sessions end.
        case hydra
        /// Okta's API: the user's sessions and tokens end.
        case okta
        /// Global Token Revocation, as receivers of Okta's Universal Logout speak it.
        case universalLogout
        /// Microsoft Graph: the user's sign-in sessions are revoked.
        case entra
        /// Mail by SMTP.
        case mail

        /// The settings that it cannot do without, and those that it may have.
        public var settings: (required: Set<String>, optional: Set<String>) {
            switch self {
            case .webhook, .okta, .universalLogout: ([], [])
            case .keycloak: (["realm", "clientId"], [])
            case .hydra: ([], [])
            case .entra: (["tenant", "clientId"], ["loginURL"])
            case .mail: (["from"], ["to", "user", "language"])
            }
        }

        /// Whether nobody answers without a secret.
        public var needsSecret: Bool {
            switch self {
            case .hydra, .mail: false
            case .webhook, .keycloak, .okta, .universalLogout, .entra: true
            }
        }

        /// Whether it ends sessions, and tells nobody anything.
        public var actsByItself: Bool {
            switch self {
            case .webhook, .mail: false
            case .keycloak, .hydra, .okta, .universalLogout, .entra: true
            }
        }

        /// What it is told of unless it is said otherwise.
        public var defaultEvents: Set<DeliveryEvent> {
            switch self {
            case .webhook: Set(DeliveryEvent.allCases)
            case .mail:
                [
                    .complianceLost, .wipeRequested, .breakGlassUsed, .checkFailing, .checkStepNear,
                    .deviceComplianceLost,
                ]
            case .keycloak, .hydra, .okta, .universalLogout, .entra:
                [.complianceLost, .accountDisabled, .passwordSet, .wipeRequested]
            }
        }
    }

    /// The name, 1 to 64 lower-case letters, digits and hyphens.
    public var name: String
    /// How it is told.
    public var kind: Kind
    /// Where: `https`, or `smtp` and `smtps` for mail.
    public var url: String
    /// What its kind needs beside; see ``Kind/settings``.
    public var settings: [String: String]
    /// What it is told of.
    public var events: Set<DeliveryEvent>
    /// The least time between two messages about one account and event; zero tells each.
    ///
    /// The use of a break-glass account is always told.
    public var quietFor: Duration

    /// Makes a destination.
    public init(
        name: String, kind: Kind, url: String, settings: [String: String] = [:], events: Set<DeliveryEvent>? = nil,
        quietFor: Duration = .zero
    ) {
        self.name = name
        self.kind = kind
        self.url = url
        self.settings = settings
        self.events = events ?? kind.defaultEvents
        self.quietFor = quietFor
    }

    /// Whether it is told only by way of an account: mail to the users themselves.
    var tellsUsers: Bool { kind == .mail && settings["to"] == nil }

    /// Whether it is told less often than things happen; what ends sessions is told each time, whatever was stored once.
    var keepsQuiet: Bool { quietFor > .zero && !kind.actsByItself }

    /// What is wrong with it, in a line that is safe to show; nil when nothing is.
    public var fault: String? {
        guard Self.isName(name) else { return "a name is 1 to 64 lower-case letters, digits and hyphens" }
        guard isAddress else {
            return kind == .mail
                ? "the address must begin with smtp:// or smtps://" : "the address must be an https URL"
        }
        let (required, optional) = kind.settings
        if let unknown = Set(settings.keys).subtracting(required).subtracting(optional).min() {
            return "`\(unknown)` is no setting of \(kind.rawValue)"
        }
        if let missing = required.subtracting(settings.keys).min() { return "`\(missing)` is required" }
        guard settings.values.allSatisfy(Self.isSetting) else {
            return "a setting is 1 to 512 characters without control characters"
        }
        if kind == .mail, let fault = mailFault { return fault }
        if events.isEmpty { return "it must be told of something" }
        if kind.actsByItself, quietFor > .zero {
            return "\(kind.rawValue) ends sessions and must be told each time; quiet is for webhooks and mail"
        }
        guard (.zero...Duration.seconds(30 * 86_400)).contains(quietFor) else { return "quiet is at most 30 days" }
        return nil
    }

    private var mailFault: String? {
        if let from = settings["from"], !MailAddress.isWritable(from) {
            return "`from` must be an address such as postern@example.org, without a name"
        }
        guard let to = settings["to"] else { return nil }
        let recipients = to.split(separator: ";", omittingEmptySubsequences: false).map { $0.filter { $0 != " " } }
        return recipients.allSatisfy(MailAddress.isWritable)
            ? nil : "`to` must be addresses such as desk@example.org, without names, with `;` between them"
    }

    private var isAddress: Bool {
        guard url.utf8.count <= 2048, url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), !url.contains("@") else {
            return false
        }
        if kind != .mail, url.hasPrefix("http://") { return isOnThisMachine }
        let schemes = kind == .mail ? ["smtp://", "smtps://"] : ["https://"]
        return schemes.contains { url.hasPrefix($0) && url.utf8.count > $0.utf8.count }
    }

    /// Whether its address is this machine's own loopback, where nobody listens in: it needs no TLS.
    public var isOnThisMachine: Bool {
        guard let scheme = url.firstRange(of: "://") else { return false }
        let rest = url[scheme.upperBound...]
        return ["127.0.0.1", "[::1]"].contains { host in
            rest.hasPrefix(host) && [nil, ":", "/"].contains(rest.dropFirst(host.count).first)
        }
    }

    private static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
    }

    private static func isSetting(_ text: String) -> Bool {
        (1...512).contains(text.unicodeScalars.count)
            && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }
}

/// A destination as it is stored.
public struct DestinationRecord: Sendable, Hashable {
    /// The destination.
    public var destination: Destination
    /// Its secret, sealed under the tenant's data key; nil when it has none.
    public var sealedSecret: [UInt8]?
    /// The journal's sequence at which it was added; it is told of what comes after.
    public var since: Int64

    /// Makes a record; the store says since when, of one that is new.
    public init(destination: Destination, sealedSecret: [UInt8]?, since: Int64 = 0) {
        self.destination = destination
        self.sealedSecret = sealedSecret
        self.since = since
    }
}
