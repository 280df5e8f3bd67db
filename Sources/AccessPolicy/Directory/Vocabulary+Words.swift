package import AccessModel

extension DevicePlatform {
    /// What people call it.
    package var words: String {
        switch self {
        case .android: "Android"
        case .iOS: "iOS"
        case .windows: "Windows"
        case .windowsPhone: "Windows Phone"
        case .macOS: "macOS"
        case .linux: "Linux"
        }
    }
}

extension ClientAppType {
    /// Clients of the kind, in a sentence.
    package var words: String {
        switch self {
        case .browser: "browsers"
        case .mobileAppsAndDesktopClients: "mobile apps and desktop clients"
        case .exchangeActiveSync: "Exchange ActiveSync"
        case .easSupported: "Exchange ActiveSync on supported platforms"
        case .other: "legacy clients"
        }
    }
}

extension ClientAppType {
    /// One client of the kind, in a sentence.
    var singular: String {
        switch self {
        case .browser: "a browser"
        case .mobileAppsAndDesktopClients: "a mobile app or desktop client"
        case .exchangeActiveSync: "Exchange ActiveSync"
        case .easSupported: "Exchange ActiveSync on a supported platform"
        case .other: "a legacy client"
        }
    }
}

extension PolicyControl {
    /// The control, in a sentence that says what is demanded.
    package var words: String {
        switch self {
        case .block: "a block"
        case .tokenProtection: "token protection"
        case .signInFrequency: "a recent sign-in"
        case .mfa: "multifactor authentication"
        case .authenticationStrength: "an authentication strength"
        case .compliantDevice: "a compliant device"
        case .domainJoinedDevice: "a hybrid-joined device"
        case .compliantApplication: "app protection"
        case .passwordChange: "a password change"
        }
    }
}

extension TransferMethod {
    /// The method, in a sentence.
    package var words: String {
        switch self {
        case .deviceCodeFlow: "the device code flow"
        case .authenticationTransfer: "authentication transfer"
        }
    }
}
