import Cryptography
import HTML
import HTTPMessage

/// A file that pages load, under a name that changes with its content, so that browsers may keep it for good.
struct Asset: Sendable {
    let name: String
    private let contentType: String
    private let bytes: [UInt8]

    init(_ text: String, suffix: String, contentType: String) {
        bytes = Array(text.utf8)
        name = "postern-" + Hexadecimal.encode(Array(Digest.sha256(bytes).prefix(8))) + suffix
        self.contentType = contentType
    }

    var url: HTMLURL { HTMLURL(segments: ["assets", name]) }

    private static let all = [StyleSheet.asset, FormPostPage.script]

    /// Answers for a file of this very version.
    static func answer(_ exchange: ExchangeRequest) -> HTTPResponse {
        guard let asset = all.first(where: { $0.name == exchange.parameters["name"] }) else {
            return FailureResponses().notFound(exchange)
        }
        var response = HTTPResponse(status: .ok, contentType: asset.contentType, body: asset.bytes)
        response.headers.set(.cacheControl, "public, max-age=31536000, immutable")
        response.headers.set(.contentTypeOptions, "nosniff")
        return response
    }
}
