import CMaxMindDB
import Glibc

/// The library's handle of an open database, over a file in memory that nothing can change.
@safe
final class DatabaseReader: @unchecked Sendable {
    // INVARIANT: the handle and what it maps never change after init and are freed by deinit alone, and the library's
    // look-ups write to nothing but their results: this makes the unchecked conformance true.
    private let handle: UnsafeMutablePointer<MMDB_s>
    private let path: String

    /// The most nodes of the search tree that are looked at for a country.
    private static let probedNodes = 100_000

    /// Opens a snapshot that ``DatabaseLayout`` has checked.
    init(_ snapshot: FileSnapshot) throws(GeoLocationError) {
        let handle = UnsafeMutablePointer<MMDB_s>.allocate(capacity: 1)
        unsafe handle.initialize(to: MMDB_s())
        let code = unsafe MMDB_open(snapshot.pathInMemory, UInt32(MMDB_MODE_MMAP), handle)
        guard code == MMDB_SUCCESS else {
            unsafe handle.deallocate()
            throw .corrupt(path: snapshot.path, reason: Self.text(of: code))
        }
        unsafe self.handle = handle
        path = snapshot.path
    }

    deinit {
        unsafe MMDB_close(handle)
        unsafe handle.deallocate()
    }

    /// What the database says about itself.
    func metadata() throws(GeoLocationError) -> CountryDatabaseMetadata {
        let metadata = unsafe handle.pointee.metadata
        guard let built = unsafe Int64(exactly: metadata.build_epoch), built < 253_402_300_800 else {
            throw .corrupt(path: path, reason: "it was built after the year 9999")
        }
        let type = unsafe metadata.database_type.map { unsafe String(cString: $0) } ?? ""
        return unsafe CountryDatabaseMetadata(
            type: type.printable, builtMilliseconds: built * 1000, coversIPv6: metadata.ip_version == 6)
    }

    // MARK: Look-ups

    /// Where the record of an address is; nil when the address has none.
    func entry(of address: Span<UInt8>) throws(GeoLocationError) -> Entry? {
        var code: Int32 = 0
        let found = try unsafe lookUp(address, &code)
        // A database of IPv4 addresses maps no other.
        if code == MMDB_IPV6_LOOKUP_IN_IPV4_DATABASE_ERROR { return nil }
        guard code == MMDB_SUCCESS else { throw .corrupt(path: path, reason: Self.text(of: code)) }
        return unsafe found.found_entry ? Entry(offset: found.entry.offset) : nil
    }

    /// The country that a record names.
    func country(of entry: Entry) throws(GeoLocationError) -> String? {
        do throws(DataFault) {
            try check(entry)
        } catch {
            throw .corrupt(path: path, reason: error.reason)
        }
        if let code = try isoCode("country", of: entry) { return code }
        return try isoCode("registered_country", of: entry)
    }

    /// Whether a record names a country; those of the first part of the search tree are looked at.
    func holdsCountries() -> Bool {
        let count = unsafe min(Int(handle.pointee.metadata.node_count), Self.probedNodes)
        var last: UInt32?
        for number in 0..<count {
            for offset in offsets(ofNode: UInt32(number)) where offset != last {
                last = offset
                // A damaged record is no reason against the others; whoever looks it up is told.
                if (try? country(of: Entry(offset: offset))) != nil { return true }
            }
        }
        return false
    }

    /// A place in the data section.
    struct Entry {
        let offset: UInt32
    }

    private func lookUp(_ address: Span<UInt8>, _ code: inout Int32) throws(GeoLocationError) -> MMDB_lookup_result_s {
        switch address.count {
        case 4: return unsafe lookUp(ipv4: address, &code)
        case 16 where address.mapsIPv4: return unsafe lookUp(ipv4: address.extracting(12...), &code)
        case 16: return unsafe lookUp(ipv6: address, &code)
        case let count: throw .addressLength(count)
        }
    }

    private func lookUp(ipv4 address: Span<UInt8>, _ code: inout Int32) -> MMDB_lookup_result_s {
        var socket = sockaddr_in()
        socket.sin_family = sa_family_t(AF_INET)
        unsafe withUnsafeMutableBytes(of: &socket.sin_addr) { target in
            for index in address.indices { unsafe target[index] = address[index] }
        }
        return unsafe withUnsafePointer(to: &socket) { socket in
            unsafe socket.withMemoryRebound(to: sockaddr.self, capacity: 1) { socket in
                unsafe MMDB_lookup_sockaddr(handle, socket, &code)
            }
        }
    }

    private func lookUp(ipv6 address: Span<UInt8>, _ code: inout Int32) -> MMDB_lookup_result_s {
        var socket = sockaddr_in6()
        socket.sin6_family = sa_family_t(AF_INET6)
        unsafe withUnsafeMutableBytes(of: &socket.sin6_addr) { target in
            for index in address.indices { unsafe target[index] = address[index] }
        }
        return unsafe withUnsafePointer(to: &socket) { socket in
            unsafe socket.withMemoryRebound(to: sockaddr.self, capacity: 1) { socket in
                unsafe MMDB_lookup_sockaddr(handle, socket, &code)
            }
        }
    }

    private func check(_ entry: Entry) throws(DataFault) {
        let section = unsafe UnsafeBufferPointer(
            start: handle.pointee.data_section, count: Int(handle.pointee.data_section_size))
        try DataCheck.check(unsafe section.span, at: Int(entry.offset), reach: .memberOfMember)
    }

    /// The code of a country in a checked record; nil when there is none.
    private func isoCode(_ name: StaticString, of entry: Entry) throws(GeoLocationError) -> String? {
        var start = unsafe MMDB_entry_s(mmdb: handle, offset: entry.offset)
        var value = unsafe MMDB_entry_data_s()
        let code = unsafe postern_mmdb_get_value(&start, &value, name.characters, isoCodeMember.characters)
        if code == MMDB_LOOKUP_PATH_DOES_NOT_MATCH_DATA_ERROR { return nil }
        guard code == MMDB_SUCCESS else { throw .corrupt(path: path, reason: Self.text(of: code)) }
        guard unsafe value.type == MMDB_DATA_TYPE_UTF8_STRING, let text = unsafe postern_mmdb_text(&value) else {
            throw .corrupt(path: path, reason: "the code of a country is no string")
        }
        let characters = unsafe UnsafeRawBufferPointer(start: text, count: Int(value.data_size)).bindMemory(
            to: UInt8.self)
        return unsafe CountryCode.read(characters.span)
    }

    private func offsets(ofNode number: UInt32) -> [UInt32] {
        var node = unsafe MMDB_search_node_s()
        guard unsafe MMDB_read_node(handle, number, &node) == MMDB_SUCCESS else { return [] }
        let records = unsafe [
            (node.left_record_type, node.left_record_entry.offset),
            (node.right_record_type, node.right_record_entry.offset),
        ]
        return records.filter { $0.0 == MMDB_RECORD_TYPE_DATA }.map(\.1)
    }

    /// The one translation of the library's results.
    private static func text(of code: Int32) -> String {
        switch code {
        case MMDB_CORRUPT_SEARCH_TREE_ERROR: "the search tree leads out of the file"
        case MMDB_INVALID_METADATA_ERROR, MMDB_LOOKUP_PATH_DOES_NOT_MATCH_DATA_ERROR: "its metadata are incomplete"
        case MMDB_UNKNOWN_DATABASE_FORMAT_ERROR: "its version of the format is not known"
        case MMDB_INVALID_DATA_ERROR: "a value is not what its type says"
        case MMDB_OUT_OF_MEMORY_ERROR: "there is no memory for it"
        default: "the library gives error \(code)"
        }
    }
}

private let isoCodeMember: StaticString = "iso_code"

extension StaticString {
    /// The characters, which a zero byte follows.
    fileprivate var characters: UnsafePointer<CChar> {
        unsafe UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
    }
}

extension Span<UInt8> {
    /// Whether 16 bytes are an IPv4-mapped address, ::ffff:0:0/96.
    fileprivate var mapsIPv4: Bool {
        for index in 0..<10 where self[index] != 0 { return false }
        return self[10] == 0xFF && self[11] == 0xFF
    }
}

extension String {
    /// The first 100 characters, those outside of printable ASCII replaced.
    fileprivate var printable: String {
        String(unicodeScalars.prefix(100).map { (0x20...0x7E).contains($0.value) ? Character($0) : "?" })
    }
}
