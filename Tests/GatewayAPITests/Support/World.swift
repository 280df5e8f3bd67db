import AccessModel

/// Who and what is in the fixture's tenants.
enum World {
    static let origin = "https://login.contoso.example"

    static let contoso = TenantID("11111111-1111-4111-8111-111111111111")
    static let fabrikam = TenantID("22222222-2222-4222-8222-222222222222")

    static let mailApp = "5d0c9f60-6c1f-4a5f-9a51-70d2b3c4d001"
    static let notesApp = "5d0c9f60-6c1f-4a5f-9a51-70d2b3c4d002"
    static let mailService = "5d0c9f60-6c1f-4a5f-9a51-70d2b3c4d003"
    static let otherService = "5d0c9f60-6c1f-4a5f-9a51-70d2b3c4d004"
    static let mailServiceSecret = "a secret of the mail service with enough bits"
    static let mail = "api://contoso-mail"
    static let mailScope = "api://contoso-mail/mail.read"
    static let redirect = "http://127.0.0.1:53682/callback"
    static let schemeRedirect = "com.contoso.notes:/signed-in"
    static let complianceScope = "\(origin)/\(contoso)/compliance/.default"

    /// Somebody with an account; the password is the same as the name.
    enum Person: String, CaseIterable, Sendable {
        /// Must be protected, and a policy for apps targets them.
        case alex, nadia
        /// Nothing is asked of them.
        case robin
        /// No access at all.
        case blake
        /// A second factor is asked of them.
        case fay
        /// A device is asked of them.
        case devon
        /// Must be protected, and no policy for apps targets them.
        case sam
        /// The account is disabled.
        case dan

        var number: Int { (Self.allCases.firstIndex(of: self) ?? 0) + 1 }
        var account: String { "c3b0a1d2-0000-4000-8000-00000000000\(number)" }
        var name: String { "\(rawValue)@contoso.example" }
        var password: String { "the password of \(rawValue)" }

        var groups: [String] {
            switch self {
            case .alex, .nadia: ["Mobile", "Protected"]
            case .robin, .dan: []
            case .blake: ["Blocked"]
            case .fay: ["Second factor"]
            case .devon: ["Devices"]
            case .sam: ["Mobile"]
            }
        }
    }

    static let groups = ["Mobile", "Protected", "Blocked", "Second factor", "Devices"]

    static func group(_ name: String) -> String {
        "0f6a2c5e-93b1-4d57-8d1e-2b7a60c4f00\((groups.firstIndex(of: name) ?? 0) + 1)"
    }
}
