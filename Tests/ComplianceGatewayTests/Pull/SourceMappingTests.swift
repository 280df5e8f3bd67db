import AccessModel
import Compliance
import JSONCoding
import Testing

@testable import ComplianceGateway

/// What records come to, rule by rule.
@Suite struct SourceMappingTests {
    /// A mapping of a list at the root with one rule.
    static func mapping(
        _ attribute: String? = nil, _ rule: JSONValue = nil, observedAt: JSONValue = nil,
        identifiers: JSONValue = ["serialNumber": "/serial"]
    ) throws -> SourceMapping {
        var document: JSONMembers = JSONMembers([("records", ""), ("identifiers", identifiers)])
        if let attribute { document.append("attributes", .object(JSONMembers([(attribute, rule)]))) }
        if observedAt != .null { document.append("observedAt", observedAt) }
        return try SourceMapping(json: .object(document))
    }

    /// The page that a list of records is.
    static func page(_ mapping: SourceMapping, _ records: JSONValue) throws -> SourcePage {
        let url = try #require(SourceURL("https://mdm.example/devices"))
        return try mapping.page(of: records, to: mapping.firstPage(of: url))
    }

    struct Reading: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let attribute: String
        let rule: JSONValue
        /// The record, beside its serial number.
        let record: JSONMembers
        let expected: @Sendable (MappedDevice) -> Bool

        init(
            _ note: String, _ attribute: String, _ rule: JSONValue, _ record: JSONValue,
            _ expected: @escaping @Sendable (MappedDevice) -> Bool
        ) {
            (testDescription, self.attribute, self.rule, self.expected) = (note, attribute, rule, expected)
            var members = record.objectValue ?? JSONMembers()
            members.append("serial", "C02XK1")
            self.record = members
        }
    }

    private static let words: JSONValue = ["from": "/s", "table": ["Yes": true, "No": false]]
    private static let failing: JSONValue = [
        "from": "/issues/failing",
        "bounds": [["atMost": 0, "gives": "compliant"], ["atLeast": 1, "gives": "noncompliant"]],
    ]
    private static let policies: JSONValue = [
        "from": "/p", "each": "/r", "table": ["pass": "compliant", "fail": "noncompliant", "": nil],
        "prefer": ["noncompliant", "compliant"], "none": "unknown",
    ]
    private static let critical: JSONValue = [
        "from": "/p", "each": "/r", "where": ["at": "/c", "is": ["TRUE"]],
        "table": ["pass": "compliant", "fail": "noncompliant"], "prefer": ["noncompliant", "compliant"],
    ]
    private static let owners: JSONValue = ["from": ["/upn", "/mail"]]
    private static let listed: JSONValue = ["from": "/u", "each": "/mail"]

    static let readings: [Reading] = [
        Reading("a table leads to a value, whatever the case", "managed", words, ["s": "YES"]) {
            $0.report.isManaged == true
        },
        Reading("null is not said", "managed", words, ["s": nil]) { $0.report.isManaged == nil },
        Reading("an empty text is not said", "managed", words, ["s": ""]) { $0.report.isManaged == nil },
        Reading("nothing is not said", "managed", words, [:]) { $0.report.isManaged == nil },
        Reading("a truth value is itself", "rooted", ["from": "/s"], ["s": true]) { $0.report.isRooted == true },
        Reading("a table takes truth values", "rooted", ["from": "/s", "table": ["true": false]], ["s": true]) {
            $0.report.isRooted == false
        },
        Reading("a table takes integers", "compliance", ["from": "/s", "table": ["0": "compliant"]], ["s": 0]) {
            $0.report.verdict == .compliant
        },
        Reading("a row may say nothing", "managed", ["from": "/s", "table": ["x": nil]], ["s": "x"]) {
            $0.report.isManaged == nil
        },
        Reading(
            "otherwise may be a value", "managed", ["from": "/s", "table": ["x": true], "otherwise": false], ["s": "y"]
        ) { $0.report.isManaged == false },
        Reading(
            "otherwise may be nothing", "managed", ["from": "/s", "table": ["x": true], "otherwise": nil], ["s": "y"]
        ) { $0.report.isManaged == nil },
        Reading("Postern's own words need no table", "compliance", ["from": "/s"], ["s": "inGracePeriod"]) {
            $0.report.verdict == .inGracePeriod
        },
        Reading("no failing check is compliant", "compliance", failing, ["issues": ["failing": 0]]) {
            $0.report.verdict == .compliant
        },
        Reading("one failing check is not", "compliance", failing, ["issues": ["failing": 1]]) {
            $0.report.verdict == .noncompliant
        },
        Reading("always is always", "platform", ["always": "macOS"], [:]) { $0.report.platform == .macOS },
        Reading("the first of several places counts", "displayName", ["from": ["/a", "/b"]], ["a": "A", "b": "B"]) {
            $0.report.displayName == "A"
        },
        Reading("an empty place gives way to the next", "displayName", ["from": ["/a", "/b"]], ["a": "", "b": "B"]) {
            $0.report.displayName == "B"
        },
        Reading("one failure outweighs all passes", "compliance", policies, ["p": [["r": "pass"], ["r": "fail"]]]) {
            $0.report.verdict == .noncompliant
        },
        Reading("what is not answered says nothing", "compliance", policies, ["p": [["r": "pass"], ["r": ""]]]) {
            $0.report.verdict == .compliant
        },
        Reading("nothing answered is what the mapping says of it", "compliance", policies, ["p": [["r": ""]]]) {
            $0.report.verdict == .unknown
        },
        Reading("no element is what the mapping says of it", "compliance", policies, ["p": []]) {
            $0.report.verdict == .unknown
        },
        Reading(
            "only elements that match count", "compliance", critical,
            ["p": [["r": "fail", "c": false], ["r": "pass", "c": true]]]
        ) { $0.report.verdict == .compliant },
        Reading("an element without the place does not match", "compliance", critical, ["p": [["r": "fail"]]]) {
            $0.report.verdict == nil
        },
        Reading("a plain version", "osVersion", ["from": "/v"], ["v": "18.4"]) {
            $0.report.osVersion?.description == "18.4"
        },
        Reading("a version in a text", "osVersion", ["from": "/v"], ["v": "macOS 14.1.2 (23B92)"]) {
            $0.report.osVersion?.description == "14.1.2"
        },
        Reading(
            "the version with the most numbers", "osVersion", ["from": "/v"], ["v": "Windows 11 24H2 10.0.26100.2314"]
        ) {
            $0.report.osVersion?.description == "10.0.26100.2314"
        },
        Reading("a text without a version says none", "osVersion", ["from": "/v"], ["v": "Arch Linux rolling"]) {
            $0.report.osVersion == nil
        },
        Reading("a time of RFC 3339", "lastSeen", ["from": "/t"], ["t": "2026-11-30T08:00:00+01:00"]) {
            $0.report.lastSeen == Timestamp(rfc3339: "2026-11-30T07:00:00Z")
        },
        Reading("seconds", "lastSeen", ["from": "/t", "as": "epochSeconds"], ["t": 1_800_000_000]) {
            $0.report.lastSeen == Timestamp(seconds: 1_800_000_000)
        },
        Reading("seconds with a fraction", "lastSeen", ["from": "/t", "as": "epochSeconds"], ["t": 1_800_000_000.5]) {
            $0.report.lastSeen == Timestamp(seconds: 1_800_000_000)
        },
        Reading("milliseconds", "lastSeen", ["from": "/t", "as": "epochMilliseconds"], ["t": 1_800_000_000_000]) {
            $0.report.lastSeen == Timestamp(seconds: 1_800_000_000)
        },
        Reading("the year 1 stands for never", "lastSeen", ["from": "/t"], ["t": "0001-01-01T00:00:00Z"]) {
            $0.report.lastSeen == nil
        },
        Reading("zero stands for never", "lastSeen", ["from": "/t", "as": "epochSeconds"], ["t": 0]) {
            $0.report.lastSeen == nil
        },
        Reading("a text is on one line and short", "displayName", ["from": "/n"], ["n": .string(" a\r\nb " + hugeText)])
        {
            $0.report.displayName?.utf8.count == 256 && $0.report.displayName?.hasPrefix("ab x") == true
        },
        Reading(
            "a text is cut between characters", "displayName", ["from": "/n"],
            ["n": .string("x" + String(repeating: "é", count: 200))]
        ) {
            $0.report.displayName?.utf8.count == 255
        },
        Reading("an owner", "owners", owners, ["upn": "", "mail": "a@b.example"]) { $0.ownerNames == ["a@b.example"] },
        Reading("nobody", "owners", owners, ["upn": nil]) { $0.ownerNames == [] },
        Reading("owners that are not told", "owners", owners, [:]) { $0.ownerNames == nil },
        Reading(
            "owners of a list, each once", "owners", listed,
            ["u": [["mail": "a@b"], ["mail": nil], ["mail": "c@d"], ["mail": "a@b"]]]
        ) {
            $0.ownerNames == ["a@b", "c@d"]
        },
        Reading(
            "fifty owners at most", "owners", ["from": "/u", "each": ""],
            ["u": .array((0..<60).map { .string("\($0)@b") })]
        ) {
            $0.ownerNames?.count == 50
        },
    ]

    private static let hugeText = String(repeating: "x", count: 5_000)

    @Test(arguments: readings) func `a record is read as its mapping says`(_ reading: Reading) throws {
        let page = try Self.page(
            Self.mapping(reading.attribute, reading.rule), [.object(reading.record)])
        let device = try #require(page.devices.first).get()
        #expect(reading.expected(device))
        #expect(device.report.accounts == nil)
    }

    struct Problem: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let attribute: String
        let rule: JSONValue
        let record: JSONValue
        let error: String

        init(_ note: String, _ attribute: String, _ rule: JSONValue, _ record: JSONValue, _ error: String) {
            (testDescription, self.attribute, self.rule, self.record, self.error) = (
                note, attribute, rule, record, error
            )
        }
    }

    static let problems: [Problem] = [
        Problem(
            "a value that no row has", "managed", words, ["serial": "C02XK1", "s": "Maybe"],
            "`/0/s`: is none of the values that the mapping knows"),
        Problem(
            "an object instead of a word", "managed", words, ["serial": "C02XK1", "s": [:]],
            "`/0/s`: expected string, found object"),
        Problem(
            "a list instead of a word", "managed", ["from": "/s", "table": ["x": true], "otherwise": false],
            ["serial": "C02XK1", "s": []], "`/0/s`: expected string, found array"),
        Problem(
            "a text instead of a truth value", "rooted", ["from": "/s"], ["serial": "C02XK1", "s": "false"],
            "`/0/s`: expected boolean, found string"),
        Problem(
            "a text instead of a number", "compliance", failing, ["serial": "C02XK1", "issues": ["failing": "0"]],
            "`/0/issues/failing`: expected number, found string"),
        Problem(
            "a number within no bound", "compliance", failing, ["serial": "C02XK1", "issues": ["failing": 0.5]],
            "`/0/issues/failing`: is none of the values that the mapping knows"),
        Problem(
            "a required value that is null", "compliance", ["from": "/s", "required": true],
            ["serial": "C02XK1", "s": nil], "`/0/s`: required but missing"),
        Problem(
            "a required list that is not there", "compliance",
            ["from": "/p", "required": true, "each": "", "table": ["a": "compliant"], "prefer": ["compliant"]],
            ["serial": "C02XK1"], "`/0/p`: required but missing"),
        Problem(
            "an object instead of a list", "compliance", policies, ["serial": "C02XK1", "p": [:]],
            "`/0/p`: expected array, found object"),
        Problem(
            "an element without its value", "compliance", policies, ["serial": "C02XK1", "p": [["r": "pass"], [:]]],
            "`/0/p/1/r`: required but missing"),
        Problem(
            "an element whose value is null", "compliance", policies, ["serial": "C02XK1", "p": [["r": nil]]],
            "`/0/p/0/r`: expected string, found null"),
        Problem(
            "more elements than allowed", "compliance", policies,
            ["serial": "C02XK1", "p": .array(Array(repeating: ["r": "pass"], count: 2_001))],
            "`/0/p`: at most 2000 elements are allowed"),
        Problem(
            "a word that Postern does not have", "compliance", ["from": "/s"], ["serial": "C02XK1", "s": "fine"],
            "`/0/s`: must be one of `unknown`, `compliant`, `noncompliant`, `conflict`, `error`, `inGracePeriod`"),
        Problem(
            "a time that is none", "lastSeen", ["from": "/t"], ["serial": "C02XK1", "t": "yesterday"],
            "`/0/t`: must be a time as RFC 3339 writes it"),
        Problem(
            "a time as a text of digits", "lastSeen", ["from": "/t", "as": "epochSeconds"],
            ["serial": "C02XK1", "t": "1800000000"], "`/0/t`: expected number, found string"),
        Problem(
            "a time after the year 9999", "lastSeen", ["from": "/t", "as": "epochSeconds"],
            ["serial": "C02XK1", "t": 1e300], "`/0/t`: must be a time up to the year 9999"),
        Problem(
            "a number instead of an owner", "owners", owners, ["serial": "C02XK1", "upn": 7],
            "`/0/upn`: expected string, found integer"),
        Problem(
            "a name that is an object", "displayName", ["from": "/n"], ["serial": "C02XK1", "n": [:]],
            "`/0/n`: expected string, found object"),
        Problem(
            "a serial number that is a list", "managed", words, ["serial": ["C02XK1"]],
            "`/0/serial`: expected string, found array"),
        Problem("no serial number", "managed", words, ["s": "Yes"], "`/0`: has nothing that identifies a device"),
        Problem(
            "a serial number that stands for none", "managed", words, ["serial": "Unknown"],
            "`/0`: has nothing that identifies a device"),
        Problem("a record that is no object", "managed", words, "C02XK1", "`/0`: expected object, found string"),
    ]

    @Test(arguments: problems) func `a record that cannot be read is a problem of its own`(_ problem: Problem) throws {
        let mapping = try Self.mapping(problem.attribute, problem.rule)
        let page = try Self.page(
            mapping, [problem.record, JSONValue(dictionaryLiteral: ("serial", "C02XK2")).with(problem)])
        #expect(page.devices.count == 2)
        guard case .failure(let found) = try #require(page.devices.first) else {
            Issue.record("it is a device")
            return
        }
        #expect(found.index == 0)
        #expect(found.error.description == problem.error)
        #expect(throws: Never.self) { try page.devices[1].get() }
    }

    @Test func `an answer of which no record can be read is refused as a whole`() throws {
        let mapping = try Self.mapping("compliance", ["from": "/s", "required": true])
        let error = #expect(throws: JSONError.self) {
            try Self.page(mapping, [["serial": "C02XK1"], ["serial": "C02XK2"]])
        }
        #expect(error?.description == "`/0/s`: required but missing")
        #expect(try Self.page(mapping, []).devices.isEmpty)
    }

    @Test func `every identifier that a record has counts`() throws {
        let mapping = try Self.mapping(
            identifiers: [
                "deviceId": "/id", "serialNumber": ["/serial", "/other"], "udid": "/udid",
                "certificateFingerprint": "/print",
            ])
        let print = Array(repeating: "AB", count: 32).joined(separator: ":")
        let page = try Self.page(
            mapping, [["id": 70_001, "serial": "none", "other": " C02XK1 ", "udid": nil, "print": .string(print)]])
        let device = try #require(page.devices.first).get()
        #expect(
            device.identifiers.sorted().map { "\($0.kind.rawValue) \($0.value)" } == [
                "certificateFingerprint " + String(repeating: "ab", count: 32), "deviceId 70001", "serialNumber c02xk1",
            ])
    }

    @Test func `the source says when it observed a device, or the pull's time counts`() throws {
        let mapping = try Self.mapping(observedAt: ["from": "/at"])
        let page = try Self.page(
            mapping, [["serial": "C02XK1", "at": "2026-11-30T08:00:00Z"], ["serial": "C02XK2"]])
        #expect(try page.devices[0].get().observedAt == Timestamp(rfc3339: "2026-11-30T08:00:00Z"))
        #expect(try page.devices[1].get().observedAt == nil)
    }

    @Test func `a problem shows what helps to find the record, on one line`() throws {
        let mapping = try Self.mapping("managed", Self.words)
        let page = try Self.page(
            mapping,
            [["serial": "C02\nXK1", "s": "?"], ["serial": .string(Self.hugeText), "s": "?"], ["serial": "C02XK3"]])
        let labels = page.devices.map { device -> String? in
            if case .failure(let problem) = device { problem.label } else { nil }
        }
        #expect(labels[0] == "C02\\u{a}XK1")
        #expect(labels[1]?.count == 67)
    }

    struct Shape: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let answer: JSONValue
        let error: String
    }

    static let shapes: [Shape] = [
        Shape(testDescription: "no list", answer: ["items": []], error: "`/data/list`: required but missing"),
        Shape(
            testDescription: "null", answer: ["data": ["list": nil]], error: "`/data/list`: expected array, found null"),
        Shape(
            testDescription: "an object", answer: ["data": ["list": [:]]],
            error: "`/data/list`: expected array, found object"),
        Shape(testDescription: "a text", answer: "data", error: "`/data/list`: required but missing"),
        Shape(
            testDescription: "too many records",
            answer: ["data": ["list": .array(Array(repeating: [:], count: 5_001))]],
            error: "`/data/list`: at most 5000 elements are allowed"),
    ]

    @Test(arguments: shapes) func `refuses an answer of another shape`(_ shape: Shape) throws {
        let mapping = try SourceMapping(
            json: ["records": "/data/list", "identifiers": ["serialNumber": "/serial"]])
        let error = #expect(throws: JSONError.self) { try Self.page(mapping, shape.answer) }
        #expect(error?.description == shape.error)
    }

    @Test func `a mapping tells what it has rules for, and which devices there are`() throws {
        #expect(try Self.mapping().tells == [.identity])
        for (attribute, told) in [
            ("managed", DeviceAttribute.management), ("compliance", .compliance), ("rooted", .integrity),
            ("platform", .system), ("ownership", .management), ("trustType", .management),
        ] {
            #expect(try Self.mapping(attribute, ["from": "/s"]).tells == [.identity, told])
        }
        for (attribute, told) in [
            ("model", DeviceAttribute.description), ("osVersion", .system), ("lastSeen", .lastSeen),
            ("owners", .owners),
        ] {
            #expect(try Self.mapping(attribute, ["from": "/s"]).tells == [.identity, told])
        }
    }
}

extension JSONValue {
    /// A record that can be read by the rules of a problem.
    fileprivate func with(_ problem: SourceMappingTests.Problem) -> JSONValue {
        guard case .object(var members) = self, problem.attribute == "compliance" else { return self }
        for (name, value) in [("s", "compliant"), ("issues", ["failing": 0]), ("p", [])] as [(String, JSONValue)] {
            members.append(name, value)
        }
        return .object(members)
    }
}
