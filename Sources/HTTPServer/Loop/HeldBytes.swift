import Synchronization

/// The memory that the requests of all loops together take: heads and bodies that are not whole, and bodies that handlers work on.
final class HeldBytes: Sendable {
    private let limit: Int
    private let count = Atomic<Int>(0)

    init(limit: Int) {
        self.limit = limit
    }

    /// Counts more or fewer bytes, even beyond the limit, because they are there; whether it is kept.
    func change(by bytes: Int) -> Bool {
        count.wrappingAdd(bytes, ordering: .relaxed).newValue <= limit
    }

    /// Whether so many bytes more would keep the limit.
    func hasRoom(for bytes: Int) -> Bool {
        count.load(ordering: .relaxed) + bytes <= limit
    }

    /// What counts of the bytes that a connection, or a request in its handler, holds.
    ///
    /// The first 4 KiB are free: the number of connections bounds them, and so an ordinary request finds room when large ones
    /// have taken everything.
    static func counted(_ bytes: Int) -> Int { max(0, bytes - free) }

    private static var free: Int { 4096 }
}
