import Cryptography
import HTTPClient
import JSONCoding

/// Asks one gateway over HTTP.
struct GatewayConnection: Sendable {
    let http: HTTPClient
    let configuration: ManagedAppConfiguration
    let clock: any ManagedAppClock

    /// Sends a request and waits for the whole answer, whatever its status but for 5xx.
    func ask(_ request: HTTPClientRequest) async throws(ManagedAppError) -> HTTPClientResponse {
        var request = request
        request.headers["Accept-Language"] = configuration.language.rawValue
        let answer: HTTPClientResponse
        do throws(HTTPClientError) {
            answer = try await http.send(request)
        } catch {
            throw ManagedAppError(error)
        }
        guard answer.status < 500 else {
            throw .serviceFailure("it answered \(answer.status)", retryAfter: answer.retryAfter)
        }
        return answer
    }

    /// The tenant's endpoints.
    func metadata() async throws(ManagedAppError) -> GatewayMetadata {
        let url = configuration.authority + "/v2.0/.well-known/openid-configuration"
        let answer = try await ask(
            HTTPClientRequest("GET", url, headers: HeaderFields([("Accept", "application/json")])))
        guard answer.status == 200 else { throw .serviceFailure("its metadata answered \(answer.status)") }
        let found = try Self.read(answer.body, as: GatewayMetadata.self)
        guard found.isOf(authority: configuration.authority) else {
            throw .serviceFailure("its metadata names another issuer or endpoints elsewhere")
        }
        return found
    }

    static func read<Value: JSONReadable>(
        _ bytes: [UInt8], as type: Value.Type = Value.self
    ) throws(ManagedAppError) -> Value {
        do throws(JSONError) {
            return try Value(jsonBytes: bytes)
        } catch {
            throw .serviceFailure("its answer can't be read")
        }
    }
}

extension HTTPClientResponse {
    /// The seconds of `Retry-After`, at most a day; nil without one.
    ///
    /// A date is not read.
    var retryAfter: Duration? {
        guard let text = headers["Retry-After"], let seconds = Int64(text), (0...86_400).contains(seconds) else {
            return nil
        }
        return .seconds(seconds)
    }
}
