import Glibc

/// Tells threads apart.
struct ThreadIdentity: Equatable, Sendable {
    private let value: UInt

    static var current: ThreadIdentity { ThreadIdentity(value: UInt(pthread_self())) }
}
