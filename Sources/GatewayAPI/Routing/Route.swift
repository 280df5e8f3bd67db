import AuthorizationServer
import ComplianceGateway
import HTTPMessage

/// One thing that the gateway answers: a method, a path, and what answers it.
struct Route: Sendable {
    /// What answers a request.
    enum Handler: Sendable {
        /// It belongs to the host.
        case host(@Sendable (ExchangeRequest) async throws -> HTTPResponse)
        /// It belongs to the tenant that the segment `{tenant}` names.
        case tenant(@Sendable (TenantRequest) async throws -> HTTPResponse)
    }

    let method: HTTPMethod
    let template: PathTemplate
    /// How a failure of ours looks here.
    let surface: Surface
    let handler: Handler
    /// Whether asking for the head alone changes nothing either.
    let answersHead: Bool
    /// How discovery names it; nil when it does not.
    let discovery: DiscoveryEntry?

    init(
        _ method: HTTPMethod, _ template: StaticString, _ surface: Surface, answersHead: Bool = false,
        discovery: DiscoveryEntry? = nil, _ handler: Handler
    ) {
        self.method = method
        self.template = PathTemplate(template)
        self.surface = surface
        self.answersHead = answersHead
        self.discovery = discovery
        self.handler = handler
    }

    /// The methods that its path answers because of it.
    var methods: [HTTPMethod] { answersHead ? [method, .head] : [method] }
}

/// Who is at the other end of a route.
enum Surface: Sendable, Hashable {
    /// An OAuth client.
    case oauth
    /// A person at a browser.
    case page
    /// An app that becomes compliant.
    case compliance
    /// A server that sends signals about devices.
    case source
    /// Anything that reads a document.
    case document
}

/// Where discovery documents say that a route is.
struct DiscoveryEntry: Sendable {
    /// The document's member.
    let member: AuthorizationServerMetadata.Endpoint
    /// The route's address, with the tenant's GUID.
    let address: @Sendable (TenantURLs) -> String

    init(_ member: AuthorizationServerMetadata.Endpoint, _ address: @escaping @Sendable (TenantURLs) -> String) {
        self.member = member
        self.address = address
    }
}
