import JSONCoding

/// Finds policies and what they refer to in a file, whatever they are wrapped in.
///
/// A bare object, a list, a Graph list under `value`, a template with its body under `details`, and any other nesting:
/// what has `conditions` is a policy wherever it stands.
struct PolicyContainer {
    /// One thing that was found.
    enum Entry {
        /// A policy.
        case policy(JSONElement)
        /// A template; the policy's body stands under `details`.
        case template(JSONElement, body: JSONElement)
        /// A named location, with the type that its place in the file implies, if it does not name one itself.
        case namedLocation(JSONElement, impliedType: String?)
        /// An authentication strength.
        case authenticationStrength(JSONElement)
        /// A group of applications.
        case applicationGroup(JSONElement)
        /// Something in a list of policies that is none of these.
        case stranger(JSONElement)
        /// One of these that stands too deep.
        case buried(JSONElement)
    }

    /// How deep wrappers may nest; what stands deeper is told of and not read.
    static let maximumDepth = 8
    /// More than any tenant has.
    static let maximumEntries = 5_000

    private(set) var entries: [Entry] = []
    private(set) var isFull = false

    init(_ root: JSONElement) {
        collect(root, depth: 0, isListed: false, impliedType: nil)
    }

    private mutating func collect(_ element: JSONElement, depth: Int, isListed: Bool, impliedType: String?) {
        switch element.value {
        case .array(let elements):
            for (index, value) in elements.enumerated() {
                let item = JSONElement(value, at: element.path.appending(index))
                collect(item, depth: depth + 1, isListed: isListed || depth == 0, impliedType: impliedType)
            }
        case .object(let members):
            if let entry = Self.entry(element, members, impliedType) {
                add(depth > Self.maximumDepth ? .buried(element) : entry)
            } else {
                collectInside(element, members, depth: depth, isListed: isListed)
            }
        default:
            if isListed { add(.stranger(element)) }
        }
    }

    private mutating func collectInside(_ element: JSONElement, _ members: JSONMembers, depth: Int, isListed: Bool) {
        let count = entries.count
        for (name, value) in members where !MemberName.isAnnotation(name) {
            let folded = MemberName.folded(name)
            let isList = Self.listNames.contains(folded)
            switch value {
            case .array, .object:
                collect(
                    JSONElement(value, at: element.path.appending(name)), depth: depth + 1, isListed: isList,
                    impliedType: Self.impliedTypes[folded])
            default: if isList { add(.stranger(JSONElement(value, at: element.path.appending(name)))) }
            }
        }
        if isListed, entries.count == count { add(.stranger(element)) }
    }

    private mutating func add(_ entry: Entry) {
        guard entries.count < Self.maximumEntries else {
            isFull = true
            return
        }
        entries.append(entry)
    }

    /// The type by which a group of applications is known.
    static let applicationGroupType = "postern.applicationGroup"

    /// Members whose elements are policies or what they refer to, or a mistake.
    private static let listNames: Set<String> = [
        "value", "policies", "conditionalAccessPolicies", "namedLocations", "authenticationStrengths",
        "authenticationStrengthPolicies", "applicationGroups",
    ]
    /// Members whose elements are named locations of one type without saying so.
    private static let impliedTypes = ["ipLocations": "ipNamedLocation", "geoLocations": "countryNamedLocation"]

    private static func entry(_ element: JSONElement, _ members: JSONMembers, _ impliedType: String?) -> Entry? {
        let names = Set(members.names.map(MemberName.folded))
        let hasConditions = members.contains {
            MemberName.folded($0.name) == "conditions" && $0.value.isConfigured
        }
        if hasConditions { return .policy(element) }
        if let name = members.names.first(where: { MemberName.folded($0) == "details" }), let body = members[name],
            case .object(let inner) = body, inner.names.contains(where: { MemberName.folded($0) == "conditions" })
        {
            return .template(element, body: JSONElement(body, at: element.path.appending(name)))
        }
        if isNamedLocation(names, members, impliedType) { return .namedLocation(element, impliedType: impliedType) }
        if names.contains("allowedCombinations") { return .authenticationStrength(element) }
        if members["@odata.type"]?.stringValue?.hasSuffix(applicationGroupType) == true {
            return .applicationGroup(element)
        }
        return names.contains("conditions") || names.contains("grantControls") || hasMisspelledPart(members)
            ? .policy(element) : nil
    }

    /// Whether something is a policy but for the spelling of its parts: it is refused, and not passed over.
    private static func hasMisspelledPart(_ members: JSONMembers) -> Bool {
        members.contains { name, value in
            guard case .object = value else { return false }
            return value.isConfigured && MemberSuggestion.member(for: name, among: policyParts) != nil
        }
    }

    private static let policyParts = ["conditions", "grantControls", "sessionControls"]

    private static func isNamedLocation(_ names: Set<String>, _ members: JSONMembers, _ impliedType: String?) -> Bool {
        if impliedType != nil { return true }
        if let type = members["@odata.type"]?.stringValue, type.hasSuffix("NamedLocation") { return true }
        return names.contains("ipRanges") || names.contains("countriesAndRegions") || names.contains("locationType")
            || names.contains("compliantNetworkType")
    }
}
