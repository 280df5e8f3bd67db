import AccessModel
import Compliance
import ComplianceGateway
import HTTPMessage
import JSONCoding

/// The compliance API: an app becomes compliant through it.
struct ComplianceEndpoints: Sendable {
    let services: GatewayServices

    /// Registers the key that the request proves, and binds the token's grant to it.
    func enrol(_ request: TenantRequest) async throws -> HTTPResponse {
        let body = Result { () throws(ComplianceBodyFault) in
            try ComplianceBody.json(request.message, as: EnrollmentBody.self)
        }
        return try await admitted(request, instance: nil) { caller in
            guard case .success(let body) = body else { return body.problem(request) }
            let answer = try await services.compliance.enrol(caller, body.input)
            return self.answer(answer, request) { report in
                let document = EnrollmentDocument(report: report, language: request.exchange.language)
                var response = HTTPResponse.json(.created, document.jsonBytes())
                if let instance = report.instance {
                    response.headers.set(.location, caller.configuration.urls.enrollment(instance))
                }
                return response
            }
        }
    }

    /// Takes the proof of a managed identity later than at enrolment.
    func prove(_ request: TenantRequest) async throws -> HTTPResponse {
        let body = Result { () throws(ComplianceBodyFault) in
            try ComplianceBody.json(request.message, as: EvidenceBody.self)
        }
        return try await admitted(request, instance: request.instance) { caller in
            guard case .success(let body) = body else { return body.problem(request) }
            let answer = try await services.compliance.proveEvidence(caller, proof: body.proof)
            return self.answer(answer, request) { report in
                .json(
                    .ok, EnrollmentDocument(report: report, language: request.exchange.language).jsonBytes())
            }
        }
    }

    /// The policy for one app instance, signed.
    func policy(_ request: TenantRequest) async throws -> HTTPResponse {
        try await admitted(request, instance: request.instance) { caller in
            switch try services.compliance.protectionPolicy(caller) {
            case .failure(let refused): return ComplianceProblem(refused.refusal).response(request.exchange)
            case .success(let token):
                var response = HTTPResponse(status: .ok, contentType: "application/jwt", body: Array(token.utf8))
                CachePolicy.never.apply(to: &response.headers)
                return response
            }
        }
    }

    /// Takes a posture report.
    func report(_ request: TenantRequest) async throws -> HTTPResponse {
        let body = Result { () throws(ComplianceBodyFault) in try ComplianceBody.token(request.message) }
        return try await admitted(request, instance: request.instance) { caller in
            guard case .success(let token) = body else { return body.problem(request) }
            return status(try await services.compliance.reportPosture(caller, token: token), request)
        }
    }

    /// The app gives itself up.
    func unenrol(_ request: TenantRequest) async throws -> HTTPResponse {
        try await admitted(request, instance: request.instance) { caller in
            let answer = try await services.compliance.unenrol(caller)
            return self.answer(answer, request) { _ in
                var response = HTTPResponse(status: .noContent)
                CachePolicy.never.apply(to: &response.headers)
                return response
            }
        }
    }

    // MARK: Answers

    /// App and device side by side.
    func document(_ report: ComplianceReport, _ request: TenantRequest) -> AccountStatusDocument {
        let device =
            report.device
            ?? ComplianceResult(
                status: .notCompliant, reasons: [.deviceUnknown], evaluatedAt: report.result.evaluatedAt)
        return AccountStatusDocument(app: report, device: device, language: request.exchange.language)
    }

    func status(_ answer: ComplianceAnswer, _ request: TenantRequest) -> HTTPResponse {
        self.answer(answer, request) { report in
            .json(.ok, StatusDocument(report, in: request.exchange.language).jsonBytes())
        }
    }

    func answer(
        _ answer: ComplianceAnswer, _ request: TenantRequest, _ write: (ComplianceReport) -> HTTPResponse
    ) -> HTTPResponse {
        switch answer {
        case .status(let report): write(report)
        case .refused(let refusal): ComplianceProblem(refusal).response(request.exchange)
        }
    }

    /// Lets the caller in first: who is not let in learns nothing of what is wrong with the rest.
    func admitted(
        _ request: TenantRequest, instance: AppInstanceID?,
        _ body: (ComplianceCaller) async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        guard let authorization = ComplianceAuthorization(request.message) else {
            return .tokenRequired(request.exchange)
        }
        let proofs = request.exchange.texts(.dpop)
        let credentials = ComplianceCredentials(
            scheme: authorization.scheme, accessToken: authorization.accessToken,
            // Two proofs are none that could be good; joined, they are read as one that is malformed.
            proof: proofs.isEmpty ? nil : proofs.joined(separator: ", "), method: request.message.method.rawValue,
            instance: instance)
        let admission = try await services.access.admit(
            credentials, tenant: request.tenant, circumstances: request.circumstances)
        switch admission {
        case .success(let caller): return try await body(caller)
        case .failure(let refusal): return refused(refusal, authorization.scheme, request.exchange)
        }
    }

    private func refused(
        _ refusal: ComplianceAccessRefusal, _ scheme: ComplianceCredentials.Scheme, _ exchange: ExchangeRequest
    ) -> HTTPResponse {
        switch refusal {
        case .invalidToken:
            .tokenRefused(
                "invalid_token", "the access token is not one for the compliance resource, or no longer active",
                scheme: scheme, exchange)
        case .invalidProof where scheme == .dpop:
            .tokenRefused(
                "invalid_dpop_proof", "the proof is not a fresh one of the token's key for this request",
                scheme: scheme, exchange)
        case .invalidProof: ComplianceProblem(.invalidProof).response(exchange)
        case .unknownInstance: ComplianceProblem(.unknownInstance).response(exchange)
        }
    }
}

extension Result where Failure == ComplianceBodyFault {
    /// The answer to a body that can't be read.
    func problem(_ request: TenantRequest) -> HTTPResponse {
        switch self {
        case .failure(let fault): fault.problem.response(request.exchange)
        case .success:
            ComplianceProblem(.badRequest, "invalid_request", "the body is not expected").response(request.exchange)
        }
    }
}

extension TenantRequest {
    /// The app instance that the path names; what is no GUID names nobody's.
    var instance: AppInstanceID? {
        exchange.parameters["instance"].map { AppInstanceID(GUID($0)?.description ?? $0) }
    }
}
