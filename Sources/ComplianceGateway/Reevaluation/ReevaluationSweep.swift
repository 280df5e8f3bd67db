import AccessModel
import JSONCoding

/// A re-evaluation under way: what it is about, how far it has come and what it found.
///
/// It is kept in the cursor, so that after a crash at most one batch is looked at twice, which changes nothing.
struct ReevaluationSweep: Sendable, Hashable {
    /// How far it has come: all instances first, then the tokens, the newest first.
    enum Place: Sendable, Hashable {
        case instances(after: AppInstanceID?)
        case tokens(before: Int64)
    }

    /// The sequence of the newest entry that it was made for.
    var cause: Int64
    /// What it goes through.
    var scope: ReevaluationScope
    /// How far it has come.
    var place = Place.instances(after: nil)
    /// How many instances were evaluated.
    var instances: Int64 = 0
    /// How many of them are not what they were.
    var changed: Int64 = 0
    /// How many live tokens were decided again.
    var tokens: Int64 = 0
    /// How many grants' and clients' tokens were cut.
    var suspended: Int64 = 0

    init(cause: Int64, scope: ReevaluationScope) {
        self.cause = cause
        self.scope = scope
    }
}

extension ReevaluationSweep: JSONWritable, JSONObjectReadable {
    static let unknownMembers = UnknownMembers.refuse

    init(json: inout JSONObject) throws(JSONError) {
        cause = try json.required("cause")
        scope = ReevaluationScope()
        scope.instances.isEverything = try json.required("everything")
        scope.instances.clients = Set((try json.required("clients", as: [String].self)).map { ClientID($0) })
        scope.instances.accounts = Set((try json.required("accounts", as: [String].self)).map { AccountID($0) })
        scope.decidesTokens = try json.required("decidesTokens")
        let before: Int64? = try json.optional("beforeToken")
        let after: String? = try json.optional("afterInstance")
        place = before.map(Place.tokens(before:)) ?? .instances(after: after.map { AppInstanceID($0) })
        instances = try json.required("instances")
        changed = try json.required("changed")
        tokens = try json.required("tokens")
        suspended = try json.required("suspended")
    }

    func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("cause", cause)
            object.member("everything", scope.instances.isEverything)
            object.member("clients", scope.instances.clients.map(\.rawValue).sorted())
            object.member("accounts", scope.instances.accounts.map(\.rawValue).sorted())
            object.member("decidesTokens", scope.decidesTokens)
            switch place {
            case .instances(let after): object.member("afterInstance", ifPresent: after?.rawValue)
            case .tokens(let before): object.member("beforeToken", before)
            }
            object.member("instances", instances)
            object.member("changed", changed)
            object.member("tokens", tokens)
            object.member("suspended", suspended)
        }
    }
}
