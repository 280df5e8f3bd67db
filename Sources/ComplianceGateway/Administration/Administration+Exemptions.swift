public import AccessModel
public import Compliance
import JSONCoding

/// What became of an act about exemptions that need two administrators.
public enum ExemptionOutcome: Sendable, Hashable {
    /// It was done.
    case done
    /// One administrator is enough: exemptions come with the protection document.
    case notGuarded
    /// The identifier is taken by an exemption or by another request.
    case taken
    /// There is nothing of that identifier.
    case unknown
    /// The request cannot be approved.
    case refused(ExemptionRequest.Refusal)
    /// Somebody else changed app protection meanwhile.
    case concurrentChange
}

extension Administration {
    /// Asks for an exemption; it has no effect until another administrator approves it.
    ///
    /// - Parameters:
    ///   - id: the identifier that it will have.
    ///   - scope: whom it is for.
    ///   - check: the check that may fail.
    ///   - reason: why.
    ///   - ends: when it would end.
    ///   - tenant: the tenant.
    /// - Returns: what became of it.
    /// - Throws: `AppProtectionPolicyError` when a member is not acceptable; ``StoreError``.
    public func requestExemption(
        _ id: String, for scope: Exemption.Scope, from check: ProtectionCheck, reason: String, ends: Timestamp,
        in tenant: TenantID
    ) async throws -> ExemptionOutcome {
        let request = try ExemptionRequest(
            id: id, scope: scope, check: check, reason: reason, ends: ends, requestedBy: actor,
            requestedAt: environment.now())
        guard let record = try await environment.store.configuration(of: tenant) else { return .unknown }
        guard record.protectionSettings.exemptionsNeedApproval else { return .notGuarded }
        guard !record.exemptions.contains(where: { $0.id == id }) else { return .taken }
        let entry = entry(
            .exemptionRequested, id, scope, [("check", .string(check.rawValue)), ("ends", .string(ends.rfc3339))],
            reason)
        return try await commit([.requestExemption(request)], [entry], in: tenant) ? .done : .taken
    }

    /// Approves an exemption that somebody else has asked for: it holds from then on.
    ///
    /// - Parameters:
    ///   - id: its identifier.
    ///   - tenant: the tenant.
    ///   - store: where requests are found.
    /// - Returns: what became of it.
    /// - Throws: ``StoreError``.
    public func approveExemption(
        _ id: String, in tenant: TenantID, store: any ExemptionRequestStore
    ) async throws -> ExemptionOutcome {
        guard let record = try await environment.store.configuration(of: tenant),
            let request = try await store.exemptionRequests(of: tenant).first(where: { $0.id == id })
        else { return .unknown }
        let now = environment.now()
        let exemption: Exemption
        switch request.approved(by: actor, at: now) {
        case .failure(let refusal): return .refused(refusal)
        case .success(let approved): exemption = approved
        }
        guard !record.exemptions.contains(where: { $0.id == id }) else { return .taken }
        let details: [(name: String, value: JSONValue)] = [
            ("check", .string(exemption.check.rawValue)), ("ends", .string(exemption.ends.rfc3339)),
            ("requestedBy", .string(request.requestedBy)),
        ]
        return try await replace(
            exemptions: record.exemptions + [exemption], of: record, after: .approveExemption(id, by: actor),
            entry(.exemptionApproved, id, exemption.scope, details, exemption.reason))
    }

    /// Ends an exemption, or takes back the request for one; one administrator is enough for what makes nothing milder.
    ///
    /// - Returns: what became of it.
    /// - Throws: ``StoreError``.
    public func withdrawExemption(
        _ id: String, in tenant: TenantID, store: any ExemptionRequestStore
    ) async throws -> ExemptionOutcome {
        guard let record = try await environment.store.configuration(of: tenant) else { return .unknown }
        guard record.protectionSettings.exemptionsNeedApproval else { return .notGuarded }
        if let exemption = record.exemptions.first(where: { $0.id == id }) {
            return try await replace(
                exemptions: record.exemptions.filter { $0.id != id }, of: record, after: nil,
                entry(.exemptionWithdrawn, id, exemption.scope, [("check", .string(exemption.check.rawValue))], nil))
        }
        guard let request = try await store.exemptionRequests(of: tenant).first(where: { $0.id == id }) else {
            return .unknown
        }
        let entry = entry(
            .exemptionWithdrawn, id, request.scope, [("check", .string(request.check.rawValue))], nil)
        return try await commit([.dropExemptionRequest(id)], [entry], in: tenant) ? .done : .unknown
    }

    /// Publishes what is in force with other exemptions, in the same write as what made them others.
    private func replace(
        exemptions: [Exemption], of record: TenantRecord, after condition: AdministrationChange?,
        _ entry: JournalEntry
    ) async throws(StoreError) -> ExemptionOutcome {
        let published = JournalEntry(
            .protectionPoliciesPublished, at: entry.at, subject: JournalSubject(actor: actor),
            details: [
                ("policies", .array(record.protectionPolicies.map { .string("\($0.id)@\($0.revision)") })),
                ("exemptions", .integer(Int64(exemptions.count))), ("apps", .null), ("devicesChanged", .bool(true)),
            ])
        let publication = AdministrationChange.publishProtection(
            record.protectionPolicies, exemptions: exemptions, devices: record.deviceRules,
            settings: record.protectionSettings, expecting: record.head.revisions.protection, at: entry.at)
        let changes = [condition].compactMap(\.self) + [publication]
        switch try await commit(in: record.head.id, changes, [entry, published]) {
        case .committed: return .done
        case .refused(change: 0) where condition != nil: return .unknown
        case .refused: return .concurrentChange
        }
    }

    private func entry(
        _ kind: JournalKind, _ id: String, _ scope: Exemption.Scope,
        _ details: [(name: String, value: JSONValue)], _ reason: String?
    ) -> JournalEntry {
        var subject = JournalSubject(actor: actor)
        switch scope {
        case .account(let account): subject.account = account
        case .device(let device): subject.device = device
        case .instance(let instance): subject.instance = instance
        }
        let why = self.reason == nil ? reason.map { [("reason", JSONValue.string($0))] } ?? [] : []
        return JournalEntry(
            kind, at: environment.now(), subject: subject, details: [("exemption", .string(id))] + details + why)
    }
}
