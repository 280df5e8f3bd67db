import AccessModel
import JSONCoding

/// A re-evaluation under way: what it is about, how far it has come and what it found.
///
/// It is kept in the cursor, so that after a crash at most one batch is looked at twice, which changes nothing.
struct ReevaluationSweep: Sendable, Hashable {
    /// How far it has come: all devices first, then the instances that are to be told of theirs, then all instances, and
    /// then the tokens, the newest first.
    enum Place: Sendable, Hashable {
        case devices(after: DeviceID?)
        case untold(Int64, after: AppInstanceID?)
        case instances(after: AppInstanceID?)
        case tokens(before: Int64)
    }

    /// The sequence of the newest entry that it was made for.
    var cause: Int64
    /// What it goes through.
    var scope: ReevaluationScope
    /// How far it has come.
    var place: Place
    /// How many devices were evaluated.
    var devices: Int64 = 0
    /// How many of them are not what they were.
    var devicesChanged: Int64 = 0
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
        place = Self.start(of: scope)
    }

    private static func start(of scope: ReevaluationScope) -> Place {
        if scope.devices { return .devices(after: nil) }
        return scope.untold.min().map { .untold($0, after: nil) } ?? .instances(after: nil)
    }

    /// Goes on with what comes after the devices.
    mutating func leaveDevices() {
        place = scope.untold.min().map { .untold($0, after: nil) } ?? .instances(after: nil)
    }

    /// Goes on with what comes after an entry whose instances were told.
    mutating func leaveUntold(_ sequence: Int64) {
        place = scope.untold.filter { $0 > sequence }.min().map { .untold($0, after: nil) } ?? .instances(after: nil)
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
        // A sweep that an earlier version began knows of no devices.
        scope.devices = try json.optional("allDevices") ?? false
        scope.untold = Set(try json.optional("untold", as: [Int64].self) ?? [])
        devices = try json.optional("devices") ?? 0
        devicesChanged = try json.optional("devicesChanged") ?? 0
        place = try Self.place(&json)
        instances = try json.required("instances")
        changed = try json.required("changed")
        tokens = try json.required("tokens")
        suspended = try json.required("suspended")
    }

    private static func place(_ json: inout JSONObject) throws(JSONError) -> Place {
        let before: Int64? = try json.optional("beforeToken")
        let after: String? = try json.optional("afterInstance")
        let untold: Int64? = try json.optional("toldOf")
        let isAtDevices: Bool = try json.optional("isAtDevices") ?? false
        let device: String? = try json.optional("afterDevice")
        if isAtDevices { return .devices(after: device.map { DeviceID($0) }) }
        if let untold { return .untold(untold, after: after.map { AppInstanceID($0) }) }
        return before.map(Place.tokens(before:)) ?? .instances(after: after.map { AppInstanceID($0) })
    }

    func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("cause", cause)
            object.member("everything", scope.instances.isEverything)
            object.member("clients", scope.instances.clients.map(\.rawValue).sorted())
            object.member("accounts", scope.instances.accounts.map(\.rawValue).sorted())
            object.member("decidesTokens", scope.decidesTokens)
            object.member("allDevices", scope.devices)
            object.member("untold", scope.untold.sorted())
            object.member("devices", devices)
            object.member("devicesChanged", devicesChanged)
            switch place {
            case .devices(let after):
                object.member("isAtDevices", true)
                object.member("afterDevice", ifPresent: after?.rawValue)
            case .untold(let sequence, let after):
                object.member("toldOf", sequence)
                object.member("afterInstance", ifPresent: after?.rawValue)
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
