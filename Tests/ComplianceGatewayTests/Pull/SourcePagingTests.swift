import JSONCoding
import Testing

@testable import ComplianceGateway

@Suite struct SourcePagingTests {
    static let start = "https://mdm.example:8443/v1/devices?select=a,b"

    static func mapping(_ paging: JSONValue) throws -> SourceMapping {
        try SourceMapping(
            json: ["records": "/list", "paging": paging, "identifiers": ["serialNumber": "/serial"]])
    }

    static func list(_ count: Int, _ more: (String, JSONValue)...) -> JSONValue {
        let records = (0..<count).map { JSONValue.object(JSONMembers([("serial", .string("SERIAL\($0)"))])) }
        return .object(JSONMembers([("list", .array(records))] + more))
    }

    struct Walk: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let paging: JSONValue
        /// Answers, each with its `Link` header.
        let answers: [(JSONValue, link: String?)]
        /// The URLs that are asked for, one for each answer.
        let urls: [String]

        init(_ note: String, _ paging: JSONValue, _ answers: [(JSONValue, link: String?)], _ urls: [String]) {
            (testDescription, self.paging, self.answers, self.urls) = (note, paging, answers, urls)
        }
    }

    private static let pages: JSONValue = [
        "style": "page", "parameter": "page", "first": 1, "sizeParameter": "size", "size": 2, "total": "/meta/total",
    ]
    private static let endless: JSONValue = ["style": "page", "parameter": "page"]
    private static let cursor: JSONValue = ["style": "cursor", "at": "/meta/next", "parameter": "after"]
    private static let nextURL: JSONValue = ["style": "nextURL", "at": "/@next"]

    static let walks: [Walk] = [
        Walk("one answer holds everything", ["style": "none"], [(list(3), nil)], [start]),
        Walk(
            "pages are counted until the total is reached", pages,
            [(list(2, ("meta", ["total": 3])), nil), (list(1, ("meta", ["total": 3])), nil)],
            [start + "&size=2&page=1", start + "&size=2&page=2"]),
        Walk(
            "a server may give fewer records a page than it is asked for", pages,
            [(list(1, ("meta", ["total": 2])), nil), (list(1, ("meta", ["total": 2])), nil)],
            [start + "&size=2&page=1", start + "&size=2&page=2"]),
        Walk(
            "an empty page is the last, whatever the total says", pages, [(list(0, ("meta", ["total": 9])), nil)],
            [start + "&size=2&page=1"]),
        Walk(
            "without a total the first empty page is the last", endless,
            [(list(1), nil), (list(1), nil), (list(0), nil)],
            [start + "&page=0", start + "&page=1", start + "&page=2"]),
        Walk(
            "a cursor leads on until it is null", cursor,
            [
                (list(1, ("meta", ["next": "a b&c=ü"])), nil), (list(1, ("meta", ["next": 7])), nil),
                (list(1, ("meta", ["next": nil])), nil),
            ],
            [start, start + "&after=a%20b%26c%3D%C3%BC", start + "&after=7"]),
        Walk("a cursor ends with an empty text", cursor, [(list(1, ("meta", ["next": ""])), nil)], [start]),
        Walk("a cursor ends when it is left out", cursor, [(list(1, ("meta", [:])), nil)], [start]),
        Walk(
            "a URL in the answer leads on", nextURL,
            [
                (list(1, ("@next", "https://MDM.example:8443/v1/devices?skip=1")), nil),
                (list(1, ("@next", "/v1/devices?skip=2")), nil), (list(1, ("@next", "?skip=3")), nil), (list(1), nil),
            ],
            [
                start, "https://MDM.example:8443/v1/devices?skip=1", "https://MDM.example:8443/v1/devices?skip=2",
                "https://MDM.example:8443/v1/devices?skip=3",
            ]),
        Walk(
            "a Link header leads on", ["style": "link"],
            [
                (
                    list(1),
                    #"<https://mdm.example:8443/v1/devices?p=9>; rel="last", </v1/devices?p=2>; title="a, b"; rel="prev next""#
                ),
                (list(1), #"</v1/devices?p=1>; rel=prev"#),
            ], [start, "https://mdm.example:8443/v1/devices?p=2"]),
        Walk("without a Link header there is no next page", ["style": "link"], [(list(1), nil)], [start]),
    ]

    @Test(arguments: walks) func `pages follow each other as the mapping says`(_ walk: Walk) throws {
        let mapping = try Self.mapping(walk.paging)
        var request: PageRequest? = mapping.firstPage(of: try #require(SourceURL(Self.start)))
        for (index, answer) in walk.answers.enumerated() {
            let asked = try #require(request)
            #expect(asked.url.description == walk.urls[index])
            #expect(asked.number == index)
            request = try mapping.page(of: answer.0, to: asked, link: answer.link).next
        }
        #expect(request == nil)
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let paging: JSONValue
        let answer: JSONValue
        var link: String?
        let error: String

        init(_ note: String, _ paging: JSONValue, _ answer: JSONValue, link: String? = nil, _ error: String) {
            (testDescription, self.paging, self.answer, self.link, self.error) = (note, paging, answer, link, error)
        }
    }

    private static let elsewhere = "the next page must be a URL of the same origin"

    static let refusals: [Refusal] = [
        Refusal(
            "another host", nextURL, list(1, ("@next", "https://other.example/v1/devices")), "`/@next`: \(elsewhere)"),
        Refusal(
            "another port", nextURL, list(1, ("@next", "https://mdm.example/v1/devices")), "`/@next`: \(elsewhere)"),
        Refusal(
            "another scheme", nextURL, list(1, ("@next", "http://mdm.example:8443/v1/devices")),
            "`/@next`: \(elsewhere)"),
        Refusal("a host without a scheme", nextURL, list(1, ("@next", "//other.example/v1")), "`/@next`: \(elsewhere)"),
        Refusal(
            "a user before the host", nextURL, list(1, ("@next", "https://mdm.example:8443@other.example/")),
            "`/@next`: \(elsewhere)"),
        Refusal(
            "a host that only begins so", nextURL, list(1, ("@next", "https://mdm.example:8443.other.example/")),
            "`/@next`: \(elsewhere)"),
        Refusal(
            "a backslash", nextURL, list(1, ("@next", "https://mdm.example:8443\\@other.example/")),
            "`/@next`: \(elsewhere)"),
        Refusal(
            "a URL with a line break", nextURL, list(1, ("@next", "https://mdm.example:8443/\r\nX: y")),
            "`/@next`: \(elsewhere)"),
        Refusal("a file", nextURL, list(1, ("@next", "file:///etc/passwd")), "`/@next`: \(elsewhere)"),
        Refusal("a number for a URL", nextURL, list(1, ("@next", 7)), "`/@next`: expected string, found integer"),
        Refusal("the same page again", nextURL, list(1, ("@next", .string(start))), "the next page is the same again"),
        Refusal(
            "a cursor that is too long", ["style": "cursor", "at": "/next", "parameter": "after"],
            list(1, ("next", .string(String(repeating: "a", count: 2_049)))), "`/next`: is too long"),
        Refusal(
            "a cursor that is an object", cursor, list(1, ("meta", ["next": [:]])),
            "`/meta/next`: expected string, found object"),
        Refusal("a cursor without what should hold it", cursor, list(1), "`/meta`: required but missing"),
        Refusal("a holder that is a list", cursor, list(1, ("meta", [])), "`/meta`: required but missing"),
        Refusal("a total that is not there", pages, list(1), "`/meta/total`: required but missing"),
        Refusal(
            "a total that is a text", pages, list(1, ("meta", ["total": "3"])),
            "`/meta/total`: expected integer, found string"),
        Refusal(
            "a total below zero", pages, list(1, ("meta", ["total": -1])),
            "`/meta/total`: must be from 0 to 9223372036854775807"),
        Refusal(
            "a Link header that cannot be read", ["style": "link"], list(1), link: "https://mdm.example",
            "the header `Link` cannot be read"),
        Refusal(
            "a Link header to another host", ["style": "link"], list(1), link: "<https://other.example/>; rel=next",
            elsewhere),
    ]

    @Test(arguments: refusals) func `refuses a next page that cannot be asked for`(_ refusal: Refusal) throws {
        let mapping = try Self.mapping(refusal.paging)
        let first = mapping.firstPage(of: try #require(SourceURL(Self.start)))
        let error = #expect(throws: JSONError.self) {
            try mapping.page(of: refusal.answer, to: first, link: refusal.link)
        }
        #expect(error?.description == refusal.error)
    }

    @Test func `refuses the cursor that it has just followed`() throws {
        let mapping = try Self.mapping(Self.cursor)
        let first = mapping.firstPage(of: try #require(SourceURL(Self.start)))
        let answer = Self.list(1, ("meta", ["next": "x"]))
        let second = try #require(try mapping.page(of: answer, to: first).next)
        let error = #expect(throws: JSONError.self) { try mapping.page(of: answer, to: second) }
        #expect(error?.description == "the next page is the same again")
    }

    @Test func `refuses to be led in circles`() throws {
        let mapping = try Self.mapping(Self.endless)
        let url = try #require(SourceURL(Self.start))
        let last = PageRequest(url: url, number: SourcePaging.maximumPages - 1, seen: 0)
        let before = PageRequest(url: url, number: SourcePaging.maximumPages - 2, seen: 0)
        #expect(try mapping.page(of: Self.list(1), to: before).next?.number == SourcePaging.maximumPages - 1)
        #expect(throws: JSONError.self) { try mapping.page(of: Self.list(1), to: last) }
    }
}
