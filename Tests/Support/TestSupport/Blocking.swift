import Foundation

/// Runs what blocks on a thread of its own.
///
/// Tasks share as many threads as there are processors: two tests that wait for other processes would stop all others.
public func blocking<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
    }
}
