import AccessModel
import Compliance
import ComplianceGateway
import SQLDatabase

extension WriteBuilder {
    mutating func insert(_ request: ExemptionRequest) {
        let (scope, subject) = ExemptionRequestRows.columns(of: request.scope)
        add(
            """
            INSERT INTO exemption_requests (tenant, id, scope, subject, failing_check, reason, ends, requested_by, \
            requested_at) VALUES (\(tenantText), \(request.id), \(scope), \(subject), \(request.check.rawValue), \
            \(request.reason), \(request.ends.milliseconds), \(request.requestedBy), \
            \(request.requestedAt.milliseconds)) ON CONFLICT DO NOTHING
            """, expecting: .exactly(1))
    }

    /// One statement takes the request away and makes sure that somebody else made it, so that it is approved once.
    mutating func approveExemption(_ id: String, by approver: String) {
        add(
            """
            DELETE FROM exemption_requests WHERE tenant = \(tenantText) AND id = \(id) \
            AND requested_by <> \(approver)
            """, expecting: .exactly(1))
    }

    mutating func dropExemptionRequest(_ id: String) {
        add(
            "DELETE FROM exemption_requests WHERE tenant = \(tenantText) AND id = \(id)", expecting: .exactly(1))
    }
}
