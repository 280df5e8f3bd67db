import AccessModel
import AuthorizationServer
import HTML
import HTTPMessage

/// A page that ends a visit: it says what is so, and offers nothing but a reference for the support.
struct MessagePage {
    /// What it says.
    enum Kind: Sendable {
        case blocked, secondFactor, unavailable, unknownClient, unknownRedirect, malformed, deviceAllowed, deviceDenied

        func message(_ texts: PageTexts) -> PageTexts.Message {
            switch self {
            case .blocked: texts.blocked
            case .secondFactor: texts.secondFactor
            case .unavailable: texts.unavailable
            case .unknownClient: PageTexts.Message(texts.badRequestTitle, texts.unknownClient)
            case .unknownRedirect: PageTexts.Message(texts.badRequestTitle, texts.unknownRedirect)
            case .malformed: PageTexts.Message(texts.badRequestTitle, texts.malformed)
            case .deviceAllowed: texts.allowed
            case .deviceDenied: texts.denied
            }
        }

        /// Whether the support can tell from the request's identifier what happened.
        var hasReference: Bool {
            switch self {
            case .deviceAllowed, .deviceDenied: false
            default: true
            }
        }
    }

    private let kind: Kind
    private let exchange: ExchangeRequest
    private let organisation: String?

    init(_ kind: Kind, _ exchange: ExchangeRequest, organisation: String? = nil) {
        self.kind = kind
        self.exchange = exchange
        self.organisation = organisation
    }

    /// Why an authorize request is answered with a page.
    init(_ fault: AuthorizePageFault, _ exchange: ExchangeRequest) {
        let kind: Kind =
            switch fault {
            case .malformed: .malformed
            case .unknownClient: .unknownClient
            case .redirectURI: .unknownRedirect
            }
        self.init(kind, exchange)
    }

    func response(_ status: HTTPStatus) -> HTTPResponse {
        let texts = PageTexts.of(exchange.language)
        let message = kind.message(texts)
        let layout = PageLayout(title: message.title, language: exchange.language, organisation: organisation)
        var response = layout.response(status) {
            H.p { .text(message.text) }
            if kind.hasReference {
                H.p(.class("small")) {
                    "\(texts.reference) "
                    H.code { .text(exchange.correlation.rawValue) }
                }
            }
        }
        if kind.hasReference { response.diagnostic = "\(kind)" }
        return response
    }
}
