public import AccessModel
public import Cryptography
import ServiceRuntime

/// What every use case needs of the world, handed in once.
public struct GatewayEnvironment: Sendable {
    /// Where state and journal live.
    public let store: any GatewayStore
    /// The public origin, `https://host[:port]`.
    public let origin: String
    /// The time of day.
    public let now: @Sendable () -> Timestamp
    /// That many random bytes.
    public let randomBytes: @Sendable (Int) -> [UInt8]
    /// The key that seals each tenant's data key.
    public let masterKey: SealingKey
    /// Where password hashes are made and checked.
    public let passwords: PasswordHashing
    /// Which issuances are journalled.
    public let issuanceEntries: IssuanceEntries
    /// What knows the countries of addresses; nil when nothing does.
    public let countries: (any CountryLookup)?
    /// Where devices are found by what others call them; nil when nothing tells of devices.
    public let devices: (any DeviceStore)?

    /// Makes an environment.
    public init(
        store: any GatewayStore, origin: String, now: @escaping @Sendable () -> Timestamp,
        randomBytes: @escaping @Sendable (Int) -> [UInt8] = RandomBytes.generate, masterKey: SealingKey,
        passwords: PasswordHashing, issuanceEntries: IssuanceEntries = .durable,
        countries: (any CountryLookup)? = nil, devices: (any DeviceStore)? = nil
    ) {
        self.store = store
        self.origin = origin
        self.now = now
        self.randomBytes = randomBytes
        self.masterKey = masterKey
        self.passwords = passwords
        self.issuanceEntries = issuanceEntries
        self.countries = countries
        self.devices = devices
    }

    /// A fresh version 4 GUID.
    func newIdentifier<Subject>() -> Identifier<Subject> {
        guard let guid = GUID(randomBytes: randomBytes(16)) else {
            preconditionFailure("the source of randomness gave another number of bytes than it was asked for")
        }
        return Identifier(guid.description)
    }
}

/// Whether tokens that change no state are journalled.
public enum IssuanceEntries: String, Sendable, Hashable, CaseIterable {
    /// Each is, durably, before the answer: the default.
    case durable
    /// App-only tokens are not: an explicit choice for speed, named at start and in the log.
    case omitted
}
