/// What a verification looked at and found.
public struct JournalReport: Sendable, Hashable {
    /// The most findings that are told one by one.
    public static let maximumFindings = 100

    /// How many entries were compared with their seals.
    public var entries: Int64 = 0
    /// How many seals were followed.
    public var seals: Int64 = 0
    /// The sequences that seals cover and whose entries were pruned; nil when none were.
    public var pruned: ClosedRange<Int64>?
    /// How many entries no seal covers yet.
    public var unsealed: Int64 = 0
    /// How many checkpoints from outside the database were compared.
    public var checkpoints: Int64 = 0
    /// The newest checkpoint from outside the database that the journal bears out.
    public var newestCheckpoint: JournalCheckpoint?
    /// The findings, the first ones.
    public private(set) var findings: [JournalFinding] = []
    /// How many findings there are.
    public private(set) var findingCount: Int64 = 0

    /// Whether nothing was found.
    public var isWhole: Bool { findingCount == 0 }

    /// Makes a report of nothing.
    public init() {}

    /// Adds a finding.
    public mutating func add(_ finding: JournalFinding) {
        findingCount += 1
        if findings.count < Self.maximumFindings { findings.append(finding) }
    }
}
