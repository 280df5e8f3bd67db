import Glibc
import ServiceRuntime
import TestSupport
import Testing

@testable import GeoLocation

/// A file that must be refused, and why.
struct RefusedFileCase: Sendable, CustomTestStringConvertible {
    let note: String
    let bytes: [UInt8]
    /// Nil: it is no database at all.
    let reason: String?
    var testDescription: String { note }

    init(_ note: String, _ bytes: [UInt8], _ reason: String?) {
        (self.note, self.bytes, self.reason) = (note, bytes, reason)
    }

    init(_ note: String, metadata: (String, DataEntry), _ reason: String) {
        self.init(note, Fixture.countries { $0.changedMetadata = [metadata] }.file, reason)
    }

    private static let bounds = "a value does not lie within the data"

    static let all = [
        RefusedFileCase("nothing", [], nil),
        RefusedFileCase("a page", Array("<!doctype html><title>Sign in</title>".utf8), nil),
        RefusedFileCase("less than the marker", Array("MaxMind.com".utf8), nil),
        RefusedFileCase("the marker alone", MaxMindDatabaseWriter.marker, bounds),
        RefusedFileCase(
            "a marker too far from the end",
            Fixture.countries().file + [UInt8](repeating: 0, count: 128 << 10), nil),
        RefusedFileCase("a tree that the file has no room for", metadata: ("node_count", .uint32(100_000)), bounds),
        RefusedFileCase(
            "a tree whose size in 32 bits is that of the file", metadata: ("node_count", .uint32(0x2AAA_AAAB)), bounds),
        RefusedFileCase(
            "a tree that ends just below 4 GiB", metadata: ("node_count", .uint32(0x2AAA_AAA9)), bounds),
        RefusedFileCase("a tree of no nodes", metadata: ("node_count", .uint32(0)), "metadata"),
        RefusedFileCase("a number of nodes that is none", metadata: ("node_count", .text("9")), bounds),
        RefusedFileCase("an unknown record size", metadata: ("record_size", .uint16(20)), "format"),
        RefusedFileCase("an unknown address family", metadata: ("ip_version", .uint16(5)), "metadata"),
        RefusedFileCase("an unknown format", metadata: ("binary_format_major_version", .uint16(3)), "format"),
        RefusedFileCase("a time of building beyond all", metadata: ("build_epoch", .uint64(.max)), "year 9999"),
        RefusedFileCase("languages that are no list", metadata: ("languages", .text("en")), "metadata"),
        RefusedFileCase("metadata that nest without end", metadata: ("more", nested(50_000)), "inside one another"),
        RefusedFileCase("metadata that point at themselves", metadata: ("more", .pointer(0)), "inside one another"),
        RefusedFileCase(
            "metadata that grow with each pointer",
            Fixture.countries().file.replacingMetadata(with: doubling(levels: 30)), "too many values"),
        RefusedFileCase(
            "metadata that are no map",
            Fixture.countries().file.replacingMetadata(with: DataEntry.text("node_count").bytes), bounds),
        RefusedFileCase(
            "metadata that end within a size", Fixture.countries().file.replacingMetadata(with: [0x5E]), bounds),
    ]

    /// Lists, each the only element of the one around it.
    static func nested(_ depth: Int) -> DataEntry {
        .raw((0..<depth).flatMap { _ in [0x01, 0x04] as [UInt8] } + [0x40])
    }

    /// A map whose lists each hold the one before twice.
    private static func doubling(levels: Int) -> [UInt8] {
        var bytes: [UInt8] = [0xE0 | 29, UInt8(levels - 29)]
        var previous: Int?
        for level in 0..<levels {
            bytes += DataEntry.text("\(level)").bytes
            let offset = bytes.count
            let element: DataEntry = previous.map { .pointer($0) } ?? .text("")
            bytes += DataEntry.array([element, element]).bytes
            previous = offset
        }
        return bytes
    }
}

extension [UInt8] {
    fileprivate func replacingMetadata(with metadata: [UInt8]) -> [UInt8] {
        let marker = MaxMindDatabaseWriter.marker
        let start = indices.last { self[$0...].starts(with: marker) } ?? endIndex
        return self[..<start] + marker + metadata
    }
}

/// A record that can't be read, and why.
struct DamagedRecordCase: Sendable, CustomTestStringConvertible {
    let note: String
    let record: @Sendable () -> DataEntry
    let reason: String
    var testDescription: String { note }

    init(_ note: String, _ record: @autoclosure @escaping @Sendable () -> DataEntry, _ reason: String) {
        (self.note, self.record, self.reason) = (note, record, reason)
    }

    static let all = [
        DamagedRecordCase(
            "lists without end", .map([("a", RefusedFileCase.nested(400_000))]), "inside one another"),
        DamagedRecordCase("a pointer beyond the end", .map([("a", .pointer(1 << 30))]), "not lie within"),
        DamagedRecordCase("a pointer to a pointer", .raw(pointerToPointer), "a pointer leads to a pointer"),
        DamagedRecordCase("a key that is a number", .raw([0xE1, 0xA1, 7, 0xA1, 7]), "a key is no string"),
        DamagedRecordCase(
            "a map that goes on into the metadata", .raw([0xFF, 0xFF, 0xFF, 0xFF]), "a key is no string"),
        DamagedRecordCase("a string beyond the end", .raw([0x5F, 0xFF, 0xFF, 0xFF]), "not lie within"),
        DamagedRecordCase(
            "more values than a record has",
            .map([("a", .array((0..<100).map { _ in .array((0..<100).map { _ in .truth(true) }) }))]), "too many values"
        ),
        DamagedRecordCase(
            "a code that is a number", .map([("country", .map([("iso_code", .uint16(49))]))]), "is no string"),
        DamagedRecordCase(
            "a number with too many bytes", .map([("a", .raw([0xA3, 1, 2, 3]))]), "what its type says"),
    ]

    /// A map whose value points at the pointer that the fixture's records hold.
    private static let pointerToPointer: [UInt8] = {
        let file = Fixture.countries()
        let offset = file.data.indices.first { file.data[$0] == 0b001_11_000 } ?? 0
        return [0xE1, 0x41, 0x61] + DataEntry.pointer(offset).bytes
    }()
}

struct DamagedDatabaseTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private static let addresses = LookUpCase.all.map(\.address)

    @Test(arguments: RefusedFileCase.all)
    func `a file that is no sound database is refused`(_ example: RefusedFileCase) throws {
        let error = try #require(throws: GeoLocationError.self) { try directory.opening(example.bytes) }
        switch error {
        case .notADatabase(directory.database): #expect(example.reason == nil)
        case .corrupt(directory.database, let reason):
            #expect(reason.contains(example.reason ?? "no database"))
        default: Issue.record("refused for another reason: \(error)")
        }
        #expect(!error.description.contains("\n"))
    }

    @Test func `what is no file is refused, and a pipe is not waited for`() throws {
        let missing = SystemError(call: "open", code: ENOENT)
        #expect(throws: GeoLocationError.unreadable(path: directory.database, cause: missing)) {
            try CountryDatabase(path: directory.database)
        }
        #expect(throws: GeoLocationError.notAFile(path: directory.path)) { try CountryDatabase(path: directory.path) }
        #expect(mkfifo(directory.database, 0o600) == 0)
        #expect(throws: GeoLocationError.notAFile(path: directory.database)) {
            try CountryDatabase(path: directory.database)
        }
    }

    @Test func `a file with more bytes than the limit is refused`() throws {
        let bytes = Fixture.countries().file
        try directory.write(bytes)
        #expect(throws: GeoLocationError.tooLarge(path: directory.database, limit: bytes.count - 1)) {
            try CountryDatabase(path: directory.database, byteLimit: bytes.count - 1)
        }
        #expect(throws: Never.self) { try CountryDatabase(path: directory.database, byteLimit: bytes.count) }
    }

    @Test(arguments: DamagedRecordCase.all)
    func `a record that can't be read is an error, and the others are answered`(_ example: DamagedRecordCase) throws {
        let database = try directory.opening(Fixture.with(record: example.record()).file)
        let error = try #require(throws: GeoLocationError.self) { try database.country(of: [192, 0, 2, 1]) }
        guard case .corrupt(directory.database, let reason) = error else {
            Issue.record("refused for another reason: \(error)")
            return
        }
        #expect(reason.contains(example.reason))
        #expect(try database.country(of: [198, 51, 100, 1]) == "FR")
    }

    @Test(arguments: 1..<16)
    func `a tree that leads into the bytes before the data is an error`(distance: Int) throws {
        var nodes = 0
        let writer = Fixture.countries { writer in
            writer.mapIPv4([192, 0, 2, 0], prefix: 24, to: .nothing)
            nodes = writer.nodeCount
            writer.mapIPv4([192, 0, 2, 0], prefix: 24, to: .raw(nodes + distance))
        }
        let database = try directory.opening(writer.file)
        #expect(throws: GeoLocationError.self) { try database.country(of: [192, 0, 2, 1]) }
    }

    @Test func `a tree that leads beyond the data is an error`() throws {
        let writer = Fixture.countries { $0.mapIPv4([192, 0, 2, 0], prefix: 24, to: .raw(0xFF_FFFF)) }
        let database = try directory.opening(writer.file)
        #expect(throws: GeoLocationError.self) { try database.country(of: [192, 0, 2, 1]) }
    }

    @Test func `a tree that leads back to its root ends`() throws {
        let writer = Fixture.countries { $0.mapIPv4([192, 0, 2, 0], prefix: 24, to: .node(0)) }
        let database = try directory.opening(writer.file)
        #expect(try database.country(of: [192, 0, 2, 1]) == nil)
        #expect(try database.country(of: [198, 51, 100, 1]) == "FR")
    }

    // MARK: Seeded damage

    @Test func `no beginning of a database is taken for one`() throws {
        let whole = Fixture.countries().file
        for count in 0..<whole.count {
            #expect(throws: GeoLocationError.self, "\(count) bytes") { try directory.opening(Array(whole[..<count])) }
        }
    }

    @Test(arguments: [24, 28, 32])
    func `a database with flipped bits gives answers or errors`(recordBits: Int) throws {
        var random = SeededGenerator(seed: UInt64(recordBits))
        let whole = Fixture.countries(recordBits: recordBits).file
        var (opened, answered) = (0, 0)
        for _ in 0..<400 {
            var bytes = whole
            for _ in 0...Int(random.next() % 4) {
                bytes[Int(random.next() % UInt64(bytes.count))] ^= 1 << UInt8(random.next() % 8)
            }
            guard let database = try? directory.opening(bytes) else { continue }
            opened += 1
            for address in Self.addresses {
                guard let answer = try? database.country(of: address) else { continue }
                answered += 1
                #expect(answer.utf8.count == 2 && answer.utf8.allSatisfy { (0x41...0x5A).contains($0) })
            }
        }
        // Most flips hit one record: the rest of the database goes on answering.
        #expect(opened > 200 && answered > 1200)
    }
}
