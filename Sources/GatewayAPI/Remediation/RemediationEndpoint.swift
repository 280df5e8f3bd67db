import AuthorizationServer
import Compliance
import ComplianceGateway
import HTTPMessage

/// The page of a remediation, and its address as a QR code: whoever has the address may use it.
struct RemediationEndpoint: Sendable {
    let services: GatewayServices

    /// Shows what is so.
    func show(_ request: TenantRequest) async throws -> HTTPResponse {
        guard let secret = request.remediation, let view = try await look(secret, request) else {
            return try await unknown(request)
        }
        return try page(request, view)
    }

    /// Takes a button.
    func submit(_ request: TenantRequest) async throws -> HTTPResponse {
        guard let secret = request.remediation else { return try await unknown(request) }
        guard let form = SubmittedForm(request.message),
            let act = form.text("act").flatMap(RemediationPage.Act.init(rawValue:))
        else { return MessagePage(.malformed, request.exchange).response(.badRequest) }
        let visitor = try services.visitor(of: request)
        let configuration = try await services.directory.configuration(at: request.tenant)
        guard visitor.sends(.remediation, token: form.text("csrf"), key: configuration.csrfKey) else {
            guard
                let view = try await services.remediations.look(
                    secret, tenant: request.tenant, circumstances: request.circumstances)
            else { return try await unknown(request) }
            return try page(request, view, .formExpired)
        }
        return try await run(act, secret, request)
    }

    /// The page's address as a picture, for an app that shows it beside its own words.
    func picture(_ request: TenantRequest) async throws -> HTTPResponse {
        guard let secret = request.remediation, let view = try await look(secret, request), view.state == .open,
            let picture = QRCodePicture(view.link.url)
        else { return FailureResponses().notFound(request.exchange) }
        var response = HTTPResponse(status: .ok, contentType: "image/svg+xml", body: picture.svg)
        CachePolicy.never.apply(to: &response.headers)
        response.headers.set(.contentSecurityPolicy, "default-src 'none'; frame-ancestors 'none'")
        response.headers.set(.referrerPolicy, "no-referrer")
        response.headers.set(.contentTypeOptions, "nosniff")
        return response
    }

    /// Who asks for the head alone is not there.
    private func look(_ secret: RemediationSecret, _ request: TenantRequest) async throws -> RemediationView? {
        let visits = services.remediations
        let (tenant, circumstances) = (request.tenant, request.circumstances)
        if request.message.method == .head {
            return try await visits.peek(secret, tenant: tenant, circumstances: circumstances)
        }
        return try await visits.look(secret, tenant: tenant, circumstances: circumstances)
    }

    private func run(
        _ act: RemediationPage.Act, _ secret: RemediationSecret, _ request: TenantRequest
    ) async throws -> HTTPResponse {
        let visits = services.remediations
        let view: RemediationView?
        switch act {
        case .check:
            view = try await visits.check(secret, tenant: request.tenant, circumstances: request.circumstances)
        case .leave:
            view = try await visits.leave(secret, tenant: request.tenant, circumstances: request.circumstances)
        case .restart:
            let link = try await visits.restart(
                secret, tenant: request.tenant, circumstances: request.circumstances)
            if let link { return .seeOther(link.url + request.languageQuery) }
            view = try await visits.look(secret, tenant: request.tenant, circumstances: request.circumstances)
        }
        guard let view else { return try await unknown(request) }
        return try page(request, view, view.isLimited ? .limited : act == .check ? .stillOpen : nil)
    }

    private func page(
        _ request: TenantRequest, _ view: RemediationView, _ notice: RemediationPage.Notice? = nil
    ) throws -> HTTPResponse {
        // Of what is over nothing can still be open.
        let notice = view.state == .open || notice == .formExpired ? notice : nil
        return try RemediationPage(
            request: request, view: view, visitor: services.visitor(of: request), notice: notice
        ).response()
    }

    private func unknown(_ request: TenantRequest) async throws -> HTTPResponse {
        let configuration = try await services.directory.configuration(at: request.tenant)
        return RemediationPage.unknown(request, organisation: configuration.name)
    }
}

extension TenantRequest {
    /// The secret that the path holds; nil when it is none.
    fileprivate var remediation: RemediationSecret? {
        exchange.parameters["session"].flatMap(RemediationSecret.init(text:))
    }

    /// The query that keeps the language which was chosen on the page; empty when none was.
    var languageQuery: String { exchange.chosenLanguage.map { "?lang=\($0.rawValue)" } ?? "" }
}

extension HTTPResponse {
    /// Sends the browser on with GET; the address may be a secret.
    static func seeOther(_ location: String) -> HTTPResponse {
        var response = HTTPResponse(status: .seeOther)
        response.headers.set(.location, location)
        CachePolicy.never.apply(to: &response.headers)
        response.headers.set(.referrerPolicy, "no-referrer")
        return response
    }
}
