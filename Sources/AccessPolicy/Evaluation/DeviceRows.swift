import AccessModel

/// The policies that ask for a device, by the filters that they ask with.
struct DeviceRows: Sendable {
    private struct Question: Hashable {
        let condition: DeviceFilterCondition
        let onMissingSignal: MissingSignal
    }

    private struct Entry: Sendable {
        let condition: DeviceFilterCondition
        let onMissingSignal: MissingSignal
        /// The policies that ask so.
        let row: Int
    }

    private let entries: [Entry]

    /// Whether no policy asks for a device.
    var isEmpty: Bool { entries.isEmpty }

    init(_ conditions: [PolicyConditions], _ rows: inout BitRows) {
        var columns: [Question: [Int]] = [:]
        for (column, condition) in conditions.enumerated() {
            guard let devices = condition.devices else { continue }
            columns[Question(condition: devices, onMissingSignal: condition.onMissingSignal), default: []]
                .append(column)
        }
        entries = columns.map { question, columns in
            let row = rows.add { _ in false }
            for column in columns { rows.set(in: row, at: column) }
            return Entry(condition: question.condition, onMissingSignal: question.onMissingSignal, row: row)
        }
    }

    /// Takes the policies whose filter the device does not pass out of the candidates.
    func narrow(_ candidates: UnsafeMutableBufferPointer<UInt64>, _ rows: BitRows, _ device: DeviceInfo?) {
        for entry in entries {
            guard (0..<rows.width).contains(where: { candidates[$0] & rows[entry.row, $0] != 0 }) else { continue }
            guard !entry.condition.evaluate(device).applies(onMissingSignal: entry.onMissingSignal) else { continue }
            for word in 0..<rows.width { candidates[word] &= ~rows[entry.row, word] }
        }
    }

    /// Notes which policies the device does not pass, and for which it is not known.
    func trace(_ failed: inout [UInt64], _ unknown: inout [UInt64], _ rows: BitRows, _ device: DeviceInfo?) {
        for entry in entries {
            let match = entry.condition.evaluate(device)
            let fails = !match.applies(onMissingSignal: entry.onMissingSignal)
            for word in 0..<rows.width {
                if fails { failed[word] |= rows[entry.row, word] }
                if match.isUnknown { unknown[word] |= rows[entry.row, word] }
            }
        }
    }
}
