/// Why something can't be kept on the device, or read again.
public enum LocalStoreError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The name can't be one of an item.
    case invalidName
    /// Others than the owner may read it, so that it is no secret any more.
    case exposed(String)
    /// It was read and is not in its form.
    case malformed(String)
    /// The store failed.
    case failed(String)

    /// One line that is safe to log.
    public var description: String {
        switch self {
        case .invalidName: "the name of an item must be letters, digits, dots and hyphens"
        case .exposed(let name): "`\(name)` can be read by others than its owner"
        case .malformed(let name): "`\(name)` is not in its form"
        case .failed(let what): what
        }
    }
}

/// Keeps secrets on the device, such as refresh tokens: a keychain, or files that only their owner can read.
public protocol SecretStore: Sendable {
    /// The item of a name; nil when there is none.
    ///
    /// - Throws: `LocalStoreError`.
    func read(_ name: String) async throws(LocalStoreError) -> [UInt8]?

    /// Writes an item; afterwards either the old one is there or the new one, whole.
    ///
    /// - Throws: `LocalStoreError`.
    func write(_ bytes: [UInt8], as name: String) async throws(LocalStoreError)

    /// Removes an item; it is no error when there is none.
    ///
    /// - Throws: `LocalStoreError`.
    func remove(_ name: String) async throws(LocalStoreError)
}
