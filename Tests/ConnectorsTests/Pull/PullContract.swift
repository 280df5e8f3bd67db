import AccessModel
import Compliance
import ComplianceGateway
import Connectors
import JSONCoding
import Testing

/// One recorded conversation with a product, and what must come of it.
struct PullContract: Sendable, CustomTestStringConvertible {
    struct Page: Sendable {
        let url: String
        let link: String?
        let answer: JSONValue
        /// What each record comes to; nil when the answer is refused as a whole.
        let devices: [JSONValue]?
        let error: String?
    }

    let testDescription: String
    let connector: String
    let url: String?
    let settings: [String: String]
    let credential: String?
    let headers: [SourceHeader]
    let pages: [Page]
}

extension PullContract.Page: JSONObjectReadable {
    static var unknownMembers: UnknownMembers { .refuse }

    init(json: inout JSONObject) throws(JSONError) {
        url = try json.required("url")
        link = try json.optional("link")
        answer = try json.required("answer")
        devices = try json.optional("devices")
        error = try json.optional("error")
        guard (devices == nil) != (error == nil) else { throw json.invalid("devices", "must be there, or an error") }
    }
}

extension PullContract {
    private struct Row: JSONObjectReadable {
        static var unknownMembers: UnknownMembers { .refuse }
        let note: String
        let url: String?
        let settings: JSONValue?
        let credential: String?
        let headers: JSONValue?
        let pages: [Page]

        init(json: inout JSONObject) throws(JSONError) {
            note = try json.required("note")
            url = try json.optional("url")
            settings = try json.optional("settings")
            credential = try json.optional("credential")
            headers = try json.optional("headers")
            pages = try json.required("pages")
        }
    }

    /// The recorded conversations of a file.
    static func recorded(_ document: [UInt8], of connector: String) throws -> [PullContract] {
        var object = try JSONObject(try JSONValue.parse(document))
        let rows: [Row] = try object.required("cases")
        return rows.map { row in
            PullContract(
                testDescription: "\(connector): \(row.note)", connector: connector, url: row.url,
                settings: texts(row.settings), credential: row.credential,
                headers: texts(row.headers).compactMap { SourceHeader($0.key, $0.value) }, pages: row.pages)
        }
    }

    private static func texts(_ value: JSONValue?) -> [String: String] {
        (value?.objectValue ?? JSONMembers()).reduce(into: [:]) { $0[$1.name] = $1.value.stringValue }
    }
}

extension Result<MappedDevice, RecordProblem> {
    /// What the record comes to, as the recordings write it.
    var recorded: JSONValue {
        var members = JSONMembers()
        switch self {
        case .failure(let problem):
            members.append("problem", .string(problem.error.description))
            if let label = problem.label { members.append("label", .string(label)) }
        case .success(let device):
            let texts = device.identifiers.sorted().map { "\($0.kind.rawValue):\($0.value)" }
            members.append("identifiers", .array(texts.map(JSONValue.string)))
            if let time = device.observedAt { members.append("observedAt", .string(time.rfc3339)) }
            device.report.record(in: &members)
            if let names = device.ownerNames { members.append("owners", .array(names.map(JSONValue.string))) }
        }
        return .object(members)
    }
}

extension DeviceReport {
    fileprivate func record(in members: inout JSONMembers) {
        func add(_ name: String, _ value: JSONValue?) { if let value { members.append(name, value) } }
        add("platform", platform.map { .string($0.rawValue) })
        add("osVersion", osVersion.map { .string($0.description) })
        add("model", model.map(JSONValue.string))
        add("manufacturer", manufacturer.map(JSONValue.string))
        add("displayName", displayName.map(JSONValue.string))
        add("ownership", ownership.map { .string($0.rawValue) })
        add("trustType", trustType.map { .string($0.rawValue) })
        add("managed", isManaged.map(JSONValue.bool))
        add("compliance", verdict.map { .string($0.rawValue) })
        add("rooted", isRooted.map(JSONValue.bool))
        add("encrypted", isEncrypted.map(JSONValue.bool))
        add("lastSeen", lastSeen.map { .string($0.rfc3339) })
        add("accounts", accounts.map { .array($0.map { .string($0.rawValue) }) })
    }
}
