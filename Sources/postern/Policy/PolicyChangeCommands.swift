import AccessPolicy

/// The commands that try policies out before they decide.
enum PolicyChangeCommands {
    static let all: [Command] = [asking, comparing]

    static let appliedOnly = CommandOption("applied-only", help: "leave policies out that do not apply")
    static let whatIfFormat = CommandOption(
        "format", .choice(["text", "json", "graph"]), help: "how the answer is written (text)")

    private static let asking = Command(
        "policy", "what-if", summary: "Show what would be decided about a sign-in, and by which policy.",
        discussion: """
            Says what would be decided, what stands in the way, what would be demanded
            of the session, and for each policy whether it applies and, if not, the
            first condition that does not match: enforced policies first, then those in
            report-only. A condition marked (?) lacks the signal that it needs.

            The sign-in is told by flags, by --request, or by both, the flags over the
            document. The document is a request as `postern policy evaluate` takes it,
            or one in the shape of Microsoft Graph's `evaluate` action
            (`signInIdentity`, `signInContext`, `signInConditions`).

            With --directory, accounts, groups, applications and clients may be given by
            their names, an account by its user principal name, too; the groups and
            roles of the account are those of the directory document and those that are
            given besides.

            --format graph writes the policies as the `evaluate` action does, with
            `policyApplies` and `analysisReasons`; --format json writes the decision and
            the policies' parts as `postern policy evaluate` does.

              postern policy what-if --policies policies \\
                --account 0a11ce00-0000-4000-8000-000000000001 \\
                --application a44a0000-0000-4000-8000-000000000001 \\
                --client-app browser --platform iOS --met mfa

            Exit code 0: it was worked out, whatever is decided; 1: something cannot be
            read; 2: the arguments cannot be used.
            """,
        options: [
            PolicyCommands.policies, PolicyCommands.request, PolicyToolCommands.directory, appliedOnly, whatIfFormat,
            PolicyCommands.unmatched, RequestCountries.option,
        ] + RequestFlags.all.map(\.option)
    ) { arguments, console in
        try PolicyWhatIf(
            policies: arguments.required(PolicyCommands.policies), request: arguments.text(PolicyCommands.request),
            directory: arguments.text(PolicyToolCommands.directory), appliedOnly: arguments.has(appliedOnly),
            format: arguments.text(whatIfFormat).flatMap(PolicyWhatIf.Format.init) ?? .text,
            whenNothingMatches: arguments.unmatchedAccess,
            countries: RequestCountries(arguments, environment: Environment.variables), arguments: arguments
        ).run(console)
    }

    static let population = CommandOption(
        "population", .text("FILE"), help: "the sign-ins that could be (YAML or JSON)")
    static let recorded = CommandOption(
        "requests", .text("FILE"), help: "sign-ins that were, one request in each line (- for standard input)")
    static let fromLog = CommandOption("from-log", help: "the sign-ins that a tenant's gateway has recorded")
    static let samples = CommandOption(
        "samples", .text("N"),
        help: "how many combinations, or newest recorded sign-ins, are compared at most (100000)")
    static let seed = CommandOption("seed", .text("N"), help: "what the drawing of them begins with (1)")
    static let limit = CommandOption("limit", .text("N"), help: "how many examples of each change are shown (3)")
    static let asEnabled = CommandOption(
        "as-enabled", help: "take policies of NEW in report-only as if they were enabled")

    private static let comparing = Command(
        "policy", "diff", summary: "Show whose access changes from one set of policies to another.",
        discussion: """
            Compares what the policies of two directories or files decide about the
            same sign-ins, and tells what changes: from allowed to blocked, to a
            demand, or back; by which policy; how many sign-ins, accounts and
            resources; with examples. What policies in report-only would do is told
            apart.

            The sign-ins are the combinations of a population as
            `postern policy coverage` takes it, which may also have `controls` (what
            has been shown); if there are more than --samples, that many are drawn, the
            same for the same --seed. Or they are those of --requests, one in each line.
            With --directory, an account that gives neither groups nor roles has those
            of the directory, nested groups included; one that gives some has these
            alone.

            Or, with --from-log, they are those that `postern policy log` shows of a
            tenant, the newest --samples of them, with the groups and roles that the
            accounts have now; --state and the options beside it say where.

            Exit code 0: nothing changes; 1: something does; 2: the arguments, policies
            or sign-ins cannot be used.
            """,
        operands: Command.Operands(placeholder: "OLD NEW", count: 2...2),
        options: [
            population, recorded, fromLog, samples, seed, asEnabled, limit, PolicyToolCommands.directory,
            ReportFormat.option, PolicyCommands.unmatched, RequestCountries.option,
        ] + AdministrationSession.options, failureCode: .usage
    ) { arguments, console in
        try await PolicyDiff(
            old: arguments.operands[0], new: arguments.operands[1], requests: requests(arguments),
            directory: arguments.text(PolicyToolCommands.directory), treatsAsEnabled: arguments.has(asEnabled),
            exampleLimit: arguments.number(limit, in: 0...1000) ?? 3,
            whenNothingMatches: arguments.unmatchedAccess,
            format: arguments.format,
            countries: RequestCountries(arguments, environment: Environment.variables)
        ).run(console)
    }

    private static func requests(_ arguments: CommandArguments) throws(UsageError) -> PolicyDiff.Requests {
        let isFromLog = arguments.has(fromLog)
        if !isFromLog, let option = AdministrationSession.options.first(where: arguments.has) {
            throw UsageError("`--\(option.name)` is for `--from-log` alone")
        }
        if !arguments.has(population), arguments.has(seed) { throw UsageError("`--seed` is for `--population` alone") }
        if arguments.has(recorded), arguments.has(samples) {
            throw UsageError("`--samples` is for `--population` and `--from-log`")
        }
        let limit = try arguments.number(samples, in: 1...10_000_000) ?? 100_000
        switch (arguments.text(population), arguments.text(recorded), isFromLog) {
        case (let path?, nil, false):
            return .population(
                path, limit: limit, seed: UInt64(try arguments.number(seed, in: 0...Int.max) ?? 1))
        case (nil, let path?, false): return .recorded(path)
        case (nil, nil, true): return .signIns(arguments, limit: limit)
        default: throw UsageError("give one of `--population`, `--requests` and `--from-log`")
        }
    }
}
