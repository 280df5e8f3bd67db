import JSONCoding

/// The parameter `claims` as far as it is served (OpenID Connect Core section 5.5): the client's capabilities.
///
/// Stock clients merge a challenge that they were sent into it; members that are not known are left alone.
public struct ClaimsRequest: Sendable, Hashable {
    /// The capabilities that `access_token.xms_cc` declares; nil when it says nothing of them.
    public let declaredCapabilities: Set<ClientCapability>?

    /// Reads the parameter.
    ///
    /// - Returns: the request; refused when it is no JSON object of at most 8 KiB, 8 levels and 500 values.
    public static func parse(_ text: String) -> Result<ClaimsRequest, RequestFault> {
        let limits = JSONLimits(maximumBytes: FieldLimit.claims, maximumDepth: 8, maximumValues: 500)
        guard text.utf8.count <= FieldLimit.claims else { return .failure(RequestFault("claims", .tooLong)) }
        do {
            let root = try JSONValue.parse(text, limits: limits)
            guard root.objectValue != nil else { return .failure(RequestFault("claims", .malformed)) }
            return .success(ClaimsRequest(declaredCapabilities: declared(in: root)))
        } catch {
            return .failure(RequestFault("claims", .malformed))
        }
    }

    private static func declared(in root: JSONValue) -> Set<ClientCapability>? {
        guard let request = root["access_token"]?["xms_cc"]?.objectValue else { return nil }
        let values = request["values"]?.arrayValue ?? request["value"].map { [$0] } ?? []
        return Set(values.compactMap(\.stringValue).compactMap(ClientCapability.init(declared:)))
    }
}
