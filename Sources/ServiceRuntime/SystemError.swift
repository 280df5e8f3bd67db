import Glibc

/// A failed call to the operating system.
public struct SystemError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The name of the call, such as `open`.
    public let call: String
    /// The value of `errno` after it.
    public let code: Int32

    /// Names a failed call and its `errno`.
    public init(call: String, code: Int32) {
        self.call = call
        self.code = code
    }

    /// One line that is safe to log and to show.
    public var description: String { "`\(call)` failed: \(Self.text(of: code))" }

    /// The operating system's own text for an `errno`, in lower case.
    public static func text(of code: Int32) -> String {
        let text = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer -> String in
            guard let start = buffer.baseAddress, unsafe strerror_r(code, start, 256) == 0 else {
                return "error \(code)"
            }
            return unsafe String(cString: start)
        }
        return text.lowercased()
    }
}
