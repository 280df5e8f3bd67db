public import AccessModel
public import AccessPolicy
import AuthorizationServer
import JSONCoding
import PolicyFormat

/// Where scheduled promotions are kept.
public protocol PromotionStore: SignInLogStore {
    /// A tenant's promotions, ordered by policy.
    ///
    /// - Throws: ``StoreError``.
    func promotions(of tenant: TenantID) async throws(StoreError) -> [PolicyPromotion]
}

/// Puts report-only policies in force on a schedule.
public struct PolicyPromotions: Sendable {
    /// How many journal entries are looked at for one promotion at a time.
    private static let batch = 1_000
    /// How many batches are looked at before others have their turn.
    private static let maximumBatches = 100

    private let environment: GatewayEnvironment
    private let log: any PromotionStore
    private let actor: String
    private let reason: String?

    /// Makes the use cases.
    ///
    /// - Parameters:
    ///   - environment: where state lives.
    ///   - log: where promotions and recorded sign-ins are read.
    ///   - actor: who acts, as the journal names them.
    ///   - reason: why; nil when nothing was said.
    public init(_ environment: GatewayEnvironment, log: any PromotionStore, actor: String, reason: String? = nil) {
        self.environment = environment
        self.log = log
        self.actor = actor
        self.reason = reason
    }

    // MARK: Scheduling

    /// Schedules the promotion of a report-only policy, or replaces its schedule.
    ///
    /// - Parameters:
    ///   - policy: the policy.
    ///   - after: how long it must have been published in its present content.
    ///   - maximumDenials: the most would-be denials in ten thousand sign-ins that it applies to.
    ///   - tenant: the tenant.
    /// - Returns: the promotion, or why there is none.
    /// - Throws: when the published policies cannot be read; ``StoreError``.
    public func schedule(
        _ policy: PolicyID, after: Duration, maximumDenials: Int, in tenant: TenantHead
    ) async throws -> ScheduleOutcome {
        guard let record = try await environment.store.configuration(of: tenant.id),
            let document = try Self.held(PolicyPublication.collection(of: record.policyDocument)).policy(policy),
            let observation = try await PolicyContentHistory(of: tenant.id, store: environment.store)
                .observation(of: policy, at: record.head.revisions.policies)
        else { return .unknownPolicy }
        guard document.policy.state == .reportOnly else { return .notReportOnly(document.policy.state) }
        guard document.isEnforceable else { return .notEnforceable(document.policy.unenforceable) }
        let promotion = PolicyPromotion(
            policy: policy, after: after, maximumDenials: maximumDenials, actor: actor, reason: reason,
            observation: observation)
        let days = after.components.seconds / 86_400
        let isDone = try await administration.commit(
            [.schedulePromotion(promotion, at: environment.now())],
            [
                entry(
                    .policyPromotionScheduled,
                    [
                        ("policy", .string(policy.rawValue)), ("afterDays", .integer(days)),
                        ("maximumDenials", .integer(Int64(maximumDenials))),
                    ])
            ], in: tenant.id)
        return isDone ? .scheduled(promotion) : .unknownPolicy
    }

    /// Cancels a promotion.
    ///
    /// - Returns: false when there is none.
    /// - Throws: ``StoreError``.
    public func cancel(_ policy: PolicyID, in tenant: TenantID) async throws(StoreError) -> Bool {
        try await administration.commit(
            [.cancelPromotion(policy)],
            [entry(.policyPromotionCancelled, [("policy", .string(policy.rawValue))])], in: tenant)
    }

    // MARK: Promoting

    /// Looks at what was recorded since the last time, and promotes what is due.
    ///
    /// - Parameter tenant: the tenant.
    /// - Returns: what happened, for the log; nothing of promotions that go on waiting.
    /// - Throws: when the published policies cannot be read; ``StoreError``.
    public func advance(in tenant: TenantID) async throws -> [PromotionEvent] {
        var events: [PromotionEvent] = []
        for promotion in try await log.promotions(of: tenant) {
            if let event = try await advance(promotion, in: tenant) { events.append(event) }
        }
        return events
    }

    private func advance(_ promotion: PolicyPromotion, in tenant: TenantID) async throws -> PromotionEvent? {
        guard let record = try await environment.store.configuration(of: tenant) else { return nil }
        var collection = try PolicyPublication.collection(of: record.policyDocument)
        guard let document = collection.policy(promotion.policy), document.policy.state == .reportOnly,
            Self.held(collection).policy(promotion.policy)?.isEnforceable == true
        else {
            _ = try await cancel(promotion.policy, in: tenant)
            return .ended(promotion.policy)
        }
        guard let watched = try await watch(promotion, document, record) else { return nil }
        guard watched.standing(at: environment.now()) == .due else { return nil }
        collection.setState(.enabled, of: promotion.policy)
        return try await promote(watched, PolicyPublication.bytes(of: collection), record.head)
    }

    /// The promotion with what was recorded since the last time; nil when somebody else looks at the same moment.
    private func watch(
        _ promotion: PolicyPromotion, _ document: PolicyDocument, _ record: TenantRecord
    ) async throws -> PolicyPromotion? {
        var next = promotion
        if SecretHash(of: document.canonicalBytes) != promotion.observation.contentHash {
            let anew = try await PolicyContentHistory(of: record.head.id, store: environment.store)
                .observation(of: promotion.policy, at: record.head.revisions.policies)
            guard let anew else { return nil }
            next.observation = anew
        }
        for _ in 0..<Self.maximumBatches {
            let entries = try await log.signIns(
                of: record.head.id, .after(next.observation.cursor), limit: Self.batch)
            for entry in entries {
                if let record = try entry.record() { next.observation.add(record, of: promotion.policy) }
                next.observation.cursor = entry.sequence
            }
            if entries.count < Self.batch { break }
        }
        guard next != promotion else { return promotion }
        let isDone = try await administration.commit(
            [.observePromotion(next, expecting: promotion.observation.cursor)], [], in: record.head.id)
        return isDone ? next : nil
    }

    private func promote(
        _ promotion: PolicyPromotion, _ document: [UInt8], _ head: TenantHead
    ) async throws -> PromotionEvent? {
        let outcome = try await administration.publish(
            document, .promoted, to: head, allowsBreakGlass: false,
            details: [
                ("policy", .string(promotion.policy.rawValue)),
                ("evaluated", .integer(promotion.observation.evaluated)),
                ("denied", .integer(promotion.observation.denied)), ("scheduledBy", .string(promotion.actor)),
            ], beside: [.cancelPromotion(promotion.policy)])
        switch outcome {
        case .published(let revision, _): return .promoted(promotion.policy, revision: revision)
        case .refused(let refusal, _): return .refused(promotion.policy, refusal, at: head.revisions)
        case .concurrentChange: return nil
        }
    }

    /// A set of which the policies that name what is not there are held: in force they would refuse everybody.
    private static func held(_ collection: PolicyCollection) -> PolicyCollection {
        var held = collection
        held.holdUnresolvedReferences()
        return held
    }

    private var administration: Administration { Administration(environment, actor: actor, reason: reason) }

    private func entry(_ kind: JournalKind, _ details: [(name: String, value: JSONValue)]) -> JournalEntry {
        JournalEntry(kind, at: environment.now(), subject: JournalSubject(actor: actor), details: details)
    }
}

/// What became of a wish to promote a policy.
public enum ScheduleOutcome: Sendable {
    /// It is scheduled.
    case scheduled(PolicyPromotion)
    /// No such policy is published.
    case unknownPolicy
    /// The policy is not report-only.
    case notReportOnly(PolicyState)
    /// The policy cannot be enforced.
    case notEnforceable([UnenforceableReason])
}

/// What happened to a scheduled promotion.
public enum PromotionEvent: Sendable, Hashable {
    /// The policy is in force, as of this revision.
    case promoted(PolicyID, revision: Int64)
    /// The lock-out guard forbids it at these revisions; it is tried again.
    case refused(PolicyID, LockOutRefusal, at: ConfigurationRevisions)
    /// There is nothing to promote any more: the policy is gone, in force, disabled, or cannot be enforced.
    case ended(PolicyID)
}
