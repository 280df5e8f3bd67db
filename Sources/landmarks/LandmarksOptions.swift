/// What the program was called with.
struct LandmarksOptions {
    enum Command: String {
        case signIn = "sign-in"
        case deviceCode = "device-code"
        case token, remediate, enroll, status, follow, unenroll
    }

    let command: Command
    private(set) var authority = ""
    private(set) var client = ""
    private(set) var redirect = "http://127.0.0.1:53682/callback"
    private(set) var state = "landmarks-state"
    private(set) var trust: String?
    private(set) var scopes: [String] = []
    private(set) var account: String?
    private(set) var user: String?
    private(set) var identity: String?
    private(set) var isStock = false
    private(set) var declaresProtapp = true
    private(set) var isSilent = false
    private(set) var language = "en"
    private(set) var tokenFile: String?

    init(_ arguments: [String]) throws(LandmarksFailure) {
        guard let name = arguments.first, let command = Command(rawValue: name) else {
            throw LandmarksFailure(text: "say what to do")
        }
        self.command = command
        var rest = arguments.dropFirst()
        while let option = rest.popFirst() {
            switch option {
            case "--stock": isStock = true
            case "--without-protapp": declaresProtapp = false
            case "--silent": isSilent = true
            default:
                guard let value = rest.popFirst() else { throw LandmarksFailure(text: "`\(option)` needs a value") }
                try take(option, value)
            }
        }
        guard !authority.isEmpty, !client.isEmpty else {
            throw LandmarksFailure(text: "`--authority` and `--client` are needed")
        }
    }

    private mutating func take(_ option: String, _ value: String) throws(LandmarksFailure) {
        switch option {
        case "--authority": authority = value
        case "--client": client = value
        case "--redirect": redirect = value
        case "--state": state = value
        case "--trust": trust = value
        case "--scope": scopes.append(value)
        case "--account": account = value
        case "--user": user = value
        case "--identity": identity = value
        case "--language": language = value
        case "--token-file": tokenFile = value
        default: throw LandmarksFailure(text: "there is no option `\(option)`")
        }
    }
}
