import AccessModel
import AccessPolicy
import JSONCoding
import PolicyFormat
import ServiceRuntime

/// `postern policy evaluate`: decides one request by the policies of a directory.
struct PolicyEvaluation {
    let directory: String
    let request: String
    let whenNothingMatches: UnmatchedAccess

    func run(_ console: Console) throws -> ExitCode {
        let files = try PolicyDirectory(directory).read()
        let collection = PolicyCollection(files)
        guard collection.refusedCount == 0 else {
            for diagnostic in collection.diagnostics { console.error("\(diagnostic)\n") }
            throw CommandFailure("the policies in `\(directory)` cannot be used; correct the errors above")
        }
        let set = try collection.policySet(whenNothingMatches: whenNothingMatches)
        console.write(try JSONValue.parse(set.trace(readRequest()).jsonBytes()).text)
        return .success
    }

    private func readRequest() throws -> AccessRequest {
        do {
            return try AccessRequest(jsonBytes: LocalFile.read(request, atMost: 1 << 20))
        } catch let error as SystemError {
            throw CommandFailure("the request `\(request)` cannot be read: \(error)")
        } catch let error as JSONError {
            throw CommandFailure("the request `\(request)` cannot be used: \(error)")
        }
    }
}

extension JSONValue {
    /// The value for people to read, names sorted.
    fileprivate var text: String { String(decoding: canonical(.indented), as: UTF8.self) }
}
