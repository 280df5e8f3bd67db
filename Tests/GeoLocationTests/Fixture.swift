import GeoLocation
import Glibc
import TestSupport
import Testing

/// A database with one of each kind of record, and files that hold databases.
enum Fixture {
    /// Countries of the documentation ranges.
    static func countries(
        recordBits: Int = 24, ipVersion: UInt16 = 6, change: (inout MaxMindDatabaseWriter) -> Void = { _ in }
    ) -> MaxMindDatabaseWriter {
        var writer = MaxMindDatabaseWriter(ipVersion: ipVersion, recordBits: recordBits)
        let germany = writer.add(record(country: "DE"))
        // As writers save room: a whole country, and the name of a member, by pointer.
        let code = writer.add(.map([("iso_code", .text("FR"))]))
        let name = writer.add(.text("registered_country"))
        let registered = writer.add(.raw([0xE1] + DataEntry.pointer(name).bytes + DataEntry.pointer(code).bytes))
        let none = writer.add(.map([("continent", .map([("code", .text("AN"))])), ("is_anycast", .truth(true))]))
        let both = writer.add(record(country: "US", registered: "GB"))
        let lower = writer.add(record(country: "jp"))
        let unknown = writer.add(record(country: "ZZ", registered: "CH"))
        writer.mapIPv4([192, 0, 2, 0], prefix: 24, to: .data(offset: germany))
        writer.mapIPv4([198, 51, 100, 0], prefix: 24, to: .data(offset: registered))
        writer.mapIPv4([203, 0, 113, 0], prefix: 25, to: .data(offset: none))
        writer.mapIPv4([203, 0, 113, 128], prefix: 25, to: .data(offset: unknown))
        if ipVersion == 6 {
            writer.map(ipv6(0x2001, 0x0DB8), prefix: 32, to: .data(offset: lower))
            writer.map(ipv6(0x2001, 0x0DB8, 1), prefix: 48, to: .data(offset: both))
        }
        change(&writer)
        return writer
    }

    /// A database whose 192.0.2.0/24 has the given record, beside a sound one.
    static func with(record: DataEntry) -> MaxMindDatabaseWriter {
        countries { writer in
            let offset = writer.add(record)
            writer.mapIPv4([192, 0, 2, 0], prefix: 24, to: .data(offset: offset))
        }
    }

    static func record(country: String, registered: String? = nil) -> DataEntry {
        let names = DataEntry.map([("en", .text("a name")), ("de", .text("ein Name"))])
        let country: [(String, DataEntry)] = [
            ("continent", .map([("code", .text("EU")), ("geoname_id", .uint32(6_255_148)), ("names", names)])),
            ("country", .map([("geoname_id", .uint32(2_921_044)), ("iso_code", .text(country)), ("names", names)])),
        ]
        return .map(country + (registered.map { [("registered_country", .map([("iso_code", .text($0))]))] } ?? []))
    }

    /// The address with the given first groups.
    static func ipv6(_ groups: UInt16...) -> [UInt8] {
        let bytes = groups.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        return bytes + [UInt8](repeating: 0, count: 16 - bytes.count)
    }

    /// An IPv4-mapped address.
    static func mapped(_ bytes: UInt8...) -> [UInt8] {
        [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF] + bytes
    }
}

extension TemporaryDirectory {
    /// The path of a file in the directory.
    var database: String { path + "/countries.mmdb" }

    /// Writes into the file, in its place or over it.
    func write(_ bytes: [UInt8]) throws {
        let file = open(database, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        try #require(file >= 0)
        defer { close(file) }
        try #require(bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) } == bytes.count)
    }

    /// Writes a file and opens it.
    func opening(_ bytes: [UInt8]) throws -> CountryDatabase {
        try write(bytes)
        return try CountryDatabase(path: database)
    }
}

extension CountryDatabase {
    func country(of bytes: [UInt8]) throws(GeoLocationError) -> String? { try country(of: bytes.span) }
}
