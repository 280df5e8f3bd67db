package import AccessModel

extension UnenforceableReason {
    /// The reason not to enforce a policy that names a location; nil if the location can be evaluated.
    package static func unsupported(
        _ location: NamedLocationID, _ extent: NamedLocation.Extent?, at path: String = "conditions.locations"
    ) -> UnenforceableReason? {
        guard case .unsupported(let type) = extent else { return nil }
        return UnenforceableReason(
            .unsupportedValue, in: .condition(.location), at: path,
            "named location `\(location)` is of the type `\(type)`, which cannot be evaluated; name another")
    }

    /// The reason not to enforce a policy that demands a strength; nil if the strength can be evaluated.
    package static func unsupported(_ strength: AuthenticationStrength) -> UnenforceableReason? {
        strength.unsupported.map { fault in
            UnenforceableReason(
                .unknownMember, in: .grant, at: "grantControls.authenticationStrength.id",
                "authentication strength `\(strength.id)` has \(fault); correct the name, or take it out")
        }
    }

    /// The reason not to enforce a policy that names a group of applications; nil if the group can be evaluated.
    package static func unsupported(
        _ group: ApplicationGroup, at path: String = "conditions.applications"
    ) -> UnenforceableReason? {
        group.unsupported.map { fault in
            UnenforceableReason(
                .unknownMember, in: .condition(.application), at: path,
                "group of applications `\(group.id)` has \(fault); correct the name, or take it out")
        }
    }
}
