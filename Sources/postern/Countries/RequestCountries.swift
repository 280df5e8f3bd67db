import AccessModel
import GeoLocation

/// Fills in the country of access requests that give an address and no country.
struct RequestCountries {
    /// The option that names the database.
    static let option = Setting.countryDatabase.option

    private let database: CountryDatabase?

    /// Opens the database that the option or the environment names, if one does; an empty variable names none.
    init(_ arguments: CommandArguments, environment: [String: String]) throws(CommandFailure) {
        let variable = environment[Setting.countryDatabase.variable].flatMap { $0.isEmpty ? nil : $0 }
        guard let path = arguments.text(Self.option) ?? variable else {
            database = nil
            return
        }
        do {
            database = try CountryDatabase(path: path)
        } catch {
            throw CommandFailure("`countryDatabase` cannot be used: \(error)")
        }
    }

    /// The request with its country, as far as there is a database and it knows the address.
    func filled(_ request: AccessRequest) throws(CommandFailure) -> AccessRequest {
        guard let database, request.context.country == nil, let address = request.context.ipAddress else {
            return request
        }
        var filled = request
        do {
            filled.context.country = try database.country(of: address)
        } catch {
            throw CommandFailure("the country of `\(address)` cannot be found: \(error)")
        }
        return filled
    }
}
