/// What a lint found; the names are stable, so that reports can be compared over time.
///
/// The article <doc:Lints> says of each what it means, why it matters and what to do.
public enum LintID: String, Sendable, Hashable, CaseIterable {
    // Whom and what a policy reaches.

    /// Nobody is included.
    case targetsNobody = "targets-nobody"
    /// Everybody who is included is excluded as well.
    case exclusionCoversInclusion = "exclusion-covers-inclusion"
    /// No account of the directory is reached.
    case reachesNoAccount = "reaches-no-account"
    /// A group that is included has no members.
    case groupWithoutMembers = "group-without-members"
    /// No application, user action or authentication context is left.
    case targetsNoApplication = "targets-no-application"

    // Contradictions.

    /// A platform is included and excluded.
    case platformIncludedAndExcluded = "platform-included-and-excluded"
    /// A location is included and excluded.
    case locationIncludedAndExcluded = "location-included-and-excluded"
    /// Trusted locations are named and there are none.
    case noTrustedLocation = "no-trusted-location"
    /// The registration of devices is narrowed by what is not known then.
    case userActionConstraint = "user-action-constraint"
    /// Legacy clients are asked for what they cannot do.
    case legacyClientCannotSatisfy = "legacy-client-cannot-satisfy"
    /// App protection is asked for where there is none.
    case appProtectionOnDesktop = "app-protection-on-desktop"
    /// Browsers are asked for app protection.
    case appProtectionInBrowser = "app-protection-in-browser"
    /// Nothing is demanded.
    case demandsNothing = "demands-nothing"
    /// User risk and sign-in risk have to come together.
    case userRiskAndSignInRisk = "user-risk-and-sign-in-risk"
    /// Everybody signs in anew for everything.
    case everyTimeForEverything = "every-time-for-everything"
    /// Everybody's browser stays signed in.
    case persistentBrowserForEverybody = "persistent-browser-for-everybody"
    /// A control that is no more.
    case retiredControl = "retired-control"
    /// An enabled policy that cannot be enforced.
    case enabledButNotEnforced = "enabled-but-not-enforced"
    /// A report-only policy that cannot be enforced.
    case cannotBeEnforced = "cannot-be-enforced"

    // Device filters.

    /// A filter leaves out devices that are not registered.
    case deviceFilterUnregisteredNotReached = "device-filter-unregistered-not-reached"
    /// A filter excludes devices that are not registered.
    case deviceFilterUnregisteredExcluded = "device-filter-unregistered-excluded"
    /// A filter holds for every device.
    case deviceFilterAlwaysTrue = "device-filter-always-true"
    /// A filter holds for no device.
    case deviceFilterNeverTrue = "device-filter-never-true"
    /// A filter holds for nearly every device.
    case deviceFilterDenialsJoinedByOr = "device-filter-denials-joined-by-or"
    /// A filter asks for an extension attribute.
    case deviceFilterExtensionAttribute = "device-filter-extension-attribute"
    /// A filter excludes by what users set.
    case deviceFilterSetByUsers = "device-filter-set-by-users"

    // Lock-out.

    /// Everybody is blocked, or asked for a device or app, and nobody is excluded.
    case everybodyWithoutExclusion = "everybody-without-exclusion"
    /// Which accounts are for emergencies is not said.
    case noBreakGlass = "no-break-glass"
    /// One account alone is for emergencies.
    case singleBreakGlass = "single-break-glass"
    /// An account for emergencies does not exist or cannot sign in.
    case breakGlassUnusable = "break-glass-unusable"
    /// A policy reaches an account for emergencies.
    case breakGlassNotExcluded = "break-glass-not-excluded"
    /// An outside system fills a group that is excluded.
    case exclusionFilledFromOutside = "exclusion-filled-from-outside"

    // References.

    /// A user that the directory does not hold.
    case unknownUser = "unknown-user"
    /// A group that the directory does not hold.
    case unknownGroup = "unknown-group"
    /// A role that nobody has.
    case roleHeldByNobody = "role-held-by-nobody"
    /// An application that the directory does not hold.
    case unknownApplication = "unknown-application"
    /// A client that the directory does not hold.
    case unknownClient = "unknown-client"
    /// A word for applications that the set does not hold.
    case unknownApplicationGroup = "unknown-application-group"
    /// A location that the set does not hold.
    case unknownLocation = "unknown-location"
    /// A strength that the set does not hold.
    case unknownStrength = "unknown-strength"

    // Gaps.

    /// Legacy clients get in.
    case legacyClientsNotBlocked = "legacy-clients-not-blocked"
    /// Device codes work for everybody.
    case deviceCodeFlowNotBlocked = "device-code-flow-not-blocked"
    /// Who hides the platform escapes.
    case unknownPlatformEscapes = "unknown-platform-escapes"
    /// An address of no known country escapes.
    case unmappedCountryEscapes = "unmapped-country-escapes"
    /// What is excluded is covered by nothing else.
    case exclusionNotCovered = "exclusion-not-covered"

    // Policies beside each other.

    /// Another policy blocks whatever this one is about.
    case shadowedByBlock = "shadowed-by-block"
    /// Two policies say the same.
    case duplicatePolicy = "duplicate-policy"
    /// Two policies are called the same.
    case sameName = "same-name"
    /// Multifactor authentication and a strength are asked for at once.
    case mfaBesideStrength = "mfa-beside-strength"

    // App protection.

    /// Accounts have to show app protection that nothing assigns to them.
    case appProtectionNotAssigned = "app-protection-not-assigned"
    /// Accounts use apps that no app-protection policy is for.
    case appNotProtected = "app-not-protected"
    /// Accounts use apps that never said that they can be protected.
    case protappNeverDeclared = "protapp-never-declared"
}
