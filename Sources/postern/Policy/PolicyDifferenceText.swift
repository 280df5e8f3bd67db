import AccessPolicy
import JSONCoding
import PolicyFormat

/// What changes between two sets of policies, in words.
struct PolicyDifferenceText {
    private let difference: PolicySetDifference

    init(_ difference: PolicySetDifference) {
        self.difference = difference
    }

    /// One line for each document that changes, followed by one for each of its members that does.
    var lines: [String] { difference.entries.flatMap(lines) }

    private func lines(_ entry: PolicySetDifference.Entry) -> [String] {
        let what = "\(entry.kind.noun) `\(entry.name.printable(atMost: 300))` (\(entry.id))"
        switch entry.change {
        case .added: return ["+ \(what) is added" + (entry.stateAfter.map { ", \($0.words)" } ?? "")]
        case .removed: return ["- \(what) is removed" + (entry.stateBefore.map { "; it was \($0.words)" } ?? "")]
        case .changed(let members):
            let isMoved = entry.stateBefore != entry.stateAfter
            let states = isMoved ? [entry.stateBefore, entry.stateAfter].compactMap(\.?.words) : []
            let change = states.count == 2 ? " goes from \(states[0]) to \(states[1])" : " changes"
            let others = members.filter { !(isMoved && $0.path == "state") }
            return ["~ \(what)\(change)"] + others.map { "    " + Self.line($0) }
        }
    }

    private static func line(_ member: PolicySetDifference.Member) -> String {
        switch member.change {
        case .added(let value): "\(member.path): + \(text(value))"
        case .removed(let value): "\(member.path): - \(text(value))"
        case .replaced(let old, let new): "\(member.path): \(text(old)) -> \(text(new))"
        }
    }

    private static func text(_ value: JSONValue) -> String {
        String(decoding: value.canonical(.compact), as: UTF8.self).printable(atMost: 300)
    }
}

extension PolicyState {
    /// The state in words.
    var words: String {
        switch self {
        case .enabled: "enabled"
        case .disabled: "disabled"
        case .reportOnly: "report-only"
        }
    }
}
