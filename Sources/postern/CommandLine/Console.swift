import Glibc

/// Where a command's text goes: results to one stream, messages to the other.
struct Console: Sendable {
    /// Writes a result; the text carries its own line ends.
    let write: @Sendable (_ text: String) -> Void
    /// Writes a message; the text carries its own line ends.
    let error: @Sendable (_ text: String) -> Void

    init(write: @escaping @Sendable (String) -> Void, error: @escaping @Sendable (String) -> Void) {
        self.write = write
        self.error = error
    }

    /// The process's own standard output and standard error.
    static let standard = Console(
        write: { send($0, to: STDOUT_FILENO) }, error: { send($0, to: STDERR_FILENO) })

    private static func send(_ text: String, to descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            // A reader that has gone away is not this program's failure; there is nobody left to tell.
            guard count > 0 || (count < 0 && errno == EINTR) else { return }
            rest = rest.dropFirst(max(0, count))
        }
    }
}
