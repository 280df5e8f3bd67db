import AccessModel
import Compliance
import ComplianceGateway
import Directory
import HTML
import HTTPMessage

/// The page on which a signed-in user looks after their own apps, and the one that asks before an app is removed.
struct SelfServicePage {
    /// What is said on top of the page.
    enum Notice {
        case wiped, unenrolled, unknownApp, nothingToFix, othersEnded, concurrent, formExpired
    }

    /// What the buttons do.
    enum Act: String {
        case fix, remove, wipe, unenrol = "unenroll", endOthers = "end-others", signOut = "sign-out"
    }

    let request: TenantRequest
    let configuration: TenantConfiguration
    let visitor: Visitor
    let account: AccountFacts

    private var language: TextLanguage {
        request.exchange.language(preferring: account.account.preferredLanguage)
    }
    private var texts: SelfServiceTexts { SelfServiceTexts.of(language) }

    /// The apps and the browser sessions.
    func list(_ apps: [OwnApp], notice: Notice?) -> HTTPResponse {
        layout(texts.title).response(notice?.status ?? .ok) {
            if let notice { note(notice) }
            H.p(.class("small")) {
                PageLayout.named(
                    PageTexts.of(language).signedInAs, account.account.userPrincipalName.description)
            }
            H.h2 { .text(texts.apps) }
            if apps.isEmpty { H.p { .text(texts.noApps) } }
            for app in apps { card(app) }
            H.h2 { .text(texts.sessions) }
            H.p { .text(texts.sessionsText) }
            form(.selfService, nil) {
                button(.endOthers, texts.endOthers, isQuiet: true)
                button(.signOut, texts.signOut, isQuiet: true)
            }
        }
    }

    /// Asks before an app is removed.
    func confirmation(_ app: OwnApp) -> HTTPResponse {
        layout(texts.removeTitle.before + app.clientName + texts.removeTitle.after).response(.ok) {
            facts(app)
            form(.selfServiceRemoval, app.instance.id) {
                H.p { .text(texts.wipeText) }
                button(.wipe, texts.wipe, isDangerous: true)
                H.p { .text(texts.unenrolText) }
                button(.unenrol, texts.unenrol, isQuiet: true)
            }
            H.p { H.a(.href(ownAddress)) { .text(texts.keep) } }
        }
    }

    // MARK: Parts

    private func card(_ app: OwnApp) -> HTMLNode {
        let text = app.result.text(in: language)
        let names = "\(app.clientName), \(platform(app))"
        return H.section(.class("card")) {
            H.h3 { .isolated(app.clientName) }
            H.p {
                H.strong { .text(text.title) }
            }
            if app.instance.pendingWipe {
                H.p { .text(texts.wipePending) }
            } else {
                H.p { .text(text.message) }
                if app.result.status == .compliant, !app.result.warnings.isEmpty { warning(app, text) }
            }
            facts(app)
            if app.instance.isEnrolled {
                form(.selfService, app.instance.id) {
                    if app.result.status == .interactionRequired {
                        button(.fix, texts.fix, label: "\(texts.fix): \(names)")
                    }
                    button(.remove, texts.remove, label: "\(texts.remove): \(names)", isQuiet: true)
                }
            }
        }
    }

    /// What must be done for the app to stay compliant, and by when.
    @HTMLBuilder private func warning(_ app: OwnApp, _ text: ComplianceText) -> [HTMLNode] {
        H.p { .text(text.action) }
        if let due = app.result.pendingSteps.compactMap(\.due).min() {
            H.p {
                .text(texts.due + " ")
                H.time(.datetime(due.rfc3339)) { .text(Self.shown(due)) }
            }
        }
    }

    private func facts(_ app: OwnApp) -> HTMLNode {
        H.dl {
            H.dt { .text(texts.device) }
            H.dd { .text(platform(app)) }
            if app.instance.device == nil { H.dd(.class("small")) { .text(texts.deviceUnreported) } }
            if let device = app.device, device.status != .compliant {
                let text = device.deviceText(in: language)
                H.dd { H.strong { .text(text.title) } }
                H.dd { .text(text.message) }
                H.dd { .text(text.action) }
            }
            H.dt { .text(texts.lastCheckIn) }
            H.dd {
                if let time = app.instance.lastCheckIn {
                    H.time(.datetime(time.rfc3339)) { .text(Self.shown(time)) }
                } else {
                    .text(texts.never)
                }
            }
        }
    }

    private func platform(_ app: OwnApp) -> String {
        let name = SelfServiceTexts.name(of: app.instance.platform, in: language)
        guard let posture = app.instance.posture else { return name }
        return "\(name) (\(posture.osVersion))"
    }

    /// Day and minute in UTC, which reads the same in every language.
    private static func shown(_ time: Timestamp) -> String {
        time.rfc3339.prefix(16).replacing("T", with: " ") + " UTC"
    }

    private func form(
        _ form: PageForm, _ instance: AppInstanceID?, @HTMLBuilder content: () -> [HTMLNode]
    ) -> HTMLNode {
        let token = visitor.token(of: form, key: configuration.csrfKey)
        return H.form(.method(.post)) {
            H.input(.type(.hidden), .name("csrf"), .value(token))
            if let instance { H.input(.type(.hidden), .name("instance"), .value(instance.rawValue)) }
            content()
        }
    }

    private func button(
        _ act: Act, _ text: String, label: String? = nil, isQuiet: Bool = false, isDangerous: Bool = false
    ) -> HTMLNode {
        let name: HTMLAttribute = label.map { .aria(.label, $0) } ?? .none
        return H.button(
            .type(.submit), .name("act"), .value(act.rawValue), name, .when(isQuiet, .class("quiet")),
            .when(isDangerous, .class("danger"))
        ) { .text(text) }
    }

    private func note(_ notice: Notice) -> HTMLNode {
        notice.isGood
            ? H.div(.class("note"), .role("status")) { H.p { .text(notice.text(texts, language)) } }
            : PageLayout.alert(notice.text(texts, language))
    }

    private var ownAddress: HTMLURL {
        HTMLURL(configuration.urls.selfService + request.languageQuery, schemes: ["https", "http"]) ?? "?"
    }

    private func layout(_ title: String) -> PageLayout {
        PageLayout(
            title: title, language: language, organisation: configuration.name, formTargets: [PageLayout.thisSite],
            offersLanguages: true)
    }
}

extension SelfServicePage.Notice {
    fileprivate var status: HTTPStatus {
        switch self {
        case .wiped, .unenrolled, .othersEnded, .nothingToFix: .ok
        case .unknownApp: .notFound
        case .concurrent: .conflict
        case .formExpired: .forbidden
        }
    }

    fileprivate var isGood: Bool { status == .ok }

    fileprivate func text(_ texts: SelfServiceTexts, _ language: TextLanguage) -> String {
        switch self {
        case .wiped: texts.wiped
        case .unenrolled: texts.unenrolled
        case .unknownApp: texts.unknownApp
        case .nothingToFix: texts.nothingToFix
        case .othersEnded: texts.othersEnded
        case .concurrent: texts.concurrent
        case .formExpired: PageTexts.of(language).formExpired
        }
    }
}
