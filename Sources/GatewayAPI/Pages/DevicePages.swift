import Compliance
import ComplianceGateway
import HTML
import HTTPMessage

/// The pages on which a user signs another device in (RFC 8628 section 3.3).
struct DevicePages {
    let request: TenantRequest
    let configuration: TenantConfiguration
    let visitor: Visitor

    private var texts: PageTexts { PageTexts.of(request.exchange.language) }

    /// Asks for the code; it is filled in when a link brought one, and the user still confirms.
    func entry(code: String, problem: EntryProblem? = nil) throws -> HTTPResponse {
        let texts = texts
        var response = layout(texts.deviceTitle).response(problem?.status ?? .ok) {
            PageLayout.alert(problem?.text(texts))
            H.form(.method(.post)) {
                token(of: .deviceCode)
                H.p(.id("hint")) { .text(texts.deviceHint) }
                H.label(.for("user_code")) { .text(texts.deviceCode) }
                H.input(
                    .type(.text), .id("user_code"), .name("user_code"), .class("code"), .value(code),
                    .autocomplete("off"), .maxlength(32), .required, .autofocus,
                    .aria(.describedby, problem == nil ? "hint" : "problem hint"))
                H.button(.type(.submit)) { .text(texts.next) }
            }
        }
        response.retry(after: problem?.retryAfter)
        try visitor.remember(in: &response.headers)
        return response
    }

    /// Asks whether the device is the user's own.
    func confirmation(code: String, clientName: String, account: String) throws -> HTTPResponse {
        let texts = texts
        var response = layout(texts.confirmTitle).response(.ok) {
            H.p { PageLayout.named(texts.confirmQuestion, clientName) }
            H.p { .text(texts.confirmWarning) }
            H.p(.class("small")) { PageLayout.named(texts.signedInAs, account) }
            H.form(.method(.post)) {
                token(of: .deviceConfirmation)
                H.input(.type(.hidden), .name("user_code"), .value(code))
                H.button(.type(.submit), .name("decision"), .value(Decision.allow.rawValue)) { .text(texts.allow) }
                H.button(.type(.submit), .name("decision"), .value(Decision.deny.rawValue), .class("quiet")) {
                    .text(texts.deny)
                }
            }
        }
        try visitor.remember(in: &response.headers)
        return response
    }

    /// Says that it is done.
    func done(_ decision: Decision) -> HTTPResponse {
        MessagePage(
            decision == .allow ? .deviceAllowed : .deviceDenied, request.exchange, organisation: configuration.name
        ).response(.ok)
    }

    /// What the user decided.
    enum Decision: String {
        case allow, deny
    }

    /// Why the code is asked for again.
    enum EntryProblem {
        case unknownCode
        case limited(retryAfter: Duration)
        case formExpired

        var status: HTTPStatus {
            switch self {
            case .unknownCode: .badRequest
            case .limited: .tooManyRequests
            case .formExpired: .forbidden
            }
        }

        var retryAfter: Duration? {
            guard case .limited(let wait) = self else { return nil }
            return wait
        }

        func text(_ texts: PageTexts) -> String {
            switch self {
            case .unknownCode: texts.unknownCode
            case .limited: texts.tooManyAttempts
            case .formExpired: texts.formExpired
            }
        }
    }

    private func layout(_ title: String) -> PageLayout {
        PageLayout(
            title: title, language: request.exchange.language, organisation: configuration.name,
            formTargets: [PageLayout.thisSite])
    }

    private func token(of form: PageForm) -> HTMLNode {
        H.input(.type(.hidden), .name("csrf"), .value(visitor.token(of: form, key: configuration.csrfKey)))
    }
}
