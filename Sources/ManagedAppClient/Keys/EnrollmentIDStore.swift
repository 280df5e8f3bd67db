public import JSONCoding

/// One account's enrolment identifier as clients share it.
public struct EnrollmentIDEntry: Sendable, Equatable {
    /// The user principal name.
    public var userID: String
    /// The identifier; a secret.
    public var enrollmentID: String
    /// The account's home tenant.
    public var tenantID: String
    /// The account's object id.
    public var accountID: String

    /// The account as token caches name it: object id and home tenant, with a dot between.
    public var homeAccountID: String { "\(accountID).\(tenantID)" }

    /// Makes an entry.
    public init(userID: String, enrollmentID: String, tenantID: String, accountID: String) {
        self.userID = userID
        self.enrollmentID = enrollmentID
        self.tenantID = tenantID
        self.accountID = accountID
    }
}

/// Where enrolment identifiers are written for other clients in the same app, such as MSAL for iOS, which reads them from the
/// app's defaults under the name ``EnrollmentIDDocument/name``.
///
/// That place belongs to the platform, so that an app on iOS writes ``EnrollmentIDDocument`` there itself.
public protocol EnrollmentIDStore: Sendable {
    /// Replaces what was written before; empty when no account is enrolled any more.
    ///
    /// - Throws: `LocalStoreError`.
    func write(_ entries: [EnrollmentIDEntry]) async throws(LocalStoreError)
}

/// The form in which clients share enrolment identifiers: `{"enrollment_ids":[...]}`.
public struct EnrollmentIDDocument: JSONWritable, Sendable {
    /// The name of the document, where MSAL for iOS reads it.
    public static let name = "intune_app_protection_enrollment_id_V1"

    /// One for each enrolled account.
    public let entries: [EnrollmentIDEntry]

    /// Makes a document.
    public init(_ entries: [EnrollmentIDEntry]) {
        self.entries = entries
    }

    /// Writes the document.
    public func write(to writer: inout JSONWriter) {
        writer.object { document in
            document.array("enrollment_ids") { list in
                for entry in entries {
                    list.object { item in
                        item.member("user_id", entry.userID)
                        item.member("enrollment_id", entry.enrollmentID)
                        item.member("tid", entry.tenantID)
                        item.member("oid", entry.accountID)
                        item.member("home_account_id", entry.homeAccountID)
                    }
                }
            }
        }
    }
}

/// Enrolment identifiers as an item of a secret store.
public struct SecretEnrollmentIDStore: EnrollmentIDStore {
    /// The item's name: underscores become hyphens.
    public static let itemName = "intune-app-protection-enrollment-id-V1"
    private let secrets: any SecretStore

    /// Writes into a store.
    public init(_ secrets: any SecretStore) {
        self.secrets = secrets
    }

    /// Replaces what was written before.
    ///
    /// - Throws: `LocalStoreError`.
    public func write(_ entries: [EnrollmentIDEntry]) async throws(LocalStoreError) {
        try await secrets.write(EnrollmentIDDocument(entries).jsonBytes(), as: Self.itemName)
    }
}
