import AccessModel
import ComplianceGateway
import JSONCoding

/// The commands about messages that have not reached their destinations.
enum DeliveryCommands {
    static let all: [Command] = [
        list,
        act("retry", "Try a dead message anew.") { try await $0.administration.reviveDelivery($1, in: $0.tenant.id) },
        act("discard", "Give a dead message up.") { try await $0.administration.discardDelivery($1, in: $0.tenant.id) },
    ]

    private static let dead = CommandOption("dead", help: "only those that are not tried any more")

    private static let list = Command(
        "delivery", "list", summary: "List the messages that have not reached their destinations, oldest first.",
        options: AdministrationSession.options + [dead, ReportFormat.option]
    ) { arguments, console in
        try await AdministrationSession.run(arguments) { session in
            let found = try await session.deliveries.deliveries(
                of: session.tenant.id, arguments.has(dead) ? .dead : nil, limit: 1000)
            console.write(arguments.format == .json ? json(found) : text(found))
            return .success
        }
    }

    private static func act(
        _ word: String, _ summary: String,
        _ body: @escaping @Sendable (AdministrationSession, Delivery.ID) async throws -> Bool
    ) -> Command {
        Command(
            "delivery", word, summary: summary,
            operands: Command.Operands(placeholder: "DESTINATION/SEQUENCE", count: 1...1),
            options: AdministrationSession.options + [AdministrationSession.reasonOption]
        ) { arguments, console in
            let parts = arguments.operands[0].split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count == 2, let sequence = Int64(parts[1]) else {
                throw UsageError("`\(arguments.operands[0])` is no DESTINATION/SEQUENCE, as `delivery list` shows them")
            }
            let id = Delivery.ID(destination: String(parts[0]), sequence: sequence)
            return try await AdministrationSession.run(arguments) { session in
                guard try await body(session, id) else {
                    throw CommandFailure("\(session.tenant.alias) has no dead message `\(arguments.operands[0])`")
                }
                console.write(word == "retry" ? "It is tried again.\n" : "It is given up.\n")
                return .success
            }
        }
    }

    private static func text(_ deliveries: [Delivery]) -> String {
        if deliveries.isEmpty { return "Every message has arrived.\n" }
        var table = TextTable("MESSAGE", "EVENT", "ACCOUNT", "TRIES", "NEXT TRY", "LAST ERROR")
        for delivery in deliveries {
            let when = delivery.state == .dead ? "none: dead" : delivery.nextAt.rfc3339
            table.add(
                "\(delivery.id.destination)/\(delivery.id.sequence)", delivery.event.rawValue,
                delivery.account?.rawValue, "\(delivery.attempts)", when, delivery.lastError)
        }
        return table.text
    }

    private static func json(_ deliveries: [Delivery]) -> String {
        var writer = JSONWriter(capacity: 1024)
        writer.array { list in
            for delivery in deliveries {
                list.object { object in
                    object.member("id", "\(delivery.id.destination)/\(delivery.id.sequence)")
                    object.member("event", delivery.event.rawValue)
                    object.member("account", ifPresent: delivery.account?.rawValue)
                    object.member("at", delivery.at.rfc3339)
                    object.member("state", delivery.state.rawValue)
                    object.member("attempts", delivery.attempts)
                    object.member("nextAt", delivery.nextAt.rfc3339)
                    object.member("lastError", ifPresent: delivery.lastError)
                }
            }
        }
        return String(decoding: writer.bytes, as: UTF8.self) + "\n"
    }
}
