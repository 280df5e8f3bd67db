import Glibc

/// The process's environment, read once.
enum Environment {
    /// Every variable.
    static var variables: [String: String] {
        var variables: [String: String] = [:]
        var entry = environ
        while let text = entry.pointee {
            let parts = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
            entry += 1
        }
        return variables
    }

    /// The operating system's user, as the journal names whoever acts through a command.
    static var actor: String {
        let user = getuid()
        guard let entry = getpwuid(user), let name = entry.pointee.pw_name else { return "uid:\(user)" }
        return "os:" + String(cString: name)
    }
}
