public import ComplianceGateway
import JSONCoding

/// What the gateway knows of a product that it can ask for devices: where they are listed and how they are read.
///
/// Each was built from what its vendor documents; an answer of another shape is an error, never a device that is
/// compliant.
public struct PullConnector: Sendable {
    /// The name, as administrators write it.
    public let name: String
    /// The product.
    public let title: String
    /// Where the product is when it is a service with one address; nil when the administrator must say.
    public let baseURL: String?
    /// What the administrator must or may say beside.
    public let settings: [PullConnectorSetting]
    /// What the gateway's account there must be allowed.
    public let permissions: String
    /// The page of the vendor's documentation that it was built from.
    public let documentation: String
    /// What it does not tell although one might expect it, each in a line.
    public let cannotTell: [String]
    /// Path and query below the base.
    let path: String
    let credential: PullTemplate.Credential
    let mapping: JSONValue

    /// All connectors, by name.
    public static let all: [PullConnector] = [.fleet, .intune, .jamfProComputers, .jamfProMobileDevices, .kolide]

    /// The connector of a name; nil when there is none.
    public static func named(_ name: String) -> PullConnector? { all.first { $0.name == name } }

    /// What a source is made of.
    ///
    /// - Parameters:
    ///   - base: where the product is, without the connector's own path; nil takes ``baseURL``.
    ///   - values: values of ``settings``, by name.
    /// - Returns: the template.
    /// - Throws: what is missing or not acceptable.
    public func template(
        at base: String? = nil, settings values: [String: String] = [:]
    ) throws(PullConnectorError) -> PullTemplate {
        guard let base = base ?? baseURL else { throw .missingURL }
        guard SourceURL(base) != nil, !base.contains("?") else { throw .invalidURL }
        guard case .object(let mapping) = mapping else { throw .unusableMapping("is no object") }
        var draft = PullDraft(
            base: base.hasSuffix("/") ? String(base.dropLast()) : base, path: path, credential: credential,
            mapping: mapping)
        if let unknown = Set(values.keys).subtracting(settings.map(\.name)).min() { throw .unknownSetting(unknown) }
        for setting in settings {
            guard let value = values[setting.name] else {
                if setting.isRequired { throw .missingSetting(setting.name) }
                continue
            }
            guard setting.apply(value, &draft) else { throw .invalidSetting(setting.name, setting.meaning) }
        }
        return try draft.template()
    }
}

/// Something that an administrator says of a source beside its URL.
public struct PullConnectorSetting: Sendable {
    /// The name.
    public let name: String
    /// What it means and what its values are, in a line.
    public let meaning: String
    /// Whether there is no source without it.
    public let isRequired: Bool
    /// Changes the draft; false when the value is not acceptable.
    let apply: @Sendable (String, inout PullDraft) -> Bool

    init(
        _ name: String, isRequired: Bool = false, _ meaning: String,
        apply: @escaping @Sendable (String, inout PullDraft) -> Bool
    ) {
        self.name = name
        self.meaning = meaning
        self.isRequired = isRequired
        self.apply = apply
    }
}

/// What a source is made of, as a connector proposes it.
public struct PullTemplate: Sendable, Hashable {
    /// How the gateway's secret shows who asks.
    public enum Credential: Sendable, Hashable {
        /// The secret is a bearer token (RFC 6750).
        case bearer
        /// The secret is that of an OAuth client, which gets its tokens here (RFC 6749 section 4.4).
        case clientCredentials(tokenURL: String, scope: String?)
    }

    /// Where the devices are listed.
    public let url: SourceURL
    /// How the secret is used.
    public let credential: Credential
    /// How answers are read.
    public let mapping: SourceMapping
}

/// A template while settings change it.
struct PullDraft {
    let base: String
    var path: String
    var credential: PullTemplate.Credential
    var mapping: JSONMembers

    /// Puts a rule for one attribute in place of the one it had.
    mutating func setRule(_ attribute: String, _ rule: JSONValue) {
        var attributes = mapping["attributes"]?.objectValue ?? JSONMembers()
        attributes.append(attribute, rule)
        mapping.append("attributes", .object(attributes))
    }

    /// Changes members of the rule for one attribute.
    mutating func changeRule(_ attribute: String, _ change: (inout JSONMembers) -> Void) {
        guard var rule = mapping["attributes"]?[attribute]?.objectValue else { return }
        change(&rule)
        setRule(attribute, .object(rule))
    }

    func template() throws(PullConnectorError) -> PullTemplate {
        guard let url = SourceURL(base + path) else { throw .invalidURL }
        var credential = credential
        if case .clientCredentials(let tokenURL, let scope) = credential, tokenURL.hasPrefix("/") {
            credential = .clientCredentials(tokenURL: base + tokenURL, scope: scope)
        }
        do {
            return PullTemplate(url: url, credential: credential, mapping: try SourceMapping(json: .object(mapping)))
        } catch {
            throw .unusableMapping(error.description)
        }
    }
}

/// Why a connector gives no template.
public enum PullConnectorError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The product has no address of its own, and none was given.
    case missingURL
    /// The URL is not absolute, or has a user, a query or a fragment.
    case invalidURL
    /// A setting is missing.
    case missingSetting(String)
    /// The connector has no such setting.
    case unknownSetting(String)
    /// A setting's value is not acceptable; with what the setting means.
    case invalidSetting(String, String)
    /// A setting makes a mapping that cannot be used.
    case unusableMapping(String)

    /// One line, safe to show.
    public var description: String {
        switch self {
        case .missingURL: "the connector needs a url"
        case .invalidURL: "the url must be absolute, without user, query and fragment"
        case .missingSetting(let name): "the setting `\(name)` is required"
        case .unknownSetting(let name): "`\(name.prefix(64))` is no setting of the connector"
        case .invalidSetting(let name, let meaning): "the setting `\(name)` is not acceptable: \(meaning)"
        case .unusableMapping(let reason): "the mapping cannot be used: \(reason)"
        }
    }
}
