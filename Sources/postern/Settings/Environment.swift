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
    ///
    /// The one who signed in, as the kernel knows them (`loginuid`), or as `sudo` names them, whatever user they have become
    /// since: administrators who share an account are still told apart.
    static var actor: String {
        if let login = loginUser { return "os:" + login }
        if let name = variables["SUDO_USER"], getpwnam(name) != nil { return "os:" + name }
        return name(of: getuid()).map { "os:" + $0 } ?? "uid:\(getuid())"
    }

    private static func name(of user: uid_t) -> String? {
        guard let entry = getpwuid(user), let name = entry.pointee.pw_name else { return nil }
        return String(cString: name)
    }

    private static var loginUser: String? {
        let file = open("/proc/self/loginuid", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = read(file, &bytes, bytes.count)
        guard count > 0, let user = uid_t(String(decoding: bytes.prefix(count), as: UTF8.self).prefix { $0.isNumber })
        else { return nil }
        // All ones: nobody signed in, as for what the system started.
        return user == uid_t.max ? nil : name(of: user)
    }
}
