import AccessModel
import AccessPolicy
import JSONCoding
import PolicyFormat
import Testing

@Suite struct PolicyContainerTests {
    struct Wrapper: Sendable, CustomTestStringConvertible {
        let note: String
        let text: String
        var testDescription: String { note }
    }

    @Test(arguments: [
        Wrapper(note: "a bare object", text: PolicySample.policy()),
        Wrapper(note: "a list", text: "[\(PolicySample.policy())]"),
        Wrapper(note: "a Graph list", text: #"{"@odata.context": "x", "value": [\#(PolicySample.policy())]}"#),
        Wrapper(
            note: "a Graph list with a next page",
            text: #"{"value": [\#(PolicySample.policy())], "@odata.nextLink": "https://example.org/2"}"#),
        Wrapper(note: "a PowerShell list", text: #"{"Value": [\#(PolicySample.policy())], "Count": 1}"#),
        Wrapper(note: "a list of policies", text: #"{"policies": [\#(PolicySample.policy())]}"#),
        Wrapper(note: "a member of something else", text: #"{"tenant": {"ca": {"p1": \#(PolicySample.policy())}}}"#),
        Wrapper(note: "a list of lists", text: "[[\(PolicySample.policy())]]"),
    ])
    func `finds a policy in`(_ wrapper: Wrapper) throws {
        let document = try #require(PolicySample.read(wrapper.text).only)
        #expect(document.canonicalBytes == PolicySample.read(PolicySample.policy()).only?.canonicalBytes)
        #expect(document.isEnforceable)
    }

    @Test func `finds the policy of a template under details and names it after the template`() throws {
        let text = #"""
            {"id": "0a0a0a0a-0000-4000-8000-000000000000", "name": "From a template", "description": "d",
             "scenarios": "new", "details": {"conditions": {\#(PolicySample.users), \#(PolicySample.applications)},
             \#(PolicySample.grant)}}
            """#
        let document = try #require(PolicySample.read(text).only)
        #expect(document.policy.displayName == "From a template")
        #expect(document.policy.state == .reportOnly)
        #expect(document.document["templateId"] == "0a0a0a0a-0000-4000-8000-000000000000")
        #expect(document.policy.id.rawValue != "0a0a0a0a-0000-4000-8000-000000000000")
    }

    @Test func `reads the good policies of a list beside bad ones and strangers`() {
        let bad = PolicySample.policy(users: #""users": {"includeUsers": "All"}"#)
        let file = PolicySample.read("{\"value\": [\(bad), 7, \(PolicySample.policy()), {\"a\": 1}]}")
        #expect(file.policies.count == 1)
        #expect(file.refusedCount == 3)
        #expect(file.diagnostics.map(\.severity) == [.error, .error, .error])
        #expect(file.diagnostics.allSatisfy { $0.position != nil })
    }

    @Test func `passes over files and objects that concern no policy`() {
        let builtIn = PolicySample.read(
            #"{"id": "00000000-0000-0000-0000-000000000004", "displayName": "s", "allowedCombinations": ["fido2"]}"#)
        #expect(builtIn.isEmpty)
        #expect(builtIn.diagnostics.map(\.severity) == [.note])
        #expect(PolicySample.read(#"{"a": [1, {"b": null}]}"#).diagnostics.map(\.severity) == [.note])
        #expect(PolicySample.read(#""text""#).isEmpty)
    }

    private static func nested(_ text: String, _ depth: Int) -> String {
        String(repeating: #"{"a": "#, count: depth) + text + String(repeating: "}", count: depth)
    }

    @Test(arguments: [
        PolicySample.policy(), #"{"displayName": "L", "ipRanges": ["192.0.2.0/24"]}"#,
        #"{"displayName": "S", "allowedCombinations": ["fido2"]}"#, #"{"value": [\#(PolicySample.policy())]}"#,
    ])
    func `refuses what stands too deep in wrappers`(_ text: String) throws {
        let file = PolicySample.read("[\(PolicySample.policy()), \(Self.nested(text, 8))]")
        #expect(file.policies.count == 1)
        #expect(file.namedLocations.isEmpty && file.authenticationStrengths.isEmpty)
        #expect(file.refusedCount == 1)
        let diagnostic = try #require(file.diagnostics.first)
        #expect(diagnostic.severity == .error)
        #expect(diagnostic.message.contains("more than 8 wrappers"))
        #expect(diagnostic.position?.column ?? 0 > PolicySample.policy().count)
    }

    @Test func `finds what stands as deep as wrappers may nest, and passes over deeper strangers`() {
        #expect(PolicySample.read(Self.nested(PolicySample.policy(), 8)).only != nil)
        let stranger = PolicySample.read(Self.nested(#"{"b": [1, {"c": null}]}"#, 12))
        #expect(stranger.diagnostics.map(\.severity) == [.note])
        #expect(stranger.isEmpty)
    }

    struct Encoding: Sendable, CustomTestStringConvertible {
        let note: String
        let encode: @Sendable (String) -> [UInt8]
        var testDescription: String { note }
    }

    static func utf16(_ text: String, bigEndian: Bool) -> [UInt8] {
        text.utf16.flatMap { unit -> [UInt8] in
            let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
            return bigEndian ? [high, low] : [low, high]
        }
    }

    static let encodings = [
        Encoding(note: "UTF-8") { Array($0.utf8) },
        Encoding(note: "UTF-8 with a mark") { [0xEF, 0xBB, 0xBF] + Array($0.utf8) },
        Encoding(note: "UTF-16LE with a mark") { [0xFF, 0xFE] + utf16($0, bigEndian: false) },
        Encoding(note: "UTF-16BE with a mark") { [0xFE, 0xFF] + utf16($0, bigEndian: true) },
        Encoding(note: "UTF-16LE without a mark") { utf16($0, bigEndian: false) },
        Encoding(note: "UTF-16BE without a mark") { utf16($0, bigEndian: true) },
        Encoding(note: "UTF-8 with CRLF") { Array($0.replacing(", ", with: ",\r\n").utf8) },
    ]

    @Test(arguments: encodings)
    func `reads`(_ encoding: Encoding) throws {
        let text = PolicySample.policy(more: #""description": "Zugriff für 정책 🔒""#)
        let document = try #require(PolicyReader().read(encoding.encode(text), named: "p.json").only)
        #expect(document.document["description"] == "Zugriff für 정책 🔒")
    }

    struct Broken: Sendable, CustomTestStringConvertible {
        let note: String
        let bytes: [UInt8]
        let position: SourcePosition?
        var testDescription: String { note }
    }

    @Test(arguments: [
        Broken(note: "a stray bracket", bytes: Array("{\n  \"a\": 1 ]\n}".utf8), position: .init(line: 2, column: 10)),
        Broken(note: "a trailing comma", bytes: Array("{\"a\": [1,\n]}".utf8), position: .init(line: 2, column: 1)),
        Broken(note: "a truncated dump", bytes: Array(PolicySample.policy().utf8.dropLast(20)), position: nil),
        Broken(
            note: "a member twice", bytes: Array("{\"a\": 1,\n \"a\": 2}".utf8), position: .init(line: 2, column: 2)),
        Broken(note: "nothing", bytes: [], position: nil),
        Broken(note: "a mark alone", bytes: [0xFF, 0xFE], position: nil),
        Broken(note: "half a UTF-16 character", bytes: [0xFF, 0xFE, 0x7B, 0x00, 0x7D], position: nil),
        Broken(note: "half a surrogate pair", bytes: [0xFF, 0xFE, 0x22, 0, 0x00, 0xD8, 0x22, 0], position: nil),
        Broken(note: "bytes that are no UTF-8", bytes: Array("{\"a\": \"".utf8) + [0xFF, 0x22, 0x7D], position: nil),
        Broken(note: "UTF-32", bytes: [0xFF, 0xFE, 0, 0, 0x7B, 0, 0, 0], position: nil),
        Broken(note: "a deep nest", bytes: Array(String(repeating: "[", count: 5000).utf8), position: nil),
    ])
    func `refuses with its place`(_ broken: Broken) throws {
        let file = PolicyReader().read(broken.bytes, named: "p.json")
        #expect(file.refusedCount == 1)
        let diagnostic = try #require(file.diagnostics.first)
        #expect(diagnostic.severity == .error)
        #expect(diagnostic.description.hasPrefix("p.json:"))
        #expect(!diagnostic.description.contains("\n"))
        if let position = broken.position { #expect(diagnostic.position == position) }
    }

    @Test func `refuses what is over its limits`() {
        let large = PolicyReader(limits: JSONLimits(maximumBytes: 100, maximumDepth: 32, maximumValues: 1000))
        #expect(large.read(Array(PolicySample.policy().utf8), named: "p").refusedCount == 1)
        let many = PolicyReader(limits: JSONLimits(maximumBytes: 10_000, maximumDepth: 32, maximumValues: 5))
        #expect(many.read(Array(PolicySample.policy().utf8), named: "p").refusedCount == 1)
        let wide = (0..<300).map { "\"m\($0)\": 1" }.joined(separator: ", ")
        #expect(PolicySample.read(PolicySample.policy(more: wide)).refusedCount == 1)
        let entries = Array(repeating: #"{"allowedCombinations": []}"#, count: 5001).joined(separator: ",")
        #expect(PolicySample.read("[\(entries)]").refusedCount == 1)
    }

    @Test func `reads YAML by the file's name`() throws {
        let text = """
            displayName: Sample
            id: \(PolicySample.id)
            state: enabled
            conditions:
              users:
                includeUsers: [All]
                excludeGroups: ["\(PolicySample.group)"]
              applications:
                includeApplications:
                  - All
            grantControls:
              operator: OR
              builtInControls: [mfa]
            """
        let document = try #require(PolicySample.read(text, named: "p.yaml").only)
        #expect(document.canonicalBytes == PolicySample.read(PolicySample.policy()).only?.canonicalBytes)
        let broken = PolicySample.read("conditions:\n  users: [\n", named: "p.yml")
        #expect(broken.refusedCount == 1)
        #expect(broken.diagnostics.first?.position != nil)
    }
}
