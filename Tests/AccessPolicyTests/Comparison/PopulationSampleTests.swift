import AccessModel
import AccessPolicy
import Testing

@Suite struct PopulationSampleTests {
    private static let population = Population(
        accounts: ["ada", "bob", "eve"].map { AccountMembership(account: AccountID($0)) },
        applications: ["mail", "crm"].map { Population.Application(ApplicationID($0)) },
        clientAppTypes: [.browser, nil], platforms: [.iOS, .linux, nil], ipAddresses: [IPAddress("192.0.2.1"), nil],
        countries: ["ES", nil], signInRisks: [.high, nil], userRisks: [.low, nil], insiderRisks: [.elevated, nil],
        devices: [nil, DeviceInfo()], transferMethods: [.deviceCodeFlow, nil],
        controls: [ControlFacts(), ControlFacts(mfa: .met)])

    @Test func `every combination is there once when they are few enough`() {
        let count = 3 * 2 * 2 * 3 * 2 * 2 * 2 * 2 * 2 * 2 * 2 * 2
        #expect(Self.population.combinationCount == count)
        let sample = PopulationSample(Self.population, atMost: count)
        #expect(sample.isWhole)
        #expect(sample.count == count)
        #expect(Set(sample).count == count)
    }

    @Test func `as many are drawn as are asked for when there are more`() {
        let sample = PopulationSample(Self.population, atMost: 1000, seed: 1)
        #expect(!sample.isWhole)
        #expect(sample.count == 1000)
        // Of 9,216 combinations about 51 are drawn twice or more often.
        #expect(Set(sample).count > 900)
    }

    @Test func `the same seed draws the same and another one does not`() {
        let sample = PopulationSample(Self.population, atMost: 100, seed: 7)
        #expect(Array(sample) == Array(PopulationSample(Self.population, atMost: 100, seed: 7)))
        #expect(Array(sample) != Array(PopulationSample(Self.population, atMost: 100, seed: 8)))
        #expect(Array(sample.reversed()) == Array(sample).reversed())
    }

    @Test func `what a seed draws stays the same between releases`() {
        let numbers = Population(
            accounts: (0..<1000).map { AccountMembership(account: AccountID("\($0)")) },
            applications: [Population.Application(ApplicationID("mail"))])
        let drawn = PopulationSample(numbers, atMost: 4, seed: 42).map { request in
            if case .account(let membership) = request.subject { membership.account.rawValue } else { "" }
        }
        #expect(drawn == ["596", "321", "156", "591"])
    }

    @Test func `every element of every list is drawn about as often as the others`() {
        let sample = PopulationSample(Self.population, atMost: 6000, seed: 3)
        var accounts: [AccessSubject: Int] = [:]
        var controls: [ControlFacts: Int] = [:]
        for request in sample {
            accounts[request.subject, default: 0] += 1
            controls[request.controls, default: 0] += 1
        }
        #expect(accounts.count == 3)
        #expect(accounts.values.allSatisfy { (1800...2200).contains($0) })
        #expect(controls.values.allSatisfy { (2800...3200).contains($0) })
    }
}
