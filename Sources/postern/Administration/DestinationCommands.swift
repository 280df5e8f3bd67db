import AccessModel
import ComplianceGateway
import Connectors
import Cryptography
import HTTPClient
import JSONCoding
import ServiceRuntime

/// The commands about destinations that are told of what happens.
enum DestinationCommands {
    static let all: [Command] = [put, list, remove, test]

    private static let operand = Command.Operands(placeholder: "NAME", count: 1...1)
    private static let kinds = Destination.Kind.allCases.map(\.rawValue).joined(separator: ", ")

    private static let kind = CommandOption(
        "kind", .text("KIND"), isRequired: true, help: "how it is told: \(kinds)")
    private static let url = CommandOption(
        "url", .text("URL"), isRequired: true, help: "where it is; https, or smtp and smtps for mail")
    private static let settings = CommandOption(
        "settings", .text("NAME=VALUE,..."),
        help:
            "keycloak: realm, clientId; entra: tenant, clientId; mail: from, and to (addresses with ; between), user, language (of users who prefer none)"
    )
    private static let events = CommandOption(
        "events", .text("EVENT,..."),
        help: "what it is told of: \(DeliveryEvent.allCases.map(\.rawValue).joined(separator: ", "))")
    private static let quiet = CommandOption(
        "quiet-for", .text("SECONDS"),
        help:
            "the least time between two messages about one account and event; 0 by default; breakGlassUsed is always told"
    )
    private static let secret = CommandOption(
        "secret-stdin", help: "read the secret from standard input; without it the secret stays as it is")

    private static let put = Command(
        "destination", "put", summary: "Add a destination that is told of what happens, or change it.",
        discussion: """
            Identity providers end a user's sessions, webhooks get a signed document, mail goes to the user, or to the
            addresses that `to` names. A message that does not arrive is tried again for about eight hours; see
            `postern delivery list`. A new destination is told of nothing that happened before.
            """, operands: operand,
        options: AdministrationSession.options + [
            AdministrationSession.optionalReason, kind, url, settings, events, quiet, secret,
        ]
    ) { arguments, console in
        let destination = try destination(arguments)
        let bytes = try arguments.has(secret) ? SecretBytes(Array(StandardInput.line("secret").utf8)) : nil
        return try await AdministrationSession.run(arguments) { session in
            let isDone: Bool
            do {
                isDone = try await session.administration.putDestination(
                    destination, secret: bytes, in: session.tenant, store: session.deliveries,
                    directory: session.directory)
            } catch let error as UnusableContents {
                throw CommandFailure("\(error)")
            }
            guard isDone else { throw CommandFailure("the tenant is gone") }
            console.write(
                "\(session.tenant.alias) tells \(destination.name), \(destination.url), of \(words(destination.events)).\n"
            )
            try await warnAboutAlerts(session, console)
            return .success
        }
    }

    private static let list = Command(
        "destination", "list", summary: "List the destinations.",
        options: AdministrationSession.options + [ReportFormat.option]
    ) { arguments, console in
        try await AdministrationSession.run(arguments) { session in
            let found = try await session.deliveries.destinations(of: session.tenant.id)
            console.write(arguments.format == .json ? json(found) : text(found.map(\.destination)))
            try await warnAboutAlerts(session, console)
            return .success
        }
    }

    private static let remove = Command(
        "destination", "remove", summary: "Remove a destination, and what it was still to be told.",
        operands: operand, options: AdministrationSession.options + [AdministrationSession.reasonOption]
    ) { arguments, console in
        let name = arguments.operands[0]
        return try await AdministrationSession.run(arguments) { session in
            guard try await session.administration.removeDestination(name, in: session.tenant.id) else {
                throw CommandFailure("\(session.tenant.alias) has no destination `\(name)`")
            }
            console.write("Removed \(name) from \(session.tenant.alias).\n")
            try await warnAboutAlerts(session, console)
            return .success
        }
    }

    private static let event = CommandOption(
        "event", .text("EVENT"), help: "what it is told of; breakGlassUsed by default, which ends no sessions")
    private static let account = CommandOption(
        "account", .text("UPN"), help: "whom it is told of; of an event that ends sessions, theirs end there")

    private static let test = Command(
        "destination", "test", summary: "Send a destination one message now, and say what came of it.",
        operands: operand, options: AdministrationSession.options + [event, account]
    ) { arguments, console in
        let name = arguments.operands[0]
        let text = arguments.text(event) ?? DeliveryEvent.breakGlassUsed.rawValue
        guard let event = DeliveryEvent(rawValue: text) else { throw UsageError("`\(text)` is no event") }
        return try await AdministrationSession.run(arguments) { session in
            try session.demandURL()
            let client = try DeliveryClient.make()
            defer { client.close() }
            let now: @Sendable () -> Timestamp = { Timestamp(milliseconds: SystemWallClock().nowMilliseconds) }
            let outcome = try await session.administration.testDestination(
                name, event: event, userPrincipalName: arguments.text(account), in: session.tenant,
                store: session.deliveries, directory: session.directory, sender: HTTPDeliverySender(client, now: now))
            switch outcome {
            case nil: throw CommandFailure("\(session.tenant.alias) has no destination `\(name)`, or no such account")
            case .delivered: console.write("\(name) took the message.\n")
            case .failed(let error): throw CommandFailure("\(name) did not take it, and would be tried again: \(error)")
            case .refused(let error): throw CommandFailure("\(name) did not take it: \(error)")
            }
            return .success
        }
    }

    // MARK: Arguments and words

    private static func destination(_ arguments: CommandArguments) throws -> Destination {
        let kindText = try arguments.required(kind)
        guard let kind = Destination.Kind(rawValue: kindText) else {
            throw UsageError("`\(kindText)` is no kind of destination; it is one of \(kinds)")
        }
        var settings: [String: String] = [:]
        for part in (arguments.text(self.settings) ?? "").split(separator: ",") {
            let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
            guard pair.count == 2 else { throw UsageError("`--settings` has `\(part)`, which is no NAME=VALUE") }
            settings[pair[0]] = pair[1]
        }
        let events = try arguments.text(self.events).map { text in
            try Set(
                text.split(separator: ",").map { word in
                    guard let event = DeliveryEvent(rawValue: String(word)) else {
                        throw UsageError("`\(word)` is no event")
                    }
                    return event
                })
        }
        let quietFor = try arguments.number(quiet, in: 0...(30 * 86_400)) ?? 0
        let destination = Destination(
            name: arguments.operands[0], kind: kind, url: try arguments.required(url), settings: settings,
            events: events, quietFor: .seconds(quietFor))
        if let fault = destination.fault { throw UsageError(fault) }
        return destination
    }

    private static func warnAboutAlerts(_ session: AdministrationSession, _ console: Console) async throws {
        let alerts = try await BreakGlassAlerts.look(
            at: session.tenant.id, store: session.environment.store, deliveries: session.deliveries)
        if let warning = alerts?.warning { console.error("warning: \(warning)\n") }
    }

    private static func text(_ destinations: [Destination]) -> String {
        if destinations.isEmpty { return "No destinations.\n" }
        var table = TextTable("DESTINATION", "KIND", "URL", "EVENTS")
        for one in destinations {
            table.add(one.name, one.kind.rawValue, one.url, words(one.events))
        }
        return table.text
    }

    private static func words(_ events: Set<DeliveryEvent>) -> String {
        events == Set(DeliveryEvent.allCases) ? "all" : events.map(\.rawValue).sorted().joined(separator: ",")
    }

    private static func json(_ records: [DestinationRecord]) -> String {
        var writer = JSONWriter(capacity: 1024)
        writer.array { list in
            for record in records {
                let destination = record.destination
                list.object { object in
                    object.member("name", destination.name)
                    object.member("kind", destination.kind.rawValue)
                    object.member("url", destination.url)
                    object.object("settings") { settings in
                        for (name, value) in destination.settings.sorted(by: { $0.key < $1.key }) {
                            settings.member(name, value)
                        }
                    }
                    object.member("events", destination.events.map(\.rawValue).sorted())
                    object.member("quietForSeconds", destination.quietFor.components.seconds)
                    object.member("hasSecret", record.sealedSecret != nil)
                }
            }
        }
        return String(decoding: writer.bytes, as: UTF8.self) + "\n"
    }
}
