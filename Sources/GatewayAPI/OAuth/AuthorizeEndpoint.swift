import AccessModel
import Authentication
import AuthorizationServer
import ComplianceGateway
import Directory
import HTTPMessage

/// The authorization endpoint (RFC 6749 section 3.1): GET shows a page or redirects, POST is the sign-in form of that page.
struct AuthorizeEndpoint: Sendable {
    let services: GatewayServices

    private enum Opening {
        case answered(HTTPResponse)
        case request(AuthorizeRequest)
    }

    /// Answers for whoever is signed in, or asks.
    func show(_ request: TenantRequest) async throws -> HTTPResponse {
        switch try await open(request) {
        case .answered(let response): return response
        case .request(let authorize):
            let visit = try await visit(request, authorize)
            // A code is for who asks with GET: who asks for the head alone is told what a stranger is.
            if request.message.method == .head { return try visit.page(username: nil, problem: nil) }
            var signedIn: (session: SignInSession, account: AccountFacts)?
            if let secret = visit.visitor.session {
                signedIn = try await services.signIn.session(secret, tenant: request.tenant.id)
            }
            let decision = try await services.authorization.decide(
                authorize, signedIn: signedIn, isNew: false, tenant: request.tenant,
                circumstances: request.circumstances)
            return try visit.answer(decision.answer)
        }
    }

    /// Signs somebody in and answers for them.
    func signIn(_ request: TenantRequest) async throws -> HTTPResponse {
        switch try await open(request) {
        case .answered(let response): return response
        case .request(let authorize):
            guard let form = SubmittedForm(request.message) else {
                return MessagePage(.malformed, request.exchange).response(.badRequest)
            }
            let visit = try await visit(request, authorize)
            let username = form.text("username")
            guard visit.visitor.sends(.signIn, token: form.text("csrf"), key: visit.configuration.csrfKey) else {
                return try visit.page(username: username, problem: .formExpired)
            }
            switch try await SignInAttempt(services: services, request: request).run(form) {
            case .failed(let problem): return try visit.page(username: username, problem: problem)
            case .signedIn(let session, let account, let secret):
                let decision = try await services.authorization.decide(
                    authorize, signedIn: (session, account), isNew: true, tenant: request.tenant,
                    circumstances: request.circumstances)
                var response = try visit.answer(decision.answer)
                try visit.visitor.start(
                    secret, persists: decision.directives.persistentBrowser != .never, in: &response.headers)
                return response
            }
        }
    }

    private func open(_ request: TenantRequest) async throws -> Opening {
        let fields: [(name: String, value: String)]
        do {
            fields = try request.message.queryParameters().all.map { ($0.name, $0.value) }
        } catch {
            return .answered(MessagePage(.malformed, request.exchange).response(.badRequest))
        }
        switch try await services.authorization.parse(fields, tenant: request.tenant) {
        case .page(let fault): return .answered(MessagePage(fault, request.exchange).response(.badRequest))
        case .redirect(let redirect): return .answered(.answer(redirect, request.exchange))
        case .request(let authorize): return .request(authorize)
        }
    }

    private func visit(_ request: TenantRequest, _ authorize: AuthorizeRequest) async throws -> AuthorizeVisit {
        AuthorizeVisit(
            request: request, authorize: authorize,
            configuration: try await services.directory.configuration(at: request.tenant),
            visitor: try services.visitor(of: request))
    }
}

/// A browser at the authorization endpoint, with a request that can be answered.
struct AuthorizeVisit {
    let request: TenantRequest
    let authorize: AuthorizeRequest
    let configuration: TenantConfiguration
    let visitor: Visitor

    /// The one map from a decision to what the browser is shown.
    func answer(_ decision: AuthorizeDecision) throws -> HTTPResponse {
        switch decision {
        case .signIn(let hint): return try page(username: hint, problem: nil)
        case .blocked(let reason): return message(.blocked, .forbidden, reason)
        case .interactionRequired(let reason): return message(.secondFactor, .forbidden, reason)
        case .unavailable(let reason): return message(.unavailable, .serviceUnavailable, reason)
        // A code that was decided on and not stored is none.
        case .issueCode: return message(.unavailable, .serviceUnavailable, .sourceFailed)
        case .redirect(let redirect):
            return .answer(redirect, request.exchange, organisation: configuration.name)
        }
    }

    /// The sign-in page.
    func page(username: String?, problem: SignInProblem?) throws -> HTTPResponse {
        try SignInPage(
            request: request, configuration: configuration, visitor: visitor, form: .signIn,
            clientName: configuration.clients[authorize.client]?.name, username: username,
            formTargets: [FormTarget.source(of: authorize.redirectURI)].compactMap(\.self), problem: problem
        ).response()
    }

    private func message(_ kind: MessagePage.Kind, _ status: HTTPStatus, _ reason: ReasonCode) -> HTTPResponse {
        var response = MessagePage(kind, request.exchange, organisation: configuration.name).response(status)
        response.diagnostic = "\(kind): \(reason.rawValue)"
        if status == .serviceUnavailable { response.retry(after: .seconds(5)) }
        return response
    }
}

extension HTTPResponse {
    /// Takes an answer to the client in the mode that the client asked for.
    static func answer(
        _ redirect: AuthorizeRedirect, _ exchange: ExchangeRequest, organisation: String? = nil
    ) -> HTTPResponse {
        switch redirect.mode {
        case .query: .redirect(redirect)
        case .formPost: FormPostPage(redirect: redirect, exchange: exchange, organisation: organisation).response()
        }
    }

    /// Sends the browser to the client, which it asks with GET (RFC 9700 section 4.12).
    static func redirect(_ redirect: AuthorizeRedirect) -> HTTPResponse {
        var response = HTTPResponse(status: .seeOther)
        response.headers.set(.location, redirect.location)
        CachePolicy.never.apply(to: &response.headers)
        response.headers.set(.referrerPolicy, "no-referrer")
        return response
    }
}

extension GatewayServices {
    /// The browser of a request.
    func visitor(of request: TenantRequest) throws -> Visitor {
        let visitor = Visitor(
            request.message.headers, tenant: request.tenant.id, fresh: environment.randomBytes(32))
        guard let visitor else { throw MissingRandomness() }
        return visitor
    }
}

/// The source of randomness gave another number of bytes than it was asked for.
struct MissingRandomness: Error, CustomStringConvertible {
    var description: String { "the source of randomness gave too few bytes" }
}
