import AccessModel
import AccessPolicy
import Testing

@Suite struct PolicySetPropertyTests {
    /// Sizes below, at and above one word of bits.
    private static let sizes = [1, 2, 7, 63, 64, 65, 130]
    /// A world of each size, asked sixty times.
    static let seeds = Array(1...UInt64(sizes.count))

    private func forEachCase(
        _ seed: UInt64, _ body: (_ policies: [ConditionalAccessPolicy], _ request: AccessRequest) throws -> Void
    ) rethrows {
        var random = RandomPolicies(seed: seed)
        let policies = random.policies(Self.sizes[Int(seed) - 1])
        for _ in 0..<60 {
            let request = random.request()
            // Few policies at a time, so that not every request ends in a block.
            try body(Array(policies.shuffled(using: &random.generator).prefix(random.pick([1, 2, 3, 200]))), request)
        }
    }

    /// Cases of every world; the body says whether it came to an expectation, which it must often.
    private func forEachCase(
        _ body: (_ policies: [ConditionalAccessPolicy], _ request: AccessRequest) throws -> Bool
    ) rethrows {
        var checked = 0
        for seed in Self.seeds { try forEachCase(seed) { if try body($0, $1) { checked += 1 } } }
        #expect(checked >= 20)
    }

    private func set(
        _ policies: [ConditionalAccessPolicy], _ unmatched: UnmatchedAccess = .allow
    ) throws -> PolicySet {
        try PolicyWorld.small.set(policies, unmatched)
    }

    @Test(arguments: seeds)
    func `decides what the rules say, one policy after the other`(_ seed: UInt64) throws {
        for unmatched in UnmatchedAccess.allCases {
            try forEachCase(seed) { policies, request in
                let plain = PlainEvaluator(policies: policies, world: .small, whenNothingMatches: unmatched)
                let decision = try set(policies, unmatched).evaluate(request)
                #expect(decision.outcome == plain.outcome(of: request))
                #expect(decision.appliedPolicies == plain.applied(to: request))
                #expect(decision.session == plain.session(of: request))
            }
        }
    }

    @Test(arguments: seeds)
    func `does not depend on the order of policies`(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        try forEachCase(seed) { policies, request in
            let decision = try set(policies).trace(request)
            #expect(try set(policies.reversed()).trace(request) == decision)
            #expect(try set(policies.shuffled(using: &generator)).trace(request) == decision)
        }
    }

    @Test func `a matching block policy wins over everything else`() throws {
        let block = ConditionalAccessPolicy(
            id: PolicyID("a-block"), displayName: "Block", state: .enabled,
            conditions: PolicyConditions(
                users: AssignmentTarget(include: .init(all: true)),
                resources: .applications(ApplicationTarget(includesAll: true))),
            grant: GrantRequirement(.any, [.block]))
        try forEachCase { policies, request in
            guard case .account = request.subject, case .application = request.resource else { return false }
            let decision = try set(policies + [block]).evaluate(request)
            #expect(decision.outcome == .blocked(.blockedByPolicy))
            return true
        }
    }

    @Test(arguments: seeds)
    func `an excluded account is never reached`(_ seed: UInt64) throws {
        try forEachCase(seed) { policies, request in
            guard case .account(let membership) = request.subject else { return }
            let excluding = policies.map { policy in
                var policy = policy
                policy.conditions.users.exclude.accounts.insert(membership.account)
                return policy
            }
            let decision = try set(excluding).evaluate(request)
            #expect(decision == Decision(outcome: .allowedNoPolicyApplied))
        }
    }

    @Test func `showing less never turns a refusal into access`() throws {
        let losses: [ControlState] = [
            .unmet(.notEnrolled, satisfiable: true), .unmet(.notEnrolled, satisfiable: false),
            .undetermined(.sourceFailed),
        ]
        let controls = [
            \ControlFacts.mfa, \.authenticationStrength, \.compliantDevice, \.domainJoinedDevice,
            \.compliantApplication, \.passwordChange,
        ]
        try forEachCase { policies, request in
            let set = try set(policies)
            guard !set.evaluate(request).outcome.isAllowed else { return false }
            for loss in losses {
                for control in controls {
                    var poorer = request
                    poorer.controls[keyPath: control] = loss
                    #expect(!set.evaluate(poorer).outcome.isAllowed)
                }
            }
            return true
        }
    }

    @Test(arguments: seeds)
    func `a policy that is not enforced changes no decision`(_ seed: UInt64) throws {
        var random = RandomPolicies(seed: seed ^ 0xFFFF)
        try forEachCase(seed) { policies, request in
            var idle = random.policy("a-idle")
            if idle.unenforceable.isEmpty || idle.state != .enabled {
                idle.state = random.pick([.reportOnly, .disabled])
            }
            let decision = try set(policies + [idle]).evaluate(request)
            #expect(try set(policies).evaluate(request) == decision)
        }
    }

    @Test func `a further enabled policy never turns a refusal into access`() throws {
        var random = RandomPolicies(seed: 0xFF)
        try forEachCase { policies, request in
            var further = random.policy("a-further")
            further.state = .enabled
            guard try !set(policies).evaluate(request).outcome.isAllowed else { return false }
            #expect(try !set(policies + [further]).evaluate(request).outcome.isAllowed)
            return true
        }
    }

    @Test(arguments: seeds)
    func `the trace tells the same story as the decision`(_ seed: UInt64) throws {
        try forEachCase(seed) { policies, request in
            let trace = try set(policies).trace(request)
            let enforced = trace.policies.filter { $0.effectiveState == .enabled }
            // No closure may stand inside of `#expect` here: inside of another closure the compiler mixes them up.
            let applied = enforced.filter { $0.applicability == .applies }.map(\.policy)
            let failed = enforced.filter { $0.result == .failure || $0.result == .unknown }.map(\.policy)
            #expect(applied == trace.decision.appliedPolicies)
            #expect(failed == trace.decision.unmet.map(\.policy))
            #expect(trace.decision.outcome.isAllowed == failed.isEmpty)
        }
    }

    @Test func `protection that a decision demands was announced for the account and resource`() throws {
        try forEachCase { policies, request in
            let set = try set(policies)
            guard set.evaluate(request).demandsAppProtection, case .account(let account) = request.subject,
                case .application(let resource) = request.resource
            else { return false }
            #expect(set.demandsAppProtection(of: account, for: [resource]))
            return true
        }
    }

    @Test func `no policies decide nothing`() throws {
        var random = RandomPolicies(seed: 7)
        for unmatched in UnmatchedAccess.allCases {
            let outcome = try set([], unmatched).evaluate(random.request()).outcome
            #expect(outcome == (unmatched == .allow ? .allowedNoPolicyApplied : .blocked(.noPolicyApplied)))
        }
    }
}
