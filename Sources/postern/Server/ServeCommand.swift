import ServiceRuntime

/// `postern serve`: the gateway, until SIGTERM or SIGINT.
enum ServeCommand {
    private static let settings = Setting.allCases

    static let command = Command(
        "serve", summary: "Serve the gateway of a state directory.",
        discussion: """
            Listens with TLS for apps, identity providers and browsers, and in plain text on another address for health
            and metrics. SIGTERM and SIGINT answer what is in flight and stop; SIGHUP reads the certificate again, and the database of countries if it has changed. Every
            setting is also a key of the configuration file and an environment variable POSTERN_...; options win over
            the environment, the environment over the file.
            """,
        options: [Settings.configOption] + settings.map(\.option)
    ) { arguments, _ in
        let settings = try ServeSettings(
            Settings(arguments, settings, environment: Environment.variables))
        try await GatewayProcess.run(settings)
        return .success
    }
}
