import AccessModel
import AccessPolicy

/// What policies refer to.
struct PolicyWorld {
    let locations: [NamedLocation]
    let strengths: [AuthenticationStrength]
    let groups: [ApplicationGroup]

    func set(
        _ policies: [ConditionalAccessPolicy], _ unmatched: UnmatchedAccess = .allow
    ) throws(PolicySetError) -> PolicySet {
        try PolicySet(
            policies: policies, namedLocations: locations, strengths: strengths, applicationGroups: groups,
            whenNothingMatches: unmatched)
    }

    /// A small one, so that policies and requests meet often.
    static let small = PolicyWorld(
        locations: zip(RandomPolicies.locations, extents).map {
            NamedLocation(id: $0, displayName: "Place", extent: $1)
        },
        strengths: [
            AuthenticationStrength(
                id: RandomPolicies.strengths[0], displayName: "A certain key",
                combinations: [
                    .init([.fido2], restrictions: [.fido2(allowedAAGUIDs: ["aaguid-0"])]), .init([.password, .sms]),
                ]),
            AuthenticationStrength(
                id: RandomPolicies.strengths[1], displayName: "A certain certificate",
                combinations: [
                    .init(
                        [.x509CertificateMultiFactor],
                        restrictions: [.x509(allowedIssuerSKIs: ["0a"], allowedPolicyOIDs: ["1.2.3"])])
                ]),
        ],
        groups: [
            ApplicationGroup(
                id: RandomPolicies.applicationGroups[0], applications: Set(RandomPolicies.applications.prefix(2))),
            ApplicationGroup(
                id: RandomPolicies.applicationGroups[1], applications: Set(RandomPolicies.applications.dropFirst())),
        ])

    private static let extents: [NamedLocation.Extent] = [
        .addresses(ranges("10.0.0.0/24", "2001:db8::/48"), isTrusted: true),
        .addresses(ranges("10.0.0.0/16"), isTrusted: false),
        .addresses(ranges("2001:db8:1::/48", "10.0.1.0/24"), isTrusted: false),
        .countries(["DE", "US"], includesUnknown: false), .countries(["US", "KR"], includesUnknown: true),
    ]

    private static func ranges(_ blocks: String...) -> [IPRange] { blocks.compactMap { IPRange.cidr($0)?.range } }
}
