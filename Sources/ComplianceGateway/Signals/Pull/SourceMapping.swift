import AccessModel
public import Compliance
public import JSONCoding

/// How a source's answers are read: where the devices are, what is said of each, and which page comes next.
///
/// It is a document; ``json`` writes it and `init(json:)` reads it. What it does not know in a record that it needs to
/// know is a problem of that record, and an answer of another shape is an error: neither is ever taken for a device that
/// is compliant.
public struct SourceMapping: Sendable, Hashable {
    /// The most records on a page.
    public static let maximumRecords = 5_000
    /// What an answer may cost.
    public static let answerLimits = JSONLimits(
        maximumBytes: 32 << 20, maximumDepth: 32, maximumValues: 2_000_000)

    /// What is sent with each request, beside what the gateway itself sends; never a secret.
    public let headers: [SourceHeader]
    /// Where the list of records is.
    let records: JSONPointer
    let paging: SourcePaging
    /// Where the texts are by which a device is known; at least one.
    let identifiers: [DeviceIdentifier.Kind: [JSONPointer]]
    let observedAt: TimeRule?
    let attributes: SourceAttributes

    /// What devices may be told of.
    public var tells: Set<DeviceAttribute> { attributes.tells.union([.identity]) }

    /// The page to begin with.
    ///
    /// - Parameter url: where the devices are listed, with every query parameter but those of paging.
    /// - Returns: the page.
    public func firstPage(of url: SourceURL) -> PageRequest { paging.first(of: url) }

    /// Reads an answer.
    ///
    /// - Parameters:
    ///   - answer: the answer's body.
    ///   - request: the page that was asked for.
    ///   - link: the header `Link`; nil when there was none.
    /// - Returns: the devices and the next page.
    /// - Throws: what is wrong with the answer's shape; when it has records and none can be read, the first one's
    ///   problem.
    public func page(
        of answer: JSONValue, to request: PageRequest, link: String? = nil
    ) throws(JSONError) -> SourcePage {
        let root = JSONElement(answer)
        guard let list = records.element(in: root) else { throw JSONError(.missing, at: records.path) }
        let elements = try list.elements(atMost: Self.maximumRecords)
        var devices: [Result<MappedDevice, RecordProblem>] = []
        devices.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() { devices.append(device(of: element, at: index)) }
        if let problem = Self.commonProblem(of: devices) { throw problem }
        return SourcePage(
            devices: devices, next: try paging.next(after: request, root, link: link, count: devices.count))
    }

    /// The first problem, when every record has one.
    private static func commonProblem(of devices: [Result<MappedDevice, RecordProblem>]) -> JSONError? {
        var first: JSONError?
        for device in devices {
            guard case .failure(let problem) = device else { return nil }
            first = first ?? problem.error
        }
        return first
    }

    private func device(of record: JSONElement, at index: Int) -> Result<MappedDevice, RecordProblem> {
        do {
            return .success(try device(of: record))
        } catch {
            return .failure(RecordProblem(index: index, label: label(of: record), error: error))
        }
    }

    private func device(of record: JSONElement) throws(JSONError) -> MappedDevice {
        guard case .object = record.value else { throw record.wrongType(expected: .object) }
        var found: Set<DeviceIdentifier> = []
        for (kind, places) in identifiers {
            if let identifier = try Self.identifier(kind, places, in: record) { found.insert(identifier) }
        }
        guard !found.isEmpty else { throw record.invalid("has nothing that identifies a device") }
        return MappedDevice(
            identifiers: found, report: try attributes.report(of: record),
            ownerNames: try attributes.owners?.names(in: record), observedAt: try observedAt?.time(in: record))
    }

    /// The first text that identifies a device; one such as `unknown` is none.
    private static func identifier(
        _ kind: DeviceIdentifier.Kind, _ places: [JSONPointer], in record: JSONElement
    ) throws(JSONError) -> DeviceIdentifier? {
        for place in places {
            guard let element = place.element(in: record), element.value != .null else { continue }
            guard let text = element.value.scalarText else { throw element.wrongType(expected: .string) }
            let plain = kind == .certificateFingerprint ? text.replacing(":", with: "") : text
            if let identifier = DeviceIdentifier(kind, TextRule.clean(plain) ?? "") { return identifier }
        }
        return nil
    }

    /// Something to find a record again by.
    private func label(of record: JSONElement) -> String? {
        for kind in DeviceIdentifier.Kind.allCases {
            for place in identifiers[kind] ?? [] {
                if let text = place.value(in: record.value)?.scalarText, !text.isEmpty {
                    return text.printable(atMost: 64)
                }
            }
        }
        return nil
    }
}
