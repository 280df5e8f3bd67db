import ComplianceGateway
import JSONCoding

/// A destination as it is stored, its secret apart.
struct StoredDestination: JSONObjectReadable, JSONWritable {
    static var unknownMembers: UnknownMembers { .refuse }

    let destination: Destination

    init(_ destination: Destination) {
        self.destination = destination
    }

    init(json: inout JSONObject) throws(JSONError) {
        var settings: [String: String] = [:]
        let stored = try json.required("settings", as: [StoredSetting].self)
        for setting in stored { settings[setting.name] = setting.value }
        var events: Set<DeliveryEvent> = []
        for text in try json.required("events", as: [String].self) {
            guard let event = DeliveryEvent(rawValue: text) else {
                throw json.invalid("events", "has a value that is not known")
            }
            events.insert(event)
        }
        destination = Destination(
            name: try json.required("name"), kind: try json.rawValue("kind"), url: try json.required("url"),
            settings: settings, events: events, quietFor: .seconds(try json.required("quietForSeconds", as: Int64.self))
        )
    }

    func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("name", destination.name)
            object.member("kind", destination.kind.rawValue)
            object.member("url", destination.url)
            object.array("settings") { list in
                for (name, value) in destination.settings.sorted(by: { $0.key < $1.key }) {
                    list.append(StoredSetting(name: name, value: value))
                }
            }
            object.member("events", destination.events.map(\.rawValue).sorted())
            object.member("quietForSeconds", destination.quietFor.components.seconds)
        }
    }
}

private struct StoredSetting: JSONObjectReadable, JSONWritable {
    static var unknownMembers: UnknownMembers { .refuse }

    let name: String
    let value: String

    init(name: String, value: String) {
        self.name = name
        self.value = value
    }

    init(json: inout JSONObject) throws(JSONError) {
        name = try json.required("name")
        value = try json.required("value")
    }

    func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("name", name)
            object.member("value", value)
        }
    }
}
