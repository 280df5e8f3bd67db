import FoundationEssentials
import Glibc
import Testing

/// A directory that goes away with its owner.
public final class TemporaryDirectory: Sendable {
    /// Absolute, without a slash at its end.
    public let path: String

    /// Makes an empty one.
    public init() throws {
        var template = Array("/tmp/postern-test-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            Issue.record("the directory of the test remains: \(error)")
        }
    }
}
