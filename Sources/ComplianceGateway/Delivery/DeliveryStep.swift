public import AccessModel
public import Compliance
public import JSONCoding

/// What follows from a check that fails, as the journal and those outside are told.
public struct DeliveryStep: Sendable, Hashable {
    /// The check, by its stable name.
    public var check: String
    /// Why it fails.
    public var reason: ReasonCode
    /// What follows.
    public var action: CheckAction
    /// When it follows; nil when nothing does but that it is told.
    public var due: Timestamp?

    /// Makes a step.
    public init(check: String, reason: ReasonCode, action: CheckAction, due: Timestamp?) {
        self.check = check
        self.reason = reason
        self.action = action
        self.due = due
    }
}

extension DeliveryStep: JSONWritable {
    /// Writes the step.
    public func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("check", check)
            object.member("reason", reason.rawValue)
            object.member("action", action.rawValue)
            object.member("due", ifPresent: due?.rfc3339)
        }
    }

    /// Reads a step of a journal entry; nil when it is of a kind that this binary does not know.
    init?(_ value: JSONValue) {
        guard let check = value["check"]?.stringValue,
            let reason = value["reason"]?.stringValue.flatMap(ReasonCode.init(rawValue:)),
            let action = value["action"]?.stringValue.flatMap(CheckAction.init(rawValue:))
        else { return nil }
        self.init(
            check: check, reason: reason, action: action,
            due: value["due"]?.stringValue.flatMap(Timestamp.init(rfc3339:)))
    }
}

extension [PendingStep] {
    /// What a journal entry says of them.
    var journalled: [(name: String, value: JSONValue)] {
        let steps = map { step -> JSONValue in
            var members = JSONMembers()
            members.append("check", .string(step.check))
            members.append("reason", .string(step.reason.rawValue))
            members.append("action", .string(step.action.rawValue))
            members.append("due", step.due.map { .string($0.rfc3339) } ?? .null)
            return .object(members)
        }
        return [("checks", .array(steps))]
    }
}
