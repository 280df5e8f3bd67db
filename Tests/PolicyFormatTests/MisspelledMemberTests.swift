import AccessPolicy
import JSONCoding
import PolicyFormat
import Testing

/// A member that is not known may be one that was misspelled: whatever it would have demanded is never lost silently.
@Suite struct MisspelledMemberTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        let name: String
        let value: String
        let meant: String?
        var testDescription: String { name }

        init(_ name: String, _ value: String, meant: String?) {
            self.name = name
            self.value = value
            self.meant = meant
        }

        var member: String { "\"\(name)\": \(value)" }
        var question: String { meant.map { "did you mean `\($0)`?" } ?? "not known" }
    }

    private static func reasons(_ texts: [String]) -> [UnenforceableReason] {
        var collection = PolicyCollection(texts.map { PolicySample.read($0) })
        collection.holdUnresolvedReferences()
        #expect(collection.refusedCount == 0, "\(collection.diagnostics)")
        return collection.policies.flatMap(\.policy.unenforceable)
    }

    private static func warnings(_ text: String) -> [PolicyDiagnostic] {
        let file = PolicySample.read(text)
        return
            (file.namedLocations.flatMap(\.diagnostics) + file.authenticationStrengths.flatMap(\.diagnostics)
            + file.applicationGroups.flatMap(\.diagnostics)).filter { $0.severity == .warning }
    }

    // MARK: What policies refer to

    private static let keys = #"[{"allowedAAGUIDs": ["cb69481e-8ff7-4039-93ec-0a2729a154a8"]}]"#

    static let strengths = [
        Sample("combinationConfiguration", keys, meant: "combinationConfigurations"),
        Sample("COMBINATIONCONFIGURATIONS", keys, meant: "combinationConfigurations"),
        Sample("combination_configurations", keys, meant: "combinationConfigurations"),
        Sample("combinationConfigurations@odata.bind", #"["https://x/1"]"#, meant: "combinationConfigurations"),
        Sample("combinationConfiguration@odata.bind", #"["https://x/1"]"#, meant: "combinationConfigurations"),
        Sample("allowedCombination", #"["fido2"]"#, meant: "allowedCombinations"),
        Sample("restrictions", keys, meant: nil), Sample("maximumAge", "3", meant: nil),
        Sample("links@odata.bind", #""https://x/1""#, meant: nil),
    ]

    private static let policy = PolicySample.policy(
        grant: #""grantControls": {"operator": "OR", "authenticationStrength": {"id": "\#(PolicySample.strength)"}}"#)

    private static func strength(_ more: String) -> String {
        #"{"id": "\#(PolicySample.strength)", "displayName": "Keys", "allowedCombinations": ["fido2"], \#(more)}"#
    }

    @Test(arguments: strengths)
    func `a strength with a member that is not known holds the policies that demand it`(_ sample: Sample) throws {
        let text = Self.strength(sample.member)
        let reasons = Self.reasons([Self.policy, text])
        #expect(reasons.map(\.kind) == [.unknownMember])
        #expect(reasons.first?.part == .grant)
        let warnings = Self.warnings(text)
        #expect(warnings.count == 1 && warnings.first?.position != nil)
        #expect(warnings.first?.message.contains(sample.question) == true, "\(warnings)")
        // What is published is what was written, and is held again.
        let file = PolicySample.read(text)
        let exported = try #require(file.authenticationStrengths.first).canonicalBytes
        let again = PolicyReader().read(exported, named: "again.json")
        #expect(again.authenticationStrengths.map(\.strength) == file.authenticationStrengths.map(\.strength))
        // The set in force does not enforce it either, whoever made it.
        let set = try PolicyCollection([PolicySample.read(Self.policy), file]).policySet()
        #expect(set.policies.map(\.unenforceable.count) == [1])
    }

    @Test(arguments: strengths)
    func `a strength that is written out in a policy is held alike`(_ sample: Sample) {
        for text in [Self.strength(sample.member), #"{"id": "\#(PolicySample.strength)", \#(sample.member)}"#] {
            let policy = PolicySample.policy(
                grant: #""grantControls": {"operator": "OR", "authenticationStrength": \#(text)}"#)
            let kinds = Self.reasons([policy]).map(\.kind)
            #expect(kinds.contains(.unknownMember) || sample.name == "allowedCombinations", "\(text): \(kinds)")
        }
    }

    static let locations = [
        Sample("includeUnknownCountries", "true", meant: nil),
        Sample("includeUnknownCountriesAndRegion", "true", meant: "includeUnknownCountriesAndRegions"),
        Sample("INCLUDEUNKNOWNCOUNTRIESANDREGIONS", "true", meant: "includeUnknownCountriesAndRegions"),
        Sample("countryLookupMethods", #""authenticatorAppGps""#, meant: "countryLookupMethod"),
        Sample("countriesAndRegions@odata.bind", #"["x"]"#, meant: "countriesAndRegions"),
        Sample("excludedCountries", #"["LI"]"#, meant: nil),
    ]

    private static let placed = PolicySample.policy(
        #""locations": {"includeLocations": ["All"], "excludeLocations": ["\#(PolicySample.location)"]}"#)

    @Test(arguments: locations)
    func `a named location with a member that is not known holds the policies that name it`(_ sample: Sample) {
        let text = #"""
            {"id": "\#(PolicySample.location)", "displayName": "L", "countriesAndRegions": ["CH"], \#(sample.member)}
            """#
        #expect(Self.reasons([Self.placed, text]).map(\.part) == [.condition(.location)])
        #expect(Self.warnings(text).map { $0.message.contains(sample.question) } == [true])
    }

    @Test(arguments: [
        #"{"cidrAddress": "192.0.2.0/24", "excludedAddress": "192.0.2.9"}"#,
        #"{"cidrAddress": "192.0.2.0/24", "LOWERADDRESS": "192.0.2.9"}"#,
    ])
    func `an address range with a member that is not known does so, too`(_ range: String) {
        let text = #"{"id": "\#(PolicySample.location)", "displayName": "L", "ipRanges": [\#(range)]}"#
        #expect(Self.reasons([Self.placed, text]).map(\.part) == [.condition(.location)])
        #expect(Self.warnings(text).count == 1)
    }

    @Test(arguments: [
        Sample("application", #"["x"]"#, meant: "applications"),
        Sample("APPLICATIONS", #"["x"]"#, meant: "applications"), Sample("except", #"["x"]"#, meant: nil),
    ])
    func `a group of applications with a member that is not known holds the policies that name it`(_ sample: Sample) {
        let group = ##"""
            {"@odata.type": "#postern.applicationGroup", "displayName": "Suite",
             "applications": ["\##(PolicySample.application)"], \##(sample.member)}
            """##
        let policy = PolicySample.policy(applications: #""applications": {"includeApplications": ["Suite"]}"#)
        let reasons = Self.reasons([policy, group])
        #expect(reasons.map(\.kind) == [.unknownMember])
        #expect(reasons.map(\.path) == ["conditions.applications.includeApplications[0]"])
        #expect(Self.warnings(group).map { $0.message.contains(sample.question) } == [true])
    }

    @Test(arguments: [
        ##""#microsoft.graph.restore": {"target": "x"}, "allowedCombinations@odata.type": "#Collection(x)""##,
        #""combinationConfigurations@odata.context": "https://x", "@odata.etag": "x", "usage": null, "tags": []"#,
        ##""$schema": "authentication-strength.schema.json", "createdDateTime": "2026-01-01T00:00:00Z""##,
    ])
    func `annotations and what says nothing hold nothing`(_ members: String) {
        #expect(Self.reasons([Self.policy, Self.strength(members)]) == [])
    }

    // MARK: The policy itself

    private static let block = #"{"operator": "OR", "builtInControls": ["block"]}"#
    private static let always = #"{"signInFrequency": {"frequencyInterval": "everyTime"}}"#

    static let parts = [
        Sample("grantControl", block, meant: "grantControls"), Sample("GRANTCONTROLS", block, meant: "grantControls"),
        Sample("grantcontrols", block, meant: "grantControls"), Sample("grantControlls", block, meant: "grantControls"),
        Sample("grant_controls", block, meant: "grantControls"), Sample("grntControl", block, meant: "grantControls"),
        Sample("grantControls@bind", block, meant: "grantControls"),
        Sample("sessionControl", always, meant: "sessionControls"),
        Sample("SESSIONCONTROLS", always, meant: "sessionControls"),
        Sample("sesionControls", always, meant: "sessionControls"),
        Sample("condition", #"{"platforms": {"includePlatforms": ["iOS"]}}"#, meant: "conditions"),
        Sample("CONDITIONS", #"{"platforms": {"includePlatforms": ["iOS"]}}"#, meant: "conditions"),
        Sample("partialEnablementStrategies", #""x""#, meant: nil),
        Sample("partialEnablementStrateg", #""x""#, meant: "partialEnablementStrategy"),
    ]

    @Test(arguments: parts.filter { $0.meant != nil })
    func `a part of a policy that is misspelled holds it`(_ sample: Sample) throws {
        let document = try #require(PolicySample.read(PolicySample.policy(more: sample.member)).only)
        #expect(document.policy.unenforceable.map(\.kind) == [.unknownMember])
        #expect(document.policy.unenforceable.map { $0.detail.contains(sample.question) } == [true])
        #expect(document.policy.effectiveState == .reportOnly)
        #expect(document.diagnostics.map(\.severity) == [.held])
        #expect(document.diagnostics.first?.position != nil)
        let again = try #require(PolicyReader().read(document.canonicalBytes, named: "again.json").only)
        #expect(again.policy == document.policy)
    }

    @Test(arguments: ["owner", "grants", "displayname", "Name", "tags", "controls", "ownerId", "link@odata.bind"])
    func `another member of a policy that is not known is kept with a warning`(_ name: String) throws {
        let document = try #require(PolicySample.read(PolicySample.policy(more: "\"\(name)\": \"x\"")).only)
        #expect(document.isEnforceable)
        #expect(document.diagnostics.map(\.severity) == [.warning])
    }

    @Test(arguments: ["CONDITIONS", "condition", "Condition", "conditons"])
    func `a policy whose conditions are misspelled is refused and told so`(_ name: String) {
        for more in [PolicySample.grant, #""GrantControl": {"builtInControls": ["block"]}"#] {
            let text = "{\"displayName\": \"P\", \"\(name)\": {\(PolicySample.users)}, \(more)}"
            let file = PolicySample.read(text)
            #expect(file.refusedCount == 1)
            let errors = file.diagnostics.filter { $0.severity == .error }
            #expect(errors.map { $0.message.contains("did you mean `conditions`?") } == [true])
        }
    }

    @Test(arguments: ["grantControls", "GrantControl", "sessionControls"])
    func `a part that stands beside the body of a template holds the policy`(_ name: String) throws {
        let text = #"""
            {"name": "T", "\#(name)": {"operator": "OR", "builtInControls": ["block"]},
             "details": {"conditions": {\#(PolicySample.users), \#(PolicySample.applications)}, \#(PolicySample.grant)}}
            """#
        let policy = try #require(PolicySample.read(text).only).policy
        #expect(policy.unenforceable.map(\.kind) == [.unknownMember])
    }

    // MARK: Links

    static let links = [
        (#""authenticationStrength@odata.bind": "https://x/policies/authenticationStrengthPolicies/1""#, "grant"),
        (#""termsOfUse@odata.bind": ["https://x/agreements/1"]"#, "grant"),
        (#""TermsOfUse@odata.bind": ["https://x/agreements/1"]"#, "grant"),
        (#""builtInControls@odata.bind": ["x"]"#, "grant"), (#""authenticationStrenght@odata.bind": "x""#, "grant"),
    ]

    @Test(arguments: links)
    func `a control that is given by a link holds the policy`(_ member: String, _ part: String) throws {
        let text = PolicySample.policy(
            grant: #""grantControls": {"operator": "OR", "builtInControls": ["mfa"], \#(member)}"#)
        let document = try #require(PolicySample.read(text).only)
        #expect(document.policy.unenforceable.map(\.kind) == [.unresolvedReference])
        #expect(document.policy.unenforceable.map(\.part) == [.grant])
        #expect(document.diagnostics.first?.position != nil)
    }

    @Test(arguments: [
        (PolicySample.policy(more: #""sessionControls@odata.bind": "x""#), UnenforceableReason.Part.session),
        (PolicySample.policy(#""locations@odata.bind": "x""#), .condition(.location)),
        (
            PolicySample.policy(users: #""users": {"includeUsers": ["All"], "excludeGroups@odata.bind": ["x"]}"#),
            .condition(.users)
        ),
    ])
    func `any other part that is given by a link does so, too`(_ text: String, _ part: UnenforceableReason.Part) throws
    {
        let policy = try #require(PolicySample.read(text).only).policy
        #expect(policy.unenforceable.map(\.kind) == [.unresolvedReference])
        #expect(policy.unenforceable.map(\.part) == [part])
    }

    @Test func `a strength that has nothing but a link holds the policy`() throws {
        let text = PolicySample.policy(
            grant: #""grantControls": {"builtInControls": ["mfa"], "authenticationStrength": {"@odata.id": "x/1"}}"#)
        let policy = try #require(PolicySample.read(text).only).policy
        #expect(policy.unenforceable.map(\.kind) == [.unresolvedReference])
    }

    // MARK: The state

    @Test(arguments: ["STATE", "stat", "states", "State_", "sate", "status", "state@odata.bind"])
    func `a state whose name is misspelled is refused`(_ name: String) {
        for state in [nil, "enabled"] {
            let file = PolicySample.read(PolicySample.policy(more: "\"\(name)\": \"enabled\"", state: state))
            #expect(file.policies.isEmpty || name.contains("@"))
            #expect(file.only?.isEnforceable != true)
        }
    }

    @Test(arguments: ["[]", "{}", "[null]", "{\"x\": null}", "\"\"", "\"enable\"", "7"])
    func `a state that is no word is refused, as an operator is`(_ value: String) {
        #expect(PolicySample.read(PolicySample.policy(more: "\"state\": \(value)", state: nil)).refusedCount == 1)
        let grant = #""grantControls": {"operator": \#(value), "builtInControls": ["mfa", "compliantDevice"]}"#
        #expect(PolicySample.read(PolicySample.policy(grant: grant)).refusedCount == 1)
        #expect(PolicySample.read(PolicySample.policy(more: #""state": null"#, state: nil)).only != nil)
    }
}
