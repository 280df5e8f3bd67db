public import SQLDatabase

/// Every migration of the gateway's schema, in order.
///
/// A released one is never edited.
public enum StorageMigrations {
    /// The migrations that this binary knows.
    public static let all: [SQLMigration] = [
        .foundation, .guests, .policyRevisions, .breakGlass, .promotions, .journalCursors, .journalSeals,
        .remediations, .deliveries, .devices, .pullSources, .notices,
        .storeLife, .deliveryLanes,
    ]

    /// The tenants' journal counters.
    public static let journalCounters = SQLCounterTable(
        table: "journal_heads", keyColumn: "tenant", valueColumn: "sequence")
}
