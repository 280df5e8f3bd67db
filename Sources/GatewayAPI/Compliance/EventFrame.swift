import AccessModel
import Compliance
import ComplianceGateway
import JSONCoding

/// The bytes of server-sent events.
enum EventFrame {
    /// How long a client waits before it comes back, in milliseconds.
    static let retry = 2000

    /// An event of the journal, in the words of a language.
    static func event(_ event: StatusEvent, epoch: Int64, _ language: TextLanguage) -> [UInt8] {
        let place = StatusEventID(epoch: epoch, sequence: event.sequence)
        return frame(event.kind.rawValue, at: place, EventDocument(event: event, language: language).jsonBytes())
    }

    /// What a stream begins with: how soon to come back, whether events were missed, and how things stand.
    ///
    /// Whoever comes back and missed nothing is told nothing but what happened meanwhile.
    static func opening(
        at place: StatusEventID, missed: Bool, begins: Bool, _ current: AccountStatusDocument?
    ) -> [UInt8] {
        var bytes = Array("retry: \(retry)\n\n".utf8)
        if missed { bytes += resync(at: place) }
        guard missed || begins else { return bytes }
        if let current { bytes += frame("status", at: place, current.jsonBytes()) }
        // Without a first event a follower of a whole tenant would have no place to come back to.
        if current == nil, !missed { bytes += frame("ready", at: place, Array("{}".utf8)) }
        return bytes
    }

    /// What is said before a stream is ended.
    static func end(_ end: StatusFollower.End) -> [UInt8] {
        switch end {
        case .authorityEnded: frame("end", at: nil, Array(#"{"reason":"unauthorized"}"#.utf8))
        case .resync: frame("end", at: nil, Array(#"{"reason":"resync"}"#.utf8))
        }
    }

    private static func resync(at place: StatusEventID) -> [UInt8] {
        frame("resync", at: place, Array("{}".utf8))
    }

    /// One event; its data is JSON in one line.
    private static func frame(_ name: String, at place: StatusEventID?, _ data: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(data.count + 96)
        if let place { bytes += Array("id: \(place)\n".utf8) }
        bytes += Array("event: \(name)\ndata: ".utf8)
        bytes += data
        bytes += [0x0A, 0x0A]
        return bytes
    }
}

/// An event as it is sent.
private struct EventDocument: JSONWritable {
    let event: StatusEvent
    let language: TextLanguage

    func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("at", event.at.rfc3339)
            object.member("accountId", ifPresent: event.account?.rawValue)
            object.member("clientId", ifPresent: event.client?.rawValue)
            object.member("instanceId", ifPresent: event.instance?.rawValue)
            object.member("deviceId", ifPresent: event.device?.rawValue)
            guard let status = event.status else { return }
            let result = ComplianceResult(status: status, reasons: event.reasons, evaluatedAt: event.at)
            let isOfDevice = event.kind == .deviceComplianceChanged
            let text = isOfDevice ? result.deviceText(in: language) : result.text(in: language)
            object.member("previousStatus", ifPresent: event.from?.name)
            object.member("status", status.name)
            object.member("code", status.rawValue)
            object.member("reasons", event.reasons.map(\.rawValue))
            object.member("title", text.title)
            object.member("message", text.message + " " + text.action)
            object.member("actions", ifNotEmpty: ComplianceAction.list(for: result))
        }
    }
}
