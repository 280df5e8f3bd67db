public import AccessModel

/// The port to whatever knows the countries of addresses.
public protocol CountryLookup: Sendable {
    /// The country that an address belongs to (ISO 3166-1 alpha-2, upper case).
    ///
    /// It is asked for at each decision: an answer must not wait for anything. A failure is logged by whoever conforms,
    /// and counts as a country that is not known.
    ///
    /// - Returns: nil when the country is not known.
    func country(of address: IPAddress) -> String?
}

extension GatewayEnvironment {
    /// The circumstances with the country of their address.
    func located(_ circumstances: RequestCircumstances) -> RequestCircumstances {
        var located = circumstances
        located.country = circumstances.ipAddress.flatMap { countries?.country(of: $0) }
        return located
    }
}
