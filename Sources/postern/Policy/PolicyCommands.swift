import AccessPolicy

/// The commands about policies.
enum PolicyCommands {
    static let all: [Command] = [importing, evaluating, testing]

    static let into = CommandOption(
        "into", .text("DIR"), isRequired: true, help: "the directory that the policies are written to")
    static let keepState = CommandOption(
        "keep-state", help: "leave enforceable policies in the state that they come in")
    static let policies = CommandOption(
        "policies", .text("DIR"), isRequired: true, help: "the directory that the policies are in")
    static let request = CommandOption("request", .text("FILE"), help: "the request, as JSON (- for standard input)")
    static let requests = CommandOption(
        "requests", .text("FILE"), help: "requests, one in each line, as JSON (- for standard input)")
    static let unmatched = CommandOption(
        "when-nothing-matches", .choice(["allow", "deny"]), help: "what happens when no policy matches (allow)")

    private static let importing = Command(
        "policy", "import", summary: "Import Conditional Access policies and what they refer to.",
        discussion: """
            Reads files, and every .json, .yaml and .yml file under directories, and
            writes each policy, and each named location, authentication strength and
            group of applications, in its canonical form to a file of its own. Enabled
            policies start in report-only; with --keep-state those that can be enforced
            stay enabled. A policy that is in the directory already keeps the state that
            it has there, so that importing it again takes nothing out of force; with
            --keep-state it takes the imported one. What cannot be enforced is listed
            with its place. One bad policy or file keeps no other from being imported.

            Exit code 0: everything was imported; 1: something was refused or cannot be
            read, or there was no policy; 2: the arguments cannot be used.
            """,
        operands: Command.Operands(placeholder: "FILE-OR-DIR...", count: 1...10_000),
        options: [into, keepState, ReportFormat.option]
    ) { arguments, console in
        try PolicyImport(
            sources: arguments.operands, destination: arguments.required(into),
            keepsState: arguments.has(keepState), format: arguments.format
        ).run(console)
    }

    private static let evaluating = Command(
        "policy", "evaluate", summary: "Decide requests and say why.",
        discussion: """
            Prints the decision and every policy's part in it as JSON. With --requests
            each line of the file is a request, and one line is printed for each, in the
            same order; a line that cannot be used ends it.

            A request is an object with `subject`, `resource` and, where they are known,
            `context`, `controls` and `purpose`:

              {"subject": {"account": "<id>", "groups": [], "roles": [], "guest": false},
               "resource": {"application": "<id>"},
               "context": {"clientAppType": "browser", "platform": "iOS",
                           "ipAddress": "192.0.2.1"},
               "controls": {"mfa": "met", "compliantDevice": "unmet",
                            "compliantApplication": {"state": "unmet",
                              "reason": "pin_not_set", "satisfiable": true}}}

            With a database of countries, a request that gives an address and no country
            is decided with the country that the database names; it may also be given by
            POSTERN_COUNTRY_DATABASE.

            Exit code 0: it was decided; 1: policies or request cannot be read; 2: the
            arguments cannot be used.
            """,
        options: [policies, request, requests, unmatched, RequestCountries.option]
    ) { arguments, console in
        let source: PolicyEvaluation.Source
        switch (arguments.text(request), arguments.text(requests)) {
        case (let path?, nil): source = .one(path)
        case (nil, let path?): source = .lines(path)
        default: throw UsageError("give one of `--request` and `--requests`")
        }
        return try PolicyEvaluation(
            directory: arguments.required(policies), source: source,
            whenNothingMatches: arguments.unmatchedAccess,
            countries: RequestCountries(arguments, environment: Environment.variables)
        ).run(console)
    }

    static let standing = CommandOption(
        "policies", .text("DIR"), help: "the policies of cases that bring none")
    static let root = CommandOption(
        "root", .text("DIR"), help: "where the files are that cases name (beside the case)")

    private static let testing = Command(
        "policy", "test", summary: "Try cases: requests and what must come of them.",
        discussion: """
            Reads files, and every .json, .yaml and .yml file under directories; each
            holds a case or a list of them. Prints what did not come out as it should:
            what was expected and what was found. The guide shows a case.

            Exit code 0: everything came out as expected; 1: something did not; 2: the
            arguments or policies cannot be used, or there is no case.
            """,
        operands: Command.Operands(placeholder: "FILE-OR-DIR...", count: 1...10_000),
        options: [standing, root, ReportFormat.option], failureCode: .usage
    ) { arguments, console in
        try PolicyTest(
            sources: arguments.operands, policies: arguments.text(standing), root: arguments.text(root),
            format: arguments.format
        ).run(console)
    }
}

extension CommandArguments {
    /// What happens when no policy matches.
    var unmatchedAccess: UnmatchedAccess { text(PolicyCommands.unmatched) == "deny" ? .deny : .allow }
}
