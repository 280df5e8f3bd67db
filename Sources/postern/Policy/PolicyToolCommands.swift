import AccessPolicy

/// The commands that look at policies without a request.
enum PolicyToolCommands {
    static let all: [Command] = [linting, explaining, covering, PolicySchemaCommand.command]

    static let directory = CommandOption(
        "directory", .text("FILE"), help: "the directory document, for names, members and references")
    static let protection = CommandOption(
        "protection", .text("FILE"), help: "the document of app-protection policies")
    static let signIns = CommandOption(
        "sign-ins", .text("FILE"), help: "sign-ins: a list of `account`, `client` and `protapp` (true or false)")
    static let breakGlass = CommandOption(
        "break-glass", .text("ID"), isRepeatable: true, help: "an account or group for emergencies; repeatable")
    static let externalGroup = CommandOption(
        "external-group", .text("ID"), isRepeatable: true,
        help: "a group that an outside system can fill; repeatable")
    static let policy = CommandOption(
        "policy", .text("NAME-OR-ID"), help: "the policy to explain: name, identifier, its beginning, or file (all)")
    static let population = CommandOption(
        "population", .text("FILE"), isRequired: true, help: "the sign-ins that could be (YAML or JSON)")
    static let reportOnly = CommandOption(
        "include-report-only", help: "count policies in report-only as if they were enforced")

    private static let linting = Command(
        "policy", "lint", summary: "Find what in policies does other than it seems to.",
        discussion: """
            Looks at the policies of directories and files beside each other and at what
            they refer to: gaps, contradictions, lock-outs, references that lead
            nowhere, policies that never matter. Each finding has a stable name, a
            reason and what to do; the article "Lints" explains all of them. What needs
            the directory, the app-protection policies or recorded sign-ins is checked
            only if they are given. Which accounts are for emergencies is never guessed
            from names: the directory marks them (`breakGlass`), or --break-glass names
            them.

            Exit code 0: no finding is an error; 1: one is, or something cannot be read;
            2: the arguments cannot be used.
            """,
        operands: Command.Operands(placeholder: "DIR-OR-FILE...", count: 1...1000),
        options: [directory, protection, signIns, breakGlass, externalGroup, ReportFormat.option]
    ) { arguments, console in
        try PolicyLint(
            source: PolicySource(arguments.operands), directory: arguments.text(directory),
            protection: arguments.text(protection), signIns: arguments.text(signIns),
            breakGlass: arguments.texts(breakGlass), externalGroups: arguments.texts(externalGroup),
            format: arguments.format
        ).run(console)
    }

    private static let explaining = Command(
        "policy", "explain", summary: "Say in plain words what policies do.",
        discussion: """
            Says of each policy whom it is for, what it is about, when it applies, what
            it demands, what comes of a signal that is missing, and what keeps it from
            being enforced. With --directory, accounts, groups and applications are
            called by their names. --policy takes a name, an identifier, the beginning
            of one if no other begins so, or the name of a file.

            Exit code 0: it was explained; 1: there is no such policy, or something
            cannot be read; 2: the arguments cannot be used.
            """,
        operands: Command.Operands(placeholder: "DIR-OR-FILE...", count: 1...1000),
        options: [policy, directory, ReportFormat.option]
    ) { arguments, console in
        try PolicyExplain(
            source: PolicySource(arguments.operands), wanted: arguments.text(policy),
            directory: arguments.text(directory), format: arguments.format
        ).run(console)
    }

    private static let covering = Command(
        "policy", "coverage", summary: "Show which sign-ins no policy is about.",
        discussion: """
            Combines every account, application and circumstance of a population and
            lists the combinations to which no enforced policy applies, in as few and
            wide gaps as can be; and of each policy, how many combinations it applies
            to, and to how many it alone. The population is an object with

              accounts         [{"account": "<id>", "groups": [], "roles": [], "guest": false}]
              applications     ["<id>"] or [{"id": "<id>", "name": "Mail"}]

            and, where they matter, `clientAppTypes`, `platforms`, `ipAddresses`,
            `countries`, `signInRiskLevels`, `userRiskLevels`, `insiderRiskLevels`,
            `devices` and `transferMethods`. A list that is missing has one value, which
            is not known; `null` in a list stands for that value, too. At most 5000000
            combinations are looked at.

            With --directory, an account that gives neither groups nor roles has those
            of the directory, nested groups included; one that gives some has these
            alone. The report says how many accounts are which.

            Exit code 0: it was worked out; 1: something cannot be read or is too large;
            2: the arguments cannot be used.
            """,
        operands: Command.Operands(placeholder: "DIR-OR-FILE...", count: 1...1000),
        options: [population, directory, reportOnly, ReportFormat.option]
    ) { arguments, console in
        try PolicyCoverage(
            source: PolicySource(arguments.operands), population: arguments.required(population),
            directory: arguments.text(directory), countsReportOnly: arguments.has(reportOnly),
            format: arguments.format
        ).run(console)
    }
}
