import HTTPMessage

/// A form that a browser sent, each field at most once.
struct SubmittedForm {
    /// Far more than the fields of any page take.
    static let maximumByteCount = 16_384

    private let fields: FormParameters

    /// - Returns: nil when the body is no form, too large, or has a field twice.
    init?(_ message: HTTPRequest) {
        guard let type = message.headers.single(.contentType).text.flatMap(MediaType.init),
            type.essence == "application/x-www-form-urlencoded", type.isUTF8
        else { return nil }
        do {
            fields = try FormParameters(
                parsing: message.body, limits: FormParameters.Limits(count: 16, bytes: Self.maximumByteCount))
        } catch {
            return nil
        }
        if fields.firstDuplicate() != nil { return nil }
    }

    func text(_ name: String) -> String? { fields.single(name).text }
}
