import AccessModel
import Observability
import ServiceRuntime
import TestSupport
import Testing

@testable import postern

@Suite struct CountriesTests {
    let directory: TemporaryDirectory
    let log = LogRecorder()
    let clock = ManualClock(nowMilliseconds: 1_700_000_000_000)
    let german = address("192.0.2.7")
    let damaged = address("198.51.100.7")

    init() throws { directory = try TemporaryDirectory() }

    /// A file that puts 192.0.2.0/24 into a country, and has a record for 198.51.100.0/24 that can't be read.
    private func write(_ country: String, change: (inout MaxMindDatabaseWriter) -> Void = { _ in }) throws -> String {
        var writer = MaxMindDatabaseWriter()
        change(&writer)
        let known = writer.add(.map([("country", .map([("iso_code", .text(country))]))]))
        let broken = writer.add(.map([("country", .pointer(1 << 30))]))
        writer.mapIPv4([192, 0, 2, 0], prefix: 24, to: .data(offset: known))
        writer.mapIPv4([198, 51, 100, 0], prefix: 24, to: .data(offset: broken))
        if writer.ipVersion == 6 {
            writer.map([0x20, 0x01, 0x0D, 0xB8], prefix: 32, to: .data(offset: known))
        }
        let file = "\(directory.path)/countries.mmdb"
        try LocalFile.replace(file, with: writer.file)
        return file
    }

    private func open(_ path: String) throws -> Countries {
        try Countries(path: path, clock: clock, logger: Logger(label: "countries", level: .info, sink: log))
    }

    private func lines(_ level: LogLevel) -> [String] {
        log.entries.filter { $0.level == level }.map { "\($0.message)" }
    }

    private static func address(_ text: String) -> IPAddress {
        guard let address = IPAddress(text) else { preconditionFailure("no address") }
        return address
    }

    @Test func `gives the country of an address of either family`() throws {
        let countries = try open(write("DE"))
        #expect(countries.country(of: german) == "DE")
        #expect(countries.country(of: Self.address("2001:db8:1::1")) == "DE")
        #expect(countries.country(of: Self.address("2001:db9::1")) == nil)
        #expect(countries.country(of: Self.address("192.0.3.1")) == nil)
        #expect(lines(.notice) == ["countries opened"])
        #expect(lines(.warning).isEmpty)
    }

    @Test func `a record that cannot be read counts as unknown and is logged once for each file`() async throws {
        let countries = try open(write("DE"))
        for _ in 0..<3 { #expect(countries.country(of: damaged) == nil) }
        #expect(lines(.error) == ["a country was not found; it counts as unknown"])
        _ = try write("FR", change: { $0.type = "Another" })
        await countries.reload()
        for _ in 0..<3 { #expect(countries.country(of: damaged) == nil) }
        #expect(lines(.error).count == 2)
        #expect(!log.entries.contains { "\($0)".contains("198.51.100.7") })
    }

    @Test func `a file that has changed is opened again within a minute`() async throws {
        let countries = try open(write("DE"))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await countries.run() }
            await clock.sleepers(atLeast: 1)
            _ = try write("FR", change: { $0.type = "Another" })
            #expect(countries.country(of: german) == "DE")
            clock.advance(byMilliseconds: 60_000)
            await clock.sleepers(atLeast: 1)
            #expect(countries.country(of: german) == "FR")
            #expect(lines(.notice) == ["countries opened", "countries reloaded"])
            group.cancelAll()
            await #expect(throws: CancellationError.self) { try await group.waitForAll() }
        }
    }

    @Test func `a replacement that cannot be used leaves the countries before, and is logged once`() async throws {
        let file = try write("DE")
        let countries = try open(file)
        try LocalFile.replace(file, with: Array("<html>".utf8))
        for _ in 0..<3 { await countries.reload() }
        #expect(countries.country(of: german) == "DE")
        #expect(lines(.error) == ["countries not reloaded; the ones before stay in use"])
        _ = try write("FR")
        await countries.reload()
        #expect(countries.country(of: german) == "FR")
    }

    @Test func `warns of a database that is old or knows no IPv6 addresses`() throws {
        _ = try open(write("DE", change: { $0.built = 1_700_000_000 - 91 * 86_400 }))
        #expect(lines(.warning) == ["the database of countries is old"])
        _ = try open(write("DE", change: { $0.ipVersion = 4 }))
        #expect(lines(.warning).last == "the database of countries knows no IPv6 addresses")
    }

    @Test func `a database that cannot be used names the setting`() throws {
        let file = try directory.write("page.mmdb", "<html>")
        let failure = #expect(throws: CommandFailure.self) { try open(file) }
        #expect(
            failure?.description
                == "`countryDatabase` cannot be used: `\(file)` is not a database in the MaxMind DB format")
    }

    // MARK: Requests of commands

    private func requests(_ words: [String], _ environment: [String: String] = [:]) throws -> RequestCountries {
        let command = try #require(PolicyCommands.all.first { $0.name == "policy evaluate" })
        return try RequestCountries(CommandArguments(words[...], for: command), environment: environment)
    }

    private func request(_ address: IPAddress?, country: String? = nil) -> AccessRequest {
        AccessRequest(
            subject: .servicePrincipal(ServicePrincipal(ClientID("client"))),
            resource: .application(ApplicationID("r")),
            context: AccessContext(ipAddress: address, country: country))
    }

    @Test(arguments: [true, false])
    func `a request gets the country that it does not give itself`(isOption: Bool) throws {
        let file = try write("DE")
        let words = ["--policies", "p", "--request", "r"]
        let countries =
            try isOption
            ? requests(words + ["--country-database", file]) : requests(words, ["POSTERN_COUNTRY_DATABASE": file])
        #expect(try countries.filled(request(german)).context.country == "DE")
        #expect(try countries.filled(request(german, country: "FR")).context.country == "FR")
        #expect(try countries.filled(request(nil)).context.country == nil)
        #expect(try countries.filled(request(Self.address("10.0.0.1"))).context.country == nil)
        #expect(throws: CommandFailure.self) { try countries.filled(request(damaged)) }
    }

    @Test(arguments: [[:], ["POSTERN_COUNTRY_DATABASE": ""]])
    func `a request without a database stays as it is`(environment: [String: String]) throws {
        let countries = try requests(["--policies", "p", "--request", "r"], environment)
        #expect(try countries.filled(request(german)) == request(german))
    }
}
