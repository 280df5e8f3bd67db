import AccessModel
import Testing

struct AddressCase: Sendable, CustomTestStringConvertible {
    var text: String
    var printed: String?
    var testDescription: String { text }
}

struct RangeCase: Sendable, CustomTestStringConvertible {
    var cidr: String
    var inside: [String]
    var outside: [String]
    var testDescription: String { cidr }
}

@Suite struct IPAddressTests {
    @Test(arguments: [
        AddressCase(text: "192.0.2.1", printed: "192.0.2.1"),
        AddressCase(text: "0.0.0.0", printed: "0.0.0.0"),
        AddressCase(text: "2001:db8::1", printed: "2001:db8::1"),
        AddressCase(text: "2001:DB8:0:0:1:0:0:1", printed: "2001:db8::1:0:0:1"),
        AddressCase(text: "::", printed: "::"),
        AddressCase(text: "::1", printed: "::1"),
        AddressCase(text: "1::", printed: "1::"),
        AddressCase(text: "::ffff:192.0.2.1", printed: "192.0.2.1"),
        AddressCase(text: "::ffff:c000:201", printed: "192.0.2.1"),
        AddressCase(text: "64:ff9b::192.0.2.33", printed: "64:ff9b::c000:221"),
        AddressCase(text: "1:2:3:4:5:6:7:8", printed: "1:2:3:4:5:6:7:8"),
        AddressCase(text: "1.2.3", printed: nil),
        AddressCase(text: "1.2.3.4.5", printed: nil),
        AddressCase(text: "01.2.3.4", printed: nil),
        AddressCase(text: "1.2.3.256", printed: nil),
        AddressCase(text: "1.2.3.4 ", printed: nil),
        AddressCase(text: "1:2:3:4:5:6:7", printed: nil),
        AddressCase(text: "1:2:3:4:5:6:7:8:9", printed: nil),
        AddressCase(text: "1::2::3", printed: nil),
        AddressCase(text: ":::", printed: nil),
        AddressCase(text: "1:2:3:4:5:6:7:8::", printed: nil),
        AddressCase(text: "12345::", printed: nil),
        AddressCase(text: "+1::", printed: nil),
        AddressCase(text: "-1::", printed: nil),
        AddressCase(text: "fe80::1%eth0", printed: nil),
        AddressCase(text: "[::1]", printed: nil),
        AddressCase(text: "", printed: nil),
    ])
    func `reads addresses in text and refuses the rest`(_ example: AddressCase) {
        #expect(IPAddress(example.text)?.description == example.printed)
    }

    @Test(arguments: [
        RangeCase(
            cidr: "10.0.0.0/8", inside: ["10.0.0.0", "10.255.255.255", "::ffff:10.1.2.3"],
            outside: ["11.0.0.0", "::a00:1"]),
        RangeCase(cidr: "192.0.2.7/32", inside: ["192.0.2.7"], outside: ["192.0.2.6", "192.0.2.8"]),
        RangeCase(cidr: "0.0.0.0/0", inside: ["0.0.0.0", "255.255.255.255"], outside: ["::1"]),
        RangeCase(
            cidr: "2001:db8::/32", inside: ["2001:db8::", "2001:db8:ffff::1"], outside: ["2001:db9::", "10.0.0.1"]),
        RangeCase(cidr: "::/0", inside: ["::1", "ffff::"], outside: ["10.0.0.1"]),
        RangeCase(cidr: "::ffff:10.0.0.0/104", inside: ["10.9.9.9"], outside: ["11.0.0.0"]),
    ])
    func `a CIDR range holds exactly its addresses`(_ example: RangeCase) throws {
        let range = try #require(IPRange.cidr(example.cidr)).range
        for text in example.inside {
            #expect(range.contains(try #require(IPAddress(text))), "\(text)")
        }
        for text in example.outside {
            #expect(!range.contains(try #require(IPAddress(text))), "\(text)")
        }
    }

    @Test(arguments: [
        "10.0.0.0", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.0/", "x/8", "::/129", "::ffff:10.0.0.0/8",
        "10.0.0.0/8/8",
    ])
    func `refuses what is not CIDR notation`(_ text: String) {
        #expect(IPRange.cidr(text) == nil)
    }

    @Test func `says when bits beyond the prefix were cleared`() throws {
        let (range, normalized) = try #require(IPRange.cidr("192.0.2.77/24"))
        #expect(normalized)
        #expect(range.lower.description == "192.0.2.0")
        #expect(try #require(IPRange.cidr("192.0.2.0/24")).normalized == false)
    }

    @Test func `ends of different families or in the wrong order make no range`() throws {
        let four = try #require(IPAddress("10.0.0.1"))
        let six = try #require(IPAddress("2001:db8::"))
        let lower = try #require(IPAddress("10.0.0.0"))
        #expect(IPRange(lower: four, upper: six) == nil)
        #expect(IPRange(lower: four, upper: lower) == nil)
        #expect(IPRange(lower: lower, upper: four) != nil)
    }
}
