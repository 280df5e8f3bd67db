import AccessModel
import Authentication
import AuthorizationServer
import ComplianceGateway
import SQLDatabase

/// A row that does not hold what the gateway wrote.
struct DamagedRow: Error {
    let what: String
}

/// Several texts in one column, separated by spaces; none of them holds one.
enum SpacedList {
    static func join(_ texts: some Sequence<String>) -> String { texts.sorted().joined(separator: " ") }

    static func split(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
}

extension SQLRow {
    func timestamp(_ column: Int) throws -> Timestamp { Timestamp(milliseconds: try integer(column)) }

    func optionalTimestamp(_ column: Int) throws -> Timestamp? {
        try optionalInteger(column).map(Timestamp.init(milliseconds:))
    }

    func identifier<Subject>(_ column: Int) throws -> Identifier<Subject> { Identifier(try text(column)) }

    func optionalIdentifier<Subject>(_ column: Int) throws -> Identifier<Subject>? {
        try optionalText(column).map { Identifier($0) }
    }

    func hash(_ column: Int) throws -> SecretHash {
        guard let hash = SecretHash(bytes: try blob(column)) else { throw DamagedRow(what: "a hash") }
        return hash
    }

    func optionalRawValue<Value: RawRepresentable<String>>(_ column: Int) throws -> Value? {
        try optionalText(column) == nil ? nil : rawValue(column)
    }

    func rawValue<Value: RawRepresentable<String>>(_ column: Int) throws -> Value {
        guard let value = Value(rawValue: try text(column)) else { throw DamagedRow(what: "\(Value.self)") }
        return value
    }

    func capabilities(_ column: Int) throws -> Set<ClientCapability> {
        var found: Set<ClientCapability> = []
        for text in SpacedList.split(try text(column)) {
            guard let capability = ClientCapability(rawValue: text) else { throw DamagedRow(what: "a capability") }
            found.insert(capability)
        }
        return found
    }
}
