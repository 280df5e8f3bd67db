import AccessModel
import Compliance
import ComplianceGateway
import Directory
import HTTPMessage
import JSONCoding

/// What an app asks about its own account: the status, and to be made compliant.
struct AccountEndpoints: Sendable {
    let services: GatewayServices

    private var shared: ComplianceEndpoints { ComplianceEndpoints(services: services) }

    /// The status of app and device.
    func status(_ request: TenantRequest) async throws -> HTTPResponse {
        let instance: AppInstanceID?
        do {
            let parameter = try request.message.queryParameters().single("instanceId")
            if case .duplicate = parameter {
                return ComplianceProblem(.badRequest, "invalid_request", "`instanceId` is given more than once")
                    .response(request.exchange)
            }
            instance = parameter.text.map { AppInstanceID(GUID($0)?.description ?? $0) }
        } catch {
            return ComplianceProblem(.badRequest, "invalid_request", "the query \(error)").response(request.exchange)
        }
        return try await ofOwnAccount(request, instance: instance) { caller in
            shared.answer(services.compliance.status(caller), request) { report in
                .json(.ok, shared.document(report, request).jsonBytes())
            }
        }
    }

    /// Tries to make the app compliant.
    func remediate(_ request: TenantRequest) async throws -> HTTPResponse {
        let body = Result { () throws(ComplianceBodyFault) in
            try ComplianceBody.json(request.message, as: RemediationBody.self)
        }
        return try await ofOwnAccount(request, instance: body.instance) { caller in
            guard case .success(let body) = body else { return body.problem(request) }
            let answer = try await services.compliance.remediate(
                caller, mode: body.isSilent ? .silent : .interactive)
            return shared.status(answer, request)
        }
    }

    /// The user left the remediation.
    func cancel(_ request: TenantRequest) async throws -> HTTPResponse {
        try await ofOwnAccount(request, instance: nil) { caller in
            shared.status(try await services.compliance.cancelRemediation(caller), request)
        }
    }

    private func ofOwnAccount(
        _ request: TenantRequest, instance: AppInstanceID?,
        _ body: (ComplianceCaller) async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        try await shared.admitted(request, instance: instance) { caller in
            guard let account = request.exchange.parameters["account"].flatMap(GUID.init) else {
                return ComplianceProblem(.invalidAccountID).response(request.exchange)
            }
            guard AccountID(account.description) == caller.account.account.id else {
                return ComplianceProblem(.otherAccount).response(request.exchange)
            }
            return try await body(caller)
        }
    }
}

extension Result where Success == RemediationBody, Failure == ComplianceBodyFault {
    /// The app instance that the body names, if it can be read.
    fileprivate var instance: AppInstanceID? {
        guard case .success(let body) = self else { return nil }
        return body.instance
    }
}
