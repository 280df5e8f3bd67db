import AccessModel
import AccessPolicy
import JSONCoding
import PolicyFormat

/// `postern policy what-if`: what would be decided about a sign-in, and every policy's part in it.
struct PolicyWhatIf {
    /// How the answer is written.
    enum Format: String {
        /// For people.
        case text
        /// The decision and the policies' parts, as `policy evaluate` writes them.
        case json
        /// The policies and why they do not apply, as Microsoft Graph writes them.
        case graph
    }

    let policies: String
    let request: String?
    let directory: String?
    let appliedOnly: Bool
    let format: Format
    let whenNothingMatches: UnmatchedAccess
    let countries: RequestCountries
    let arguments: CommandArguments

    func run(_ console: Console) throws -> ExitCode {
        let contents = try PolicySource(policies).read(console)
        let set = try contents.collection.policySet(whenNothingMatches: whenNothingMatches)
        let directory = try directory.map { ToolDirectory(try ToolDocuments(console).directory($0)) }
        var question = try question()
        question.requests = try question.requests.map { request in
            try countries.filled(directory?.resolved(request) ?? request)
        }
        var unknown = UnknownIdentifiers()
        for request in question.requests { unknown.note(request) }
        unknown.warn(console, directory)
        if appliedOnly { question.appliedPoliciesOnly = true }
        let traces = question.requests.map { set.trace($0) }
        switch format {
        case .text:
            let names = PolicyNames(set, directory?.extract)
            for (number, trace) in traces.enumerated() {
                let report = WhatIfReport(
                    question.requests[number], trace, names, appliedOnly: question.appliedPoliciesOnly)
                console.write((number > 0 ? "\n" : "") + report.text)
            }
        case .json:
            let documents = try zip(question.requests, traces).map(Self.document)
            console.write(documents.count == 1 ? documents[0].indented : JSONValue.array(documents).indented)
        case .graph:
            let answer = WhatIfAnswer(
                traces, contents.collection.policies, appliedPoliciesOnly: question.appliedPoliciesOnly)
            console.write(try answer.indented)
        }
        return .success
    }

    /// What is asked: the document, the flags, or the flags over the document.
    private func question() throws -> WhatIfQuestion {
        guard let request else {
            guard RequestFlags.areGiven(in: arguments) else {
                throw UsageError("say what is asked: give `--request`, or `--account` and `--application`")
            }
            return WhatIfQuestion([try flagged(JSONMembers())])
        }
        var question = try RequestSource.question(request)
        guard RequestFlags.areGiven(in: arguments) else { return question }
        question.requests = try question.requests.map { request in
            try flagged(request.tree.objectValue ?? JSONMembers())
        }
        return question
    }

    private func flagged(_ document: JSONMembers) throws -> AccessRequest {
        let tree = try RequestFlags.applied(arguments, to: document)
        do {
            return try JSONElement(.object(tree)).read(as: AccessRequest.self)
        } catch {
            if let option = RequestFlags.flag(of: error, in: arguments) {
                throw UsageError("`--\(option.name)`: \(error.kind.text)")
            }
            if error.path.description == "/subject" { throw UsageError("say who asks: give `--account` or `--client`") }
            if error.path.description == "/resource" {
                throw UsageError("say what for: give `--application`, `--user-action` or `--auth-context`")
            }
            throw UsageError("\(error)")
        }
    }

    /// A trace for programs, with the identifiers of its request that no policy can name.
    private static func document(_ request: AccessRequest, _ trace: DecisionTrace) throws(JSONError) -> JSONValue {
        var unknown = UnknownIdentifiers()
        unknown.note(request)
        return unknown.added(to: try trace.tree)
    }
}
