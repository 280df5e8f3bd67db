import GeoLocation
import Glibc
import ServiceRuntime
import TestSupport
import Testing

/// An address and its country in the fixture.
struct LookUpCase: Sendable, CustomTestStringConvertible {
    let note: String
    let address: [UInt8]
    let country: String?
    var testDescription: String { note }

    init(_ note: String, _ address: [UInt8], _ country: String?) {
        (self.note, self.address, self.country) = (note, address, country)
    }

    static let all = [
        LookUpCase("the country", [192, 0, 2, 1], "DE"),
        LookUpCase("the last address of its network", [192, 0, 2, 255], "DE"),
        LookUpCase("the address behind its network", [192, 0, 3, 0], nil),
        LookUpCase("only a registered country, by pointers", [198, 51, 100, 7], "FR"),
        LookUpCase("a record without a country", [203, 0, 113, 1], nil),
        LookUpCase("ZZ is no country, the registered one is", [203, 0, 113, 200], "CH"),
        LookUpCase("no record", [10, 0, 0, 1], nil),
        LookUpCase("IPv6, written in lower case", Fixture.ipv6(0x2001, 0x0DB8, 7), "JP"),
        LookUpCase("the longer prefix, and country before registered", Fixture.ipv6(0x2001, 0x0DB8, 1, 9), "US"),
        LookUpCase("IPv6 without a record", Fixture.ipv6(0x2001, 0x0DB9), nil),
        LookUpCase("IPv4-mapped", Fixture.mapped(192, 0, 2, 9), "DE"),
        LookUpCase("IPv4-mapped without a record", Fixture.mapped(10, 0, 0, 1), nil),
        LookUpCase("all zeros", Fixture.ipv6(), nil),
    ]
}

struct CountryDatabaseTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test(arguments: LookUpCase.all, [24, 28, 32])
    func `an address is in the country that its record names`(_ example: LookUpCase, recordBits: Int) throws {
        let database = try directory.opening(Fixture.countries(recordBits: recordBits).file)
        #expect(try database.country(of: example.address) == example.country)
    }

    @Test func `a database of IPv4 addresses maps no IPv6 address but those that map IPv4`() throws {
        let database = try directory.opening(Fixture.countries(ipVersion: 4).file)
        #expect(!database.metadata.coversIPv6)
        #expect(try database.country(of: [192, 0, 2, 1]) == "DE")
        #expect(try database.country(of: Fixture.mapped(192, 0, 2, 1)) == "DE")
        #expect(try database.country(of: Fixture.ipv6(0x2001, 0x0DB8)) == nil)
    }

    @Test(arguments: [0, 3, 5, 15, 17])
    func `an address of any other length is refused`(count: Int) throws {
        let database = try directory.opening(Fixture.countries().file)
        #expect(throws: GeoLocationError.addressLength(count)) {
            try database.country(of: [UInt8](repeating: 1, count: count))
        }
    }

    @Test func `type, build time and age are those of the metadata`() throws {
        let writer = Fixture.countries { $0.type = "Test\n-City-\u{E9}" }
        let metadata = try directory.opening(writer.file).metadata
        #expect(metadata.type == "Test?-City-?")
        #expect(metadata.builtMilliseconds == 1_700_000_000_000)
        #expect(metadata.coversIPv6)
        #expect(metadata.age(atMilliseconds: 1_700_000_060_500) == .milliseconds(60_500))
        #expect(metadata.age(atMilliseconds: 1_699_999_999_000) == .seconds(-1))
    }

    @Test(arguments: ["", "D", "DEU", "D1", "--", "\u{E9}"])
    func `what is not two letters is no country`(code: String) throws {
        let database = try directory.opening(Fixture.with(record: Fixture.record(country: code)).file)
        #expect(try database.country(of: [192, 0, 2, 1]) == nil)
        #expect(try database.country(of: [198, 51, 100, 1]) == "FR")
    }

    @Test func `a database whose records name no country is refused, whatever its type`() throws {
        var writer = MaxMindDatabaseWriter(type: "Country")
        let entry = writer.add(.map([("autonomous_system_number", .uint32(64496)), ("country", .text("DE"))]))
        writer.mapIPv4([192, 0, 2, 0], prefix: 24, to: .data(offset: entry))
        #expect(throws: GeoLocationError.noCountries(path: directory.database, type: "Country")) {
            try directory.opening(writer.file)
        }
    }

    @Test func `a database of any type is opened when a record names a country`() throws {
        let database = try directory.opening(Fixture.countries { $0.type = "Everything" }.file)
        #expect(database.metadata.type == "Everything")
    }

    @Test func `answers are the same on many threads`() async throws {
        let database = try directory.opening(Fixture.countries().file)
        let wrong = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    (0..<500).count { number in
                        let example = LookUpCase.all[number % LookUpCase.all.count]
                        guard let answer = try? database.country(of: example.address) else {
                            return example.country != nil
                        }
                        return answer != example.country
                    }
                }
            }
            return await group.reduce(0, +)
        }
        #expect(wrong == 0)
    }

    // MARK: Files that change

    @Test func `a file that is cut and written over changes nothing for an open database`() throws {
        let database = try directory.opening(Fixture.countries().file)
        try directory.write([UInt8](repeating: 0xFF, count: 40))
        #expect(try database.country(of: [192, 0, 2, 1]) == "DE")
        #expect(try database.country(of: Fixture.ipv6(0x2001, 0x0DB8)) == "JP")
        #expect(unlink(directory.database) == 0)
        #expect(try database.country(of: [198, 51, 100, 1]) == "FR")
    }

    @Test func `a changed file is opened again, and only a changed one`() throws {
        try directory.write(Fixture.countries().file)
        let database = try ReloadableCountryDatabase(path: directory.database)
        #expect(try !database.reloadIfChanged())
        let opened = database.current
        try directory.write(Fixture.with(record: Fixture.record(country: "SE")).file)
        #expect(try database.current.country(of: [192, 0, 2, 1]) == "DE")
        #expect(try database.reloadIfChanged())
        #expect(try database.current.country(of: [192, 0, 2, 1]) == "SE")
        #expect(try opened.country(of: [192, 0, 2, 1]) == "DE")
        #expect(try !database.reloadIfChanged())
    }

    @Test func `a replacement that is refused leaves the open database, and is tried again`() throws {
        try directory.write(Fixture.countries().file)
        let database = try ReloadableCountryDatabase(path: directory.database)
        try directory.write(Array("<html>".utf8))
        for _ in 0..<2 {
            #expect(throws: GeoLocationError.notADatabase(path: directory.database)) { try database.reloadIfChanged() }
        }
        #expect(try database.current.country(of: [192, 0, 2, 1]) == "DE")
        #expect(unlink(directory.database) == 0)
        let missing = SystemError(call: "stat", code: ENOENT)
        #expect(throws: GeoLocationError.unreadable(path: directory.database, cause: missing)) {
            try database.reloadIfChanged()
        }
        #expect(try database.current.country(of: [192, 0, 2, 1]) == "DE")
    }
}
