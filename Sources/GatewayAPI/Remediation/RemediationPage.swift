import AccessModel
import Compliance
import ComplianceGateway
import Cryptography
import HTML
import HTTPMessage
import QRCode

/// The page that leads a user through a remediation: what is wrong, why it matters, how to fix it.
struct RemediationPage {
    /// What is said on top of the page.
    enum Notice {
        case stillOpen, limited, formExpired
    }

    /// What the buttons do.
    enum Act: String {
        case check, leave, restart
    }

    let request: TenantRequest
    let view: RemediationView
    let visitor: Visitor
    var notice: Notice?

    private var language: TextLanguage { request.exchange.language(preferring: view.preferredLanguage) }
    private var texts: RemediationTexts { RemediationTexts.of(language) }

    func response() throws -> HTTPResponse {
        var response =
            switch view.state {
            case .open: open()
            case .completed: end(ComplianceText(.compliant, in: language), action: texts.back)
            case .cancelled: cancelled()
            case .expired: expired()
            }
        if let diagnostic = notice?.diagnostic { response.diagnostic = diagnostic }
        if notice == .limited { response.retry(after: .seconds(300)) }
        try visitor.remember(in: &response.headers)
        return response
    }

    /// There is no such session in this tenant.
    static func unknown(_ request: TenantRequest, organisation: String) -> HTTPResponse {
        let texts = RemediationTexts.of(request.exchange.language).unknown
        let layout = PageLayout(
            title: texts.title, language: request.exchange.language, organisation: organisation,
            offersLanguages: true)
        var response = layout.response(.notFound) { H.p { .text(texts.text) } }
        response.diagnostic = "unknown remediation"
        return response
    }

    // MARK: States

    private func open() -> HTTPResponse {
        guard let result = view.result else {
            return layout(texts.checkAgain).response(status) {
                PageLayout.alert(noticeText)
                appLine
                form(offersLeaving: false)
            }
        }
        let text = result.text(in: language)
        return layout(text.title).response(status) {
            PageLayout.alert(noticeText)
            appLine
            for reason in RemediationPage.shown(result) { section(reason) }
            if result.reasons.isEmpty { H.p { .text(text.message + " " + text.action) } }
            warnings(result)
            supportID(result)
            if result.status != .notCompliant { H.p { .text(texts.whenDone) } }
            form(offersLeaving: result.status == .interactionRequired || result.status == .userCancelled)
            phone
            H.p(.class("small")) { .text(texts.staysOpen) }
        }
    }

    private func cancelled() -> HTTPResponse {
        switch view.closure {
        case .unenrolled: return end(ComplianceText(.interactionRequired, reason: .unenrolled, in: language))
        case .wiped: return end(ComplianceText(.notCompliant, reason: .wiped, in: language))
        default:
            let text = ComplianceText(.userCancelled, in: language)
            return layout(text.title, hasForm: true).response(status) {
                PageLayout.alert(noticeText)
                appLine
                H.p { .text(text.message) }
                H.p { .text(text.action) }
                H.form(.method(.post)) {
                    token
                    button(.restart, texts.startAgain)
                }
            }
        }
    }

    private func expired() -> HTTPResponse {
        layout(texts.expired.title).response(.gone) { H.p { .text(texts.expired.text) } }
    }

    private func end(_ text: ComplianceText, action: String? = nil) -> HTTPResponse {
        layout(text.title).response(.ok) {
            appLine
            H.p { .text(text.message) }
            H.p { .text(action ?? text.action) }
        }
    }

    // MARK: Parts

    /// What is to be said about: that somebody left before is nothing to solve while something else is.
    static func shown(_ result: ComplianceResult) -> [ReasonCode] {
        let others = result.reasons.filter { $0 != .userCancelled }
        return others.isEmpty ? result.reasons : others
    }

    @HTMLBuilder private func section(_ reason: ReasonCode) -> [HTMLNode] {
        let guide = RemediationGuide.of(reason, in: language)
        H.section(.class("card")) {
            H.h2 { .text(ComplianceText.message(of: reason, in: language)) }
            H.h3 { .text(texts.why) }
            H.p { .text(guide.why) }
            H.h3 { .text(texts.how) }
            H.ol {
                for step in guide.steps { H.li { .text(step) } }
            }
        }
    }

    @HTMLBuilder private func warnings(_ result: ComplianceResult) -> [HTMLNode] {
        if !result.warnings.isEmpty {
            H.section(.class("card")) {
                H.h2 { .text(texts.warnings) }
                H.ul {
                    for reason in result.warnings {
                        H.li { .text(ComplianceText.message(of: reason, in: language)) }
                    }
                }
            }
        }
    }

    @HTMLBuilder private func supportID(_ result: ComplianceResult) -> [HTMLNode] {
        if result.status == .notCompliant {
            H.p {
                "\(PageTexts.of(language).reference) "
                H.code { .text(result.supportID ?? request.exchange.correlation.rawValue) }
            }
        }
    }

    private func form(offersLeaving: Bool) -> HTMLNode {
        H.form(.method(.post)) {
            token
            button(.check, texts.checkAgain)
            if offersLeaving { button(.leave, texts.leave, isQuiet: true) }
        }
    }

    private func button(_ act: Act, _ text: String, isQuiet: Bool = false) -> HTMLNode {
        H.button(
            .type(.submit), .name("act"), .value(act.rawValue), .when(isQuiet, .class("quiet"))
        ) { .text(text) }
    }

    private var appLine: HTMLNode { H.p(.class("small")) { PageLayout.named(texts.app, view.clientName) } }

    @HTMLBuilder private var phone: [HTMLNode] {
        if let picture = QRCodePicture(view.link.url)?.dataURL {
            H.details {
                H.summary { .text(texts.phone) }
                H.p { .text(texts.phoneHint) }
                H.img(.src(picture), .alt(texts.phoneAlternative), .class("code-picture"))
            }
        }
    }

    private var token: HTMLNode {
        H.input(
            .type(.hidden), .name("csrf"),
            .value(visitor.token(of: .remediation, key: view.configuration.csrfKey)))
    }

    private func layout(_ title: String, hasForm: Bool = true) -> PageLayout {
        PageLayout(
            title: title, language: language, organisation: view.configuration.name,
            formTargets: hasForm ? [PageLayout.thisSite] : [], offersLanguages: true)
    }

    private var status: HTTPStatus {
        switch notice {
        case .limited: .tooManyRequests
        case .formExpired: .forbidden
        case .stillOpen, nil: .ok
        }
    }

    private var noticeText: String? {
        switch notice {
        case .stillOpen: texts.stillOpen
        case .limited: texts.limited
        case .formExpired: PageTexts.of(language).formExpired
        case nil: nil
        }
    }
}

extension RemediationPage.Notice {
    /// What the log is told.
    fileprivate var diagnostic: String? {
        switch self {
        case .stillOpen: nil
        case .limited: "remediation checked too often"
        case .formExpired: "form expired"
        }
    }
}

/// The QR code of an address.
struct QRCodePicture {
    let svg: [UInt8]

    /// - Returns: nil when the address is too long for a code.
    init?(_ url: String) {
        do {
            svg = try QRCode(url).svg()
        } catch {
            return nil
        }
    }

    /// The picture as an address that a page may hold.
    var dataURL: HTMLURL? { HTMLURL("data:image/svg+xml;base64," + Base64.encode(svg), schemes: ["data"]) }
}
