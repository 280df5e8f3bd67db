import ComplianceGateway
import Connectors
import Cryptography
import JSONCoding

/// What `source add` is told of a source that is asked.
enum PullArguments {
    static let connector = CommandOption(
        "connector", .text("NAME"),
        help:
            "ask this product: \(PullConnector.all.map(\.name).joined(separator: ", ")), or http with --mapping; without it the source calls by itself"
    )
    private static let url = CommandOption(
        "url", .text("URL"), help: "where the product is; with `http`, where the devices are listed")
    private static let settings = CommandOption(
        "settings", .text("NAME=VALUE,..."), help: "what the connector needs beside; see the guide")
    private static let mapping = CommandOption(
        "mapping", .text("FILE"), help: "how an answer is read, in YAML or JSON; with the connector `http`")
    private static let token = CommandOption(
        "token-file", .text("FILE"), help: "a file with the token that the source is asked with")
    private static let basic = CommandOption(
        "basic-file", .text("FILE"), help: "a file with USER:PASSWORD, for HTTP Basic")
    private static let header = CommandOption(
        "header", .text("NAME"), help: "the header that carries the key of --key-file")
    private static let key = CommandOption("key-file", .text("FILE"), help: "a file with the key for --header")
    private static let client = CommandOption(
        "client-id", .text("ID"), help: "the OAuth client that the source is asked as")
    private static let clientSecret = CommandOption(
        "client-secret-file", .text("FILE"), help: "a file with the client's secret")
    private static let tokenURL = CommandOption(
        "token-url", .text("URL"), help: "where the client gets its tokens, if the connector does not know")
    private static let scope = CommandOption("scope", .text("SCOPE"), help: "the scope that the client asks for")
    private static let isInternal = CommandOption(
        "internal", help: "the server may be at an inner address; without it only the public internet is asked")
    private static let interval = CommandOption(
        "interval", .text("SECONDS"), help: "how often it is asked, 30 or more; 900 by default")
    private static let timeout = CommandOption(
        "timeout", .text("SECONDS"), help: "how long an answer may take, 1 to 120; 30 by default")
    private static let pages = CommandOption(
        "max-pages", .text("COUNT"), help: "the most pages of an answer, up to 10000; 1000 by default")
    private static let openAfter = CommandOption(
        "open-after", .text("COUNT"), help: "after how many failures it is left alone; 3 by default")
    private static let openFor = CommandOption(
        "open-for", .text("SECONDS"), help: "for how long at most; 3600 by default")

    private static let http = "http"

    /// All but the connector: none means anything without it.
    private static let others = [
        url, settings, mapping, token, basic, header, key, client, clientSecret, tokenURL, scope, isInternal,
        interval, timeout, pages, openAfter, openFor,
    ]
    /// What `source add` takes for a source that is asked.
    static let options = [connector] + others

    /// How the source is asked, and with which secret; nil for a source that calls by itself.
    static func read(_ arguments: CommandArguments) throws -> (pull: PullSource, secret: SecretBytes?)? {
        guard let name = arguments.text(connector) else {
            if let stray = others.first(where: arguments.has) {
                throw UsageError("`--\(stray.name)` is for a source that is asked; say which with --connector")
            }
            return nil
        }
        let template = try template(name, arguments)
        let (authentication, file) = try credential(template.credential, arguments)
        var pull = PullSource(
            connector: name, url: template.url, authentication: authentication,
            mapping: template.mapping, isInternal: arguments.has(isInternal))
        pull.interval = try arguments.number(interval, in: 30...86_400).map { .seconds($0) } ?? pull.interval
        pull.timeout = try arguments.number(timeout, in: 1...120).map { .seconds($0) } ?? pull.timeout
        pull.maximumPages = try arguments.number(pages, in: 1...10_000).map(Int64.init) ?? pull.maximumPages
        pull.breaker.failures = try arguments.number(openAfter, in: 1...100).map(Int64.init) ?? pull.breaker.failures
        pull.breaker.longest =
            try arguments.number(openFor, in: 30...86_400).map { .seconds($0) } ?? pull.breaker.longest
        if let fault = pull.fault { throw UsageError(fault) }
        return (pull, try file.map(secret))
    }

    /// A secret out of a file, without the end of its line.
    ///
    /// - Throws: ``CommandFailure``, which says nothing of what the file holds.
    static func secret(in path: String) throws -> SecretBytes {
        var bytes: [UInt8]
        do {
            bytes = try LocalFile.read(path, atMost: Administration.maximumPullSecret + 2)
        } catch {
            throw CommandFailure("`\(path)` cannot be read: \(error)")
        }
        while let last = bytes.last, last == 0x0A || last == 0x0D { bytes.removeLast() }
        return SecretBytes(taking: &bytes)
    }

    // MARK: Where and how

    private struct Template {
        let url: String
        let credential: PullTemplate.Credential?
        let mapping: SourceMapping
    }

    private static func template(_ name: String, _ arguments: CommandArguments) throws -> Template {
        guard name != http else {
            if arguments.has(settings) { throw UsageError("`--settings` is nothing to the connector `http`") }
            return Template(
                url: try arguments.required(url), credential: nil,
                mapping: try mapping(in: try arguments.required(mapping)))
        }
        if arguments.has(mapping) { throw UsageError("`--mapping` is for the connector `http`") }
        guard let connector = PullConnector.named(name) else { throw UsageError("`\(name)` is no connector") }
        var values: [String: String] = [:]
        for part in (arguments.text(settings) ?? "").split(separator: ",") {
            let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
            guard pair.count == 2 else { throw UsageError("`--settings` has `\(part)`, which is no NAME=VALUE") }
            values[pair[0]] = pair[1]
        }
        do {
            let template = try connector.template(at: arguments.text(url), settings: values)
            return Template(
                url: template.url.description, credential: template.credential, mapping: template.mapping)
        } catch {
            throw UsageError("\(error)")
        }
    }

    private static func mapping(in path: String) throws -> SourceMapping {
        let (document, sources) = try DocumentFile(path).parse()
        do {
            return try SourceMapping(json: document)
        } catch {
            throw CommandFailure(error.located(in: sources).text(in: path))
        }
    }

    // MARK: Who asks

    /// How the source is shown who asks, and the file with the secret.
    private static func credential(
        _ proposed: PullTemplate.Credential?, _ arguments: CommandArguments
    ) throws -> (PullAuthentication, file: String?) {
        let given = [token, basic, key, clientSecret].filter(arguments.has)
        guard given.count < 2 else { throw UsageError("a source is asked with one secret") }
        if arguments.has(header) != arguments.has(key) { throw UsageError("`--header` and `--key-file` go together") }
        if arguments.has(client) != arguments.has(clientSecret) {
            throw UsageError("`--client-id` and `--client-secret-file` go together")
        }
        guard let option = given.first else {
            switch proposed {
            case nil: return (.none, nil)
            case .bearer: throw UsageError("`\(token.synopsis)` is missing")
            case .clientCredentials: throw UsageError("`\(client.synopsis)` and `\(clientSecret.synopsis)` are missing")
            }
        }
        let authentication: PullAuthentication
        switch option {
        case token: authentication = .bearer
        case basic: authentication = .basic
        case key: authentication = .header(try arguments.required(header))
        default: authentication = try clientCredentials(proposed, arguments)
        }
        return (authentication, try arguments.required(option))
    }

    private static func clientCredentials(
        _ proposed: PullTemplate.Credential?, _ arguments: CommandArguments
    ) throws -> PullAuthentication {
        var (endpoint, wanted) = (arguments.text(tokenURL), arguments.text(scope))
        if case .clientCredentials(let url, let scope) = proposed {
            endpoint = endpoint ?? url
            wanted = wanted ?? scope
        }
        guard let endpoint else { throw UsageError("`\(tokenURL.synopsis)` is missing") }
        return .clientCredentials(tokenURL: endpoint, clientID: try arguments.required(client), scope: wanted)
    }
}
