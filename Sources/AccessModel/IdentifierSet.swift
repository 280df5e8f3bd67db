/// Identifiers, each once, made once and looked for in many tables.
///
/// Each is kept with its hash, which is the larger part of what a look-up costs. The order is the same for equal sets,
/// and means nothing.
public struct IdentifierSet<Subject>: Sendable, Hashable {
    /// The identifiers with their hashes, by hash and text.
    package let entries: [HashedIdentifier<Subject>]

    /// Makes a set; what comes twice counts once.
    public init(_ identifiers: some Sequence<Identifier<Subject>>) {
        var entries = identifiers.map { HashedIdentifier($0) }
        entries.sort { ($0.hash, $0.identifier) < ($1.hash, $1.identifier) }
        var unique: [HashedIdentifier<Subject>] = []
        unique.reserveCapacity(entries.count)
        for entry in entries where unique.last != entry { unique.append(entry) }
        self.entries = unique
    }

    /// Takes in further identifiers.
    public mutating func formUnion(_ others: some Sequence<Identifier<Subject>>) {
        self = Self(Array(self) + Array(others))
    }

    /// How many identifiers there are.
    public var count: Int { entries.count }

    /// Whether there is none.
    public var isEmpty: Bool { entries.isEmpty }
}

extension IdentifierSet: Sequence {
    /// The identifiers, in an order that means nothing.
    public func makeIterator() -> some IteratorProtocol<Identifier<Subject>> {
        entries.lazy.map(\.identifier).makeIterator()
    }
}

/// An identifier with its hash.
///
/// The standard hash is seeded so that nobody can choose colliding keys. Here both sides, policies and directory, are the
/// tenant's own, and the cheaper hash is a good part of a decision's time.
package struct HashedIdentifier<Subject>: Sendable, Hashable {
    /// The identifier.
    package let identifier: Identifier<Subject>
    /// The hash of its text.
    package let hash: UInt64

    /// Hashes an identifier.
    package init(_ identifier: Identifier<Subject>) {
        self.identifier = identifier
        hash = Self.hash(identifier)
    }

    /// Hashes an identifier's text.
    package static func hash(_ identifier: Identifier<Subject>) -> UInt64 {
        let text = identifier.rawValue
        let hash = text.utf8.withContiguousStorageIfAvailable(hash) ?? Array(text.utf8).withUnsafeBufferPointer(hash)
        // Texts beyond ASCII can be equal in other bytes.
        return hash ?? UInt64(bitPattern: Int64(text.hashValue))
    }

    /// The hash of an ASCII text; nil for any other.
    private static func hash(_ buffer: UnsafeBufferPointer<UInt8>) -> UInt64? {
        let bytes = UnsafeRawBufferPointer(buffer)
        var hash = UInt64(bytes.count)
        var seen: UInt64 = 0
        var index = 0
        while index + 8 <= bytes.count {
            let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            seen |= word
            hash = mixed(hash, word)
            index += 8
        }
        while index < bytes.count {
            let word = UInt64(bytes[index])
            seen |= word
            hash = mixed(hash, word)
            index += 1
        }
        return seen & 0x8080_8080_8080_8080 == 0 ? hash : nil
    }

    private static func mixed(_ hash: UInt64, _ word: UInt64) -> UInt64 {
        let product = (hash ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return product.high ^ product.low
    }
}
