import AccessModel
import AccessPolicy
import JSONCoding
import PolicyFormat
import Testing

@Suite struct NamedLocationTests {
    private func location(_ text: String) -> NamedLocationDocument? {
        let file = PolicySample.read(text)
        return file.namedLocations.count == 1 && file.refusedCount == 0 ? file.namedLocations[0] : nil
    }

    @Test func `reads blocks and ranges of both families`() throws {
        let text = #"""
            {"@odata.type": "#microsoft.graph.ipNamedLocation", "id": "\#(PolicySample.location)", "displayName": "Office",
             "isTrusted": true, "ipRanges": [
              {"@odata.type": "#microsoft.graph.iPv4CidrRange", "cidrAddress": "192.0.2.0/24"},
              {"@odata.type": "#microsoft.graph.iPv6CidrRange", "cidrAddress": "2001:db8::/48"},
              {"@odata.type": "#microsoft.graph.iPv4Range", "lowerAddress": "198.51.100.1", "upperAddress": "198.51.100.9"}]}
            """#
        let document = try #require(location(text))
        #expect(document.location.isTrusted)
        guard case .addresses(let ranges, _) = document.location.extent else {
            Issue.record("no addresses")
            return
        }
        #expect(
            ranges.map { "\($0.lower)-\($0.upper)" } == [
                "192.0.2.0-192.0.2.255", "2001:db8::-2001:db8:0:ffff:ffff:ffff:ffff:ffff", "198.51.100.1-198.51.100.9",
            ])
        let again = try #require(location(String(decoding: document.canonicalBytes, as: UTF8.self)))
        #expect(again.canonicalBytes == document.canonicalBytes)
        #expect(document.fileName == "location-office-cccccccc.json")
    }

    @Test func `reads simple configuration files`() {
        let file = PolicySample.read(
            #"""
            {"ipLocations": [{"name": "HQ", "isTrusted": true, "ipRanges": ["192.0.2.9/24"]}],
             "geoLocations": [{"name": "There", "countries": ["LI"]}]}
            """#)
        #expect(file.refusedCount == 0)
        #expect(file.namedLocations.map(\.location.displayName) == ["HQ", "There"])
        #expect(file.namedLocations.map(\.location.isTrusted) == [true, false])
        // Bits beyond the prefix are cleared and reported.
        #expect(file.namedLocations.map { $0.diagnostics.count } == [1, 0])
        #expect(file.namedLocations.last?.location.extent == .countries(["LI"], includesUnknown: false))
    }

    @Test func `a type that cannot be evaluated keeps every member, and one that is none is refused`() throws {
        let text =
            #"{"displayName": "L", "locationType": "moonNamedLocation", "ipRanges": ["192.0.2.0/24"], "phase": 7}"#
        let document = try #require(location(text))
        #expect(document.location.extent == .unsupported("moonNamedLocation"))
        #expect(document.document["ipRanges"] == ["192.0.2.0/24"])
        #expect(document.document["phase"] == 7)
        #expect(location(text.replacing("moonNamedLocation", with: "moon")) == nil)
    }

    @Test(arguments: [
        ##"{"@odata.type": "#microsoft.graph.ipNamedLocation", "locationType": "TYPE", RANGES}"##,
        #"{"ipLocations": [{"locationType": "TYPE", RANGES}]}"#,
    ])
    func `refuses a location that is marked as two types, and reads one that is marked twice as the same`(
        _ text: String
    ) {
        let text = text.replacing("RANGES", with: #""displayName": "L", "ipRanges": ["192.0.2.0/24"]"#)
        let file = PolicySample.read(text.replacing("TYPE", with: "countryNamedLocation"))
        #expect(file.namedLocations.isEmpty)
        #expect(file.refusedCount == 1)
        #expect(
            file.diagnostics.map(\.message) == [
                "the `locationType` is `countryNamedLocation`, and the location is marked as `ipNamedLocation`; keep one of them"
            ])
        #expect(file.diagnostics.first?.position != nil)
        #expect(location(text.replacing("TYPE", with: "ipNamedLocation")) != nil)
    }

    @Test func `reads countries by address, and keeps those by satellite`() throws {
        let text = #"""
            {"@odata.type": "#microsoft.graph.countryNamedLocation", "id": "\#(PolicySample.location)", "displayName": "C",
             "countriesAndRegions": ["CH", "li", "CH"], "countryLookupMethod": "clientIpAddress",
             "includeUnknownCountriesAndRegions": true}
            """#
        let document = try #require(location(text))
        #expect(document.location.extent == .countries(["CH", "LI"], includesUnknown: true))
        #expect(document.diagnostics.map(\.message) == ["`li` is read as `LI`"])
        #expect(document.document["countriesAndRegions"] == ["CH", "LI"])
        let again = try #require(location(String(decoding: document.canonicalBytes, as: UTF8.self)))
        #expect(again.canonicalBytes == document.canonicalBytes)
        #expect(again.diagnostics.isEmpty)

        let satellite = try #require(location(text.replacing("clientIpAddress", with: "authenticatorAppGps")))
        #expect(satellite.location.extent == .unsupported("countryNamedLocation by authenticatorAppGps"))
        #expect(satellite.diagnostics.contains { $0.message.contains("use `clientIpAddress`") })
    }

    @Test func `an unknown member is kept and reported`() throws {
        let document = try #require(
            location(#"{"displayName": "L", "ipRanges": ["192.0.2.0/24"], "altitude": 408, "color": null}"#))
        #expect(document.document["altitude"] == 408)
        #expect(document.document["color"] == nil)
        #expect(
            document.location.extent == .unsupported("ipNamedLocation with the member `altitude`, which is not known"))
        #expect(
            document.diagnostics.map(\.message) == [
                "`altitude` is not known, so policies that refer to this cannot be enforced; remove it if it says nothing"
            ])
    }

    @Test(arguments: [
        #"["Switzerland"]"#, #"["C1"]"#, #"["ß"]"#, #"["CHE"]"#, "[7]", #""CH""#, "null",
    ])
    func `refuses countries that are none`(_ countries: String) {
        let file = PolicySample.read(
            #"{"locationType": "countryNamedLocation", "displayName": "L", "countriesAndRegions": \#(countries)}"#)
        #expect(file.namedLocations.isEmpty)
        #expect(file.refusedCount == 1)
        #expect(file.diagnostics.first?.position != nil)
    }

    @Test(arguments: [
        ("UK", "GB"), ("uk", "GB"), ("EL", "GR"), ("XX", nil), ("ZZ", nil), ("AA", nil), ("EU", nil), ("QM", nil),
    ])
    func `a code that no country has holds the policies that name the location`(
        _ code: String, _ meant: String?
    ) throws {
        let text = #"""
            {"id": "\#(PolicySample.location)", "displayName": "L", "countriesAndRegions": ["CH", "\#(code)"],
             "includeUnknownCountriesAndRegions": true}
            """#
        let document = try #require(location(text))
        guard case .unsupported(let type) = document.location.extent else {
            Issue.record("`\(code)` is a country")
            return
        }
        #expect(type.contains("`\(code.uppercased())`"))
        #expect(document.diagnostics.allSatisfy { $0.severity == .warning && $0.position != nil })
        let last = try #require(document.diagnostics.last)
        #expect(last.message.contains("did you mean") == (meant != nil))
        if let meant { #expect(last.message.hasSuffix("did you mean `\(meant)`?")) }
        #expect(document.document["countriesAndRegions"] == ["CH", .string(code.uppercased())])
        let again = try #require(location(String(decoding: document.canonicalBytes, as: UTF8.self)))
        #expect(again.location == document.location)
    }

    @Test(arguments: ["GB", "XK", "AX", "ZW", "TW", "BQ", "SS", "CW"])
    func `a code that a country has is read`(_ code: String) throws {
        let document = try #require(location(#"{"displayName": "L", "countriesAndRegions": ["\#(code)"]}"#))
        #expect(document.location.extent == .countries([code], includesUnknown: false))
        #expect(document.diagnostics.isEmpty)
    }

    @Test(arguments: [
        (#""0.0.0.0/0""#, false), (#""10.0.0.0/7""#, false), (#""10.0.0.0/8""#, true), (#""::/0""#, false),
        (#""2000::/3""#, false), (#""2001::/7""#, false), (#""2001:db8::/32""#, true), (#""::ffff:0.0.0.0/96""#, false),
        (#"{"lowerAddress": "10.0.0.0", "upperAddress": "11.0.0.0"}"#, false),
        (#"{"lowerAddress": "10.0.0.0", "upperAddress": "10.255.255.255"}"#, true),
        (#"{"lowerAddress": "0.0.0.0", "upperAddress": "255.255.255.255"}"#, false),
        (#"{"lowerAddress": "::1:0:0", "upperAddress": "ffff::"}"#, false),
    ])
    func `a range that is too wide to be trusted is refused, unless nobody trusts it`(_ range: String, _ isRead: Bool) {
        let text = #"{"displayName": "L", "isTrusted": true, "ipRanges": ["192.0.2.0/24", \#(range)]}"#
        let file = PolicySample.read(text)
        #expect(file.refusedCount == (isRead ? 0 : 1), "\(file.diagnostics)")
        #expect(file.diagnostics.allSatisfy { $0.position != nil })
        #expect(location(text.replacing("true", with: "false")) != nil)
    }

    struct Bad: Sendable, CustomTestStringConvertible {
        let ranges: String
        var testDescription: String { ranges }
    }

    @Test(arguments: [
        Bad(ranges: #"[{"cidrAddress": "192.0.2.0/33"}]"#), Bad(ranges: #"[{"cidrAddress": "192.0.2/24"}]"#),
        Bad(ranges: #"[{"cidrAddress": "0192.0.2.0/24"}]"#), Bad(ranges: #"[{"cidrAddress": "2001:db8::/129"}]"#),
        Bad(ranges: #"[{"lowerAddress": "192.0.2.9", "upperAddress": "192.0.2.1"}]"#),
        Bad(ranges: #"[{"lowerAddress": "192.0.2.9", "upperAddress": "2001:db8::1"}]"#),
        Bad(ranges: #"[{"lowerAddress": "192.0.2.9"}]"#), Bad(ranges: "[7]"), Bad(ranges: #""192.0.2.0/24""#),
        Bad(ranges: "null"),
    ])
    func `refuses a location whose ranges cannot be read`(_ bad: Bad) {
        let text = #"{"locationType": "ipNamedLocation", "displayName": "L", "ipRanges": \#(bad.ranges)}"#
        let file = PolicySample.read(text)
        #expect(file.namedLocations.isEmpty)
        #expect(file.refusedCount == 1)
        #expect(file.diagnostics.first?.severity == .error)
        #expect(file.diagnostics.first?.position != nil)
    }

    @Test(arguments: [
        (#"{"cidrAddress": "192.0.2.0/33"}"#, "`192.0.2.0/33` is no CIDR block, such as `192.0.2.0/24`"),
        (#""192.0.2.0""#, "`192.0.2.0` is no CIDR block, such as `192.0.2.0/24`"),
        (#"{"cidrAddress": 7}"#, "the `cidrAddress` is no CIDR block, such as `192.0.2.0/24`"),
        (
            #"{"cidrAddress": "nowhere", "lowerAddress": "192.0.2.1", "upperAddress": "192.0.2.9"}"#,
            "`cidrAddress` stands beside `lowerAddress` or `upperAddress`; keep the block or the range"
        ),
        (
            #"{"cidrAddress": "198.51.100.0/24", "lowerAddress": "192.0.2.1", "upperAddress": "192.0.2.9"}"#,
            "`cidrAddress` stands beside `lowerAddress` or `upperAddress`; keep the block or the range"
        ),
        (
            #"{"cidrAddress": "192.0.2.0/24", "upperAddress": "192.0.2.9"}"#,
            "`cidrAddress` stands beside `lowerAddress` or `upperAddress`; keep the block or the range"
        ),
        (
            #"{"lowerAddress": "192.0.2.1", "UpperAddress": "192.0.2.9", "upperAddress": "192.0.2.99"}"#,
            "`upperAddress` is given twice; keep one of them"
        ),
        (
            #"{"lowerAddress": "192.0.2.1", "upperAddress": "elsewhere"}"#,
            "this is neither a CIDR block such as `192.0.2.0/24` nor a range with `lowerAddress` and `upperAddress`"
        ),
    ])
    func `says why a range cannot be read`(_ range: String, _ fault: String) {
        let file = PolicySample.read(#"{"displayName": "L", "ipRanges": ["192.0.2.0/24", \#(range)]}"#)
        #expect(file.namedLocations.isEmpty)
        #expect(file.refusedCount == 1)
        #expect(file.diagnostics.map(\.message) == [fault])
    }

    @Test func `a collection counts the same policy once and refuses another with its identifier`() throws {
        let other = PolicySample.policy(grant: #""grantControls": {"operator": "OR", "builtInControls": ["block"]}"#)
        let files = [PolicySample.policy(), PolicySample.policy(), other].enumerated().map {
            PolicySample.read($0.element, named: "p\($0.offset).json")
        }
        let collection = PolicyCollection(files)
        #expect(collection.policies.map(\.file) == ["p0.json"])
        #expect(collection.refusedCount == 1)
        #expect(collection.diagnostics.map(\.file) == ["p2.json"])
    }

    @Test func `an import holds policies whose named locations are missing or cannot be evaluated`() throws {
        let policy = PolicySample.policy(
            #""locations": {"includeLocations": ["All"], "excludeLocations": ["\#(PolicySample.location)"]}"#)
        let network = #"{"id": "\#(PolicySample.location)", "displayName": "L", "ipRanges": ["192.0.2.0/24"]}"#
        let satellite =
            #"{"id": "\#(PolicySample.location)", "displayName": "L", "countriesAndRegions": ["LI"], "countryLookupMethod": "authenticatorAppGps"}"#
        func reasons(_ texts: [String]) -> [UnenforceableReason.Kind] {
            var collection = PolicyCollection(texts.map { PolicySample.read($0) })
            collection.holdUnresolvedReferences()
            return collection.policies.flatMap { $0.policy.unenforceable.map(\.kind) }
        }
        #expect(reasons([policy, network]).isEmpty)
        #expect(reasons([policy, satellite]) == [.unsupportedValue])
        #expect(reasons([policy]) == [.unresolvedReference])
    }

    @Test func `a set that is in force fails closed where a named location is missing`() throws {
        let policy = PolicySample.policy(#""locations": {"includeLocations": ["\#(PolicySample.location)"]}"#)
        let set = try PolicyCollection([PolicySample.read(policy)]).policySet()
        let request = AccessRequest(
            subject: .account(AccountMembership(account: AccountID("a"))), resource: .application(ApplicationID("r")))
        #expect(set.evaluate(request).outcome == .failed(.evaluationFailed))
    }
}
