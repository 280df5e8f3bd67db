import AccessModel
import JSONCoding

extension ComplianceManager {
    /// What the gateway says of the account's app and device now; nothing changes.
    ///
    /// - Parameter accountID: the account's object id.
    /// - Returns: app and device, each for itself.
    /// - Throws: `ManagedAppError`; `interactionRequired` when the user must sign in first.
    public func complianceStatus(forAccountID accountID: String) async throws(ManagedAppError) -> AccountCompliance {
        let account = try AccountIdentifier(accountID).text
        let (session, record) = try await session(account, silent: true)
        let suffix = record.instanceID.map { "?instanceId=\($0)" } ?? ""
        let reply = try await connection.ask("GET", "/accounts/\(account)/status\(suffix)", session)
        switch try reply.read(as: AccountStatusAnswer.self) {
        case .value(let answer):
            return AccountCompliance(app: answer.app.report(account), device: answer.device.report(account))
        case .problem(let error, _): throw .serviceFailure("the status was refused with `\(error)`")
        }
    }

    /// Tells the gateway that the user left an interactive remediation.
    ///
    /// - Parameter accountID: the account's object id.
    /// - Returns: `userCancelled` if the user could have solved what is open, which everybody is told.
    /// - Throws: `ManagedAppError`.
    @discardableResult
    public func cancelRemediation(forAccountID accountID: String) async throws(ManagedAppError) -> ComplianceReport {
        let account = try AccountIdentifier(accountID).text
        let (session, _) = try await session(account, silent: true)
        let report = try await cancelled(account, session)
        await tell(report)
        return report
    }

    // MARK: Remediating

    /// Remediates, and makes a status of whatever came of it.
    func remediated(_ account: String, silent: Bool) async -> ComplianceReport {
        do throws(ManagedAppError) {
            let report: ComplianceReport
            do throws(ManagedAppError) {
                report = try await remediation(account, silent: silent)
            } catch {
                guard error == GatewayConnection.staleToken else { throw error }
                // The kept token was revoked meanwhile; a new one says whether the grant lives.
                cache.forget(accountID: account)
                report = try await remediation(account, silent: silent)
            }
            guard report.reasons.contains(ReasonCode.wiped.rawValue) else { return report }
            return try await wiped(account, report)
        } catch {
            return error.report(account, configuration.language)
        }
    }

    private func remediation(_ account: String, silent: Bool) async throws(ManagedAppError) -> ComplianceReport {
        var last: ComplianceReport?
        // Once more if the gateway does not know the installation any more, or not under this key.
        for _ in 0..<2 {
            let (session, record) = try await session(account, silent: silent)
            let instance: String
            if let known = record.instanceID {
                instance = known
            } else {
                // Whether enrolling is asked for at all is the gateway's to say: nothing demanded, nothing enrolled.
                let first = try await asked(account, session, instance: nil, silent: silent)
                guard !silent, first.status == .interactionRequired, first.asksForEnrolment else { return first }
                last = first
                guard let made = try await enrolled(account, session) else { continue }
                instance = made
            }
            if let report = try await applied(account, session, instance: instance, silent: silent) { return report }
        }
        return last
            ?? ComplianceReport(
                accountID: account, status: .interactionRequired, language: configuration.language,
                reasons: [ReasonCode.notEnrolled.rawValue])
    }

    /// Fetches and applies the policy, reports, and asks what came of it.
    ///
    /// - Returns: nil when the gateway does not know the installation any more.
    private func applied(
        _ account: String, _ session: ComplianceSession, instance: String, silent: Bool
    ) async throws(ManagedAppError) -> ComplianceReport? {
        switch try await policy(session, instance) {
        case .policy(let policy):
            switch await app.apply(policy, forAccountID: account, mayInteract: !silent) {
            case .userCancelled: return try await cancelled(account, session)
            case .applied: try await report(account, session, instance, revision: policy.revision)
            case .notApplied: try await report(account, session, instance, revision: nil)
            }
        case .none: break
        case .unknownInstance:
            // The gateway's own word on the installation comes first: a wiped one has an order to carry out.
            let report = try await asked(account, session, instance: instance, silent: silent)
            if report.reasons.contains(ReasonCode.wiped.rawValue) { return report }
            try await forgetInstance(account)
            return silent ? report : nil
        }
        return try await asked(account, session, instance: instance, silent: silent)
    }

    /// Asks the gateway to remediate; keeps the enrolment identifier that came of it, since the one before is worth nothing.
    private func asked(
        _ account: String, _ session: ComplianceSession, instance: String?, silent: Bool
    ) async throws(ManagedAppError) -> ComplianceReport {
        let body = RemediationRequest(isSilent: silent, instanceID: instance).jsonBytes()
        let reply = try await connection.ask("POST", "/accounts/\(account)/remediation", session, body: body)
        switch try reply.read(as: StatusAnswer.self) {
        case .problem("unknown_instance", _):
            return ComplianceReport(
                accountID: account, status: .interactionRequired, language: configuration.language,
                reasons: [ReasonCode.notEnrolled.rawValue])
        case .problem(let error, _): throw .serviceFailure("the remediation was refused with `\(error)`")
        case .value(let answer):
            if let id = answer.enrollmentID, var record = try await record(account) {
                record.enrollmentID = id
                try await keep(record, account)
            }
            return answer.report(account)
        }
    }

    private func cancelled(
        _ account: String, _ session: ComplianceSession
    ) async throws(ManagedAppError) -> ComplianceReport {
        let reply = try await connection.ask("DELETE", "/accounts/\(account)/remediation", session)
        switch try reply.read(as: StatusAnswer.self) {
        case .value(let answer): return answer.report(account)
        case .problem(let error, _): throw .serviceFailure("leaving was refused with `\(error)`")
        }
    }

    // MARK: The session

    /// A token for the compliance resource, by the refresh token or, unless silent, by the browser, whose session does without a
    /// page.
    func session(
        _ account: String, silent: Bool
    ) async throws(ManagedAppError) -> (ComplianceSession, AccountRecord) {
        let metadata = try await metadata()
        let request = TokenRequest(
            account: account, scopes: [metadata.complianceScope], challenge: nil, isSilent: silent)
        var outcome = try await asked(request)
        if case .token = outcome {
        } else if !silent, presenter != nil, outcome.isSolvedBySigningIn {
            outcome = try await signInAgain(account, request.scopes, answering: nil, isExpectedSilent: true)
        }
        switch outcome {
        case .token(let token):
            guard let record = try await record(account) else { throw .unknownAccount }
            return (ComplianceSession(token: token, key: try await deviceKey(record), metadata: metadata), record)
        case .nothingToShow: throw .interactionRequired(ClientReason.signInRequired)
        case .refused(let refusal, _): throw ManagedAppError(refusal)
        }
    }
}

extension ComplianceManager.TokenOutcome {
    fileprivate var isSolvedBySigningIn: Bool {
        switch self {
        case .token: false
        case .nothingToShow: true
        case .refused(let refusal, _): refusal.kind == .grantEnded || refusal.kind == .interaction
        }
    }
}

extension ComplianceReport {
    /// Whether what is open is the lack of an enrolment.
    fileprivate var asksForEnrolment: Bool {
        let codes: [ReasonCode] = [.notEnrolled, .unenrolled, .appProtectionRequired]
        return codes.contains { reasons.contains($0.rawValue) } || actions.contains("enroll")
    }
}

extension ManagedAppError {
    /// The status that a failure is to the user; none of them speaks against the app.
    func report(_ accountID: String, _ language: AppLanguage) -> ComplianceReport {
        func status(_ status: ComplianceStatus, _ reason: String) -> ComplianceReport {
            ComplianceReport(accountID: accountID, status: status, language: language, reasons: [reason])
        }
        return switch self {
        case .networkFailure: status(.networkFailure, ClientReason.gatewayUnreachable)
        case .serviceFailure(ClientReason.policyNotVerified, _):
            status(.serviceFailure, ClientReason.policyNotVerified)
        case .serviceFailure: status(.serviceFailure, ClientReason.gatewayFailed)
        case .userCancelled: status(.userCancelled, ClientReason.userCancelled)
        case .unknownAccount: status(.interactionRequired, ClientReason.signInRequired)
        case .interactionRequired: status(.interactionRequired, ClientReason.signInRequired)
        case .otherAccount, .invalidAccountID: status(.interactionRequired, ClientReason.otherAccount)
        case .clientFault: status(.interactionRequired, ClientReason.noToken)
        case .accessDenied: status(.notCompliant, ReasonCode.blockedByPolicy.rawValue)
        case .challengeRepeated: status(.notCompliant, ClientReason.refusalLoop)
        case .complianceRequired(let report): report
        }
    }
}
