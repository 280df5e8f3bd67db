import AccessModel
import JSONCoding

/// What is kept of one signed-in account; the refresh token and the enrolment identifier are secrets.
struct AccountRecord: Sendable, Equatable {
    let accountID: String
    var tenantID: String
    var userPrincipalName: String?
    /// The name of the installation's key for this account.
    var keyName: String
    var refreshToken: String?
    var instanceID: String?
    var enrollmentID: String?
    /// The time of the last posture report, than which the next one must be newer.
    var lastReport = Timestamp(milliseconds: 0)
    /// The last event of the gateway that was taken.
    var lastEventID: String?
}

extension AccountRecord: JSONObjectReadable, JSONWritable {
    static let unknownMembers = UnknownMembers.ignore

    init(json: inout JSONObject) throws(JSONError) {
        accountID = try json.required("accountId")
        tenantID = try json.required("tenantId")
        userPrincipalName = try json.optional("userPrincipalName")
        keyName = try json.required("keyName")
        refreshToken = try json.optional("refreshToken")
        instanceID = try json.optional("instanceId")
        enrollmentID = try json.optional("enrollmentId")
        lastReport = Timestamp(milliseconds: try json.optional("lastReport") ?? 0)
        lastEventID = try json.optional("lastEventId")
    }

    func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("accountId", accountID)
            object.member("tenantId", tenantID)
            object.member("userPrincipalName", ifPresent: userPrincipalName)
            object.member("keyName", keyName)
            object.member("refreshToken", ifPresent: refreshToken)
            object.member("instanceId", ifPresent: instanceID)
            object.member("enrollmentId", ifPresent: enrollmentID)
            object.member("lastReport", lastReport.milliseconds)
            object.member("lastEventId", ifPresent: lastEventID)
        }
    }
}

/// Every account that is kept, as one document.
struct AccountBook: JSONObjectReadable, JSONWritable {
    static let unknownMembers = UnknownMembers.ignore
    /// The name of the document in the secret store.
    static let itemName = "accounts.json"

    var records: [AccountRecord] = []

    init() {}

    init(json: inout JSONObject) throws(JSONError) { records = try json.required("accounts") }

    func write(to writer: inout JSONWriter) { writer.object { $0.member("accounts", records) } }

    subscript(account: String) -> AccountRecord? {
        get { records.first { $0.accountID == account } }
        set {
            guard let index = records.firstIndex(where: { $0.accountID == account }) else {
                if let newValue { records.append(newValue) }
                return
            }
            if let newValue { records[index] = newValue } else { records.remove(at: index) }
        }
    }

    var enrollmentIDs: [EnrollmentIDEntry] {
        records.compactMap { record in
            record.enrollmentID.map {
                EnrollmentIDEntry(
                    userID: record.userPrincipalName ?? "", enrollmentID: $0, tenantID: record.tenantID,
                    accountID: record.accountID)
            }
        }
    }
}
