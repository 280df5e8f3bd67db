/// Makes sure that a file has the shape of a database before the library opens it.
///
/// The library computes the size of the search tree in 32 bits and takes the result on trust, and reads metadata of no
/// bytes beyond its end.
enum DatabaseLayout {
    /// What stands before the metadata.
    private static let marker: [UInt8] = [0xAB, 0xCD, 0xEF] + Array("MaxMind.com".utf8)
    /// How far from the end of the file the metadata may start.
    private static let metadataLimit = 128 << 10
    /// The bytes between search tree and data.
    private static let separator = 16

    /// - Throws: ``GeoLocationError/notADatabase(path:)``, ``GeoLocationError/corrupt(path:reason:)``.
    static func check(_ snapshot: FileSnapshot) throws(GeoLocationError) {
        try snapshot.withBytes { bytes throws(GeoLocationError) in
            guard let start = metadataStart(in: bytes) else { throw .notADatabase(path: snapshot.path) }
            do throws(DataFault) {
                let metadata = bytes.extracting(start...)
                try DataCheck.check(metadata, at: 0, reach: .everything)
                let tree = try treeByteCount(metadata)
                guard let tree, tree + separator <= start - marker.count else { throw .outOfBounds }
            } catch {
                throw .corrupt(path: snapshot.path, reason: error.reason)
            }
        }
    }

    /// Where the bytes behind the last marker start.
    private static func metadataStart(in bytes: Span<UInt8>) -> Int? {
        let first = max(0, bytes.count - metadataLimit)
        var start = bytes.count - marker.count
        while start >= first {
            if bytes[start] == marker[0], marker.indices.allSatisfy({ bytes[start + $0] == marker[$0] }) {
                return start + marker.count
            }
            start -= 1
        }
        return nil
    }

    /// The size of the search tree: two records a node.
    private static func treeByteCount(_ metadata: Span<UInt8>) throws(DataFault) -> Int? {
        guard let nodes = try number("node_count", in: metadata), let bits = try number("record_size", in: metadata)
        else { return nil }
        let (product, overflow) = nodes.multipliedReportingOverflow(by: bits / 4)
        return overflow ? nil : product
    }

    /// The first value of the map that has the name, as the library takes it too; nil unless it is a small number.
    private static func number(_ name: String, in metadata: Span<UInt8>) throws(DataFault) -> Int? {
        let name = Array(name.utf8)
        let map = try DataValue(metadata, at: 0).resolved(in: metadata)
        guard case .map(let count) = map.content else { return nil }
        var offset = map.end
        for _ in 0..<count {
            let key = try DataValue(metadata, at: offset)
            if let range = try key.string(in: metadata), range.count == name.count,
                name.indices.allSatisfy({ metadata[range.lowerBound + $0] == name[$0] })
            {
                return try DataValue(metadata, at: key.end).resolved(in: metadata).number(in: metadata)
            }
            offset = try DataCheck.check(metadata, at: key.end, reach: .everything)
        }
        return nil
    }
}

extension DataValue {
    /// The value, if it is a scalar of at most 4 bytes.
    fileprivate func number(in section: Span<UInt8>) -> Int? {
        guard case .scalar(let range) = content, range.count <= 4 else { return nil }
        return range.reduce(0) { $0 << 8 | Int(section[$1]) }
    }
}
