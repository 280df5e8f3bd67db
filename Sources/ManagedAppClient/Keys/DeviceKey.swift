public import Cryptography

/// The P-256 key of one installation for one account; its private half need never leave where it was made.
public protocol DeviceKey: Sendable {
    /// The public half.
    var publicKey: PublicKey { get }

    /// Signs with ES256 in JOSE form: 64 bytes (RFC 7518, section 3.4).
    func sign(_ message: [UInt8]) async throws(CryptographyError) -> [UInt8]
}

/// Where the installation's keys are made and kept, such as a secure element.
public protocol DeviceKeyStore: Sendable {
    /// Makes a key and keeps it.
    ///
    /// - Parameter name: letters, digits, dots and hyphens.
    /// - Returns: the new key, which replaces one of that name.
    /// - Throws: `LocalStoreError`.
    func makeKey(named name: String) async throws(LocalStoreError) -> any DeviceKey

    /// The key of a name; nil when there is none.
    ///
    /// - Throws: `LocalStoreError`.
    func key(named name: String) async throws(LocalStoreError) -> (any DeviceKey)?

    /// Removes a key; it is no error when there is none.
    ///
    /// - Throws: `LocalStoreError`.
    func removeKey(named name: String) async throws(LocalStoreError)
}

/// A device key in memory.
public struct SoftwareDeviceKey: DeviceKey {
    /// The public half.
    public var publicKey: PublicKey { key.publicKey }
    private let key: SigningKey

    /// Wraps a key.
    ///
    /// - Parameter key: nil is returned if it is not on P-256.
    public init?(_ key: SigningKey) {
        guard key.type == .p256 else { return nil }
        self.key = key
    }

    /// Signs with ES256.
    public func sign(_ message: [UInt8]) async throws(CryptographyError) -> [UInt8] {
        try key.sign(message, algorithm: .es256)
    }
}

/// Device keys as files that only their owner can read; for platforms without a secure element.
public struct FileDeviceKeyStore: DeviceKeyStore {
    private let files: FileSecretStore

    /// Makes a store in a directory.
    ///
    /// - Parameter directory: made with mode 0700 when it does not exist.
    /// - Throws: `LocalStoreError`.
    public init(directory: String) throws(LocalStoreError) {
        files = try FileSecretStore(directory: directory)
    }

    /// Makes a key and writes it.
    ///
    /// - Returns: the new key, which replaces one of that name.
    /// - Throws: `LocalStoreError`.
    public func makeKey(named name: String) throws(LocalStoreError) -> any DeviceKey {
        let (key, text) = try Self.generate()
        try files.write(text.copiedBytes, as: Self.file(name))
        return key
    }

    private static func generate() throws(LocalStoreError) -> (any DeviceKey, SecretBytes) {
        do throws(CryptographyError) {
            let made = try SigningKey.generate(.p256)
            guard let key = SoftwareDeviceKey(made) else { throw .unsupported("key") }
            return (key, try made.pem())
        } catch {
            throw .failed("a key could not be made")
        }
    }

    /// Reads the key of a name; nil when there is none.
    ///
    /// - Throws: `LocalStoreError`.
    public func key(named name: String) throws(LocalStoreError) -> (any DeviceKey)? {
        guard let bytes = try files.read(Self.file(name)) else { return nil }
        do throws(CryptographyError) {
            return SoftwareDeviceKey(try SigningKey(pem: String(decoding: bytes, as: UTF8.self)))
        } catch {
            throw .malformed(Self.file(name))
        }
    }

    /// Removes a key; it is no error when there is none.
    ///
    /// - Throws: `LocalStoreError`.
    public func removeKey(named name: String) throws(LocalStoreError) { try files.remove(Self.file(name)) }

    private static func file(_ name: String) -> String { "key-\(name).pem" }
}
