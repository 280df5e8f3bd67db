import AccessPolicy

/// The commands that try policies out before they decide.
enum PolicyChangeCommands {
    static let all: [Command] = [asking]

    static let appliedOnly = CommandOption("applied-only", help: "leave policies out that do not apply")
    static let whatIfFormat = CommandOption(
        "format", .choice(["text", "json", "graph"]), help: "how the answer is written (text)")

    private static let asking = Command(
        "policy", "what-if", summary: "Show what would be decided about a sign-in, and by which policy.",
        discussion: """
            Says what would be decided, what stands in the way, what would be demanded of the session, and for each
            policy whether it applies and, if not, the first condition that does not match: enforced policies first,
            then those in report-only. A condition marked (?) lacks the signal that it needs.

            The sign-in is told by flags, by --request, or by both, the flags over the document. The document is a
            request as `postern policy evaluate` takes it, or one in the shape of Microsoft Graph's `evaluate` action
            (`signInIdentity`, `signInContext`, `signInConditions`). With --directory the groups, roles and names of the
            account are those of the directory document.

            --format graph writes the policies as the `evaluate` action does, with `policyApplies` and
            `analysisReasons`; --format json writes the decision and the policies' parts as `postern policy evaluate`.

              postern policy what-if --policies policies --account 0a11ce00-0000-4000-8000-000000000001 \\
                --application a44a0000-0000-4000-8000-000000000001 --client-app browser --platform iOS --met mfa

            Exit code 0: it was worked out, whatever is decided; 1: something cannot be read; 2: the arguments cannot be
            used.
            """,
        options: [
            PolicyCommands.policies, PolicyCommands.request, PolicyToolCommands.directory, appliedOnly, whatIfFormat,
            PolicyCommands.unmatched,
        ] + RequestFlags.all.map(\.option)
    ) { arguments, console in
        try PolicyWhatIf(
            policies: arguments.required(PolicyCommands.policies), request: arguments.text(PolicyCommands.request),
            directory: arguments.text(PolicyToolCommands.directory), appliedOnly: arguments.has(appliedOnly),
            format: arguments.text(whatIfFormat).flatMap(PolicyWhatIf.Format.init) ?? .text,
            whenNothingMatches: arguments.text(PolicyCommands.unmatched) == "deny" ? .deny : .allow,
            arguments: arguments
        ).run(console)
    }
}
