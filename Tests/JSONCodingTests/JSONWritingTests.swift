import JSONCoding
import Testing

extension [UInt8] {
    fileprivate var text: String { String(decoding: self, as: UTF8.self) }
}

@Suite struct JSONWritingTests {
    @Test(
        arguments: [
            (nil, "null"), (true, "true"), (false, "false"), (0, "0"), (-7, "-7"),
            (.integer(.min), "-9223372036854775808"),
            (.integer(.max), "9223372036854775807"), (0.1, "0.1"), (.number(-0.0), "-0.0"), (.number(1e21), "1e+21"),
            (.number(.leastNonzeroMagnitude), "5e-324"), (1.7976931348623157e308, "1.7976931348623157e+308"),
            (.number(.infinity), "null"),
            (.number(.nan), "null"), ("", "\"\""), ([], "[]"), ([:], "{}"), ([[], [1, "a"]], #"[[],[1,"a"]]"#),
            (["b": 1, "a": [:]], #"{"b":1,"a":{}}"#),
        ] as [(JSONValue, String)])
    func `writes each kind of value`(_ value: JSONValue, _ text: String) {
        #expect(value.serialized().text == text)
    }

    @Test func `escapes quotes, backslashes and control characters and nothing else`() {
        let value = JSONValue.string("\"\\/\u{8}\t\n\u{c}\r\u{0}\u{1f}\u{7f}é\u{2028}\u{1F600}")
        #expect(value.serialized().text == "\"\\\"\\\\/\\b\\t\\n\\f\\r\\u0000\\u001f\u{7f}é\u{2028}\u{1F600}\"")
        #expect(JSONValue.object(JSONMembers([("a\"\n", 1)])).serialized().text == #"{"a\"\n":1}"#)
    }

    @Test func `writes nested objects and arrays with one comma between`() {
        var writer = JSONWriter()
        writer.object { object in
            object.member("s", "x")
            object.member("i", 1)
            object.member("l", Int64(2))
            object.member("d", 0.5)
            object.member("b", true)
            object.member("none", ifPresent: String?.none)
            object.member("strings", ["a", "b"])
            object.null("n")
            object.object("o") { _ in }
            object.array("m") { array in
                array.append("y")
                array.append(JSONValue.null)
                array.object { $0.member("z", [Int]()) }
                array.array { $0.append(false) }
            }
            object.member("raw", serialized: Array("[1]".utf8))
        }
        #expect(
            writer.bytes.text
                == #"{"s":"x","i":1,"l":2,"d":0.5,"b":true,"strings":["a","b"],"n":null,"o":{},"#
                + #""m":["y",null,{"z":[]},[false]],"raw":[1]}"#)
    }

    @Test func `keeps what was written when a body throws`() {
        struct Stop: Error {}
        var writer = JSONWriter(appendingTo: Array("x".utf8))
        #expect(throws: Stop.self) { try writer.array { _ throws(Stop) in throw Stop() } }
        #expect(writer.bytes.text == "x[")
    }

    @Test func `canonical form sorts names by their bytes at every level`() {
        let value: JSONValue = ["b": [["d": 1, "c": []]], "\u{E000}": 1, "\u{1F600}": 2, "a": 1.0, "B": [:]]
        #expect(
            value.canonical(.compact).text
                == "{\"B\":{},\"a\":1.0,\"b\":[{\"c\":[],\"d\":1}],\"\u{E000}\":1,\"\u{1F600}\":2}")
        #expect(
            JSONValue.object(JSONMembers([("b", [1, ["d": nil, "c": []]]), ("a", [:])])).canonical().text == """
                {
                  "a": {},
                  "b": [
                    1,
                    {
                      "c": [],
                      "d": null
                    }
                  ]
                }

                """)
    }

    @Test func `indented form in document order reads back the same`() throws {
        let value: JSONValue = ["b": [1, 2], "a": ["x": "y"]]
        let bytes = value.serialized(.indented)
        #expect(bytes.text.hasPrefix("{\n  \"b\": [\n    1,\n"))
        #expect(try JSONValue.parse(bytes) == value)
    }

    @Test func `whatever is written reads back the same`() throws {
        var generator = SeededGenerator(seed: 0x5EED)
        for _ in 0..<500 {
            let value = JSONValue.random(depth: 4, using: &generator)
            let read = try JSONValue.parse(value.serialized())
            #expect(read == value)
            #expect(read.objectValue?.names == value.objectValue?.names)
            #expect(try JSONValue.parse(value.canonical()) == value)
            #expect(read.canonical() == value.canonical())
        }
    }
}

/// A small repeatable source of numbers (a linear congruential generator).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 33)
    }
}

extension JSONValue {
    fileprivate static func random(depth: Int, using generator: inout SeededGenerator) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &generator) {
        case 0: return .null
        case 1: return .bool(.random(using: &generator))
        case 2: return .integer(Int64(bitPattern: generator.next()) >> Int64.random(in: 0..<64, using: &generator))
        case 3:
            let number = Double(bitPattern: generator.next())
            return .number(number.isFinite ? number : 0.5)
        case 4, 5: return .string(randomText(using: &generator))
        case 6:
            return .array(
                (0..<Int.random(in: 0..<4, using: &generator)).map { _ in random(depth: depth - 1, using: &generator) })
        default:
            return .object(
                JSONMembers(
                    (0..<Int.random(in: 0..<4, using: &generator)).map { _ in
                        (randomText(using: &generator), random(depth: depth - 1, using: &generator))
                    }))
        }
    }

    private static func randomText(using generator: inout SeededGenerator) -> String {
        var text = ""
        for _ in 0..<Int.random(in: 0..<6, using: &generator) {
            let limit: UInt32 = [0x20, 0x80, 0x800, 0x11_0000].randomElement(using: &generator) ?? 0x80
            text.unicodeScalars.append(Unicode.Scalar(UInt32.random(in: 1..<limit, using: &generator)) ?? "?")
        }
        return text
    }
}
