public import AccessModel
import AuthorizationServer
import Compliance
import Directory
import JOSE
import JSONCoding

/// What an app says when it enrols.
public struct EnrolmentInput: Sendable, Hashable {
    /// The platform.
    public var platform: DevicePlatform
    /// The proof of a managed identity (a JWS in compact form); nil when the app has none.
    public var evidence: String?

    /// Makes an input.
    public init(platform: DevicePlatform, evidence: String? = nil) {
        self.platform = platform
        self.evidence = evidence
    }
}

extension AppCompliance {
    /// Enrols an app instance under the key that the request proves, and binds the token's grant to it.
    ///
    /// - Parameters:
    ///   - caller: who enrols, with a proof of the new instance's key; for an instance that the grant is bound to already,
    ///     that instance is renewed.
    ///   - input: what the app says.
    /// - Returns: the status and a new enrolment identifier.
    /// - Throws: ``StoreError``.
    public func enrol(_ caller: ComplianceCaller, _ input: EnrolmentInput) async throws(StoreError) -> ComplianceAnswer
    {
        let now = environment.now()
        guard let proof = caller.proof else { return .refused(.invalidProof) }
        let identity: ManagedIdentityProof?
        do {
            identity = try verify(input.evidence, proof, caller, now: now)
        } catch {
            return .refused(.invalidEvidence(error))
        }
        let device = try await device(named: identity?.device, caller, at: now)
        let own = try await environment.store.instances(
            of: caller.head.id, account: caller.account.account.id, limit: 1000)
        let request = EnrolmentRequest(
            id: environment.newIdentifier(), account: caller.account.account.id, client: caller.client.id,
            platform: input.platform, device: device?.id, keyThumbprint: proof.keyThumbprint.encoded,
            evidence: identity?.evidence ?? Evidence(.selfReported))
        switch AppInstance.enrol(request, earlier: own.map(\.instance), facts: caller.facts, at: now) {
        case .refused(let refusal): return .refused(.transition(refusal))
        case .done(let transition):
            let version = own.first { $0.instance.id == transition.instance.id }?.version
            return try await store(
                transition, replacing: version, identity, registering: device?.change, caller, at: now)
        }
    }

    /// Takes the proof of a managed identity for an instance that is enrolled already.
    ///
    /// - Throws: ``StoreError``.
    public func proveEvidence(_ caller: ComplianceCaller, proof evidence: String) async throws(StoreError)
        -> ComplianceAnswer
    {
        guard let stored = caller.namedInstance else { return .refused(.unknownInstance) }
        switch stored.instance.lifecycle {
        case .enrolled: break
        case .unenrolled: return .refused(.transition(.unenrolled))
        case .wiped: return .refused(.transition(.wiped))
        }
        guard let proof = caller.proof, proof.keyThumbprint.encoded == stored.instance.keyThumbprint else {
            return .refused(.invalidProof)
        }
        return try await enrol(caller, EnrolmentInput(platform: stored.instance.platform, evidence: evidence))
    }

    private func verify(
        _ evidence: String?, _ proof: DPoPProof, _ caller: ComplianceCaller, now: Timestamp
    ) throws(EvidenceFault) -> ManagedIdentityProof? {
        guard let evidence else { return nil }
        return try ManagedIdentityProof(
            evidence, thumbprint: proof.keyThumbprint, client: caller.client.id,
            issuer: caller.configuration.urls.issuer, authorities: caller.configuration.authorities[caller.client.id],
            naming: caller.configuration.deviceNaming[caller.client.id] ?? [], now: now)
    }

    /// The device that a certificate names, and what makes it known if it is not yet.
    ///
    /// Nothing that the app merely says comes here.
    private func device(
        named identifier: DeviceIdentifier?, _ caller: ComplianceCaller, at now: Timestamp
    ) async throws(StoreError) -> (id: DeviceID, change: Device?)? {
        guard let identifier, let store = environment.devices,
            let known = try await store.devices(of: caller.head.id, DeviceQuery(identifiers: [identifier]))
        else { return nil }
        if let id = known.owners[identifier] { return (id, nil) }
        let new = Device(id: environment.newIdentifier(), identifiers: [identifier], registeredAt: now)
        return (new.id, new.reevaluate(facts: caller.configuration.devices, at: now).device)
    }

    private func store(
        _ transition: ComplianceTransition, replacing version: Int64?, _ identity: ManagedIdentityProof?,
        registering device: Device?, _ caller: ComplianceCaller, at now: Timestamp
    ) async throws(StoreError) -> ComplianceAnswer {
        let instance = transition.instance
        var before: [Precondition] = []
        var superseded: InstanceWrite?
        if let identity {
            let holder = try await holder(of: identity, caller)
            if let holder, let refusal = Self.refusal(of: instance, identityOf: holder.instance) {
                return .refused(refusal)
            }
            superseded = supersede(holder, by: instance, caller, at: now)
            before.append(Precondition(once(identity, caller, until: now + .seconds(600)), else: .replayed))
            let claim = claim(identity, for: instance, from: holder?.instance.id, at: now)
            before.append(Precondition(claim, else: .concurrentChange))
        }
        if let device { before.append(Precondition(.device(.insert(device)), else: .concurrentChange)) }
        if let bind = GrantBinding.enrolling(instance.id, grant: caller.grant.id, bound: caller.grant.instance) {
            before.append(Precondition(.grant(bind), else: .concurrentChange))
        }
        var write = InstanceWrite(
            transition, replacing: version, death: .wiped, environment: environment, correlation: caller.correlation,
            at: now)
        write.journal(.instanceEnrolled, [("evidence", .string(instance.evidence.level.name))])
        if identity != nil { write.journal(.evidenceProved) }
        if let device {
            let names = device.identifiers.sorted().map { JSONValue.string("\($0.kind.rawValue):\($0.value)") }
            write.journal(.deviceRegistered, [("identifiers", .array(names))])
        }
        if let superseded { write.follow(superseded) }
        let result = caller.facts.evaluate(instance, at: now)
        write.settleRemediations(caller.openRemediations, transition, result: result, isNew: version == nil)
        let report = ComplianceReport(instance: instance.id, result: instance.isEnrolled ? result : instance.result)
        // The instance's own change comes next; a new one is refused when somebody else's instance has the key.
        let own: ComplianceRefusal = version == nil ? .keyInUse : .concurrentChange
        return try await commit(write, caller, after: before, else: own, answering: report)
    }

    /// The instance that the identity backs, ended ones included; nil when it backs none.
    private func holder(
        of identity: ManagedIdentityProof, _ caller: ComplianceCaller
    ) async throws(StoreError) -> VersionedInstance? {
        let query = FactsQuery(tenant: caller.head.id, presented: .managedIdentity(identity.fingerprint))
        return try await environment.store.facts(query)?.presentedInstance
    }

    /// Why an identity that backs one instance cannot come to back another: it is somebody else's, or the instance is
    /// blocked.
    ///
    /// A block follows the identity, or whoever has it would be rid of the block with a new key.
    private static func refusal(of instance: AppInstance, identityOf holder: AppInstance) -> ComplianceRefusal? {
        guard holder.account == instance.account, holder.client == instance.client else { return .identityInUse }
        return holder.isBlocked ? .transition(.blockedEarlier) : nil
    }

    /// An identity backs one installation: the one it backed before is given up, or two keys could live on one secret.
    private func supersede(
        _ holder: VersionedInstance?, by instance: AppInstance, _ caller: ComplianceCaller, at now: Timestamp
    ) -> InstanceWrite? {
        guard let holder, holder.instance.id != instance.id,
            case .done(let transition) = holder.instance.unenrol(at: now)
        else { return nil }
        var write = InstanceWrite(
            transition, replacing: holder.version, death: .unenrolled, environment: environment,
            correlation: caller.correlation, at: now)
        write.journal(.instanceUnenrolled, [("reason", .string("identity moved"))])
        return write
    }

    private func once(_ identity: ManagedIdentityProof, _ caller: ComplianceCaller, until: Timestamp) -> StateChange {
        let owner = "identity:\(Array(identity.fingerprint.bytes))"
        return .grant(
            .useOnce(
                OneTimeUse(.proof, tenant: caller.head.id, owner: owner, identifier: identity.tokenID), until: until))
    }

    private func claim(
        _ identity: ManagedIdentityProof, for instance: AppInstance, from holder: AppInstanceID?, at now: Timestamp
    ) -> StateChange {
        .instance(
            .claimIdentity(
                fingerprint: identity.fingerprint, instance.id, account: instance.account, client: instance.client,
                expecting: holder, at: now))
    }
}
