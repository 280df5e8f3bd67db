import Glibc
import ServiceRuntime

/// Where a command's text goes: results to one stream, messages to the other.
struct Console: Sendable {
    /// Writes a result; the text carries its own line ends.
    let write: @Sendable (_ text: String) -> Void
    /// Writes a message; the text carries its own line ends.
    let error: @Sendable (_ text: String) -> Void
    /// Why results were lost; nil as long as all of them were written.
    let failure: @Sendable () -> SystemError?

    init(
        write: @escaping @Sendable (String) -> Void, error: @escaping @Sendable (String) -> Void,
        failure: @escaping @Sendable () -> SystemError? = { nil }
    ) {
        self.write = write
        self.error = error
        self.failure = failure
    }

    /// Writes to two descriptors; behind the first result that cannot be written whole, no further one is.
    init(results: Int32, messages: Int32) {
        let lost = Lock<SystemError?>(nil)
        self.init(
            write: { text in
                lost.withLock { lost in
                    if lost == nil { lost = Self.send(text, to: results) }
                }
            },
            // There is nobody left to tell of a message that cannot be written.
            error: { _ = Self.send($0, to: messages) },
            failure: { lost.withLock { $0 } })
    }

    /// The process's own standard output and standard error.
    static let standard = Console(results: STDOUT_FILENO, messages: STDERR_FILENO)

    /// Takes the numbers of the standard streams that the process was started without, so that no file that is opened
    /// later gets one of them and, with it, what is meant for the stream.
    static func reserveStandardStreams() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest free number is this one. Reading and writing go on to fail, as they would without it.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    private static func send(_ text: String, to descriptor: Int32) -> SystemError? {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return SystemError(call: "write", code: count < 0 ? errno : EIO) }
            rest = rest.dropFirst(count)
        }
        return nil
    }
}
