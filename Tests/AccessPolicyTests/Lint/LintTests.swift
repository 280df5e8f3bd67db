import AccessModel
import Testing

@testable import AccessPolicy

struct LintTests {
    @Test func `every name belongs to one rule`() {
        let names = LintRule.all.flatMap(\.ids)
        #expect(names.count == LintID.allCases.count && Set(names) == Set(LintID.allCases))
    }

    @Test(arguments: LintCase.all)
    func `a rule finds what it is named for`(_ example: LintCase) throws {
        let context = LintContext(try example.input())
        for rule in LintRule.all { #expect(Set(rule.check(context).map(\.id)).isSubset(of: rule.ids)) }
    }

    @Test(arguments: LintCase.all)
    func `a rule finds what it is about and nothing beside it`(_ example: LintCase) throws {
        let found = try example.input().findings().filter { $0.id == example.id }
        guard let reason = example.reason else {
            #expect(found.isEmpty)
            return
        }
        let finding = try #require(found.first { $0.reason.contains(reason) }, "\(found.map(\.reason))")
        #expect(found.count == 1)
        #expect(finding.severity == example.severity)
    }

    @Test
    func `every kind of finding has a case that triggers it and one that does not, or comes from the filter language`()
    {
        let borrowed = Set(LintID.allCases.filter { $0.rawValue.hasPrefix("device-filter-") })
        let found = Set(LintCase.all.filter { $0.reason != nil }.map(\.id))
        let passed = Set(LintCase.all.filter { $0.reason == nil }.map(\.id))
        #expect(Set(LintID.allCases).subtracting(borrowed).subtracting(found).isEmpty)
        #expect(Set(LintID.allCases).subtracting(borrowed).subtracting(passed).isEmpty)
    }

    @Test(arguments: LintCase.all)
    func `a finding is a sentence of one line and says what to do`(_ example: LintCase) throws {
        for finding in try example.input().findings() {
            for text in [finding.reason, finding.fix] {
                #expect(!text.isEmpty && !text.hasSuffix(".") && !text.contains(where: \.isNewline))
            }
        }
    }

    @Test func `findings do not depend on the order of the policies`() throws {
        let policies = [
            examplePolicy("a"), examplePolicy("b", demands: [.block]), examplePolicy("c"),
            examplePolicy("d", state: .reportOnly, demands: [.compliantApplication]),
        ]
        let found = LintInput(try PolicySet(policies: policies)).findings()
        #expect(!found.isEmpty)
        #expect(LintInput(try PolicySet(policies: policies.reversed())).findings() == found)
    }

    @Test func `a finding of a set comes first, and an error before a warning`() throws {
        let found = LintInput(try PolicySet(policies: [examplePolicy(demands: [.block])])).findings()
        #expect(found.first?.policies == [])
        let ofPolicy = found.filter { !$0.policies.isEmpty }
        #expect(ofPolicy.map(\.severity) == ofPolicy.map(\.severity).sorted())
        #expect(ofPolicy.first?.severity == .error)
    }

    @Test func `a policy that is said to be shadowed never applies where the other does not block`() throws {
        var checked = 0
        for seed in 0..<200 as Range<UInt64> {
            var world = RandomCoverage(seed: seed)
            let policies = world.policies(8).enumerated().map { number, policy in
                var policy = policy
                if number.isMultiple(of: 2) { policy.grant = GrantRequirement(.all, [.block]) }
                return policy
            }
            let found = LintInput(try PolicySet(policies: policies)).findings().filter { $0.id == .shadowedByBlock }
            guard !found.isEmpty else { continue }
            let enforced = policies.map { policy in
                var policy = policy
                policy.state = .enabled
                return policy
            }
            let set = try PolicySet(policies: enforced)
            for request in RandomCoverage.requests(of: world.population()) {
                let applied = set.evaluate(request).appliedPolicies
                for finding in found where applied.contains(finding.policies[0]) {
                    #expect(applied.contains(finding.policies[1]))
                    checked += 1
                }
            }
        }
        #expect(checked > 50)
    }
}
