import AccessModel
import JSONCoding
import PolicyFormat
import Testing

@Suite struct PolicyCaseCheckTests {
    /// A case whose parts a test changes.
    private struct Draft {
        var policies = #"[\#(blocking)]"#
        var request = #"{"subject": {"account": "a"}, "resource": {"application": "r"}}"#
        var expect = #"{"outcome": "blocked", "reason": "blocked_by_policy", "control": null, "decidedBy": ["Block"]}"#
        var more = ""

        static let blocking = #"""
            {"displayName": "Block", "state": "enabled", "grantControls": {"builtInControls": ["block"]},
             "conditions": {"users": {"includeUsers": ["All"]}, "applications": {"includeApplications": ["All"]}}}
            """#

        func example() throws -> PolicyCase {
            let policies = policies.isEmpty ? "" : #""policies": \#(policies), "#
            return try PolicyCase(
                jsonBytes: Array(
                    #"{"note": "n", \#(policies)"request": \#(request), "expect": \#(expect)\#(more)}"#.utf8))
        }
    }

    @Test func `a case that comes out as expected passes`() throws {
        #expect(try Draft().example().check() == .passed)
    }

    /// Something that an expectation says, and what is found instead.
    struct Wrong: Sendable, CustomTestStringConvertible {
        let expect: String
        let mismatch: PolicyCaseResult.Mismatch
        var testDescription: String { mismatch.path }

        init(_ expect: String, _ path: String, _ expected: JSONValue?, _ found: JSONValue?) {
            self.expect = expect
            mismatch = PolicyCaseResult.Mismatch(path, expected: expected, found: found)
        }
    }

    static let wrong = [
        Wrong(
            #""outcome": "allowed", "reason": "blocked_by_policy", "decidedBy": ["Block"]"#, "outcome", "allowed",
            "blocked"),
        Wrong(#""outcome": "blocked", "decidedBy": ["Block"]"#, "reason", nil, "blocked_by_policy"),
        Wrong(
            #""outcome": "blocked", "reason": "blocked_by_policy", "control": "mfa", "decidedBy": ["Block"]"#,
            "control", "mfa", nil),
        Wrong(#""outcome": "blocked", "reason": "blocked_by_policy", "decidedBy": []"#, "decidedBy", [], ["Block"]),
        Wrong(
            #""outcome": "blocked", "reason": "blocked_by_policy", "decidedBy": ["Block"], "session": {"tokenProtection": true}"#,
            "session", ["tokenProtection": true], [:]),
        Wrong(
            #""outcome": "blocked", "reason": "blocked_by_policy", "decidedBy": ["Block"], "policies": {"Block": {"result": "success", "applies": true}}"#,
            "policies.Block.result", "success", "failure"),
        Wrong(
            #""outcome": "blocked", "reason": "blocked_by_policy", "decidedBy": ["Block"], "policies": {"Block": {"resutl": null}}"#,
            "policies.Block.resutl", nil as JSONValue? ?? .null, nil),
        Wrong(
            #""outcome": "blocked", "reason": "blocked_by_policy", "decidedBy": ["Block"], "policies": {"Other": {}}"#,
            "policies.Other", [:], nil),
    ]

    @Test(arguments: wrong)
    func `names what is not as expected`(_ wrong: Wrong) throws {
        var draft = Draft()
        draft.expect = "{\(wrong.expect)}"
        #expect(try draft.example().check() == .failed([wrong.mismatch]))
    }

    @Test func `a case without policies is tried by those that it is given`() throws {
        var draft = Draft()
        draft.policies = ""
        let file = PolicyReader().read(Array(Draft.blocking.utf8), named: "standing.json")
        #expect(try draft.example().check(standing: [file]) == .passed)
        #expect(
            try draft.example().check()
                == .unusable("the case brings no policies and none are given; give --policies DIR"))
    }

    @Test func `policies given for others do not reach a case with its own`() throws {
        var draft = Draft()
        draft.policies = "[]"
        draft.expect = #"{"outcome": "allowedNoPolicyApplied", "decidedBy": []}"#
        let file = PolicyReader().read(Array(Draft.blocking.utf8), named: "standing.json")
        #expect(try draft.example().check(standing: [file]) == .passed)
    }

    @Test func `files are found by the names that the case uses`() throws {
        var draft = Draft()
        draft.policies = #"["a.json", "a.json"]"#
        let example = try draft.example()
        #expect(example.fileNames == ["a.json"])
        let file = PolicyReader().read(Array(Draft.blocking.utf8), named: "a.json")
        #expect(example.check(["a.json": file]) == .passed)
        #expect(example.check() == .unusable("the file `a.json` is not there"))
    }

    private static let namesakes = "[\(Draft.blocking), \(Draft.blocking.replacing("block\"", with: "mfa\""))]"

    @Test(arguments: [
        #"{"outcome": "blocked", "reason": "blocked_by_policy", "decidedBy": ["Block"]}"#,
        #"{"outcome": "blocked", "reason": "blocked_by_policy", "decidedBy": [], "policies": {"Block": {}}}"#,
    ])
    func `an expectation of a name that two policies have is not tried`(_ expect: String) throws {
        var draft = Draft()
        draft.policies = Self.namesakes
        draft.expect = expect
        let reason =
            "the case expects something of `Block`, and 2 policies have that name; give each a name of its own"
        #expect(try draft.example().check() == .unusable(reason))
    }

    @Test func `a name that two policies have is no fault where nothing is expected of it`() throws {
        var draft = Draft()
        draft.policies = Self.namesakes.replacing("\"enabled\"", with: "\"disabled\"")
        draft.expect = #"{"outcome": "allowedNoPolicyApplied", "decidedBy": []}"#
        #expect(try draft.example().check() == .passed)
    }

    @Test(arguments: ["[{}]", #"[{"displayName": "n", "conditions": {}, "state": "on"}]"#])
    func `a case whose policies cannot be read does not pass`(_ policies: String) throws {
        var draft = Draft()
        draft.policies = policies
        guard case .unusable = try draft.example().check() else {
            Issue.record("it was tried")
            return
        }
    }

    @Test(arguments: [
        #", "when": 1"#, #", "whenNothingMatches": "maybe""#, #", "strengths": [1]"#,
    ])
    func `a case that says something unknown is refused`(_ more: String) {
        var draft = Draft()
        draft.more = more
        #expect(throws: JSONError.self) { try draft.example() }
    }

    @Test(arguments: [
        #"{"outcome": "blocked"}"#, #"{"decidedBy": []}"#, #"{"outcome": "blocked", "decidedBy": [], "why": 1}"#,
        #"{"outcome": "blocked", "decidedBy": [], "policies": {"P": 1}}"#,
    ])
    func `an expectation that is incomplete or unknown is refused`(_ expect: String) {
        var draft = Draft()
        draft.expect = expect
        #expect(throws: JSONError.self) { try draft.example() }
    }

    @Test func `a document is one case or a list of them`() throws {
        let one: JSONValue = [
            "note": "n", "request": ["subject": ["account": "a"], "resource": ["application": "r"]],
            "expect": ["outcome": "allowed", "decidedBy": []],
        ]
        #expect(try PolicyCase.cases(in: one).count == 1)
        #expect(try PolicyCase.cases(in: [one, one]).count == 2)
        #expect(throws: JSONError.self) { try PolicyCase.cases(in: [one, "two"]) }
    }
}
