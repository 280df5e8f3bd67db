import AccessModel
import AccessPolicy
import PolicyFormat

/// What policies and applications are called in a comparison.
struct DiffNames {
    private let new: PolicyNames
    private let old: PolicyNames
    private var applications: [ApplicationID: String] = [:]
    private let newHindrances: [PolicyID: [String]]
    private let oldHindrances: [PolicyID: [String]]

    init(_ comparison: PolicySetComparison, _ directory: DirectoryExtract?) {
        new = PolicyNames(comparison.new, directory)
        old = PolicyNames(comparison.old, directory)
        newHindrances = Self.hindrances(comparison.new)
        oldHindrances = Self.hindrances(comparison.old)
    }

    /// What keeps policies from being evaluated, by policy.
    private static func hindrances(_ set: PolicySet) -> [PolicyID: [String]] {
        Dictionary(set.policies.map { ($0.id, $0.unenforceable.map { "\($0.path): \($0.detail)" }) }) { first, _ in
            first
        }
    }

    /// Takes the names of applications from a population.
    mutating func add(_ population: Population) {
        for application in population.applications { applications[application.id] = application.name }
    }

    /// What a policy is called.
    func name(_ cause: AccessChange.Cause) -> String { (cause.isGone ? old : new).name(cause.policy) }
    /// What a policy is called that one of the sets has.
    func name(_ policy: PolicyID) -> String {
        let name = new.name(policy)
        return name == "`\(policy)`" ? old.name(policy) : name
    }
    /// What keeps a policy from being evaluated, in the second set or in the first.
    func hindrances(_ policy: PolicyID, inNew isNew: Bool) -> [String] {
        (isNew ? newHindrances : oldHindrances)[policy] ?? []
    }
    /// Who asks.
    func phrase(_ subject: AccessSubject) -> String { subject.words(new) }
    /// What is asked for.
    func phrase(_ resource: AccessResource) -> String {
        if case .application(let id) = resource, let name = applications[id] { return "the application `\(name)`" }
        return resource.words(new)
    }
}

/// What two sets of policies decide differently, for people.
struct PolicyDiffReport {
    private let tally: ComparisonTally
    private let basis: String
    private let memberships: MembershipCount?
    private let names: DiffNames

    init(_ tally: ComparisonTally, basis: String, _ memberships: MembershipCount?, _ names: DiffNames) {
        self.tally = tally
        self.basis = basis
        self.memberships = memberships
        self.names = names
    }

    /// The report.
    var text: String {
        var text = TextLayout.paragraph(basis)
        if let memberships { text += TextLayout.paragraph(memberships.sentence) }
        guard !tally.isUnchanged else { return text + "Nothing changes.\n" }
        if tally.changedCount == 0 {
            text += "Nothing that is enforced changes.\n"
        } else {
            let share = Double(tally.changedCount) * 100 / Double(tally.requestCount)
            let tenths = Int((share * 10).rounded())
            let percent = tenths == 0 ? "less than 0.1" : "\(tenths / 10).\(tenths % 10)"
            text += "\(TextLayout.count(tally.changedCount, "request")) of these, \(percent) %, come out differently.\n"
        }
        var heading: String?
        let changes = tally.ordered
        for (change, group) in changes {
            let title = title(of: change)
            if title != heading {
                let count = changes.filter { self.title(of: $0.change) == title }.reduce(0) {
                    $0 + $1.group.requestCount
                }
                text += "\n" + TextLayout.paragraph("\(title) (\(TextLayout.count(count, "request")))")
            }
            heading = title
            text += self.text(of: change, group)
        }
        return text
    }

    private func title(of change: AccessChange) -> String {
        switch change {
        case .access(let from, let to, _): "\(from.words) -> \(to.words)"
        case .session: "allowed, with other demands on the session"
        case .reportOnly(_, let from, let to): "report-only: \(from.words) -> \(to.words)"
        }
    }

    private func text(of change: AccessChange, _ group: ComparisonTally.Group) -> String {
        let counts = [
            TextLayout.count(group.requestCount, "request"), TextLayout.count(group.subjects.count, "account"),
            TextLayout.count(group.resources.count, "resource"),
        ]
        return causes(of: change).enumerated().map { number, cause in
            TextLayout.paragraph(cause, head: number == 0 ? "  " : "    ")
        }.joined() + TextLayout.paragraph(counts.joined(separator: ", "), head: "    ")
            + group.examples.map(example).joined()
    }

    private func causes(of change: AccessChange) -> [String] {
        switch change {
        case .access(_, _, let causes), .session(let causes):
            let new = causes.filter { !$0.isGone }.map { names.name($0) }
            let gone = causes.filter(\.isGone).map { names.name($0) }
            var lines: [String] = []
            if !new.isEmpty { lines.append("by " + new.joined(separator: ", ")) }
            if !gone.isEmpty { lines.append("no longer by " + gone.joined(separator: ", ")) }
            return lines.isEmpty ? ["since no enforced policy applies"] : lines
        case .reportOnly(let policy, let from, let to):
            guard from == .unknown || to == .unknown else { return [names.name(policy)] }
            let hindrances = names.hindrances(policy, inNew: to == .unknown)
            return [names.name(policy)] + hindrances.map { "hindered by \($0)" }
        }
    }

    private func example(_ request: AccessRequest) -> String {
        var words = "\(names.phrase(request.subject)) to \(names.phrase(request.resource))"
        if let signals = request.context.words { words += ", \(signals)" }
        return TextLayout.paragraph(words, head: "    - ")
    }
}

extension AccessChange.Standing {
    fileprivate var words: String {
        switch self {
        case .allowed: "allowed"
        case .asked(let control): "asked for \(control.words)"
        case .failed: "cannot be decided"
        case .blocked: "blocked"
        }
    }
}

extension AccessChange.WouldBe {
    fileprivate var words: String {
        switch self {
        case .nothing: "would let pass"
        case .prompt: "would prompt"
        case .unknown: "not known"
        case .deny: "would refuse"
        }
    }
}
