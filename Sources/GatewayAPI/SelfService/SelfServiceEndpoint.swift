import AccessModel
import Authentication
import Compliance
import ComplianceGateway
import Directory
import HTML
import HTTPMessage

/// Where a user looks after their own apps: sign-in when needed, then what the policies allow.
struct SelfServiceEndpoint: Sendable {
    let services: GatewayServices

    /// Shows the apps.
    func show(_ request: TenantRequest) async throws -> HTTPResponse {
        let visit = try await visit(request)
        // Letting somebody in is written down: who asks for the head alone is told what a stranger is.
        if request.message.method == .head { return try visit.signInPage(nil, nil) }
        return try await visit.admitted { try await $0.list(nil) }
    }

    /// Takes one of the forms.
    func submit(_ request: TenantRequest) async throws -> HTTPResponse {
        guard let form = SubmittedForm(request.message) else {
            return MessagePage(.malformed, request.exchange).response(.badRequest)
        }
        let visit = try await visit(request)
        if form.text("username") != nil { return try await visit.signIn(form) }
        guard let act = form.text("act").flatMap(SelfServicePage.Act.init(rawValue:)) else {
            return MessagePage(.malformed, request.exchange).response(.badRequest)
        }
        return try await visit.admitted { try await $0.run(act, form) }
    }

    private func visit(_ request: TenantRequest) async throws -> SelfServiceVisit {
        SelfServiceVisit(
            services: services, request: request,
            configuration: try await services.directory.configuration(at: request.tenant),
            visitor: try services.visitor(of: request))
    }
}

/// A browser at the page.
struct SelfServiceVisit {
    let services: GatewayServices
    let request: TenantRequest
    let configuration: TenantConfiguration
    let visitor: Visitor

    /// Answers for whoever is signed in, was active lately, and is let in by the policies; or asks, or says why not.
    func admitted(_ body: (OwnerVisit) async throws -> HTTPResponse) async throws -> HTTPResponse {
        guard let secret = visitor.session,
            let (session, account) = try await services.signIn.session(secret, tenant: request.tenant.id),
            isActive(session)
        else { return try signInPage(nil, nil) }
        let admission = try await services.selfService.admit(
            session, account, tenant: request.tenant, circumstances: request.circumstances)
        switch admission {
        case .signIn: return try signInPage(account.account.userPrincipalName.description, nil)
        case .blocked(let reason): return message(.blocked, .forbidden, reason)
        case .interactionRequired(let reason): return message(.secondFactor, .forbidden, reason)
        case .unavailable(let reason): return message(.unavailable, .serviceUnavailable, reason)
        case .allowed:
            let owner = OwnerVisit(visit: self, session: session, account: account)
            return try await body(owner)
        }
    }

    /// Name and password, under the budgets of every sign-in.
    func signIn(_ form: SubmittedForm) async throws -> HTTPResponse {
        let username = form.text("username")
        guard visitor.sends(.selfServiceSignIn, token: form.text("csrf"), key: configuration.csrfKey) else {
            return try signInPage(username, .formExpired)
        }
        switch try await SignInAttempt(services: services, request: request).run(form) {
        case .failed(let problem): return try signInPage(username, problem)
        case .signedIn(_, _, let secret):
            // The page itself asks the policies, and can be loaded again without sending the password again.
            var response = HTTPResponse.seeOther(configuration.urls.selfService + request.languageQuery)
            try visitor.start(secret, persists: false, in: &response.headers)
            return response
        }
    }

    private func isActive(_ session: SignInSession) -> Bool {
        let seen = max(
            visitor.lastActive(key: configuration.csrfKey) ?? session.authenticatedAt, session.authenticatedAt)
        return request.exchange.at < seen + SelfService.idleLimit
    }

    func signInPage(_ username: String?, _ problem: SignInProblem?) throws -> HTTPResponse {
        try SignInPage(
            request: request, configuration: configuration, visitor: visitor, form: .selfServiceSignIn,
            clientName: nil, username: username, problem: problem, offersLanguages: true
        ).response()
    }

    private func message(_ kind: MessagePage.Kind, _ status: HTTPStatus, _ reason: ReasonCode) -> HTTPResponse {
        var response = MessagePage(kind, request.exchange, organisation: configuration.name).response(status)
        response.diagnostic = "\(kind): \(reason.rawValue)"
        if status == .serviceUnavailable { response.retry(after: .seconds(5)) }
        return response
    }
}

/// Somebody who was let in.
struct OwnerVisit {
    let visit: SelfServiceVisit
    let session: SignInSession
    let account: AccountFacts

    private var request: TenantRequest { visit.request }
    private var services: GatewayServices { visit.services }
    private var page: SelfServicePage {
        SelfServicePage(
            request: request, configuration: visit.configuration, visitor: visit.visitor, account: account)
    }

    /// The apps, with what there is to say.
    func list(_ notice: SelfServicePage.Notice?) async throws -> HTTPResponse {
        let apps = try await services.selfService.apps(of: account, tenant: request.tenant)
        return try active(page.list(apps, notice: notice))
    }

    /// Does what a button says.
    func run(_ act: SelfServicePage.Act, _ form: SubmittedForm) async throws -> HTTPResponse {
        let name: PageForm = act == .wipe || act == .unenrol ? .selfServiceRemoval : .selfService
        guard visit.visitor.sends(name, token: form.text("csrf"), key: visit.configuration.csrfKey) else {
            return try await list(.formExpired)
        }
        switch act {
        case .fix: return try await fix(form)
        case .remove: return try await confirm(form)
        case .wipe: return try await remove(.wipe, form)
        case .unenrol: return try await remove(.unenrol, form)
        case .endOthers:
            try await services.selfService.endOtherSessions(
                than: session, tenant: request.tenant, circumstances: request.circumstances)
            return try await list(.othersEnded)
        case .signOut: return try await signOut()
        }
    }

    private func fix(_ form: SubmittedForm) async throws -> HTTPResponse {
        guard let instance = instance(form) else { return try await list(.unknownApp) }
        let link = try await services.selfService.remediate(
            instance, of: account, tenant: request.tenant, circumstances: request.circumstances)
        guard let link else { return try await list(.nothingToFix) }
        return try active(.seeOther(link.url + request.languageQuery))
    }

    private func confirm(_ form: SubmittedForm) async throws -> HTTPResponse {
        let apps = try await services.selfService.apps(of: account, tenant: request.tenant)
        guard let app = apps.first(where: { $0.instance.id == instance(form) && $0.instance.isEnrolled }) else {
            return try await list(.unknownApp)
        }
        return try active(page.confirmation(app))
    }

    /// What the app holds is dead before the answer says so.
    private func remove(_ removal: OwnAppRemoval, _ form: SubmittedForm) async throws -> HTTPResponse {
        guard let instance = instance(form) else { return try await list(.unknownApp) }
        let outcome = try await services.selfService.remove(
            instance, removal, of: account, tenant: request.tenant, circumstances: request.circumstances)
        switch outcome {
        case .done: return try await list(removal == .wipe ? .wiped : .unenrolled)
        case .unknown: return try await list(.unknownApp)
        case .concurrentChange: return try await list(.concurrent)
        }
    }

    private func signOut() async throws -> HTTPResponse {
        try await services.selfService.end(session, tenant: request.tenant, circumstances: request.circumstances)
        let text = SelfServiceTexts.of(request.exchange.language).signedOut
        let layout = PageLayout(
            title: text.title, language: request.exchange.language, organisation: visit.configuration.name)
        var response = layout.response(.ok) { H.p { .text(text.text) } }
        try visit.visitor.forgetSession(in: &response.headers)
        return response
    }

    private func instance(_ form: SubmittedForm) -> AppInstanceID? {
        form.text("instance").flatMap { GUID($0) }.map { AppInstanceID($0.description) }
    }

    /// The browser was used just now.
    private func active(_ response: HTTPResponse) throws -> HTTPResponse {
        var response = response
        try visit.visitor.remember(in: &response.headers)
        try visit.visitor.noteActivity(
            at: request.exchange.at, key: visit.configuration.csrfKey, in: &response.headers)
        return response
    }
}
