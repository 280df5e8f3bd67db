import ComplianceGateway
import JSONCoding

extension JournalEntry {
    /// The kind's own members as a JSON object.
    var detailsText: String {
        var writer = JSONWriter(capacity: 128)
        writer.object { object in
            for (name, value) in details { object.member(name, value) }
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
