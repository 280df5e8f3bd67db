import AccessModel
import AccessPolicy
import JSONCoding
import PolicyFormat

/// The policies of a directory and the requests of a file, decided in turn.
final class PolicyBench {
    private let policies: PolicySet
    private let requests: [AccessRequest]
    private var next = 0

    var policyCount: Int { policies.policies.count }
    var requestCount: Int { requests.count }

    init(directory: String, requests path: String) throws {
        let files = try BenchFile.names(in: directory).filter { $0.hasSuffix(".json") }.map { name in
            PolicyReader().read(try BenchFile.read("\(directory)/\(name)"), named: name)
        }
        let collection = PolicyCollection(files)
        if collection.refusedCount > 0 {
            throw BenchError(collection.diagnostics.map(\.description).joined(separator: "\n"))
        }
        policies = try collection.policySet()
        requests = try BenchFile.read(path).split(separator: UInt8(ascii: "\n")).map {
            try AccessRequest(jsonBytes: Array($0))
        }
        if requests.isEmpty { throw BenchError("there is no request in `\(path)`") }
    }

    func decide() -> Int {
        next = (next + 1) % requests.count
        return policies.evaluate(requests[next]).appliedPolicies.count
    }

    func trace() -> Int {
        next = (next + 1) % requests.count
        return policies.trace(requests[next]).policies.count
    }
}
