import AccessModel
import Compliance
import ComplianceGateway
import JSONCoding

/// The commands about devices.
enum DeviceCommands {
    static let all: [Command] = [list, show]

    private static let page = 200
    private static let after = CommandOption("after", .text("ID"), help: "only devices with a greater identifier")
    private static let limit = CommandOption("limit", .text("COUNT"), help: "the most devices; 1000 by default")

    private static let list = Command(
        "device", "list", summary: "List the devices that sources have told of.",
        options: AdministrationSession.options + [after, limit, ReportFormat.option]
    ) { arguments, console in
        let most = try arguments.number(limit, in: 1...1_000_000) ?? 1000
        return try await AdministrationSession.run(arguments) { session in
            var last = arguments.text(after).map { DeviceID(GUID($0)?.description ?? $0) }
            var found: [SeenDevice] = []
            while found.count < most {
                let size = min(page, most - found.count)
                let ids = try await session.deviceIDs.devices(of: session.tenant.id, after: last, limit: size)
                found += try await devices(DeviceQuery(devices: Set(ids)), session)
                guard ids.count == size else { break }
                last = ids.last
            }
            console.write(arguments.format == .json ? json(found) : text(found))
            return .success
        }
    }

    private static let show = Command(
        "device", "show", summary: "Show a device: its compliance, what each source says, and its apps.",
        discussion: "The device is named by its identifier here, or by its serial number or another identifier.",
        operands: Command.Operands(placeholder: "ID", count: 1...1),
        options: AdministrationSession.options + [ReportFormat.option]
    ) { arguments, console in
        let name = arguments.operands[0]
        return try await AdministrationSession.run(arguments) { session in
            let texts = DeviceIdentifier.Kind.allCases.compactMap { DeviceIdentifier($0, name) }
            let query = DeviceQuery(
                identifiers: Set(texts), devices: [DeviceID(GUID(name)?.description ?? name)])
            let found = try await devices(query, session)
            guard let device = found.first else {
                throw CommandFailure("no device `\(name)` in \(session.tenant.alias)")
            }
            guard found.count == 1 else {
                throw CommandFailure("`\(name)` names several devices: \(found.map(\.device.id.rawValue).quotedList)")
            }
            console.write(arguments.format == .json ? json(found) : details(device))
            return .success
        }
    }

    /// A device as it is evaluated now.
    private struct SeenDevice {
        let device: Device
        let assessment: DeviceAssessment
        let instances: DeviceInstances?
        let sources: [SignalSourceID: String]
    }

    private static func devices(
        _ query: DeviceQuery, _ session: AdministrationSession
    ) async throws -> [SeenDevice] {
        guard let store = session.environment.devices,
            let snapshot = try await store.devices(of: session.tenant.id, query)
        else { throw CommandFailure("the tenant is gone") }
        let facts = try await session.directory.configuration(at: snapshot.head).devices
        let sources = Dictionary(facts.sources.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
        let now = session.environment.now()
        return snapshot.devices.values.map(\.device).sorted { $0.id < $1.id }.map { device in
            SeenDevice(
                device: device, assessment: facts.evaluate(device, at: now), instances: snapshot.instances[device.id],
                sources: sources)
        }
    }

    // MARK: Output

    private static func text(_ devices: [SeenDevice]) -> String {
        if devices.isEmpty { return "No devices.\n" }
        var table = TextTable("DEVICE", "STATUS", "REASONS", "IDENTIFIERS")
        for seen in devices {
            let result = seen.assessment.result
            table.add(
                seen.device.id.rawValue, result.status.name, result.reasons.map(\.rawValue).joined(separator: ","),
                seen.device.identifiers.sorted().map(\.value).joined(separator: " "))
        }
        return table.text
    }

    private static func details(_ seen: SeenDevice) -> String {
        let (device, result) = (seen.device, seen.assessment.result)
        var lines = ["Device: \(device.id)", "Known since: \(device.registeredAt.rfc3339)"]
        lines += device.identifiers.sorted().map { "    \($0.kind.rawValue): \($0.value)" }
        lines.append("Status: \(([result.status.name] + result.reasons.map(\.rawValue)).joined(separator: ", "))")
        lines += seen.assessment.findings.map { finding in
            TextLayout.oneLine("    \(finding.subject): \(finding.outcome.rawValue), \(finding.detail)")
        }
        lines.append("Sources:")
        for (id, record) in device.records.sorted(by: { $0.key < $1.key }) {
            let verdict = record.report.verdict?.rawValue ?? "no verdict"
            let name = seen.sources[id] ?? "\(id), removed"
            lines.append("    \(name): \(verdict), observed at \(record.observedAt.rfc3339)")
            if let report = summary(record.report) { lines.append("        \(TextLayout.oneLine(report))") }
        }
        switch seen.instances {
        case nil: lines.append("Apps: none")
        case .many(let count): lines.append("Apps: \(count)")
        case .all(let subjects):
            lines.append("Apps:")
            lines += subjects.map {
                "    \($0.instance?.rawValue ?? "")  \($0.account?.rawValue ?? "")  \($0.client?.rawValue ?? "")"
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func summary(_ report: DeviceReport) -> String? {
        let parts: [String?] = [
            report.displayName, report.platform?.rawValue, report.osVersion?.description, report.model,
            report.isManaged.map { $0 ? "managed" : "not managed" },
            report.isEncrypted.map { $0 ? "encrypted" : "not encrypted" },
            report.isRooted.map { $0 ? "rooted" : "not rooted" }, report.lastSeen.map { "seen at \($0.rfc3339)" },
        ]
        let said = parts.compactMap(\.self)
        return said.isEmpty ? nil : said.joined(separator: ", ")
    }

    private static func json(_ devices: [SeenDevice]) -> String {
        var writer = JSONWriter(capacity: 1024)
        writer.array { list in
            for seen in devices { list.object { write(seen, to: &$0) } }
        }
        return String(decoding: writer.bytes, as: UTF8.self) + "\n"
    }

    private static func write(_ seen: SeenDevice, to object: inout JSONObjectWriter) {
        let result = seen.assessment.result
        object.member("id", seen.device.id.rawValue)
        object.member("registeredAt", seen.device.registeredAt.rfc3339)
        object.object("identifiers") { texts in
            for kind in DeviceIdentifier.Kind.allCases {
                let values = seen.device.identifiers.filter { $0.kind == kind }.map(\.value).sorted()
                texts.member(kind.rawValue, ifNotEmpty: values)
            }
        }
        object.member("status", result.status.name)
        object.member("reasons", result.reasons.map(\.rawValue))
        object.member("reevaluateAt", ifPresent: result.reevaluateAt?.rfc3339)
        object.array("findings") { findings in
            for finding in seen.assessment.findings {
                findings.object { item in
                    item.member("subject", finding.subject)
                    item.member("outcome", finding.outcome.rawValue)
                    item.member("detail", finding.detail)
                }
            }
        }
        object.array("sources") { sources in
            for (id, record) in seen.device.records.sorted(by: { $0.key < $1.key }) {
                sources.object { item in
                    item.member("id", id.rawValue)
                    item.member("name", ifPresent: seen.sources[id])
                    item.member("observedAt", record.observedAt.rfc3339)
                    item.member("compliance", ifPresent: record.report.verdict?.rawValue)
                    item.member("verdictAt", ifPresent: record.verdictAt?.rfc3339)
                }
            }
        }
        switch seen.instances {
        case nil: object.member("instances", Int64(0))
        case .many(let count): object.member("instances", Int64(count))
        case .all(let subjects):
            object.member("instances", Int64(subjects.count))
            object.member("instanceIds", subjects.compactMap(\.instance?.rawValue))
        }
    }
}

extension [String] {
    fileprivate var quotedList: String { map { "`\($0)`" }.joined(separator: ", ") }
}
