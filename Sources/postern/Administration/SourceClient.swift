import Connectors

/// What asks sources.
enum SourceClient {
    static func make() throws -> HTTPSourceFetcher {
        do {
            return try HTTPSourceFetcher()
        } catch {
            throw CommandFailure("sources cannot be asked: \(error)")
        }
    }
}
