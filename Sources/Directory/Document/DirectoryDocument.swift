public import JSONCoding

/// The document that declares a tenant's directory, as an operator writes it.
///
/// Every member is known, every identifier is a GUID and every reference leads somewhere, or the document is refused with
/// a list of all that is wrong.
public enum DirectoryDocument {
    /// The most entries of one list.
    public static let maximumCount = 100_000

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - root: the document.
    ///   - holdings: what the directory holds already: the document may refer to it, and what it does not name stays.
    /// - Returns: what the document declares.
    /// - Throws: the list of all faults, each with its path.
    public static func read(
        _ root: JSONElement, beside holdings: DirectoryHoldings = DirectoryHoldings()
    ) throws(DirectoryDocumentError) -> DirectoryContents {
        var rows = DirectoryRows()
        do {
            try rows.read(root)
        } catch {
            throw DirectoryDocumentError([error])
        }
        var resolver = DirectoryResolver(rows: rows, holdings: holdings)
        let contents = resolver.resolve()
        let faults = rows.faults + resolver.faults
        guard faults.isEmpty else { throw DirectoryDocumentError(faults) }
        return contents
    }
}

/// A row together with its place.
struct Placed<Row> {
    let row: Row
    let path: JSONPath
}

/// The document's lists, each row by itself; a row that can't be read leaves its fault and goes on.
struct DirectoryRows {
    var groups: [Placed<GroupRow>] = []
    var accounts: [Placed<AccountRow>] = []
    var resources: [Placed<ResourceRow>] = []
    var clients: [Placed<ClientRow>] = []
    var authorities: [Placed<AuthorityRow>] = []
    var faults: [JSONError] = []

    mutating func read(_ root: JSONElement) throws(JSONError) {
        var object = try JSONObject(root)
        groups = try list("groups", of: &object)
        accounts = try list("accounts", of: &object)
        resources = try list("resources", of: &object)
        clients = try list("clients", of: &object)
        authorities = try list("authorities", of: &object)
        let known = ["groups", "accounts", "resources", "clients", "authorities"]
        faults += object.unread.map { .unknownMember($0, of: object.path, known: known) }
    }

    private mutating func list<Row: DirectoryRow>(
        _ name: String, of object: inout JSONObject
    ) throws(JSONError) -> [Placed<Row>] {
        guard let element = object.element(name), element.value != .null else { return [] }
        var rows: [Placed<Row>] = []
        for element in try element.elements(atMost: DirectoryDocument.maximumCount) {
            let misnamed = Row.nameFaults(in: element)
            guard misnamed.isEmpty else {
                faults += misnamed
                continue
            }
            do {
                rows.append(Placed(row: try Row(json: element), path: element.path))
            } catch {
                faults.append(error)
            }
        }
        return rows
    }
}
