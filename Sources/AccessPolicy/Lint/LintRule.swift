/// One check of the catalogue.
struct LintRule: Sendable {
    /// What it can find.
    let ids: [LintID]
    /// What it finds.
    let check: @Sendable (LintContext) -> [LintFinding]

    /// A check of the set.
    init(_ ids: LintID..., check: @escaping @Sendable (LintContext) -> [LintFinding]) {
        self.ids = ids
        self.check = check
    }

    /// A check of each policy that is not disabled.
    init(
        each ids: LintID..., check: @escaping @Sendable (LintContext, ConditionalAccessPolicy) -> [LintFinding]
    ) {
        self.ids = ids
        self.check = { context in context.active.flatMap { check(context, $0) } }
    }

    /// Every check, in the order in which findings of one policy and one weight are listed.
    static let all: [LintRule] =
        reach + contradictions + deviceFilters + lockOut + references + gaps + overlaps
        + appProtection
}
