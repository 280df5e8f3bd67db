import AccessModel
import AccessPolicy
import JSONCoding

/// What becomes of members that are not known: none that may demand something is passed over.
extension PolicyCanonicalizer {
    mutating func reportUnknown(
        _ name: String, _ element: JSONElement, _ shape: PolicyObjectShape, _ path: String
    ) {
        let meant = MemberSuggestion.member(for: name, among: shape.decisiveNames)
        let known = meant.flatMap { shape.members[$0] }
        let message = "`\(name.printable(atMost: 64))` is not known"
        if let meant, MemberName.isLink(name) {
            return hold(
                .unresolvedReference, known?.part ?? shape.unknown ?? .condition(.other), path,
                "`\(name.printable(atMost: 64))` is a link, which is not followed; write `\(meant)` with the object's identifier in its place"
            )
        }
        let question = meant.map { "; did you mean `\($0)`?" } ?? ""
        if let part = shape.unknown {
            return hold(
                .unknownMember, part, path,
                "\(message), so what it changes cannot be enforced\(question.isEmpty ? "; remove it if it says nothing" : question)"
            )
        }
        guard let known, let meant else {
            return note(.warning, element.path, path, "\(message); it is kept and has no effect")
        }
        // As with a value of it that is misspelled: nothing else may be read in its place.
        if case .word = known.shape { return note(.error, element.path, path, message + question) }
        hold(
            .unknownMember, known.part ?? .condition(.other), path,
            "\(message), and without `\(meant)` the policy may do less than it says\(question)")
    }

    /// Holds a policy whose template has something beside the body that only counts in it.
    mutating func reportBesideBody(_ name: String) {
        guard let meant = MemberSuggestion.member(for: name, among: PolicySchema.policy.decisiveNames),
            let member = PolicySchema.policy.members[meant]
        else { return }
        hold(
            .unknownMember, member.part ?? .condition(.other), name,
            "`\(name.printable(atMost: 64))` stands beside `details` and has no effect there; did you mean `\(meant)` in it?"
        )
    }
}

extension PolicyObjectShape {
    /// The members that change what a policy does.
    var decisiveNames: [String] {
        members.filter { $0.value.isDecisive }.map(\.key)
    }
}

extension PolicyObjectShape.Member {
    /// Whether the member changes what a policy does, and does not only describe it.
    fileprivate var isDecisive: Bool {
        switch shape {
        case .text, .identifier: part != nil
        default: true
        }
    }
}
