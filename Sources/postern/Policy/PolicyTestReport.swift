import JSONCoding
import PolicyFormat

/// What came of cases.
struct PolicyTestReport {
    private struct Row {
        let name: String
        let note: String?
        let result: PolicyCaseResult
    }

    private var rows: [Row] = []

    /// Whether there is no case.
    var isEmpty: Bool { rows.isEmpty }
    /// How many cases did not come out as they should.
    var failedCount: Int { rows.count { $0.result != .passed } }

    mutating func add(_ name: String, note: String?, _ result: PolicyCaseResult) {
        rows.append(Row(name: name, note: note, result: result))
    }

    /// The failures and totals for people.
    var text: String {
        var text = ""
        for row in rows where row.result != .passed { text += self.text(of: row) + "\n" }
        let passed = rows.count - failedCount
        return text + "\(TextLayout.count(rows.count, "case")): \(passed) passed, \(failedCount) failed\n"
    }

    /// Every case for programs, one document.
    var json: String {
        var writer = JSONWriter()
        writer.object { object in
            object.array("cases") { array in
                for row in rows { array.object { Self.write(row, to: &$0) } }
            }
            object.member("failed", failedCount)
            object.member("passed", rows.count - failedCount)
        }
        return String(decoding: writer.bytes, as: UTF8.self) + "\n"
    }

    private func text(of row: Row) -> String {
        var lines = ["FAILED  \(row.name)"]
        if let note = row.note { lines.append("  \(note)") }
        switch row.result {
        case .passed: break
        case .unusable(let reason): lines.append("  it cannot be tried: \(reason)")
        case .failed(let mismatches):
            for mismatch in mismatches {
                lines += [
                    "  \(mismatch.path)", "    expected  \(Self.text(mismatch.expected))",
                    "    found     \(Self.text(mismatch.found))",
                ]
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func text(_ value: JSONValue?) -> String {
        value.map { String(decoding: $0.canonical(.compact), as: UTF8.self) } ?? "nothing"
    }

    private static func write(_ row: Row, to object: inout JSONObjectWriter) {
        object.member("case", row.name)
        switch row.result {
        case .passed: object.member("mismatches", [PolicyCaseResult.Mismatch]())
        case .failed(let mismatches): object.member("mismatches", mismatches)
        case .unusable(let reason): object.member("unusable", reason)
        }
        object.member("note", ifPresent: row.note)
        object.member("passed", row.result == .passed)
    }
}
