import AccessModel
import AccessPolicy
import Authentication
import ComplianceGateway
import Cryptography
import Directory

/// The commands about one account.
enum AccountCommands {
    static let all: [Command] = [password, enable, disable]

    private static let fromInput = CommandOption(
        "password-stdin", help: "read the password from standard input instead of making one")
    private static let upn = Command.Operands(placeholder: "UPN", count: 1...1)

    private static let password = Command(
        "account", "password", summary: "Set an account's password; a made one is printed once.",
        operands: upn, options: AdministrationSession.options + [fromInput]
    ) { arguments, console in
        let given = arguments.has(fromInput) ? try StandardInput.line("password") : nil
        if let given { try check(given, arguments.operands[0]) }
        return try await AdministrationSession.run(arguments) { session in
            let account = try await find(arguments.operands[0], session)
            let password = given ?? Base64URL.encode(RandomBytes.generate(18))
            guard
                try await session.administration.setPassword(
                    SecretBytes(Array(password.utf8)), of: account, in: session.tenant.id)
            else { throw CommandFailure("the password could not be set; try again") }
            console.write(given == nil ? "\(password)\n" : "The password is set.\n")
            return .success
        }
    }

    private static let enable = Command(
        "account", "enable", summary: "Let an account sign in again.",
        operands: upn, options: AdministrationSession.options + [AdministrationSession.reasonOption]
    ) { arguments, console in try await setEnabled(true, arguments, console) }

    private static let disable = Command(
        "account", "disable", summary: "Disable an account and end its sessions, grants and tokens.",
        operands: upn, options: AdministrationSession.options + [AdministrationSession.reasonOption]
    ) { arguments, console in try await setEnabled(false, arguments, console) }

    private static func setEnabled(
        _ isEnabled: Bool, _ arguments: CommandArguments, _ console: Console
    ) async throws -> ExitCode {
        let reason = try arguments.required(AdministrationSession.reasonOption)
        return try await AdministrationSession.run(arguments) { session in
            let account = try await find(arguments.operands[0], session)
            let outcome = try await session.administration.setEnabled(
                isEnabled, account, in: session.tenant.id, reason: reason)
            switch outcome {
            case .done: break
            case .refused(let verdict):
                LockOutReport(verdict: verdict).write(to: console, refusal: .nobodyCanAdminister)
                throw CommandFailure("\(arguments.operands[0]) stays enabled; nobody else could administer the tenant")
            case .notDone: throw CommandFailure("the account is gone, or others change it all the time; try again")
            }
            try await session.warnOfPasswords(console)
            console.write("\(arguments.operands[0]) is \(isEnabled ? "enabled" : "disabled").\n")
            return .success
        }
    }

    private static func find(_ text: String, _ session: AdministrationSession) async throws -> AccountID {
        guard let name = UserPrincipalName(text) else {
            throw UsageError("`\(text)` is no user principal name; it looks like name@domain")
        }
        let query = FactsQuery(tenant: session.tenant.id, anchor: .userPrincipalName(name))
        guard let account = try await session.environment.store.facts(query)?.account else {
            throw CommandFailure("no account `\(name)` in \(session.tenant.alias)")
        }
        return account.account.id
    }

    private static func check(_ password: String, _ name: String) throws {
        switch PasswordRules().check(password, userPrincipalName: name) {
        case nil: return
        case .tooShort: throw CommandFailure("the password has fewer than 12 characters; give a longer one")
        case .tooLong: throw CommandFailure("the password has more than 1024 bytes; give a shorter one")
        case .repetitive: throw CommandFailure("the password repeats one character; give another")
        case .containsName: throw CommandFailure("the password contains the account's name; give another")
        }
    }
}
