import AccessModel
import AccessPolicy
import JSONCoding
import PolicyFormat

/// `postern policy explain`: policies in plain words.
struct PolicyExplain {
    let source: PolicySource
    let wanted: String?
    let directory: String?
    let format: ReportFormat

    func run(_ console: Console) throws -> ExitCode {
        let contents = try source.read(console)
        let directory = try directory.map { DirectoryExtract(try ToolDocuments(console).directory($0)) }
        let explanations = try policies(of: contents).compactMap {
            contents.set.explanation(of: $0.id, directory: directory)
        }
        if format == .json {
            let document: JSONValue = ["policies": .array(explanations.map(\.document))]
            console.write(document.indented)
        } else {
            console.write(explanations.map(\.text).joined(separator: "\n"))
        }
        return .success
    }

    /// The policies that are wanted: by identifier, by name, by file, by how an identifier begins, or all of them,
    /// ordered by name.
    private func policies(of contents: PolicySource.Contents) throws(CommandFailure) -> [ConditionalAccessPolicy] {
        let sorted = contents.set.policies.sorted {
            ($0.displayName, $0.id.rawValue) < ($1.displayName, $1.id.rawValue)
        }
        guard let wanted else { return sorted }
        let id = GUID(wanted)?.description ?? wanted
        let found = sorted.filter { $0.id.rawValue == id }
        if !found.isEmpty { return found }
        let named = sorted.filter { $0.displayName.lowercased() == wanted.lowercased() }
        if !named.isEmpty { return named }
        let filed = Set(contents.collection.policies.filter { isFile($0.file, wanted) }.map(\.policy.id))
        if !filed.isEmpty { return sorted.filter { filed.contains($0.id) } }
        let begun = sorted.filter { !wanted.isEmpty && $0.id.rawValue.hasPrefix(wanted.lowercased()) }
        guard begun.count < 2 else {
            let found = begun.prefix(5).map { "`\($0.id)` (\($0.displayName.printable(atMost: 100)))" }
            throw CommandFailure(
                "several identifiers begin with `\(wanted.printable(atMost: 100))`: \(found.joined(separator: ", "))"
                    + (begun.count > 5 ? " and others" : ""))
        }
        if !begun.isEmpty { return begun }
        let similar = sorted.filter { $0.displayName.lowercased().contains(wanted.lowercased()) }.prefix(5)
        let known = similar.map { $0.displayName.printable(atMost: 100) }.quoted
        throw CommandFailure(
            "no policy in \(source) is called `\(wanted.printable(atMost: 100))` or has that identifier or file"
                + (similar.isEmpty ? "" : "; there is \(known)"))
    }

    /// Whether a file is the one of a path, or of a name without directories.
    private func isFile(_ path: String, _ wanted: String) -> Bool {
        path == wanted || path.hasSuffix("/" + wanted)
    }
}

extension PolicyExplanation {
    fileprivate var text: String {
        var text = TextLayout.paragraph(displayName) + TextLayout.paragraph(summary) + "\n"
        for section in sections {
            let heading = section.part.heading
            let head = "  " + TextLayout.column(heading, Self.headingWidth)
            for (number, line) in section.lines.enumerated() {
                text += TextLayout.paragraph(
                    line, head: number == 0 ? head : String(repeating: " ", count: head.count))
            }
        }
        return text + "  " + TextLayout.column("Identifier", Self.headingWidth) + policy.rawValue + "\n"
    }

    private static let headingWidth = 12

    fileprivate var document: JSONValue {
        let parts = sections.map { section in
            (section.part.rawValue, JSONValue.array(section.lines.map(JSONValue.string)))
        }
        return [
            "displayName": .string(displayName), "effectiveState": .string(effectiveState.rawValue),
            "id": .string(policy.rawValue), "parts": .object(JSONMembers(parts)), "state": .string(state.rawValue),
            "summary": .string(summary),
        ]
    }
}

extension PolicyExplanation.Part {
    fileprivate var heading: String {
        switch self {
        case .state: "State"
        case .who: "Who"
        case .what: "What"
        case .when: "When"
        case .demands: "Demands"
        case .session: "Session"
        case .missingSignals: "If missing"
        case .hindrances: "Hindered by"
        }
    }
}
