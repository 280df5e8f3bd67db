public import AccessModel
public import Compliance
import Cryptography
public import JSONCoding

/// What a source sends: one signal, or `signals` with up to 500 of them, or an event as NanoMDM's webhook tells it.
public struct SignalDocument: Sendable {
    /// The most signals in one document.
    public static let maximumCount = 500
    /// The largest document, in bytes.
    public static let maximumByteCount = 512 << 10

    /// One signal of a document, or what is wrong with it.
    public struct Item: Sendable {
        /// Its identifier; nil when it has none that could be shown.
        public var id: String?
        /// The signal, but for its source.
        public var signal: Result<DeviceSignal, JSONError>
    }

    /// The signals, in their order.
    public let items: [Item]
    /// Whether it is an event of NanoMDM's.
    let isEvent: Bool

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - bytes: the document.
    ///   - source: whose it is.
    /// - Throws: what is wrong with the whole; what is wrong with one signal is its own.
    public init(_ bytes: [UInt8], of source: SignalSourceID) throws(JSONError) {
        let limits = JSONLimits(maximumBytes: Self.maximumByteCount, maximumDepth: 6, maximumValues: 60_000)
        let root = JSONElement(try JSONValue.parse(bytes, limits: limits))
        var object = try JSONObject(root)
        isEvent = object.contains("topic")
        guard !isEvent else {
            let event: NanoMDMEvent = try root.read()
            let signal = event.signal(of: source, body: Hexadecimal.encode(Digest.sha256(bytes)))
            items = [Item(id: signal.id, signal: .success(signal))]
            return
        }
        guard let list = object.element("signals") else {
            items = [Self.item(root, source)]
            return
        }
        try object.finish(unknown: .refuse)
        items = try list.elements(atMost: Self.maximumCount).map { Self.item($0, source) }
        guard !items.isEmpty else { throw list.invalid("must hold a signal") }
    }

    private static func item(_ element: JSONElement, _ source: SignalSourceID) -> Item {
        let id = element.value["id"]?.stringValue.flatMap { isIdentifier($0) ? $0 : nil }
        return Item(
            id: id,
            signal: Result { () throws(JSONError) in
                let row: SignalRow = try element.read()
                return row.signal(of: source)
            })
    }

    /// 1 to 128 visible ASCII characters.
    static func isIdentifier(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count) && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }
}

/// One signal as a document holds it.
private struct SignalRow: JSONObjectReadable {
    static var unknownMembers: UnknownMembers { .refuse }

    private let id: String
    private let device: Set<DeviceIdentifier>
    private let report: DeviceReport
    private let observedAt: Timestamp

    init(json: inout JSONObject) throws(JSONError) {
        id = try json.required("id")
        guard SignalDocument.isIdentifier(id) else {
            throw json.invalid("id", "must be 1 to 128 visible ASCII characters")
        }
        device = try Self.identifiers(&json)
        guard let observed = try json.time("observedAt") else {
            throw JSONError(.missing, at: json.path.appending("observedAt"))
        }
        observedAt = observed
        report = try Self.report(&json)
    }

    func signal(of source: SignalSourceID) -> DeviceSignal {
        DeviceSignal(id: id, source: source, device: device, report: report, observedAt: observedAt)
    }

    private static func identifiers(_ json: inout JSONObject) throws(JSONError) -> Set<DeviceIdentifier> {
        guard let element = json.element("device") else { throw JSONError(.missing, at: json.path.appending("device")) }
        var object = try element.object()
        var found: Set<DeviceIdentifier> = []
        for kind in DeviceIdentifier.Kind.allCases {
            let text: String? = try object.optional(kind.rawValue)
            guard let text else { continue }
            guard let identifier = DeviceIdentifier(kind, text) else {
                throw object.invalid(kind.rawValue, "identifies no device")
            }
            found.insert(identifier)
        }
        try object.finish(unknown: .refuse)
        guard !found.isEmpty else { throw element.invalid("must name a device") }
        return found
    }

    private static func report(_ json: inout JSONObject) throws(JSONError) -> DeviceReport {
        var report = DeviceReport()
        report.platform = try json.word("platform")
        report.osVersion = try json.optional("osVersion")
        report.model = try json.text("model")
        report.manufacturer = try json.text("manufacturer")
        report.displayName = try json.text("displayName")
        report.ownership = try json.word("ownership")
        report.trustType = try json.word("trustType")
        report.isManaged = try json.optional("managed")
        report.verdict = try json.word("compliance")
        report.isRooted = try json.optional("rooted")
        report.isEncrypted = try json.optional("encrypted")
        report.lastSeen = try json.time("lastSeen")
        report.accounts = try json.accounts("accounts")
        return report
    }
}

extension JSONObject {
    fileprivate mutating func word<Word: RawRepresentable<String> & CaseIterable>(
        _ name: String
    ) throws(JSONError) -> Word? {
        let text: String? = try optional(name)
        guard let text else { return nil }
        guard let word = Word(rawValue: text) else {
            throw invalid(name, "must be one of \(Word.allCases.map(\.rawValue).quoted)")
        }
        return word
    }

    fileprivate mutating func text(_ name: String) throws(JSONError) -> String? {
        let text: String? = try optional(name)
        guard let text else { return nil }
        guard (1...256).contains(text.utf8.count), !text.unicodeScalars.contains(where: { $0.value < 0x20 }) else {
            throw invalid(name, "must be 1 to 256 bytes without control characters")
        }
        return text
    }

    fileprivate mutating func time(_ name: String) throws(JSONError) -> Timestamp? {
        let text: String? = try optional(name)
        guard let text else { return nil }
        guard let time = Timestamp(rfc3339: text) else { throw invalid(name, "must be a time as RFC 3339 writes it") }
        return time
    }

    fileprivate mutating func accounts(_ name: String) throws(JSONError) -> Set<AccountID>? {
        guard let element = element(name), element.value != .null else { return nil }
        var accounts: Set<AccountID> = []
        for element in try element.elements(atMost: 50) {
            guard let guid = GUID(try element.string()) else { throw element.invalid("must be an account's GUID") }
            accounts.insert(AccountID(guid.description))
        }
        return accounts
    }
}
