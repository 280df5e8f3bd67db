import Authentication
import AuthorizationServer
import ComplianceGateway
import Directory
import HTTPMessage

/// Where a user signs another device in (RFC 8628 section 3.3): code, sign-in when needed, confirmation.
struct DevicePageEndpoint: Sendable {
    let services: GatewayServices

    /// Asks for the code.
    func show(_ request: TenantRequest) async throws -> HTTPResponse {
        let code: String?
        do {
            code = try request.message.queryParameters().single("user_code").text
        } catch {
            return MessagePage(.malformed, request.exchange).response(.badRequest)
        }
        return try await visit(request).pages.entry(code: code.flatMap(UserCode.init(typed:))?.display ?? "")
    }

    /// Takes one of the forms.
    func submit(_ request: TenantRequest) async throws -> HTTPResponse {
        guard let form = SubmittedForm(request.message) else {
            return MessagePage(.malformed, request.exchange).response(.badRequest)
        }
        let visit = try await visit(request)
        if let decision = form.text("decision") { return try await visit.decide(form, decision) }
        if form.text("username") != nil { return try await visit.signIn(form) }
        return try await visit.lookUp(form)
    }

    private func visit(_ request: TenantRequest) async throws -> DeviceVisit {
        DeviceVisit(
            services: services, request: request,
            configuration: try await services.directory.configuration(at: request.tenant),
            visitor: try services.visitor(of: request))
    }
}

/// A browser at the device page.
struct DeviceVisit {
    let services: GatewayServices
    let request: TenantRequest
    let configuration: TenantConfiguration
    let visitor: Visitor

    typealias SignedIn = (session: SignInSession, account: AccountFacts)

    var pages: DevicePages { DevicePages(request: request, configuration: configuration, visitor: visitor) }

    /// The first form: a code.
    func lookUp(_ form: SubmittedForm) async throws -> HTTPResponse {
        guard sends(.deviceCode, form) else { return try pages.entry(code: "", problem: .formExpired) }
        guard let code = code(form) else { return try pages.entry(code: "", problem: .unknownCode) }
        guard let signedIn = try await signedIn() else { return try signInPage(code) }
        return try await confirmation(code, signedIn)
    }

    /// The second form, if nobody was signed in: name and password.
    func signIn(_ form: SubmittedForm) async throws -> HTTPResponse {
        guard let code = code(form) else { return try pages.entry(code: "", problem: .unknownCode) }
        let username = form.text("username")
        guard sends(.deviceSignIn, form) else { return try signInPage(code, username, .formExpired) }
        switch try await SignInAttempt(services: services, request: request).run(form) {
        case .failed(let problem): return try signInPage(code, username, problem)
        case .signedIn(let session, let account, let secret):
            let next = DeviceVisit(
                services: services, request: request, configuration: configuration, visitor: visitor.holding(secret))
            var response = try await next.confirmation(code, (session, account))
            // No policy is asked here, so that none can say that the browser stays signed in.
            try visitor.start(secret, persists: false, in: &response.headers)
            return response
        }
    }

    /// The last form: yes or no.
    func decide(_ form: SubmittedForm, _ text: String) async throws -> HTTPResponse {
        guard let code = code(form), let decision = DevicePages.Decision(rawValue: text) else {
            return try pages.entry(code: "", problem: .unknownCode)
        }
        guard let signedIn = try await signedIn() else { return try signInPage(code) }
        guard sends(.deviceConfirmation, form) else { return try pages.entry(code: "", problem: .formExpired) }
        switch try await find(code, signedIn) {
        case .limited(let wait): return try pages.entry(code: "", problem: .limited(retryAfter: wait))
        case .unknown: return try pages.entry(code: "", problem: .unknownCode)
        case .open(let authorization, _):
            let isDecided = try await services.devices.decide(
                authorization, approve: decision == .allow, session: signedIn.session, tenant: request.tenant,
                circumstances: request.circumstances)
            return isDecided ? pages.done(decision) : try pages.entry(code: "", problem: .unknownCode)
        }
    }

    // MARK: Parts

    private func confirmation(_ code: UserCode, _ signedIn: SignedIn) async throws -> HTTPResponse {
        switch try await find(code, signedIn) {
        case .limited(let wait): try pages.entry(code: "", problem: .limited(retryAfter: wait))
        case .unknown: try pages.entry(code: "", problem: .unknownCode)
        case .open(_, let clientName):
            try pages.confirmation(
                code: code.display, clientName: clientName,
                account: signedIn.account.account.userPrincipalName.description)
        }
    }

    private func find(_ code: UserCode, _ signedIn: SignedIn) async throws -> DeviceFlow.Lookup {
        try await services.devices.look(
            up: code, by: signedIn.session.account, tenant: request.tenant, circumstances: request.circumstances)
    }

    private func signedIn() async throws -> SignedIn? {
        guard let secret = visitor.session else { return nil }
        return try await services.signIn.session(secret, tenant: request.tenant.id)
    }

    private func sends(_ name: PageForm, _ form: SubmittedForm) -> Bool {
        visitor.sends(name, token: form.text("csrf"), key: configuration.csrfKey)
    }

    private func code(_ form: SubmittedForm) -> UserCode? { form.text("user_code").flatMap(UserCode.init(typed:)) }

    private func signInPage(
        _ code: UserCode, _ username: String? = nil, _ problem: SignInProblem? = nil
    ) throws -> HTTPResponse {
        try SignInPage(
            request: request, configuration: configuration, visitor: visitor, form: .deviceSignIn, clientName: nil,
            username: username, carried: [("user_code", code.display)], problem: problem
        ).response()
    }
}
