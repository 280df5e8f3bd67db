/// A stored Argon2id hash, with cost and salt inside their bounds.
public struct Argon2idHash: Sendable, Equatable {
    /// The cost it was made with.
    public let cost: Argon2id
    /// The salt it was made with.
    public let salt: [UInt8]
    private let tag: [UInt8]

    init(cost: Argon2id, salt: [UInt8], tag: [UInt8]) {
        self.cost = cost
        self.salt = salt
        self.tag = tag
    }

    /// Reads the PHC string `$argon2id$v=19$m=...,t=...,p=...$salt$hash`.
    ///
    /// What a store says is bounded before it is used, so that a planted hash can't exhaust the machine.
    /// - Throws: `malformed` for another shape; `unsupported` for a cost outside the ranges of ``Argon2id``.
    public init(encoded: String) throws(CryptographyError) {
        let fields = encoded.utf8.count <= 256 ? encoded.split(separator: "$", omittingEmptySubsequences: false) : []
        guard fields.count == 6, fields[0].isEmpty, fields[1] == "argon2id", fields[2] == "v=19" else {
            throw .malformed("argon2id hash")
        }
        let numbers = fields[3].split(separator: ",", omittingEmptySubsequences: false)
        guard numbers.count == 3, let memory = Self.number(numbers[0], name: "m="),
            let iterations = Self.number(numbers[1], name: "t="), let lanes = Self.number(numbers[2], name: "p=")
        else { throw .malformed("argon2id hash") }
        let salt = try Base64.decode(String(fields[4]), padding: .none)
        let tag = try Base64.decode(String(fields[5]), padding: .none)
        guard (8...64).contains(salt.count), (16...64).contains(tag.count) else { throw .malformed("argon2id hash") }
        cost = try Argon2id(memoryKiB: memory, iterations: iterations, parallelism: lanes)
        self.salt = salt
        self.tag = tag
    }

    /// The PHC string of this hash.
    public var encoded: String {
        let parameters = "m=\(cost.memoryKiB),t=\(cost.iterations),p=\(cost.parallelism)"
        let saltText = Base64.encode(salt, padding: .none)
        return "$argon2id$v=19$\(parameters)$\(saltText)$\(Base64.encode(tag, padding: .none))"
    }

    /// Whether `password` is the one that was hashed, compared in constant time; as slow as hashing.
    /// - Throws: `library` when the memory can't be had.
    public func matches(_ password: SecretBytes) throws(CryptographyError) -> Bool {
        ConstantTime.equal(tag, try cost.tag(of: password, salt: salt, byteCount: tag.count))
    }

    /// A decimal number without sign or leading zero after `name`.
    private static func number(_ text: Substring, name: String) -> UInt32? {
        guard text.hasPrefix(name) else { return nil }
        let digits = text.dropFirst(name.count)
        guard let first = digits.utf8.first, (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(first) else { return nil }
        return UInt32(digits)
    }
}

extension Argon2idHash: CustomStringConvertible {
    /// Always `***`: a hash is material for guessing.
    public var description: String { "***" }
}
