import ComplianceGateway
import JSONCoding

extension JournalEntry {
    /// The kind's own members as a JSON object.
    var detailsText: String {
        var writer = JSONWriter(capacity: signIn == nil ? 128 : 768)
        writer.object { object in
            for (name, value) in details { object.member(name, value) }
            signIn?.write(to: &object)
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
