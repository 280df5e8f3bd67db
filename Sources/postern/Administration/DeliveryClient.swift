import HTTPClient

/// What carries messages to destinations: an administrator says where they are, so that inner addresses are reachable.
enum DeliveryClient {
    static func make() throws -> HTTPClient {
        var configuration = HTTPClientConfiguration()
        configuration.limits.bodyBytes = 1 << 20
        do {
            return try HTTPClient(configuration)
        } catch {
            throw CommandFailure("messages cannot be sent: \(error)")
        }
    }
}
