import AccessModel
import JSONCoding

/// What a state directory knows of its database: by what it finds out that another one, or an older state, stands in its place.
///
/// The database's own file has the name too. A backup that is put into a new directory has no such record beside it; one that is
/// put in the database's place ends before what the record has seen; a copied directory holds another file.
struct StoreLife: Hashable, JSONObjectReadable, JSONWritable {
    /// What the store is called.
    var name: String
    /// The database's file, by its number in the file system.
    var file: UInt64
    /// How far each tenant's journal has been seen.
    var heads: [TenantID: Int64]

    /// What a look at the database comes to.
    enum Verdict: Hashable {
        /// It is the one that was here before, with nothing missing.
        case same
        /// It never had a name, and nobody knows one.
        case unnamed
        /// It is an older state, or a copy.
        case restored
    }

    /// Judges a database.
    ///
    /// - Parameters:
    ///   - record: what the directory knows; nil when it knows nothing.
    ///   - found: the name in the database; nil when it has none.
    ///   - file: the database's file.
    ///   - heads: how far the journals are.
    /// - Returns: whether it may go on.
    static func verdict(_ record: StoreLife?, name found: String?, file: UInt64, heads: [TenantID: Int64]) -> Verdict {
        guard let record else { return found == nil ? .unnamed : .restored }
        let isWhole = record.heads.allSatisfy { tenant, head in heads[tenant].map { $0 >= head } ?? false }
        return record.name == found && record.file == file && isWhole ? .same : .restored
    }

    init(name: String, file: UInt64, heads: [TenantID: Int64]) {
        self.name = name
        self.file = file
        self.heads = heads
    }

    static var unknownMembers: UnknownMembers { .ignore }

    init(json: inout JSONObject) throws(JSONError) {
        name = try json.required("name")
        let number: String = try json.required("file")
        // What is no number is no file of this directory.
        file = UInt64(number) ?? 0
        heads = [:]
        let tenants: [Head] = try json.required("tenants")
        for tenant in tenants { heads[tenant.id] = tenant.sequence }
    }

    func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("name", name)
            object.member("file", String(file))
            object.member("tenants", heads.map(Head.init).sorted { $0.id < $1.id })
        }
    }

    private struct Head: JSONObjectReadable, JSONWritable {
        let id: TenantID
        let sequence: Int64

        init(_ id: TenantID, _ sequence: Int64) {
            self.id = id
            self.sequence = sequence
        }

        static var unknownMembers: UnknownMembers { .ignore }

        init(json: inout JSONObject) throws(JSONError) {
            id = TenantID(try json.required("id"))
            sequence = try json.required("sequence")
        }

        func write(to writer: inout JSONWriter) {
            writer.object { object in
                object.member("id", id.rawValue)
                object.member("sequence", sequence)
            }
        }
    }
}
