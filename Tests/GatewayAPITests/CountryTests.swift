import AccessModel
import ComplianceGateway
import PolicyFormat
import ServiceRuntime
import Testing

/// Policies about countries, which each decision looks the caller's address up for.
@Suite(.timeLimit(.minutes(10))) struct CountryTests {
    /// Puts every address into the same country, which may change, and counts how often it is asked.
    private final class OneCountry: CountryLookup {
        let code: Lock<String?>
        let asked = Lock<[IPAddress]>([])

        init(_ code: String?) { self.code = Lock(code) }

        func country(of address: IPAddress) -> String? {
            asked.withLock { $0.append(address) }
            return code.withLock { $0 }
        }
    }

    /// Publishes a block of everybody in a country, or in none that is known.
    private func block(_ country: String, includesUnknown: Bool = false, _ gateway: TestGateway) async throws {
        let text = """
            {"value": [
              {"@odata.type": "#microsoft.graph.countryNamedLocation", "displayName": "There",
               "id": "6f0c7a0e-51d1-4b7e-9c55-2f6f6f1d0091", "countriesAndRegions": ["\(country)"],
               "includeUnknownCountriesAndRegions": \(includesUnknown)},
              {"id": "6f0c7a0e-51d1-4b7e-9c55-2f6f6f1d0092", "displayName": "Not from there", "state": "enabled",
               "conditions": {"clientAppTypes": ["all"], "applications": {"includeApplications": ["All"]},
                "users": {"includeUsers": ["All"]},
                "locations": {"includeLocations": ["6f0c7a0e-51d1-4b7e-9c55-2f6f6f1d0091"]}},
               "grantControls": {"operator": "OR", "builtInControls": ["block"]}},
              {"id": "6f0c7a0e-51d1-4b7e-9c55-2f6f6f1d0093", "displayName": "No service from there", "state": "enabled",
               "conditions": {"clientAppTypes": ["all"], "applications": {"includeApplications": ["All"]},
                "users": {"includeUsers": ["None"]},
                "clientApplications": {"includeServicePrincipals": ["ServicePrincipalsInMyTenant"]},
                "locations": {"includeLocations": ["6f0c7a0e-51d1-4b7e-9c55-2f6f6f1d0091"]}},
               "grantControls": {"operator": "OR", "builtInControls": ["block"]}}]}
            """
        let collection = PolicyCollection([PolicyReader().read(Array(text.utf8), named: "policies.json")])
        try #require(collection.refusedCount == 0)
        try #require(
            try await gateway.administration.publishPolicies(
                PolicyPublication.bytes(of: collection), to: gateway.head()
            ).isPublished)
    }

    @Test(arguments: [("DE", false), ("FR", true), (nil, true)])
    func `a sign-in is decided with the country of its address`(country: String?, isAllowed: Bool) async throws {
        let countries = OneCountry(country)
        try await TestGateway.run(countries: countries) { gateway in
            try await block("DE", gateway)
            let app = try TestApp(gateway)
            let arrival = await app.browser.signIn(app.authorizeTarget(), .robin)
            #expect((arrival.redirected["code"] != nil) == isAllowed)
            #expect(countries.asked.withLock { $0 }.allSatisfy { $0 == IPAddress("127.0.0.1") })
            #expect(countries.asked.withLock { $0 }.isEmpty == false)
        }
    }

    @Test func `a token is decided with the country that its own request comes from`() async throws {
        let countries = OneCountry("FR")
        try await TestGateway.run(countries: countries) { gateway in
            try await block("DE", gateway)
            let app = try TestApp(gateway)
            let first = try await app.tokens(.robin, World.mailScope)
            #expect(first.status == 200)
            countries.code.withLock { $0 = "DE" }
            let abroad = await app.refresh(first["refresh_token"])
            #expect(abroad.status == 400)
            #expect(abroad["suberror"] == "message_only")
            countries.code.withLock { $0 = "FR" }
            #expect(await app.refresh(first["refresh_token"]).status == 200)
        }
    }

    @Test(arguments: [("DE", 400), ("FR", 200)])
    func `a client's own token is decided with its country`(country: String, status: Int) async throws {
        try await TestGateway.run(countries: OneCountry(country)) { gateway in
            try await block("DE", gateway)
            let answer = await gateway.post(
                "/\(World.contoso)/oauth2/v2.0/token",
                [
                    ("grant_type", "client_credentials"), ("client_id", World.mailService),
                    ("client_secret", World.mailServiceSecret), ("scope", World.mail + "/.default"),
                ])
            #expect(answer.status == status)
        }
    }

    @Test(arguments: [true, false])
    func `without a lookup each address is in no known country`(includesUnknown: Bool) async throws {
        try await TestGateway.run { gateway in
            try await block("DE", includesUnknown: includesUnknown, gateway)
            let app = try TestApp(gateway)
            let arrival = await app.browser.signIn(app.authorizeTarget(), .robin)
            #expect((arrival.redirected["code"] == nil) == includesUnknown)
        }
    }
}
