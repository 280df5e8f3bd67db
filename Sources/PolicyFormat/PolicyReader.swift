import AccessModel
import AccessPolicy
public import JSONCoding
import YAMLCoding

/// Reads policies and what they refer to out of a file's bytes.
///
/// Whatever is wrong with one of them is a diagnostic with its place and never keeps the others from being read.
public struct PolicyReader: Sendable {
    /// For a file of policies: 32 MiB, depth 32, two million values.
    public static let standardLimits = JSONLimits(
        maximumBytes: 32 << 20, maximumDepth: 32, maximumValues: 2_000_000)

    /// What a file may hold.
    public let limits: JSONLimits

    /// Makes a reader.
    public init(limits: JSONLimits = PolicyReader.standardLimits) {
        self.limits = limits
    }

    /// Reads a file; one whose name ends in `.yaml` or `.yml` is YAML, every other one JSON.
    public func read(_ bytes: [UInt8], named name: String) -> PolicyFile {
        var file = PolicyFile(name: name)
        guard bytes.count <= limits.maximumBytes else {
            refuse(&file, nil, "the file is larger than \(limits.maximumBytes) bytes; split it")
            return file
        }
        do {
            let text = try PolicyText.utf8(bytes)
            if name.hasSuffix(".yaml") || name.hasSuffix(".yml") {
                let document = try YAMLDocument(parsing: text, limits: limits)
                read(document.value, document.sources, into: &file)
            } else {
                let value = try JSONValue.parse(text, limits: limits)
                read(value, SourceMap(json: text), into: &file)
            }
        } catch PolicyText.Failure.encoding(let message) {
            refuse(&file, nil, message)
        } catch let error as JSONError {
            let fault = Self.named(error.kind.text, if: error.kind == .duplicateMember, error.path)
            refuse(&file, error.position, "the text cannot be read as JSON: \(fault); correct it here")
        } catch let error as YAMLError {
            let fault = Self.named(error.kind.text, if: error.kind == .duplicateKey, error.path)
            refuse(&file, error.position, "the text cannot be read as YAML: \(fault); correct it here")
        } catch {
            refuse(&file, nil, "the file cannot be read: \(error)")
        }
        return file
    }

    /// A fault with the name of the member that it is about.
    private static func named(_ fault: String, if isAboutMember: Bool, _ path: JSONPath) -> String {
        guard isAboutMember, case .name(let name)? = path.last else { return fault }
        return "\(fault): `\(name.printable(atMost: 64))`"
    }

    private func refuse(_ file: inout PolicyFile, _ position: SourcePosition?, _ message: String) {
        file.refusedCount += 1
        file.diagnostics.append(PolicyDiagnostic(.error, file: file.name, position: position, message))
    }

    private func read(_ value: JSONValue, _ map: SourceMap, into file: inout PolicyFile) {
        let container = PolicyContainer(JSONElement(value))
        for entry in container.entries {
            switch entry {
            case .policy(let element): readPolicy(element, template: nil, map, into: &file)
            case .template(let element, let body): readPolicy(body, template: element, map, into: &file)
            case .namedLocation(let element, let type): readLocation(element, type, map, into: &file)
            case .authenticationStrength(let element): readStrength(element, map, into: &file)
            case .applicationGroup(let element): readGroup(element, map, into: &file)
            case .stranger(let element):
                refuse(
                    &file, map.nearest(to: element.path),
                    "this is neither a policy nor anything that policies refer to; a policy has `conditions`")
            case .buried(let element):
                refuse(
                    &file, map.nearest(to: element.path),
                    "this stands in more than \(PolicyContainer.maximumDepth) wrappers; take it out of some")
            }
        }
        if container.isFull {
            refuse(&file, nil, "the file holds more than \(PolicyContainer.maximumEntries) policies; split it")
        } else if container.entries.isEmpty {
            file.diagnostics.append(
                PolicyDiagnostic(
                    .note, file: file.name, position: nil, "there is no policy in this file; it is passed over"))
        }
    }
}

// MARK: What policies refer to

extension PolicyReader {
    private func readLocation(
        _ element: JSONElement, _ impliedType: String?, _ map: SourceMap, into file: inout PolicyFile
    ) {
        var reader = NamedLocationReader(element, impliedType: impliedType)
        guard let (location, document) = reader.read() else { return refuse(&file, reader.fields, map) }
        file.namedLocations.append(
            NamedLocationDocument(
                location: location, document: document, file: file.name, position: map.nearest(to: element.path),
                diagnostics: diagnostics(.warning, reader.fields.warnings, file.name, map)))
    }

    private func readStrength(_ element: JSONElement, _ map: SourceMap, into file: inout PolicyFile) {
        var reader = AuthenticationStrengthReader(element)
        guard let (strength, document) = reader.read() else { return refuse(&file, reader.fields, map) }
        let position = map.nearest(to: element.path)
        guard !AuthenticationStrength.builtIn.contains(where: { $0.id == strength.id }) else {
            file.diagnostics.append(
                PolicyDiagnostic(
                    .note, file: file.name, position: position,
                    "this authentication strength is built in; the document is passed over"))
            return
        }
        file.authenticationStrengths.append(
            AuthenticationStrengthDocument(
                strength: strength, document: document, file: file.name, position: position,
                diagnostics: diagnostics(.warning, reader.fields.warnings, file.name, map)))
    }

    private func readGroup(_ element: JSONElement, _ map: SourceMap, into file: inout PolicyFile) {
        var reader = ApplicationGroupReader(element)
        guard let (group, document) = reader.read() else { return refuse(&file, reader.fields, map) }
        file.applicationGroups.append(
            ApplicationGroupDocument(
                group: group, document: document, file: file.name, position: map.nearest(to: element.path),
                diagnostics: diagnostics(.warning, reader.fields.warnings, file.name, map)))
    }

    private func refuse(_ file: inout PolicyFile, _ fields: DocumentFields, _ map: SourceMap) {
        file.refusedCount += 1
        file.diagnostics += diagnostics(.error, fields.errors, file.name, map)
    }

    private func diagnostics(
        _ severity: PolicyDiagnostic.Severity, _ findings: [DocumentFields.Finding], _ file: String, _ map: SourceMap
    ) -> [PolicyDiagnostic] {
        findings.map { PolicyDiagnostic(severity, file: file, position: map.nearest(to: $0.source), $0.message) }
    }

    /// The strength that an export has written out in a policy; nil for a built-in one.
    private func embedded(_ element: JSONElement?, _ map: SourceMap, in file: String) -> PolicyDocument.Embedded? {
        guard let element else { return nil }
        var own = PolicyFile(name: file)
        readStrength(element, map, into: &own)
        if own.refusedCount > 0, let fault = own.diagnostics.first { return .unreadable(fault.message) }
        return own.authenticationStrengths.first.map(PolicyDocument.Embedded.strength)
    }
}

// MARK: Policies

extension PolicyReader {
    private func readPolicy(
        _ element: JSONElement, template: JSONElement?, _ map: SourceMap, into file: inout PolicyFile
    ) {
        var canonicalizer = PolicyCanonicalizer()
        var document = canonicalizer.policy(element)
        if let template { adopt(template, into: &document, &canonicalizer) }
        complete(&document, element, &canonicalizer)
        let name = file.name
        let findings = canonicalizer.findings.map {
            PolicyDiagnostic(
                $0.severity, file: name, position: map.nearest(to: $0.source), path: $0.path, $0.message)
        }
        guard !findings.contains(where: { $0.severity == .error }), let policy = policy(document, canonicalizer.reasons)
        else {
            file.refusedCount += 1
            file.diagnostics += findings
            return
        }
        let held = policy.unenforceable.map { reason in
            let source = Self.source(of: reason.path, in: canonicalizer.sources) ?? element.path
            return PolicyDiagnostic(
                .held, file: name, position: map.nearest(to: source), path: reason.path, reason.detail)
        }
        file.policies.append(
            PolicyDocument(
                policy: policy, document: document, file: name, position: map.nearest(to: element.path),
                diagnostics: findings + held, positions: positions(canonicalizer.sources, map),
                embedded: embedded(canonicalizer.embeddedStrength, map, in: name)))
    }

    /// The places of what may be held later, when the policy is seen beside others.
    private func positions(_ sources: [String: JSONPath], _ map: SourceMap) -> [String: SourcePosition] {
        let prefixes = ["conditions.locations.", "conditions.applications.", "grantControls.authenticationStrength"]
        return sources.filter { source in prefixes.contains { source.key.hasPrefix($0) } }
            .compactMapValues { map.nearest(to: $0) }
    }

    /// The place of a path, or of what holds it.
    private static func source(of path: String, in sources: [String: JSONPath]) -> JSONPath? {
        var path = path[...]
        while !path.isEmpty {
            if let source = sources[String(path)] { return source }
            guard let end = path.lastIndex(where: { $0 == "." || $0 == "[" }) else { return nil }
            path = path[..<end]
        }
        return nil
    }

    /// Takes over what a template says outside of the policy's body.
    private func adopt(
        _ template: JSONElement, into document: inout JSONMembers, _ canonicalizer: inout PolicyCanonicalizer
    ) {
        let configured = ConfiguredMembers(template)
        canonicalizer.report(configured.faults, "")
        for (name, element) in configured.members where name != "details" {
            guard let text = element.value.stringValue else {
                canonicalizer.reportBesideBody(name)
                continue
            }
            switch name {
            case "name", "displayName":
                if document["displayName"] == nil { document.append("displayName", .string(text)) }
            case "description": if document["description"] == nil { document.append("description", .string(text)) }
            case "id": if document["templateId"] == nil { document.append("templateId", .string(text)) }
            case "state":
                canonicalizer.note(
                    .warning, element.path, "state",
                    "a template has no state; it is read as report-only")
            default: canonicalizer.reportBesideBody(name)
            }
        }
        if document["state"] == nil { document.append("state", .string(PolicyState.reportOnly.rawValue)) }
    }

    private func complete(
        _ document: inout JSONMembers, _ element: JSONElement, _ canonicalizer: inout PolicyCanonicalizer
    ) {
        let hasErrors = canonicalizer.findings.contains { $0.severity == .error }
        let misspelled = document.names.first { MemberSuggestion.member(for: $0, among: ["conditions"]) != nil }
        if document["conditions"] == nil, !hasErrors {
            canonicalizer.note(
                .error, element.path, "conditions",
                "the policy has no conditions; "
                    + (misspelled.map { "`\($0.printable(atMost: 64))` is not known; did you mean `conditions`?" }
                        ?? "say whom it is for and what it is about"))
        }
        if document["displayName"] == nil, !hasErrors {
            canonicalizer.note(
                .warning, element.path, "displayName", "the policy has no name; it is shown as `unnamed policy`")
            document.append("displayName", .string("unnamed policy"))
        }
        if document["state"] == nil, !hasErrors {
            canonicalizer.note(.warning, element.path, "state", "the policy has no state; it is read as report-only")
            document.append("state", .string(PolicyState.reportOnly.rawValue))
        }
        if document["id"] == nil, let id = ContentIdentifier.derived(from: document) {
            document.append("id", .string(id.description))
        }
    }

    private func policy(_ document: JSONMembers, _ reasons: [UnenforceableReason]) -> ConditionalAccessPolicy? {
        guard let id = document["id"]?.stringValue, let name = document["displayName"]?.stringValue,
            let state = document["state"]?.stringValue.flatMap(PolicyState.init)
        else { return nil }
        var mapper = PolicyMapper(document, reasons: reasons)
        let conditions = mapper.policyConditions()
        let grant = mapper.grant()
        let session = mapper.session()
        mapper.checkConstraints(conditions, grant, session)
        return ConditionalAccessPolicy(
            id: PolicyID(id), displayName: name, state: state, conditions: conditions, grant: grant, session: session,
            unenforceable: (reasons + mapper.reasons).sorted {
                ($0.path, $0.kind.rawValue) < ($1.path, $1.kind.rawValue)
            })
    }
}
