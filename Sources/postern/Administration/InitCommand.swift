import AccessModel
import ComplianceGateway
import Cryptography
import Directory
import SQLDatabase
import ServiceRuntime
import Storage

/// `postern init`: a state directory with its keys, the first tenant and the first administrator.
enum InitCommand {
    private static let tenant = CommandOption(
        "tenant", .text("ALIAS"), isRequired: true, help: "the first tenant's alias: a-z, 0-9 and hyphens")
    private static let name = CommandOption("name", .text("TEXT"), help: "the tenant's display name (its alias)")
    private static let administrator = CommandOption(
        "administrator", .text("UPN"), help: "the first administrator (admin@ALIAS.example)")

    static let command = Command(
        "init", summary: "Make a state directory with keys, a tenant and an administrator.",
        discussion: """
            Makes the directory, which must be new or empty, for its owner alone, a master key, the database, the first
            tenant with its signing key, and the first administrator, whose password is printed once. The public URL is written to postern.yaml in
            the directory. Keep a copy of master.key elsewhere: without it the database's secrets cannot be opened.
            """,
        options: [Setting.state.option, Setting.url.option, tenant, name, administrator]
    ) { arguments, console in
        let settings = try Settings(arguments, [.state, .url], environment: Environment.variables)
        let alias = try arguments.required(tenant)
        guard TenantDirectory.isAlias(alias) else {
            throw UsageError("`--tenant` is an alias of 1 to 63 letters a-z, digits and hyphens")
        }
        let upn = arguments.text(administrator) ?? "admin@\(alias).example"
        guard let principal = UserPrincipalName(upn) else {
            throw UsageError("`--administrator` is no user principal name; it looks like name@domain")
        }
        let url = try PublicOrigin(settings.required(.url)).text
        let state = StateDirectory(try settings.required(.state))
        try state.make()
        try state.writeMasterKey()
        try state.write("url: \"\(url)\"\n", to: state.configuration, mode: 0o600)
        let made = try await make(state, alias: alias, name: arguments.text(name) ?? alias, principal)
        console.write(
            """
            Made \(state.path).
              tenant         \(alias)  \(made.tenant)
              issuer         \(url)/\(made.tenant)/v2.0
              administrator  \(principal)  \(made.account)
              password       \(made.password)  (shown once)
            Next: postern directory apply FILE --state \(state.path)
                  postern account password UPN --state \(state.path)
                  postern policy apply DIR --state \(state.path)
                  postern serve --state \(state.path) --tls-certificate FILE --tls-key FILE

            """)
        return .success
    }

    private static func make(
        _ state: StateDirectory, alias: String, name: String, _ principal: UserPrincipalName
    ) async throws -> (tenant: TenantID, account: AccountID, password: String) {
        let database = try await state.open(create: true)
        let environment = GatewayEnvironment(
            store: SQLGatewayStore(database), origin: "https://localhost",
            now: { Timestamp(milliseconds: SystemWallClock().nowMilliseconds) },
            masterKey: try state.readMasterKey(nil), passwords: try PasswordHashing(threads: 1))
        do {
            let made = try await fill(environment, alias: alias, name: name, principal)
            environment.passwords.close()
            await database.close()
            return made
        } catch {
            environment.passwords.close()
            await database.close()
            throw error
        }
    }

    private static func fill(
        _ environment: GatewayEnvironment, alias: String, name: String, _ principal: UserPrincipalName
    ) async throws -> (tenant: TenantID, account: AccountID, password: String) {
        let administration = Administration(environment, actor: Environment.actor)
        let tenant: TenantID = try newIdentifier()
        let account: AccountID = try newIdentifier()
        let password = Base64URL.encode(RandomBytes.generate(18))
        guard try await administration.createTenant(tenant, alias: alias, name: name) else {
            throw CommandFailure("the tenant `\(alias)` exists already")
        }
        let contents = DirectoryContents(accounts: [
            Account(
                id: account, userPrincipalName: principal, displayName: "Administrator",
                roles: [.globalAdministrator])
        ])
        guard try await administration.apply(contents, to: tenant).isDone,
            try await administration.setPassword(SecretBytes(Array(password.utf8)), of: account, in: tenant)
        else { throw CommandFailure("the administrator could not be made; remove the directory and try again") }
        return (tenant, account, password)
    }

    private static func newIdentifier<Subject>() throws -> Identifier<Subject> {
        guard let guid = GUID(randomBytes: RandomBytes.generate(16)) else {
            throw CommandFailure("the system gives no random bytes")
        }
        return Identifier(guid.description)
    }
}
