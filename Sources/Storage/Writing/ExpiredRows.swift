public import AccessModel
public import ComplianceGateway
import SQLDatabase

extension SQLGatewayStore {
    /// Deletes rows that nothing can ask for any more: ended sessions, codes and tokens, and what was used once.
    ///
    /// Consumed codes stay for a day, so that their reuse is still seen; revocations stay longer than any access token.
    ///
    /// - Throws: `StoreError`.
    public func deleteExpired(at now: Timestamp) async throws(StoreError) {
        let day = (now - .seconds(86_400)).milliseconds
        let statements: [SQLStatement] = [
            "DELETE FROM used_once WHERE expires_at <= \(now.milliseconds)",
            "DELETE FROM sessions WHERE expires_at <= \(now.milliseconds)",
            "DELETE FROM refresh_tokens WHERE expires_at <= \(now.milliseconds)",
            "DELETE FROM authorization_codes WHERE expires_at <= \(day)",
            "DELETE FROM device_authorizations WHERE expires_at <= \(day)",
            "DELETE FROM refusals WHERE at <= \(day)",
            "DELETE FROM sign_in_attempts WHERE window_start <= \(day)",
            // An expired one is closed first, since the journal tells of it.
            "DELETE FROM remediation_sessions WHERE closure IS NOT NULL AND expires_at <= \(day)",
            "DELETE FROM revocations WHERE at <= \((now - .seconds(30 * 3600)).milliseconds)",
        ]
        // One write each: a long delete holds the writer for one table only.
        for statement in statements { try await run(SQLWrite([SQLStep(statement)])) }
    }
}
