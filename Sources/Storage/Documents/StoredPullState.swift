import AccessModel
import ComplianceGateway
import JSONCoding

/// How a pull source is, as it is stored; when it is and was due, who asks it and its source's state are columns.
struct StoredPullState: JSONObjectReadable, JSONWritable {
    static var unknownMembers: UnknownMembers { .refuse }

    var state: PullState

    init(_ state: PullState) {
        self.state = state
    }

    init(json: inout JSONObject) throws(JSONError) {
        state = PullState(nextAt: nil)
        state.lastSuccessAt = try json.optionalInstant("lastSuccessAt")
        state.lastFailureAt = try json.optionalInstant("lastFailureAt")
        state.lastError = try json.optional("lastError")
        let until = try json.optionalInstant("openUntil")
        let isHalfOpen: Bool = try json.optional("isHalfOpen") ?? false
        state.breaker = PullBreaker(
            phase: until.map(PullBreaker.Phase.open) ?? (isHalfOpen ? .halfOpen : .closed),
            failures: try json.required("failures"))
        state.counts.pages = try json.required("pages")
        state.counts.devices = try json.required("devices")
        state.counts.taken = try json.required("taken")
        state.counts.unchanged = try json.required("unchanged")
        state.counts.refused = try json.required("refused")
        state.counts.unreadable = try json.required("unreadable")
        state.counts.firstProblem = try json.optional("firstProblem")
    }

    func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("lastSuccessAt", ifPresent: state.lastSuccessAt?.milliseconds)
            object.member("lastFailureAt", ifPresent: state.lastFailureAt?.milliseconds)
            object.member("lastError", ifPresent: state.lastError)
            switch state.breaker.phase {
            case .closed: break
            case .open(let until): object.member("openUntil", until.milliseconds)
            case .halfOpen: object.member("isHalfOpen", true)
            }
            object.member("failures", state.breaker.failures)
            object.member("pages", state.counts.pages)
            object.member("devices", state.counts.devices)
            object.member("taken", state.counts.taken)
            object.member("unchanged", state.counts.unchanged)
            object.member("refused", state.counts.refused)
            object.member("unreadable", state.counts.unreadable)
            object.member("firstProblem", ifPresent: state.counts.firstProblem)
        }
    }
}
