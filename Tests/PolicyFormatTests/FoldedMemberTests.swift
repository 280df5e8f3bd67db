import JSONCoding
import PolicyFormat
import Testing

/// Members whose names come to the same, and objects with too many of them: none may be lost without a word.
@Suite struct FoldedMemberTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        let note: String
        let text: String
        let fault: String
        var testDescription: String { note }

        init(_ note: String, _ text: String, _ fault: String) {
            self.note = note
            self.text = text
            self.fault = fault
        }
    }

    private static let wide = "{" + (0..<300).map { "\"m\($0)\": \($0)" }.joined(separator: ", ") + "}"
    private static let tooWide = "the object has more than 256 members"

    private static func twice(_ name: String) -> String { "`\(name)` is given twice; keep one of them" }

    private static func strength(_ text: String) -> String {
        PolicySample.policy(grant: #""grantControls": {"operator": "OR", "authenticationStrength": \#(text)}"#)
    }

    static let policies = [
        Sample("an unknown condition", PolicySample.policy(#""moon": {"Phase": 1, "phase": 2}"#), twice("phase")),
        Sample("a wide unknown condition", PolicySample.policy("\"moon\": \(wide)"), tooWide),
        Sample(
            "a condition that is not evaluated", PolicySample.policy(#""times": {"AllDay": true, "allDay": false}"#),
            twice("allDay")),
        Sample(
            "an object in a list", PolicySample.policy(#""agents": {"list": [{"a": 1}, {"Id": 1, "id": 2}]}"#),
            twice("id")),
        Sample("a wide member of the policy", PolicySample.policy(more: "\"owner\": \(wide)"), tooWide),
        Sample(
            "a reference to a strength",
            strength(#"{"Id": "\#(PolicySample.strength)", "id": "00000000-0000-0000-0000-000000000004"}"#), twice("id")
        ),
        Sample(
            "a strength that is written out",
            strength(
                #"{"id": "\#(PolicySample.strength)", "allowedCombinations": ["fido2"], "AllowedCombinations": ["sms"]}"#
            ), twice("allowedCombinations")),
        Sample(
            "a template",
            #"""
            {"name": "T", "Name": "U", "details": {"conditions": {\#(PolicySample.users), \#(PolicySample.applications)},
             \#(PolicySample.grant)}}
            """#, twice("name")),
    ]

    static let references = [
        Sample(
            "an unknown member of a location",
            #"{"displayName": "L", "ipRanges": ["192.0.2.0/24"], "meta": {"A": 1, "a": 2}}"#, twice("a")),
        Sample(
            "a wide location", #"{"displayName": "L", "ipRanges": ["192.0.2.0/24"], "# + wide.dropFirst(), tooWide),
        Sample(
            "a block of a location",
            #"{"displayName": "L", "ipRanges": [{"CidrAddress": "192.0.2.0/24", "cidrAddress": "198.51.100.0/24"}]}"#,
            twice("cidrAddress")),
        Sample(
            "a restriction of a strength",
            #"""
            {"displayName": "S", "allowedCombinations": ["fido2"], "combinationConfigurations":
             [{"allowedAAGUIDs": ["cb69481e-8ff7-4039-93ec-0a2729a154a8"], "AllowedAAGUIDs": ["<other>"]}]}
            """#, twice("allowedAAGUIDs")),
        Sample(
            "a group of applications",
            ##"""
            {"@odata.type": "#postern.applicationGroup", "displayName": "G",
             "applications": ["\##(PolicySample.application)"], "meta": {"a": 1, "A": 2}}
            """##, twice("a")),
    ]

    @Test(arguments: policies + references)
    func `refuses what would lose a member`(_ sample: Sample) {
        let file = PolicySample.read(sample.text)
        #expect(file.refusedCount == 1)
        #expect(file.policies.isEmpty && file.namedLocations.isEmpty && file.authenticationStrengths.isEmpty)
        #expect(file.diagnostics.filter { $0.severity == .error }.map(\.message) == [sample.fault])
        #expect(file.diagnostics.allSatisfy { $0.position != nil })
    }

    @Test func `what is as large as it may be is still read when its canonical document is`() throws {
        let members = (0..<256).map { "\"m\($0)\": \($0)" }.joined(separator: ", ")
        let policy = "{\"conditions\": {\(PolicySample.users), \(PolicySample.applications)}, \(members)}"
        let document = try #require(PolicySample.read(policy).only)
        #expect(PolicyReader().read(document.canonicalBytes, named: "p.json").only?.document == document.document)
        let file = PolicySample.read("{\"ipRanges\": [\"192.0.2.0/24\"], \(members)}")
        let location = try #require(file.namedLocations.first)
        let again = PolicyReader().read(location.canonicalBytes, named: "l.json")
        #expect(again.namedLocations.map(\.document) == [location.document])
    }

    @Test(arguments: [
        (#"{"conditions": {"users": {}, "users": {}}}"#, "p.json"),
        (#"{"a": [1, {"users": 1, "b": 2, "users": 3}]}"#, "p.json"),
        ("conditions:\n  users: 1\n  users: 2\n", "p.yaml"),
    ])
    func `the fault of a member that a text has twice names it`(_ text: String, _ name: String) {
        let file = PolicySample.read(text, named: name)
        #expect(file.diagnostics.map { $0.message.contains("twice: `users`") } == [true], "\(file.diagnostics)")
    }

    @Test func `a member that says nothing is no second one`() throws {
        let text = PolicySample.policy(#""times": {"AllDay": null, "allDay": true, "@odata.type": "x"}"#)
        let document = try #require(PolicySample.read(text).only)
        #expect(document.document["conditions"]?["times"] == ["allDay": true])
    }
}
