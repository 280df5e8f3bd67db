import AccessModel
import Compliance
import ComplianceGateway
import Directory
import JSONCoding

/// The commands about exemptions that need two administrators.
enum ExemptionCommands {
    static let all: [Command] = [request, approve, withdraw, list]

    private static let operand = Command.Operands(placeholder: "ID", count: 1...1)
    private static let checks = ProtectionCheck.allCases.filter(\.isConfigurable).map(\.rawValue)
    private static let account = CommandOption("account", .text("UPN"), help: "every app of this account")
    private static let device = CommandOption(
        "device", .text("DEVICE-ID"), help: "every app on this device, and itself")
    private static let instance = CommandOption("instance", .text("INSTANCE-ID"), help: "this app instance alone")
    private static let check = CommandOption(
        "check", .choice(checks), isRequired: true, help: "the check that may fail")
    private static let ends = CommandOption(
        "ends", .text("TIME"), isRequired: true, help: "when it ends, such as 2026-12-24T18:00:00Z")

    private static let request = Command(
        "exemption", "request", summary: "Ask for an exemption that a second administrator has to approve.",
        discussion: """
            Where the protection document says `exemptionsNeedApproval`, an exemption holds only once somebody else has
            approved it: another user of this system, as the journal names them. Until then it has no effect.
            """, operands: operand,
        options: AdministrationSession.options + [
            account, device, instance, check, ends, AdministrationSession.reasonOption,
        ]
    ) { arguments, console in
        let id = arguments.operands[0]
        let reason = try arguments.required(AdministrationSession.reasonOption)
        guard let ends = Timestamp(rfc3339: try arguments.required(ends)) else {
            throw UsageError("`--ends` is a date and time, such as 2026-12-24T18:00:00Z")
        }
        guard let check = ProtectionCheck(rawValue: try arguments.required(check)) else {
            throw UsageError("`--check` is one of \(checks.quoted)")
        }
        return try await AdministrationSession.run(arguments) { session in
            let scope = try await scope(arguments, session)
            let outcome: ExemptionOutcome
            do {
                outcome = try await session.administration.requestExemption(
                    id, for: scope, from: check, reason: reason, ends: ends, in: session.tenant.id)
            } catch let error as AppProtectionPolicyError {
                throw CommandFailure("\(error)")
            }
            try demand(outcome, id)
            console.write("\(id) waits for another administrator: postern exemption approve \(id)\n")
            return .success
        }
    }

    private static let approve = Command(
        "exemption", "approve", summary: "Approve an exemption that somebody else has asked for.",
        operands: operand, options: AdministrationSession.options + [AdministrationSession.optionalReason]
    ) { arguments, console in
        let id = arguments.operands[0]
        return try await AdministrationSession.run(arguments) { session in
            try demand(
                try await session.administration.approveExemption(
                    id, in: session.tenant.id, store: session.exemptionRequests), id)
            console.write("\(id) holds from now on.\n")
            // What was approved, and not only its name: somebody may have asked anew under it.
            let record = try await session.environment.store.configuration(of: session.tenant.id)
            console.write(ExemptionRow.text((record?.exemptions ?? []).filter { $0.id == id }.map { ExemptionRow($0) }))
            return .success
        }
    }

    private static let withdraw = Command(
        "exemption", "withdraw", summary: "End an exemption, or take back the request for one.",
        operands: operand, options: AdministrationSession.options + [AdministrationSession.reasonOption]
    ) { arguments, console in
        let id = arguments.operands[0]
        return try await AdministrationSession.run(arguments) { session in
            try demand(
                try await session.administration.withdrawExemption(
                    id, in: session.tenant.id, store: session.exemptionRequests), id)
            console.write("\(id) is withdrawn.\n")
            return .success
        }
    }

    private static let list = Command(
        "exemption", "list", summary: "List exemptions: those that hold, and those that wait for approval.",
        options: AdministrationSession.options + [ReportFormat.option]
    ) { arguments, console in
        try await AdministrationSession.run(arguments) { session in
            guard let record = try await session.environment.store.configuration(of: session.tenant.id) else {
                throw CommandFailure("the tenant is gone")
            }
            let now = session.environment.now()
            let requests = try await session.exemptionRequests.exemptionRequests(of: session.tenant.id)
            let rows =
                requests.map { ExemptionRow($0, at: now) }
                + record.exemptions.filter { now < $0.ends }.map { ExemptionRow($0) }
            console.write(arguments.format == .json ? ExemptionRow.json(rows) : ExemptionRow.text(rows))
            return .success
        }
    }

    private static func demand(_ outcome: ExemptionOutcome, _ id: String) throws(CommandFailure) {
        switch outcome {
        case .done: return
        case .notGuarded:
            throw CommandFailure(
                "exemptions come with the protection document; it does not say `exemptionsNeedApproval`")
        case .taken: throw CommandFailure("there is an exemption or a request `\(id)` already")
        case .unknown: throw CommandFailure("there is nothing `\(id)`, or somebody else dealt with it just now")
        case .refused(.sameAdministrator):
            throw CommandFailure("you asked for `\(id)` yourself; another administrator has to approve it")
        case .refused(.ended): throw CommandFailure("`\(id)` would have ended already; ask for it anew")
        case .concurrentChange: throw CommandFailure("app protection was changed at the same moment; try again")
        }
    }

    private static func scope(
        _ arguments: CommandArguments, _ session: AdministrationSession
    ) async throws -> Exemption.Scope {
        let given = [account, device, instance].filter { arguments.has($0) }
        guard given.count == 1 else { throw UsageError("give exactly one of `--account`, `--device`, `--instance`") }
        if let text = arguments.text(device) {
            let id = DeviceID(GUID(text)?.description ?? text)
            let found = try await session.environment.devices?.devices(
                of: session.tenant.id, DeviceQuery(devices: [id]))
            guard found?.devices.values.contains(where: { $0.device.id == id }) == true else {
                throw CommandFailure("no device `\(text)` in \(session.tenant.alias); see `postern device list`")
            }
            return .device(id)
        }
        if let text = arguments.text(instance) {
            let id = AppInstanceID(GUID(text)?.description ?? text)
            let facts = try await session.environment.store.facts(
                FactsQuery(tenant: session.tenant.id, anchor: .instance(id)))
            guard facts?.boundInstance != nil else {
                throw CommandFailure("no app instance `\(text)` in \(session.tenant.alias); see `postern app list`")
            }
            return .instance(id)
        }
        let text = try arguments.required(account)
        guard let name = UserPrincipalName(text),
            let found = try await session.environment.store.facts(
                FactsQuery(tenant: session.tenant.id, anchor: .userPrincipalName(name)))?.account
        else { throw CommandFailure("no account `\(text)` in \(session.tenant.alias)") }
        return .account(found.account.id)
    }
}

/// An exemption, or the request for one, as it is listed.
private struct ExemptionRow: JSONWritable {
    let id: String
    let state: String
    let scope: Exemption.Scope
    let check: ProtectionCheck
    let reason: String
    let approver: String?
    let requestedBy: String?
    let ends: Timestamp

    /// A request that nobody approved in time says so until it is taken back.
    init(_ request: ExemptionRequest, at now: Timestamp) {
        let state = now < request.ends ? "waits" : "too late"
        (id, self.state, scope, check) = (request.id, state, request.scope, request.check)
        (reason, approver, requestedBy, ends) = (request.reason, nil, request.requestedBy, request.ends)
    }

    init(_ exemption: Exemption) {
        (id, state, scope, check) = (exemption.id, "holds", exemption.scope, exemption.check)
        (reason, approver, requestedBy, ends) = (exemption.reason, exemption.approver, nil, exemption.ends)
    }

    private var subject: (kind: String, id: String) {
        switch scope {
        case .account(let account): ("account", account.rawValue)
        case .device(let device): ("device", device.rawValue)
        case .instance(let instance): ("instance", instance.rawValue)
        }
    }

    func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("id", id)
            object.member("state", state)
            object.member(subject.kind, subject.id)
            object.member("check", check.rawValue)
            object.member("reason", reason)
            object.member("approver", ifPresent: approver)
            object.member("requestedBy", ifPresent: requestedBy)
            object.member("ends", ends.rfc3339)
        }
    }

    static func text(_ rows: [ExemptionRow]) -> String {
        if rows.isEmpty { return "No exemptions.\n" }
        var table = TextTable("EXEMPTION", "STATE", "CHECK", "FOR", "UNTIL", "BY", "REASON")
        for row in rows {
            table.add(
                row.id, row.state, row.check.rawValue, "\(row.subject.kind) \(row.subject.id)", row.ends.rfc3339,
                row.approver.map { "approved by \($0)" } ?? "asked for by \(row.requestedBy ?? "?")", row.reason)
        }
        return table.text
    }

    static func json(_ rows: [ExemptionRow]) -> String {
        var writer = JSONWriter(capacity: 1024)
        writer.array { list in for row in rows { list.append(row) } }
        return String(decoding: writer.bytes, as: UTF8.self) + "\n"
    }
}
