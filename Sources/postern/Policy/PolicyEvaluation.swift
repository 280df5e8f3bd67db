import AccessModel
import AccessPolicy
import JSONCoding
import PolicyFormat

/// `postern policy evaluate`: decides requests by the policies of a directory.
struct PolicyEvaluation {
    /// Where the requests are.
    enum Source: Sendable, Hashable {
        /// A file with one request.
        case one(String)
        /// A file with a request in each line.
        case lines(String)
    }

    let directory: String
    let source: Source
    let whenNothingMatches: UnmatchedAccess
    let countries: RequestCountries

    func run(_ console: Console) throws -> ExitCode {
        let set = try PolicyDirectory(directory).collection(console, otherwise: "nothing was decided")
            .policySet(whenNothingMatches: whenNothingMatches)
        var unknown = UnknownIdentifiers()
        switch source {
        case .one(let path):
            let request = try countries.filled(RequestSource.request(path))
            unknown.note(request)
            console.write(try set.trace(request).indented)
        case .lines(let path):
            try RequestSource.eachRequest(in: path) { request in
                let request = try countries.filled(request)
                unknown.note(request)
                console.write(String(decoding: set.trace(request).jsonBytes() + [0x0A], as: UTF8.self))
            }
        }
        unknown.warn(console, nil)
        return .success
    }
}
