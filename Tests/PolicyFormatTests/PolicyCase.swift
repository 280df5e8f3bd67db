import AccessModel
import AccessPolicy
import Glibc
import JSONCoding
import PolicyFormat

/// One case under Policies/cases: policies, a request, and what must come of it.
struct PolicyCase: Sendable {
    let note: String
    let policies: [JSONValue]
    let namedLocations: [JSONValue]
    let whenNothingMatches: UnmatchedAccess
    let request: AccessRequest
    let expectation: Expectation

    /// What must come of a request.
    struct Expectation: Sendable {
        let outcome: String
        let control: String?
        let reason: String?
        /// The names of the policies that are open or, where access is given, of those that applied.
        let decidedBy: [String]
        /// What the trace must say of policies, by name.
        let policies: JSONMembers
    }

    /// The repository's Policies directory.
    static let directory = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/Policies/"
}

extension PolicyCase: JSONObjectReadable {
    static let unknownMembers = UnknownMembers.refuse

    init(json: inout JSONObject) throws(JSONError) {
        note = try json.required("note")
        policies = try json.required("policies")
        namedLocations = try json.optional("namedLocations") ?? []
        whenNothingMatches = try json.optional("whenNothingMatches", as: String.self) == "deny" ? .deny : .allow
        request = try json.required("request")
        expectation = try json.required("expect")
    }
}

extension PolicyCase.Expectation: JSONObjectReadable {
    static let unknownMembers = UnknownMembers.refuse

    init(json: inout JSONObject) throws(JSONError) {
        outcome = try json.required("outcome")
        control = try json.optional("control")
        reason = try json.optional("reason")
        decidedBy = try json.required("decidedBy")
        policies = try json.optional("policies", as: JSONValue.self)?.objectValue ?? JSONMembers()
    }
}

/// Where cases come from: a directory that must hold some.
struct PolicyCaseDirectory: Sendable {
    /// Why a directory is no directory of cases.
    enum Failure: Error, Hashable {
        case unreadable(String)
        case empty(String)
    }

    let path: String

    /// The names of the case files, in order.
    func names() throws(Failure) -> [String] {
        guard let stream = opendir(path) else { throw .unreadable(path) }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasSuffix(".json") { names.append(name) }
        }
        guard !names.isEmpty else { throw .empty(path) }
        return names.sorted()
    }

    /// The bytes of a file.
    func read(_ name: String) throws(Failure) -> [UInt8] {
        guard let file = fopen(path + name, "r") else { throw .unreadable(path + name) }
        defer { fclose(file) }
        var content: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = fread(&chunk, 1, chunk.count, file)
            guard count > 0 else { return content }
            content.append(contentsOf: chunk[..<count])
        }
    }
}
