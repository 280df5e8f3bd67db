import AccessModel
import AccessPolicy
import JSONCoding

/// Reads a group of applications: the word that policies use, and the applications that it stands for.
struct ApplicationGroupReader {
    /// As many applications as one group may have.
    static let maximumApplications = 5_000

    private(set) var fields: DocumentFields

    init(_ element: JSONElement) {
        fields = DocumentFields(element, known: Self.known)
    }

    /// Every member that a group is known to have.
    private static let known = SchemaMember.known(ApplicationGroupSchema.members)

    /// The group and its canonical document; nil when it has errors.
    mutating func read() -> (group: ApplicationGroup, document: JSONMembers)? {
        var document = fields.kept()
        document.append("@odata.type", .string("#\(PolicyContainer.applicationGroupType)"))
        for name in ["id", "description"] { _ = fields.text(name) }
        let word = fields.text("displayName") ?? ""
        if !ApplicationGroupWord.isValid(word) {
            fields.fail(
                fields["displayName"] ?? fields.root,
                "the `displayName` of a group of applications is one word of letters and digits, such as `Office365`")
        }
        let applications = applications()
        guard fields.errors.isEmpty else { return nil }
        document.append("applications", .array(applications.map(JSONValue.string)))
        return (
            ApplicationGroup(
                id: ApplicationGroupID(word), applications: Set(applications.map { ApplicationID($0) }),
                unsupported: fields.fault),
            document
        )
    }

    /// The applications; one that names nothing refuses the group, which would be wider or narrower without it.
    private mutating func applications() -> [String] {
        var applications: [String] = []
        for (text, element) in fields.texts("applications", atMost: Self.maximumApplications) {
            guard let guid = GUID.reference(text) else {
                fields.fail(
                    element,
                    "`\(text.printable(atMost: 64))` names nothing; put the application's identifier in its place")
                continue
            }
            if !applications.contains(guid.description) { applications.append(guid.description) }
        }
        if applications.isEmpty, fields.errors.isEmpty {
            fields.fail(fields.root, "a group of applications needs `applications`")
        }
        return applications
    }
}
