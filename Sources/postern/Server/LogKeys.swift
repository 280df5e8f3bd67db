import Observability

/// The metadata keys of the serving process's own lines.
extension LogKey {
    static let setting = LogKey("config.setting")
    static let variable = LogKey("config.variable")
    static let file = LogKey("file.path")
    static let listener = LogKey("http.listener")
    static let address = LogKey("server.address")
    static let port = LogKey("server.port")
    static let tenantAlias = LogKey("tenant.alias")
    static let policy = LogKey("policy.id")
    static let revision = LogKey("policy.revision")
    static let firstSequence = LogKey("journal.first_sequence")
    static let lastSequence = LogKey("journal.last_sequence")
    static let cause = LogKey("error.cause")
    static let sequence = LogKey("journal.sequence")
    static let channels = LogKey("alerts.channels")
    static let count = LogKey("instances.count")
    static let instances = LogKey("reevaluation.instances")
    static let changed = LogKey("reevaluation.changed")
    static let tokens = LogKey("reevaluation.tokens")
    static let suspended = LogKey("reevaluation.suspended")
    static let devices = LogKey("reevaluation.devices")
    static let source = LogKey("source.name")
    static let unusable = LogKey("source.unusable_records")
    static let databaseType = LogKey("database.type")
    static let databaseDays = LogKey("database.age_days")
}
