import ServiceRuntime

/// Why a file cannot be used, as the system says it; the call that failed tells nobody who named the file anything.
struct FileError: Error, Hashable, CustomStringConvertible {
    /// The value of `errno`.
    let code: Int32

    init(_ code: Int32) {
        self.code = code
    }

    var description: String { SystemError.text(of: code) }
}
