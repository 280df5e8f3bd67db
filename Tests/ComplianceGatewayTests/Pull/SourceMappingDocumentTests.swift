import JSONCoding
import Testing

@testable import ComplianceGateway

/// The document of a mapping: what it may say, and that it comes back as it was.
@Suite struct SourceMappingDocumentTests {
    static let whole: JSONValue = [
        "headers": ["X-Version": "2026-04-07"],
        "records": "/data/list",
        "paging": [
            "style": "page", "parameter": "page", "first": 1, "sizeParameter": "size", "size": 50, "total": "/total",
        ],
        "identifiers": ["deviceId": "/id", "serialNumber": ["/serial", "/hardware/serial"], "udid": "/a~1b"],
        "observedAt": ["from": "/at", "as": "epochMilliseconds"],
        "attributes": [
            "platform": [
                "from": ["/os", "/platform"], "table": ["Mac": "macOS", "PC": "windows", "Toaster": nil],
                "otherwise": nil,
            ],
            "osVersion": ["from": "/version", "required": true],
            "model": ["from": "/model"], "manufacturer": ["always": "Apple"], "displayName": ["from": "/name"],
            "ownership": ["from": "/owner", "table": ["corp": "company"], "otherwise": "personal"],
            "trustType": ["from": "/trust"], "managed": ["always": true],
            "compliance": [
                "from": "/policies", "required": true, "each": "/response",
                "where": ["at": "/critical", "is": ["true"]],
                "table": ["pass": "compliant"], "otherwise": "noncompliant", "prefer": ["noncompliant", "compliant"],
                "none": "unknown",
            ],
            "rooted": [
                "from": "/score",
                "bounds": [["atMost": 0.5, "gives": false], ["atLeast": 0.5, "atMost": 1.0, "gives": true]],
            ],
            "encrypted": ["from": "/encrypted"], "lastSeen": ["from": "/seen", "as": "epochSeconds"],
            "owners": ["from": "/people", "each": "/mail", "where": ["at": "/kind", "is": ["primary"]]],
        ],
    ]

    static let pagings: [JSONValue] = [
        ["style": "none"], ["style": "link"], ["style": "nextURL", "at": "/@odata.nextLink"],
        ["style": "page", "parameter": "page", "first": 0], ["style": "cursor", "at": "/next", "parameter": "after"],
        ["style": "cursor", "at": "/next", "parameter": "after", "sizeParameter": "size", "size": 5_000],
    ]

    @Test func `a mapping is written as it was read`() throws {
        let mapping = try SourceMapping(json: Self.whole)
        #expect(try mapping.json == Self.whole)
        #expect(try SourceMapping(jsonBytes: mapping.jsonBytes()) == mapping)
    }

    @Test(arguments: pagings) func `each style of paging is written as it was read`(_ paging: JSONValue) throws {
        let mapping = try SourceMapping(json: Self.replacing("paging", with: paging))
        #expect(try mapping.json["paging"] == paging)
    }

    @Test func `what is left out is the least that there is`() throws {
        let mapping = try SourceMapping(json: ["records": "", "identifiers": ["udid": "/udid"]])
        #expect(mapping.paging == .none)
        #expect(mapping.attributes == SourceAttributes())
        #expect(mapping.headers.isEmpty)
        #expect(try SourceMapping(json: mapping.json) == mapping)
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let document: JSONValue
        let error: String

        init(_ note: String, _ document: JSONValue, _ error: String) {
            (testDescription, self.document, self.error) = (note, document, error)
        }

        init(_ note: String, _ attribute: String, _ rule: JSONValue, _ error: String) {
            self.init(note, replacing("attributes", with: .object(JSONMembers([(attribute, rule)]))), error)
        }
    }

    /// The document with one member in place of the one it had.
    static func replacing(_ name: String, with value: JSONValue) -> JSONValue {
        var members = whole.objectValue ?? JSONMembers()
        members[name] = value
        return .object(members)
    }

    static let refusals: [Refusal] = [
        Refusal("a member that is not known", replacing("recrods", with: ""), "`/recrods`: unknown member"),
        Refusal("no records", ["identifiers": ["udid": "/u"]], "`/records`: required but missing"),
        Refusal(
            "records that are no pointer", replacing("records", with: "data.list"), "`/records`: must be a JSON pointer"
        ),
        Refusal(
            "a deep pointer", replacing("records", with: .string(String(repeating: "/a", count: 17))),
            "`/records`: must have at most 16 tokens and 256 bytes"),
        Refusal(
            "a long pointer", replacing("records", with: .string("/" + String(repeating: "a", count: 257))),
            "`/records`: must have at most 16 tokens and 256 bytes"),
        Refusal(
            "no identifiers", replacing("identifiers", with: [:]),
            "`/identifiers`: must say where a device's identifiers are"),
        Refusal(
            "an identifier that is not known", replacing("identifiers", with: ["imei": "/imei"]),
            "`/identifiers/imei`: unknown member"),
        Refusal(
            "no places for an identifier", replacing("identifiers", with: ["udid": []]),
            "`/identifiers/udid`: must have 1 to 8 pointers"),
        Refusal(
            "too many places", replacing("identifiers", with: ["udid": .array(Array(repeating: "/u", count: 9))]),
            "`/identifiers/udid`: at most 8 elements are allowed"),
        Refusal("an attribute that is not known", "colour", ["from": "/c"], "`/attributes/colour`: unknown member"),
        Refusal(
            "a rule without a place", "managed", ["table": ["x": true]],
            "`/attributes/managed/from`: required but missing"),
        Refusal(
            "a member of a rule that is not known", "managed", ["from": "/m", "map": [:]],
            "`/attributes/managed/map`: unknown member"),
        Refusal(
            "always and a place", "managed", ["always": true, "from": "/m"],
            "`/attributes/managed/from`: unknown member"),
        Refusal(
            "a word that Postern does not have", "compliance", ["from": "/c", "table": ["ok": "fine"]],
            "`/attributes/compliance/table/ok`: must be one of `unknown`, `compliant`, `noncompliant`, `conflict`, `error`, `inGracePeriod`"
        ),
        Refusal(
            "a word for a truth value", "managed", ["from": "/c", "table": ["ok": "true"]],
            "`/attributes/managed/table/ok`: expected boolean, found string"),
        Refusal(
            "an empty table", "managed", ["from": "/c", "table": [:]],
            "`/attributes/managed/table`: must have 1 to 200 rows"),
        Refusal(
            "rows that differ in case", "managed", ["from": "/c", "table": ["ok": true, "OK": false]],
            "`/attributes/managed/table/OK`: differs from another row in case only"),
        Refusal(
            "table and bounds", "managed",
            ["from": "/c", "table": ["ok": true], "bounds": [["atMost": 1, "gives": true]]],
            "`/attributes/managed/bounds`: excludes `table`"),
        Refusal(
            "bounds without a bound", "managed", ["from": "/c", "bounds": [["gives": true]]],
            "`/attributes/managed/bounds/0`: must have `atLeast` or `atMost`"),
        Refusal("no bounds", "managed", ["from": "/c", "bounds": []], "`/attributes/managed/bounds`: must have a row"),
        Refusal(
            "otherwise than what", "managed", ["from": "/c", "otherwise": false],
            "`/attributes/managed/otherwise`: needs a `table` or `bounds`"),
        Refusal(
            "elements without preference", "managed", ["from": "/c", "each": "", "table": ["x": true]],
            "`/attributes/managed/prefer`: required but missing"),
        Refusal(
            "a preference that leaves out what may come", "compliance",
            ["from": "/c", "each": "", "table": ["x": "compliant", "y": "noncompliant"], "prefer": ["compliant"]],
            "`/attributes/compliance/prefer`: must name everything that the elements may lead to"),
        Refusal(
            "a preference that leaves out what else may come", "compliance",
            [
                "from": "/c", "each": "", "table": ["x": "compliant"], "otherwise": "noncompliant",
                "prefer": ["compliant"],
            ], "`/attributes/compliance/prefer`: must name everything that the elements may lead to"),
        Refusal(
            "a condition without values", "owners", ["from": "/o", "each": "", "where": ["at": "/k", "is": []]],
            "`/attributes/owners/where/is`: must name a value"),
        Refusal(
            "a condition without elements", "owners", ["from": "/o", "where": ["at": "/k", "is": ["x"]]],
            "`/attributes/owners/where`: unknown member"),
        Refusal(
            "a format of times that is not known", "lastSeen", ["from": "/t", "as": "seconds"],
            "`/attributes/lastSeen/as`: must be one of `rfc3339`, `epochSeconds`, `epochMilliseconds`"),
        Refusal(
            "a text that cannot be shown", "manufacturer", ["always": "a\nb"],
            "`/attributes/manufacturer/always`: must be 1 to 256 bytes without control characters"),
        Refusal(
            "a style of paging that is not known", replacing("paging", with: ["style": "offset"]),
            "`/paging/style`: must be one of `none`, `nextURL`, `link`, `page`, `cursor`"),
        Refusal(
            "a style with members of another", replacing("paging", with: ["style": "link", "at": "/next"]),
            "`/paging/at`: unknown member"),
        Refusal(
            "a page without a parameter", replacing("paging", with: ["style": "page"]),
            "`/paging/parameter`: required but missing"),
        Refusal(
            "a first page of 2", replacing("paging", with: ["style": "page", "parameter": "p", "first": 2]),
            "`/paging/first`: must be 0 or 1"),
        Refusal(
            "a size without a parameter", replacing("paging", with: ["style": "page", "parameter": "p", "size": 10]),
            "`/paging/sizeParameter`: required but missing"),
        Refusal(
            "pages of nothing",
            replacing("paging", with: ["style": "page", "parameter": "p", "sizeParameter": "s", "size": 0]),
            "`/paging/size`: must be 1 to 5000"),
        Refusal(
            "a parameter that cannot be sent", replacing("paging", with: ["style": "page", "parameter": "p q"]),
            "`/paging/parameter`: must be 1 to 64 visible ASCII characters"),
        Refusal(
            "a header of the gateway's own", replacing("headers", with: ["Authorization": "Bearer x"]),
            "`/headers/Authorization`: is no header that a mapping may set"),
        Refusal(
            "a header with a line break", replacing("headers", with: ["X": "a\r\nHost: b"]),
            "`/headers/X`: is no header that a mapping may set"),
        Refusal("a list", ["records"], "expected object, found array"),
    ]

    @Test(arguments: refusals) func `refuses a document that does not say what it means`(_ refusal: Refusal) {
        let error = #expect(throws: JSONError.self) { try SourceMapping(json: refusal.document) }
        #expect(error?.description == refusal.error)
    }
}
