/// An identifier of one kind of thing; two kinds never mix.
///
/// The text is kept as given. Directory object identifiers are GUIDs and reach the domain in their canonical form
/// (``GUID``), so that equality is byte equality.
public struct Identifier<Subject>: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The identifier as it stands in documents, tokens and the store.
    public let rawValue: String

    /// Makes an identifier from its text.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// The identifier's text.
    public var description: String { rawValue }

    /// Orders identifiers by their text, so that lists of them are stable.
    public static func < (left: Self, right: Self) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// What an ``Identifier`` can name.
///
/// The cases are never made; they only keep the kinds apart.
public enum Named {
    /// An organisation.
    public enum Tenant {}
    /// A person's account in a tenant; its identifier is the token claim `oid`.
    public enum Account {}
    /// A group of accounts.
    public enum Group {}
    /// A directory role, named by its template identifier.
    public enum Role {}
    /// An OAuth client (RFC 6749 section 2.2).
    public enum Client {}
    /// An application that access is asked for, as policies name it (`appId`).
    public enum Application {}
    /// A device.
    public enum Device {}
    /// One installation of an app for one account.
    public enum AppInstance {}
    /// A grant: what an account has allowed a client, and what its refresh tokens belong to.
    public enum Grant {}
    /// An interactive sign-in session.
    public enum Session {}
    /// A Conditional Access policy.
    public enum Policy {}
    /// A named location.
    public enum NamedLocation {}
    /// An authentication strength.
    public enum AuthenticationStrength {}
    /// A group of applications that policies name by a word, such as `Office365`.
    public enum ApplicationGroup {}
    /// An app-protection policy.
    public enum AppProtectionPolicy {}
    /// A remediation that a user is led through.
    public enum RemediationSession {}
    /// A source of signals about devices.
    public enum SignalSource {}
    /// One request's correlation identifier, as the client sent it or as the gateway made it.
    public enum Correlation {}
}

/// A tenant's GUID.
public typealias TenantID = Identifier<Named.Tenant>
/// An account's object identifier (`oid`), a GUID.
public typealias AccountID = Identifier<Named.Account>
/// A group's object identifier.
public typealias GroupID = Identifier<Named.Group>
/// A directory role's template identifier.
public typealias RoleID = Identifier<Named.Role>
/// An OAuth `client_id`.
public typealias ClientID = Identifier<Named.Client>
/// The `appId` by which policies name a resource application.
public typealias ApplicationID = Identifier<Named.Application>
/// A device's identifier (`deviceid`).
public typealias DeviceID = Identifier<Named.Device>
/// An app instance's identifier.
public typealias AppInstanceID = Identifier<Named.AppInstance>
/// A grant's identifier.
public typealias GrantID = Identifier<Named.Grant>
/// A sign-in session's identifier.
public typealias SessionID = Identifier<Named.Session>
/// A Conditional Access policy's identifier.
public typealias PolicyID = Identifier<Named.Policy>
/// A named location's identifier.
public typealias NamedLocationID = Identifier<Named.NamedLocation>
/// An authentication strength's identifier.
public typealias AuthenticationStrengthID = Identifier<Named.AuthenticationStrength>
/// The word by which policies name a group of applications.
public typealias ApplicationGroupID = Identifier<Named.ApplicationGroup>
/// An app-protection policy's identifier.
public typealias AppProtectionPolicyID = Identifier<Named.AppProtectionPolicy>
/// A remediation session's identifier; it opens nothing.
public typealias RemediationSessionID = Identifier<Named.RemediationSession>
/// A signal source's identifier, a GUID.
public typealias SignalSourceID = Identifier<Named.SignalSource>
/// A correlation identifier.
public typealias CorrelationID = Identifier<Named.Correlation>
