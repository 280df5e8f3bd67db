/// A write as a value: steps that all happen or none, so that it can be grouped with others and run again.
///
/// It changes rows; only migrations change tables.
public struct SQLWrite: Sendable, Hashable {
    /// What is done, in order.
    public var steps: [SQLStep]
    /// The numbers that the write needs; each counter at most once.
    public var counters: [SQLCounterUse]

    /// Makes a write.
    public init(_ steps: [SQLStep], counters: [SQLCounterUse] = []) {
        self.steps = steps
        self.counters = counters
    }
}

/// One statement of a write and how many rows it must return or change.
public struct SQLStep: Sendable, Hashable {
    /// The statement.
    public let statement: SQLStatement
    /// What it must do for the write to go on.
    public let expectation: SQLExpectation

    /// Makes a step.
    public init(_ statement: SQLStatement, expecting expectation: SQLExpectation = .any) {
        self.statement = statement
        self.expectation = expectation
    }
}

/// How many rows a step must return, or change if it returns none.
public enum SQLExpectation: Sendable, Hashable {
    /// Any number.
    case any
    /// Exactly this number.
    case exactly(Int)
    /// This number or more.
    case atLeast(Int)

    /// Exactly this number, as `expecting: .rows(exactly: 1)` reads.
    public static func rows(exactly count: Int) -> SQLExpectation { .exactly(count) }

    /// This number or more.
    public static func rows(atLeast count: Int) -> SQLExpectation { .atLeast(count) }

    func isMet(by count: Int) -> Bool {
        switch self {
        case .any: true
        case .exactly(let wanted): count == wanted
        case .atLeast(let wanted): count >= wanted
        }
    }
}

/// What became of a write that could be tried.
public enum SQLWriteResult: Sendable, Equatable {
    /// It is durable: the rows of each step, and the first number allotted for each counter that the write names.
    case committed(rows: [SQLRows], firstNumbers: [Int64])
    /// A step did not meet its expectation and nothing of the write remains: the position of the step, and the rows of the
    /// steps up to and including it.
    case refused(step: Int, rows: [SQLRows])
}
