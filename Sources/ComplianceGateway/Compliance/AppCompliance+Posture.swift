import AccessModel
import AuthorizationServer
import Compliance
import Directory
import JOSE
import JSONCoding

extension AppCompliance {
    /// Takes a posture report: verified, used once, evaluated, stored.
    ///
    /// - Parameters:
    ///   - caller: who reports; the proof must be of the named instance's key.
    ///   - token: the report.
    /// - Returns: the status that the report makes.
    /// - Throws: ``StoreError``.
    public func reportPosture(_ caller: ComplianceCaller, token: String) async throws(StoreError) -> ComplianceAnswer {
        let now = environment.now()
        guard let stored = caller.namedInstance else { return .refused(.unknownInstance) }
        guard let proof = caller.proof, proof.keyThumbprint.encoded == stored.instance.keyThumbprint else {
            return .refused(.invalidProof)
        }
        let posture: PostureToken
        do {
            posture = try PostureToken(
                token, key: proof.key, instance: stored.instance, issuer: caller.configuration.urls.issuer, now: now)
        } catch {
            return .refused(.invalidPosture(error))
        }
        switch stored.instance.reportPosture(posture.report, facts: caller.facts, at: now) {
        case .refused(let refusal): return .refused(.transition(refusal))
        case .done(let transition):
            return try await store(transition, of: stored, posture, caller, at: now)
        }
    }

    private func store(
        _ transition: ComplianceTransition, of stored: VersionedInstance, _ posture: PostureToken,
        _ caller: ComplianceCaller, at now: Timestamp
    ) async throws(StoreError) -> ComplianceAnswer {
        var write = InstanceWrite(
            transition, replacing: stored.version, death: .wiped, environment: environment,
            correlation: caller.correlation, at: now)
        write.journal(.postureReported, posture.report.journalDetails)
        let keeps = now + AppInstance.maximumReportAge + AppInstance.maximumClockSkew + .seconds(60)
        let owner = "posture:\(stored.instance.id.rawValue)"
        let once = OneTimeUse(.proof, tenant: caller.head.id, owner: owner, identifier: posture.tokenID)
        let conditions = [Precondition(.grant(.useOnce(once, until: keeps)), else: .replayed)]
        let result = caller.facts.evaluate(transition.instance, at: now)
        // Refusals from before the report that made the app compliant are no loop, even when it says what the last said.
        let before = caller.facts.evaluate(stored.instance, at: now)
        if before.status != .compliant, result.status == .compliant { write.clearRefusals() }
        write.settleRemediations(caller.openRemediations, transition, result: result)
        let report = ComplianceReport(
            instance: stored.instance.id, result: transition.instance.isEnrolled ? result : transition.instance.result)
        return try await commit(write, caller, after: conditions, answering: report)
    }
}

extension PostureReport {
    /// What the journal keeps of a report.
    fileprivate var journalDetails: [(name: String, value: JSONValue)] {
        [
            ("revision", appliedRevision.map { .string($0.description) } ?? .null),
            ("appVersion", .string(appVersion.description)), ("osVersion", .string(osVersion.description)),
            ("platform", .string(platform.rawValue)), ("pinSet", pinSet.map(JSONValue.bool) ?? .null),
            ("rooted", rooted.map(JSONValue.bool) ?? .null),
        ]
    }
}
