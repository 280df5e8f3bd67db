public import AccessModel

/// What is going to follow from a check that fails and has still time, and what was told of it.
public struct PendingStep: Sendable, Hashable {
    /// What those whom it concerns were told so far; each is told once.
    public enum Notice: String, Sendable, Hashable, CaseIterable, Comparable {
        /// Nothing.
        case none
        /// That the check fails, and what follows when.
        case failing
        /// That what follows is near.
        case near

        /// Orders them as they are told.
        public static func < (left: Self, right: Self) -> Bool { left.order < right.order }

        private var order: Int {
            switch self {
            case .none: 0
            case .failing: 1
            case .near: 2
            }
        }
    }

    /// The check, by its stable name: a ``ProtectionCheck`` of an app or a ``DeviceCheck`` of a device.
    public var check: String
    /// Why it fails.
    public var reason: ReasonCode
    /// What follows.
    public var action: CheckAction
    /// When it follows; nil when nothing does but that it is told.
    public var due: Timestamp?
    /// Since when there is something to tell: the check fails, or an exemption holds.
    public var began: Timestamp
    /// Whether it is told only when it is near, since it is expected to end without anybody: apps apply a new policy by
    /// themselves, and an exemption is known to whoever has it.
    public var isTolerated: Bool
    /// What was told.
    public var told: Notice

    /// Makes a step of which nothing was told.
    public init(
        check: String, reason: ReasonCode, action: CheckAction, due: Timestamp?, began: Timestamp,
        isTolerated: Bool = false, told: Notice = .none
    ) {
        self.check = check
        self.reason = reason
        self.action = action
        self.due = due
        self.began = began
        self.isTolerated = isTolerated
        self.told = told
    }

    /// The instant from which the step counts as near; nil when it never does.
    ///
    /// A step that is told at the beginning is told again only where the time between is long: at least twice as long as
    /// the reminder is ahead. One that is tolerated is told that much ahead, and at the latest when half its time is over.
    func nearAt(_ ahead: Duration) -> Timestamp? {
        guard let due else { return nil }
        let whole = due.milliseconds - began.milliseconds
        guard whole > 0 else { return due }
        let ahead = ahead.wholeMilliseconds
        if isTolerated { return Timestamp(milliseconds: due.milliseconds - min(ahead, whole / 2)) }
        return ahead > 0 && whole >= 2 * ahead ? Timestamp(milliseconds: due.milliseconds - ahead) : nil
    }

    /// What is to have been told at an instant.
    func notice(at now: Timestamp, ahead: Duration) -> Notice {
        if let near = nearAt(ahead), now >= near { return .near }
        return isTolerated ? .none : .failing
    }
}

extension Duration {
    fileprivate var wholeMilliseconds: Int64 {
        components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }
}

/// What an evaluation gives to tell beforehand, compared with what was told at the one before.
struct StepNotices {
    /// The steps, with what has been told of each now.
    private(set) var steps: [PendingStep] = []
    /// Those that are told for the first time.
    private(set) var failing: [PendingStep] = []
    /// Those that are told to be near.
    private(set) var near: [PendingStep] = []
    /// Those that were told and will not follow.
    private(set) var settled: [PendingStep] = []

    /// Compares what is to follow with what was.
    ///
    /// - Parameters:
    ///   - current: the steps that this evaluation found.
    ///   - earlier: the steps that are stored, with what was told of them.
    ///   - checks: the checks that still fail, whether or not there is time left.
    ///   - ahead: how long before a step it is told again.
    ///   - now: the instant.
    init(
        _ current: [PendingStep], earlier: [PendingStep], failing checks: Set<String>, ahead: Duration,
        at now: Timestamp
    ) {
        for var step in current {
            // What is due at another time than was said has to be told anew.
            let before = earlier.first { $0.check == step.check && $0.action == step.action && $0.due == step.due }
            let told = before?.told ?? .none
            let due = step.notice(at: now, ahead: ahead)
            step.told = max(told, due)
            steps.append(step)
            guard due > told else { continue }
            if due == .failing || (told == .none && !step.isTolerated) {
                failing.append(step)
            } else {
                near.append(step)
            }
        }
        let pending = Set(current.map(\.check)).union(checks)
        var seen: Set<String> = []
        for step in earlier where step.told > .none && !pending.contains(step.check) {
            // One whose time had come did follow, even if nobody looked at that instant.
            if let due = step.due, due <= now { continue }
            if seen.insert(step.check).inserted { settled.append(step) }
        }
    }
}

extension StepNotices {
    /// What follows for an app instance.
    var effects: [ComplianceEffect] {
        var effects: [ComplianceEffect] = []
        if !failing.isEmpty { effects.append(.checksFailing(failing)) }
        if !near.isEmpty { effects.append(.stepsNear(near)) }
        if !settled.isEmpty { effects.append(.checksSettled(settled)) }
        return effects
    }

    /// What follows for a device.
    var deviceEffects: [DeviceEffect] {
        var effects: [DeviceEffect] = []
        if !failing.isEmpty { effects.append(.checksFailing(failing)) }
        if !near.isEmpty { effects.append(.stepsNear(near)) }
        if !settled.isEmpty { effects.append(.checksSettled(settled)) }
        return effects
    }
}

/// The steps of one evaluation, as its checks find them.
struct StepList {
    private(set) var steps: [PendingStep] = []

    /// Adds a step; of several policies that would do the same to the same check, the first counts.
    mutating func add(_ step: PendingStep) {
        guard let index = steps.firstIndex(where: { $0.check == step.check && $0.action == step.action }) else {
            steps.append(step)
            return
        }
        guard let due = step.due, let known = steps[index].due, due < known else { return }
        steps[index] = step
    }

    /// The steps, those first that come first; a mere warning is no news beside something that follows.
    ///
    /// - Parameter failed: the checks whose time is over.
    /// - Returns: the steps that are told.
    func told(beside failed: Set<String>) -> [PendingStep] {
        let serious = Set(steps.filter { $0.action != .warn }.map(\.check)).union(failed)
        return steps.filter { $0.action != .warn || !serious.contains($0.check) }.sorted {
            ($0.due?.milliseconds ?? .max, $0.check, $0.action.rawValue)
                < ($1.due?.milliseconds ?? .max, $1.check, $1.action.rawValue)
        }
    }
}
