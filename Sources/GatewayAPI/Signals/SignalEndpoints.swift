import AccessModel
import Compliance
import ComplianceGateway
import HTTPMessage
import JSONCoding

/// Where sources send signals about devices.
struct SignalEndpoints: Sendable {
    let services: GatewayServices

    /// Takes a signed document of one or more signals, or an event of NanoMDM's.
    func receive(_ request: TenantRequest) async throws -> HTTPResponse {
        guard request.message.body.count <= SignalDocument.maximumByteCount else {
            return ComplianceProblem(.contentTooLarge, "invalid_request", "the body is too large")
                .response(request.exchange)
        }
        let (exchange, body) = (request.exchange, request.message.body)
        let source = exchange.parameters["source"] ?? ""
        let code = exchange.text(.posternSignature) == nil ? exchange.text(.nanoMDMSignature) : nil
        let answer =
            if let code {
                try await services.signals.receiveEvent(
                    body, code: code, from: source, tenant: request.tenant, correlation: exchange.correlation)
            } else {
                try await services.signals.receive(
                    body, signature: exchange.text(.posternSignature), from: source, tenant: request.tenant,
                    correlation: exchange.correlation)
            }
        switch answer {
        case .taken(let receipts, let sequence):
            // NanoMDM takes every answer but 200 for a failure.
            return .json(
                code == nil ? .accepted : .ok,
                SignalReceiptsDocument(receipts: receipts, sequence: sequence).jsonBytes())
        case .refused(let refusal): return problem(refusal).response(exchange)
        }
    }

    private func problem(_ refusal: SignalIntakeRefusal) -> ComplianceProblem {
        switch refusal {
        case .unauthenticated:
            ComplianceProblem(
                .unauthorized, "invalid_signature",
                "there is no such source, or the header Postern-Signature is not its signature of this body and time")
        case .malformed(let error): ComplianceProblem(.badRequest, "invalid_request", "\(error)")
        case .tooMany(let wait):
            ComplianceProblem(
                .tooManyRequests, "too_many_signals", "the source sends more signals than it may", retryAfter: wait)
        case .busy:
            ComplianceProblem(
                .serviceUnavailable, "temporarily_unavailable", "others change the same devices; send it again",
                retryAfter: .seconds(1))
        }
    }
}

extension HTTPHeaderName {
    /// The header by which a source signs what it sends.
    static var posternSignature: Self { Self("Postern-Signature") }
    /// The header by which NanoMDM signs the events that it sends.
    static var nanoMDMSignature: Self { Self("X-Hmac-Signature") }
}

/// What became of each signal of a document, in order.
struct SignalReceiptsDocument: JSONWritable {
    let receipts: [SignalReceipt]
    let sequence: Int64

    func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("sequence", sequence)
            object.array("results") { list in
                for receipt in receipts { list.object { Self.write(receipt, to: &$0) } }
            }
        }
    }

    private static func write(_ receipt: SignalReceipt, to object: inout JSONObjectWriter) {
        object.member("id", ifPresent: receipt.id)
        switch receipt.fate {
        case .taken(let outcome): object.member("outcome", outcome.rawValue)
        case .refused(let refusal):
            object.member("outcome", "refused")
            object.member("error", refusal.rawValue)
        case .malformed(let error):
            object.member("outcome", "refused")
            object.member("error", "invalid_request")
            object.member("errorDescription", "\(error)")
        }
        object.member("device", ifPresent: receipt.device?.rawValue)
        object.member("notRegistered", ifNotEmpty: receipt.notRegistered.map(\.rawValue))
        object.member("status", ifPresent: receipt.assessment?.result.status.name)
        object.member("reasons", ifNotEmpty: receipt.assessment?.result.reasons.map(\.rawValue) ?? [])
    }
}
