import AccessModel
import AccessPolicy
import JSONCoding
import PolicyFormat
import Testing

struct PopulationTests {
    private static func read(_ text: String) throws -> Population {
        try Population(jsonBytes: Array(text.utf8))
    }

    @Test func `lists that are missing have one unknown value`() throws {
        let population = try Self.read(
            #"{"accounts": [{"account": "ada"}], "applications": ["mail"], "platforms": []}"#)
        #expect(population.platforms == [nil])
        #expect(population.transferMethods == [nil])
        #expect(population.combinationCount == 1)
    }

    @Test func `every list is read, null is a value, and what is listed twice counts once`() throws {
        let population = try Self.read(
            #"""
            {"accounts": [{"account": "11111111-1111-1111-1111-11111111111A", "groups": ["g"], "roles": ["r"], "guest": true},
                          {"account": "b"}],
             "applications": ["mail", {"id": "crm", "name": "CRM"}, "mail"],
             "clientAppTypes": ["browser", null, "browser"], "platforms": ["iOS", "linux"],
             "ipAddresses": ["192.0.2.1"], "countries": ["ES", null], "signInRiskLevels": ["high"],
             "userRiskLevels": ["low", "high"], "insiderRiskLevels": [null, "minor"],
             "controls": [{}, {"mfa": "met"}, {"mfa": "unmet"}], "devices": [null, {"isCompliant": true}],
             "transferMethods": [null, "deviceCodeFlow"]}
            """#)
        #expect(population.accounts[0].account == AccountID("11111111-1111-1111-1111-11111111111a"))
        #expect(population.accounts[0].guest == GuestIdentity(.b2bCollaborationGuest))
        #expect(population.applications == [.init(ApplicationID("mail")), .init(ApplicationID("crm"), name: "CRM")])
        #expect(population.clientAppTypes == [.browser, nil])
        #expect(population.devices.map { $0?.isCompliant } == [nil, true])
        #expect(population.combinationCount == 2 * 2 * 2 * 2 * 1 * 2 * 1 * 2 * 2 * 2 * 2 * 2)
        #expect(population.insiderRisks == [nil, .minor])
        #expect(population.controls == [ControlFacts(), ControlFacts(mfa: .met)])
    }

    @Test(arguments: [
        #"{"applications": ["mail"]}"#, #"{"accounts": [], "applications": ["mail"]}"#,
        #"{"accounts": [{"account": "ada"}], "applications": []}"#,
        #"{"accounts": [{"account": "ada"}, {"account": "ada"}], "applications": ["mail"]}"#,
        #"{"accounts": [{"account": "ada"}], "applications": ["mail"], "platform": ["iOS"]}"#,
        #"{"accounts": [{"account": "ada"}], "applications": ["mail"], "platforms": ["phone"]}"#,
        #"{"accounts": [{"id": "ada"}], "applications": ["mail"]}"#,
        #"{"accounts": [{"account": "ada"}], "applications": [{"name": "mail"}]}"#,
    ])
    func `a population that says something else than it seems to is refused`(_ text: String) {
        #expect(throws: JSONError.self) { try Self.read(text) }
    }

    @Test func `more combinations than a number can say are the highest number`() {
        let many = Array(repeating: AccountMembership(account: AccountID("a")), count: 1 << 20)
        let population = Population(
            accounts: many, applications: Array(repeating: .init(ApplicationID("a")), count: 1 << 20),
            clientAppTypes: Array(repeating: nil, count: 1 << 20), platforms: Array(repeating: nil, count: 1 << 20))
        #expect(population.combinationCount == .max)
    }
}
