import AccessModel
import Compliance
import JSONCoding

/// What NanoMDM tells by its webhook, as far as the event itself says it.
///
/// The device's own words are a property list inside (`raw_payload`) that is not read: serial number, model and versions
/// are in there.
struct NanoMDMEvent {
    /// The topics that show that a device is managed.
    private static let managed: Set<String> = ["mdm.TokenUpdate", "mdm.Connect"]
    /// The topic that shows that it no longer is.
    private static let left = "mdm.CheckOut"

    private let id: String?
    private let topic: String
    private let createdAt: Timestamp
    private let enrolment: NanoMDMEnrolment

    /// The signal.
    ///
    /// - Parameters:
    ///   - source: whose it is.
    ///   - body: its identifier when the event has none.
    /// - Returns: the signal.
    func signal(of source: SignalSourceID, body: String) -> DeviceSignal {
        var report = DeviceReport()
        report.lastSeen = createdAt
        // What a user's channel says of itself is not said of the device.
        if !enrolment.isUser {
            if Self.managed.contains(topic) { report.isManaged = true }
            if topic == Self.left { report.isManaged = false }
        }
        return DeviceSignal(
            id: id ?? body, source: source, device: enrolment.device, report: report, observedAt: createdAt)
    }
}

extension NanoMDMEvent: JSONObjectReadable {
    static var unknownMembers: UnknownMembers { .ignore }

    init(json: inout JSONObject) throws(JSONError) {
        topic = try json.required("topic")
        let time: String = try json.required("created_at")
        guard let time = Timestamp(rfc3339: time) else {
            throw json.invalid("created_at", "must be a time as RFC 3339 writes it")
        }
        createdAt = time
        id = try json.optional("event_id")
        if let id, !SignalDocument.isIdentifier(id) {
            throw json.invalid("event_id", "must be 1 to 128 visible ASCII characters")
        }
        if let acknowledgement: NanoMDMEnrolment = try json.optional("acknowledge_event") {
            enrolment = acknowledgement
        } else {
            enrolment = try json.required("checkin_event")
        }
    }
}

/// Whom an event is about.
struct NanoMDMEnrolment: JSONObjectReadable {
    /// NanoMDM's own name of the enrolment.
    private struct Name: JSONObjectReadable {
        static var unknownMembers: UnknownMembers { .ignore }
        let id: String
        let type: String
        let parent: String?

        init(json: inout JSONObject) throws(JSONError) {
            id = try json.required("id")
            type = try json.required("type")
            parent = try json.optional("parent_id")
        }

        var isUser: Bool { ["User", "User Enrollment", "Shared iPad"].contains(type) }

        /// The device by this name alone: a user's channel names it as its parent.
        var device: DeviceIdentifier? {
            let kind: DeviceIdentifier.Kind = type.hasPrefix("User Enrollment") ? .deviceID : .udid
            return (isUser ? parent : id).flatMap { DeviceIdentifier(kind, $0) }
        }
    }

    static var unknownMembers: UnknownMembers { .ignore }

    /// The device.
    let device: Set<DeviceIdentifier>
    /// Whether it is the channel of a user on the device.
    let isUser: Bool

    init(json: inout JSONObject) throws(JSONError) {
        let udid: String? = try json.optional("udid")
        let enrolment: String? = try json.optional("enrollment_id")
        let name: Name? = try json.optional("ids")
        let told = [
            udid.flatMap { DeviceIdentifier(.udid, $0) }, enrolment.flatMap { DeviceIdentifier(.deviceID, $0) },
        ].compactMap { $0 }
        device = Set(told.isEmpty ? [name?.device].compactMap { $0 } : told)
        isUser = name?.isUser ?? false
        guard !device.isEmpty else { throw JSONError(.invalidValue("must name a device"), at: json.path) }
    }
}
