/// A value of the MaxMind DB format as a writer puts it.
public indirect enum DataEntry: Sendable {
    /// A string.
    case text(String)
    /// A 16-bit number.
    case uint16(UInt16)
    /// A 32-bit number.
    case uint32(UInt32)
    /// A 64-bit number.
    case uint64(UInt64)
    /// A truth value.
    case truth(Bool)
    /// A map, in this order.
    case map([(String, DataEntry)])
    /// A list.
    case array([DataEntry])
    /// The value at an offset of the section.
    case pointer(Int)
    /// Bytes as they are, for what no writer would write.
    case raw([UInt8])

    /// The value as the file has it.
    public var bytes: [UInt8] {
        switch self {
        case .text(let text): head(2, text.utf8.count) + Array(text.utf8)
        case .uint16(let number): head(5, 2) + bigEndian(UInt64(number), 2)
        case .uint32(let number): head(6, 4) + bigEndian(UInt64(number), 4)
        case .uint64(let number): head(9, 8) + bigEndian(number, 8)
        case .truth(let isTrue): head(14, isTrue ? 1 : 0)
        case .map(let members): head(7, members.count) + members.flatMap { DataEntry.text($0).bytes + $1.bytes }
        case .array(let elements): head(11, elements.count) + elements.flatMap(\.bytes)
        case .pointer(let offset): [0b001_11_000] + bigEndian(UInt64(offset), 4)
        case .raw(let bytes): bytes
        }
    }

    /// Type and size; sizes of up to 284 are enough here.
    private func head(_ type: Int, _ size: Int) -> [UInt8] {
        let extended: [UInt8] = type > 7 ? [UInt8(type - 7)] : []
        let control = UInt8(type > 7 ? 0 : type << 5)
        return size < 29 ? [control | UInt8(size)] + extended : [control | 29] + extended + [UInt8(size - 29)]
    }
}

private func bigEndian(_ number: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * (count - 1 - $0))) }
}

/// Writes databases in the MaxMind DB format, version 2.0.
public struct MaxMindDatabaseWriter: Sendable {
    /// What a record of the search tree leads to.
    public enum Branch: Sendable {
        /// No record.
        case nothing
        /// Another node.
        case node(Int)
        /// The record at an offset of the data section.
        case data(offset: Int)
        /// A number as it is, for what no writer would write.
        case raw(Int)
    }

    /// The name of the kind of database.
    public var type: String
    /// 4 or 6.
    public var ipVersion: UInt16
    /// 24, 28 or 32.
    public var recordBits: Int
    /// When it was built, in seconds since 1970-01-01T00:00:00Z.
    public var built: UInt64 = 1_700_000_000
    /// Put in the place of metadata members of the same name, or behind the others.
    public var changedMetadata: [(String, DataEntry)] = []
    /// The data section.
    public private(set) var data: [UInt8] = []
    private var nodes: [[Branch]] = [[.nothing, .nothing]]

    /// Makes a writer of an empty database.
    public init(type: String = "Test-Country", ipVersion: UInt16 = 6, recordBits: Int = 24) {
        (self.type, self.ipVersion, self.recordBits) = (type, ipVersion, recordBits)
    }

    /// How many nodes the search tree has by now.
    public var nodeCount: Int { nodes.count }

    /// Puts a value behind the others and returns its offset.
    public mutating func add(_ entry: DataEntry) -> Int {
        defer { data += entry.bytes }
        return data.count
    }

    /// Maps the addresses whose first bits are those of `address`; longer prefixes have to come first.
    public mutating func map(_ address: [UInt8], prefix: Int, to branch: Branch) {
        var node = 0
        for index in 0..<prefix {
            let bit = Int(address[index / 8] >> UInt8(7 - index % 8) & 1)
            if index == prefix - 1 {
                nodes[node][bit] = branch
            } else if case .node(let next) = nodes[node][bit] {
                node = next
            } else {
                // What the shorter prefix maps goes on on both sides of the new node.
                nodes.append([nodes[node][bit], nodes[node][bit]])
                nodes[node][bit] = .node(nodes.count - 1)
                node = nodes.count - 1
            }
        }
    }

    /// Maps IPv4 addresses, which an IPv6 tree has under ::/96.
    public mutating func mapIPv4(_ address: [UInt8], prefix: Int, to branch: Branch) {
        if ipVersion == 4 {
            map(address, prefix: prefix, to: branch)
        } else {
            map([UInt8](repeating: 0, count: 12) + address, prefix: 96 + prefix, to: branch)
        }
    }

    /// The whole file.
    public var file: [UInt8] { tree + [UInt8](repeating: 0, count: 16) + data + Self.marker + metadata.bytes }

    /// What stands before the metadata.
    public static let marker: [UInt8] = [0xAB, 0xCD, 0xEF] + Array("MaxMind.com".utf8)

    private var metadata: DataEntry {
        let usual: [(String, DataEntry)] = [
            ("binary_format_major_version", .uint16(2)), ("binary_format_minor_version", .uint16(0)),
            ("build_epoch", .uint64(built)), ("database_type", .text(type)),
            ("description", .map([("en", .text("a database of the tests"))])), ("ip_version", .uint16(ipVersion)),
            ("languages", .array([.text("en")])), ("node_count", .uint32(UInt32(nodes.count))),
            ("record_size", .uint16(UInt16(recordBits))),
        ]
        let names = Set(usual.map(\.0))
        return .map(
            usual.map { member in changedMetadata.first { $0.0 == member.0 } ?? member }
                + changedMetadata.filter { !names.contains($0.0) })
    }

    private var tree: [UInt8] {
        nodes.flatMap { node in
            let (left, right) = (number(node[0]), number(node[1]))
            guard recordBits == 28 else { return bigEndian(left, recordBits / 8) + bigEndian(right, recordBits / 8) }
            let middle = UInt8((left >> 24) << 4 | right >> 24)
            return bigEndian(left, 3) + [middle] + bigEndian(right & 0xFF_FFFF, 3)
        }
    }

    private func number(_ branch: Branch) -> UInt64 {
        switch branch {
        case .nothing: UInt64(nodes.count)
        case .node(let number): UInt64(number)
        case .data(let offset): UInt64(nodes.count + 16 + offset)
        case .raw(let number): UInt64(number)
        }
    }
}
