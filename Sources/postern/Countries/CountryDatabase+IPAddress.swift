import AccessModel
import GeoLocation

extension CountryDatabase {
    /// The country of an address; nil when the database maps it to none.
    func country(of address: IPAddress) throws(GeoLocationError) -> String? {
        let count = address.family == .v4 ? 4 : 16
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: address.bits >> UInt128(8 * (count - 1 - $0))) }
        return try country(of: bytes.span)
    }
}
