/// The snapshot that a token was decided on: which life of the store, and how far the tenant's journal had come.
public struct DecisionPoint: Sendable, Hashable {
    /// Raised when a store is restored or copied, which ends every older token.
    public var epoch: Int64
    /// The tenant's journal sequence.
    public var sequence: Int64

    /// Makes a point.
    public init(epoch: Int64, sequence: Int64) {
        self.epoch = epoch
        self.sequence = sequence
    }
}
