import AccessModel
import Cryptography
import JOSE
import JSONCoding

extension ComplianceManager {
    /// What the gateway has for an installation to apply.
    enum PolicyReply {
        case policy(ProtectionPolicy)
        /// No policy targets the account.
        case none
        case unknownInstance
    }

    /// Registers the installation before anything demands it, so that a later demand finds it in order.
    ///
    /// - Parameter accountID: the account's object id.
    /// - Returns: the status after it.
    /// - Throws: `ManagedAppError`.
    @discardableResult
    public func enroll(forAccountID accountID: String) async throws(ManagedAppError) -> ComplianceReport {
        let account = try AccountIdentifier(accountID).text
        let (session, record) = try await session(account, silent: false)
        if record.instanceID == nil { _ = try await enrolled(account, session) }
        return try await remediateCompliance(forAccountID: account, silent: false)
    }

    /// Gives the installation up for an account: its tokens die at once, then its managed data is wiped, and the account is
    /// forgotten.
    ///
    /// - Parameter accountID: the account's object id.
    /// - Returns: whether the app's data is gone; if not, the account is kept, and the call can be made again.
    /// - Throws: `ManagedAppError`; then nothing has changed.
    @discardableResult
    public func unenroll(forAccountID accountID: String) async throws(ManagedAppError) -> Bool {
        let account = try AccountIdentifier(accountID).text
        guard let record = try await record(account) else { throw .unknownAccount }
        if let instance = record.instanceID {
            let (session, _) = try await session(account, silent: true)
            let reply = try await connection.ask("DELETE", "/enrollments/\(instance)", session)
            if case .problem(let error, _) = reply, !["unknown_instance", "unenrolled", "wiped"].contains(error) {
                throw .serviceFailure("unenrolling was refused with `\(error)`")
            }
        }
        guard await app.wipeManagedData(forAccountID: account) else { return false }
        try await forget(account)
        return true
    }

    /// Carries out the gateway's order to wipe an account's managed data.
    ///
    /// - Returns: the report; the account is forgotten when the data is gone and the gateway knows it, else it is tried again the
    ///   next time.
    func wiped(_ account: String, _ report: ComplianceReport) async throws(ManagedAppError) -> ComplianceReport {
        cache.forget(accountID: account)
        guard await app.wipeManagedData(forAccountID: account), let record = try await record(account) else {
            return report
        }
        if let instance = record.instanceID {
            do throws(ManagedAppError) {
                try await connection.confirmWipe(instance, key: try await deviceKey(record), try await metadata())
            } catch {
                // The data is gone; that the gateway knows it can wait for the next call.
                return report
            }
        }
        try await forget(account)
        return report
    }

    /// Asks by the key alone whether the installation is to be wiped, since that ends every token, and does it.
    ///
    /// - Returns: the report; nil when there is no such order.
    func orderedWipe(_ record: AccountRecord) async throws(ManagedAppError) -> ComplianceReport? {
        guard let instance = record.instanceID else { return nil }
        let key = try await deviceKey(record)
        guard try await connection.isWipePending(instance, key: key, try await metadata()) else { return nil }
        let report = ComplianceReport(
            accountID: record.accountID, status: .notCompliant, language: configuration.language,
            reasons: [ReasonCode.wiped.rawValue], actions: ["contact_support"])
        return try await wiped(record.accountID, report)
    }

    func forget(_ account: String) async throws(ManagedAppError) {
        guard let record = try await record(account) else { return }
        cache.forget(accountID: account)
        try await keep(nil, account)
        try await removeKey(record.keyName)
    }

    // MARK: Steps

    /// Enrols with the installation's key and the managed identity, if the app has one.
    ///
    /// - Returns: the installation; nil when the key had to be replaced and the user must sign in with the new one.
    func enrolled(_ account: String, _ session: ComplianceSession) async throws(ManagedAppError) -> String? {
        let evidence = try await evidence(session)
        let body = EnrollmentRequest(configuration: configuration, evidence: evidence).jsonBytes()
        let reply = try await connection.ask("POST", "/enrollments", session, body: body)
        switch try reply.read(as: EnrollmentAnswer.self) {
        case .value(let answer):
            guard var record = try await record(account) else { throw .unknownAccount }
            record.instanceID = answer.instanceID
            record.enrollmentID = answer.enrollmentID ?? record.enrollmentID
            record.lastReport = Timestamp(milliseconds: 0)
            try await keep(record, account)
            return answer.instanceID
        case .problem("wiped", _), .problem("key_in_use", _), .problem("blocked_earlier", _):
            try await renewKey(account)
            return nil
        case .problem(let error, _): throw .serviceFailure("enrolling was refused with `\(error)`")
        }
    }

    private func evidence(_ session: ComplianceSession) async throws(ManagedAppError) -> String? {
        guard let identity = await app.managedIdentity() else { return nil }
        do throws(CryptographyError) {
            return try await SignedStatement.evidence(
                identity, for: session.key, issuer: session.metadata.issuer, clientID: configuration.clientID,
                now: clock.now)
        } catch {
            throw .clientFault("the managed identity does not sign")
        }
    }

    /// A key that the gateway takes from nobody any more gives way to a new one, and with it what was bound to it.
    private func renewKey(_ account: String) async throws(ManagedAppError) {
        guard var record = try await record(account) else { throw .unknownAccount }
        let old = record.keyName
        record.keyName = Self.newKeyName()
        record.instanceID = nil
        record.enrollmentID = nil
        if configuration.instanceProof == .key { record.refreshToken = nil }
        _ = try await makeKey(record.keyName)
        try await keep(record, account)
        cache.forget(accountID: account)
        try await removeKey(old)
    }

    func forgetInstance(_ account: String) async throws(ManagedAppError) {
        guard var record = try await record(account) else { return }
        record.instanceID = nil
        record.enrollmentID = nil
        try await keep(record, account)
    }

    /// Fetches the policy and verifies it; what is not the gateway's is not applied.
    func policy(_ session: ComplianceSession, _ instance: String) async throws(ManagedAppError) -> PolicyReply {
        switch try await connection.ask("GET", "/enrollments/\(instance)/policy", session) {
        case .problem("no_policy", _): return .none
        case .problem("unknown_instance", _), .problem("unenrolled", _), .problem("wiped", _): return .unknownInstance
        case .problem(let error, _): throw .serviceFailure("the policy was refused with `\(error)`")
        case .value(let bytes):
            let keys = try await connection.keys(at: session.metadata.keysURL)
            do throws(TokenRefusal) {
                return .policy(
                    try ProtectionPolicy(
                        String(decoding: bytes, as: UTF8.self), keys: keys, issuer: session.metadata.issuer,
                        clientID: configuration.clientID, instance: instance, now: clock.now))
            } catch {
                throw .serviceFailure(ClientReason.policyNotVerified)
            }
        }
    }

    /// Reports the posture under the installation's key; once more if the clock stood still or was set back.
    func report(
        _ account: String, _ session: ComplianceSession, _ instance: String, revision: String?
    ) async throws(ManagedAppError) {
        let posture = await app.posture(forAccountID: account)
        for _ in 0..<2 {
            guard var record = try await record(account) else { throw .unknownAccount }
            // Only a report that is newer than the last one counts.
            let time = max(clock.now, record.lastReport + .milliseconds(1))
            record.lastReport = time
            try await keep(record, account)
            let body = try await statement(posture, revision, instance, session, at: time)
            let reply = try await connection.ask(
                "POST", "/enrollments/\(instance)/posture", session, body: body, type: "application/jwt")
            switch reply {
            case .value: return
            case .problem("report_not_newer", _), .problem("replayed", _), .problem("concurrent_change", _): continue
            // What the gateway makes of the installation is told by the remediation that follows.
            case .problem("wiped", _), .problem("unenrolled", _), .problem("unknown_instance", _): return
            case .problem(let error, _): throw .serviceFailure("the report was refused with `\(error)`")
            }
        }
    }

    private func statement(
        _ posture: AppPosture, _ revision: String?, _ instance: String, _ session: ComplianceSession,
        at time: Timestamp
    ) async throws(ManagedAppError) -> [UInt8] {
        do throws(CryptographyError) {
            let text = try await SignedStatement.posture(
                posture, revision: revision, instance: instance, issuer: session.metadata.issuer,
                configuration: configuration, key: session.key, at: time)
            return Array(text.utf8)
        } catch {
            throw .clientFault("the installation's key does not sign")
        }
    }
}

/// The body of a remediation.
struct RemediationRequest: JSONWritable {
    let isSilent: Bool
    let instanceID: String?

    func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("silent", isSilent)
            object.member("instanceId", ifPresent: instanceID)
        }
    }
}

/// The body of an enrolment.
struct EnrollmentRequest: JSONWritable {
    let configuration: ManagedAppConfiguration
    let evidence: String?

    func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("platform", configuration.platform.rawValue)
            object.member("osVersion", configuration.osVersion.description)
            object.member("appVersion", configuration.appVersion.description)
            if let evidence {
                object.object("evidence") { item in
                    item.member("type", "managedIdentity")
                    item.member("proof", evidence)
                }
            }
        }
    }
}
