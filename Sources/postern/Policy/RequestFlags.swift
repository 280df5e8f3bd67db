import AccessModel
import JSONCoding
import PolicyFormat

/// Flags that say what a request asks for and what is known of it.
enum RequestFlags {
    /// A flag and the place in a request's document that it sets.
    struct Flag: Sendable {
        /// How the text of a flag becomes a value.
        enum Kind: Sendable {
            /// It stays as it is.
            case text
            /// It is a whole number.
            case number
            /// It is one more element of a list.
            case element
            /// It is a kind of guest, with `@` and the home organisation behind it where that is known.
            case guest
            /// It is the name of a control that has been shown.
            case control
            /// It is the name of a file with a device.
            case device
        }

        let option: CommandOption
        let path: [String]
        let kind: Kind

        init(_ name: String, _ placeholder: String, _ path: [String], kind: Kind = .text, _ help: String) {
            let isRepeatable = if case .element = kind { true } else if case .control = kind { true } else { false }
            option = CommandOption(name, .text(placeholder), isRepeatable: isRepeatable, help: help)
            self.path = path
            self.kind = kind
        }
    }

    /// Every flag, in the order in which the help lists them.
    static let all = [
        Flag("account", "ID", ["subject", "account"], "the user who signs in"),
        Flag("group", "ID", ["subject", "groups"], kind: .element, "a group that the user is in; repeatable"),
        Flag("role", "ID", ["subject", "roles"], kind: .element, "an active role of the user; repeatable"),
        Flag("guest", "TYPE[@TENANT]", ["subject", "guest"], kind: .guest, "the kind of guest that the user is"),
        Flag("client", "ID", ["subject", "client"], "the client, when it asks for itself"),
        Flag("application", "ID", ["resource", "application"], "the application that is asked for"),
        Flag("user-action", "URN", ["resource", "userAction"], "the user action that is asked for"),
        Flag("auth-context", "ID", ["resource", "authenticationContext"], "the authentication context"),
        Flag("client-app", "TYPE", ["context", "clientAppType"], "the kind of client, such as browser"),
        Flag("platform", "NAME", ["context", "platform"], "the platform, such as iOS"),
        Flag("ip", "ADDRESS", ["context", "ipAddress"], "the address that the request comes from"),
        Flag("country", "CODE", ["context", "country"], "the country that it comes from, such as US"),
        Flag("sign-in-risk", "LEVEL", ["context", "signInRiskLevel"], "none, low, medium or high"),
        Flag("user-risk", "LEVEL", ["context", "userRiskLevel"], "none, low, medium or high"),
        Flag("insider-risk", "LEVEL", ["context", "insiderRiskLevel"], "none, minor, moderate or elevated"),
        Flag("sp-risk", "LEVEL", ["context", "servicePrincipalRiskLevel"], "none, low, medium or high"),
        Flag(
            "transfer-method", "NAME", ["context", "transferMethod"], "deviceCodeFlow or authenticationTransfer"),
        Flag("device", "FILE", ["context", "device"], kind: .device, "the device, as JSON or YAML"),
        Flag("met", "CONTROL", ["controls"], kind: .control, "a control that has been shown; repeatable"),
        Flag(
            "since-sign-in", "SECONDS", ["context", "secondsSinceSignIn"], kind: .number,
            "how long ago the first factor was shown"),
    ]

    /// Whether any flag is there.
    static func areGiven(in arguments: CommandArguments) -> Bool { all.contains { arguments.has($0.option) } }

    /// A request's document with what the flags say in it.
    static func applied(_ arguments: CommandArguments, to document: JSONMembers) throws -> JSONMembers {
        let targets = all.filter { $0.path.first == "resource" }
        let subjects = all.filter { $0.path == ["subject", "account"] || $0.path == ["subject", "client"] }
        for given in [targets, subjects].map({ $0.filter { arguments.has($0.option) } }) where given.count > 1 {
            throw UsageError("give one of \(given.map { "`--\($0.option.name)`" }.joined(separator: " and "))")
        }
        var document = document
        for flag in all where arguments.has(flag.option) {
            for text in arguments.texts(flag.option) { try set(flag, text, in: &document) }
        }
        return document
    }

    /// The flag that set what is wrong.
    static func flag(of fault: JSONError, in arguments: CommandArguments) -> CommandOption? {
        let path = fault.path.description.split(separator: "/").map(String.init)
        return all.first { flag in
            arguments.has(flag.option) && !path.isEmpty
                && (path.starts(with: flag.path) || (flag.path.starts(with: path) && path.count > 1))
        }?.option
    }

    private static let controls = [
        "mfa", "authenticationStrength", "compliantDevice", "domainJoinedDevice", "compliantApplication",
        "passwordChange",
    ]

    private static func set(_ flag: Flag, _ text: String, in document: inout JSONMembers) throws {
        switch flag.kind {
        case .text: document.set(flag.path, to: .string(text))
        case .number:
            guard let number = Int64(text) else { throw UsageError("`--\(flag.option.name)` takes a whole number") }
            document.set(flag.path, to: .integer(number))
        case .element: document.set(flag.path, to: .array((document.at(flag.path)?.arrayValue ?? []) + [.string(text)]))
        case .guest:
            let parts = text.split(separator: "@", maxSplits: 1).map { JSONValue.string(String($0)) }
            var guest = JSONMembers([("type", parts.first ?? "")])
            if parts.count > 1 { guest.append("tenant", parts[1]) }
            document.set(flag.path, to: .object(guest))
        case .control:
            guard controls.contains(text) else {
                throw UsageError("`--met` is one of \(controls.joined(separator: ", ")), not `\(text)`")
            }
            document.set(flag.path + [text], to: "met")
        case .device:
            guard case .object(let device) = try DocumentFile(text).parse().value else {
                throw CommandFailure(
                    "`\(text)` of `--device` holds no object; write `{}` for a device of which nothing is known")
            }
            document.set(flag.path, to: .object(device))
        }
    }
}

extension JSONMembers {
    /// The value at a path of names.
    fileprivate func at(_ path: [String]) -> JSONValue? {
        path.dropFirst().reduce(path.first.flatMap { self[$0] }) { $0?[$1] }
    }

    /// Puts a value at a path of names; of things that are asked for there is only one.
    fileprivate mutating func set(_ path: [String], to value: JSONValue) {
        guard let first = path.first else { return }
        guard path.count > 1 else { return append(first, value) }
        var inner = first == "resource" ? JSONMembers() : self[first]?.objectValue ?? JSONMembers()
        inner.set(Array(path.dropFirst()), to: value)
        append(first, .object(inner))
    }
}
