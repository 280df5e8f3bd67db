import AccessModel

/// The texts in English.
enum EnglishTexts {
    /// Over what is compliant and must be mended to stay so.
    static let warningTitle = "There is something to put right"

    static func text(of status: ComplianceStatus) -> ComplianceText {
        switch status {
        case .compliant:
            ComplianceText(
                title: "You’re all set",
                message: "This app meets everything your organisation asks for.",
                action: "There is nothing you need to do.")
        case .notCompliant:
            ComplianceText(
                title: "Access isn’t possible right now",
                message: "This app can’t open your organisation’s data at the moment.",
                action: "Please contact your organisation’s support.")
        case .serviceFailure:
            ComplianceText(
                title: "Something went wrong on our side",
                message: "We couldn’t check this app because our service had a problem. Your app itself may be fine.",
                action: "Please try again in a few minutes.")
        case .networkFailure:
            ComplianceText(
                title: "No connection",
                message: "We couldn’t reach the service that checks this app. Your app itself may be fine.",
                action: "Check your internet connection, then try again.")
        case .interactionRequired:
            ComplianceText(
                title: "One more step",
                message: "This app needs something from you before it can open your organisation’s data.",
                action: "Follow the steps in this app to continue.")
        case .userCancelled:
            ComplianceText(
                title: "The check was stopped",
                message: "The check wasn’t finished, so your organisation’s data stays closed for now.",
                action: "You can start again whenever you like.")
        }
    }

    static func text(of reason: ReasonCode) -> ReasonText {
        switch reason {
        case .notEnrolled:
            ReasonText(
                message: "This app isn’t set up for your work account yet.",
                action: "Start the setup in this app and sign in with your work account.")
        case .postureMissing:
            ReasonText(
                message: "This app hasn’t reported its state yet.",
                action: "Keep the app open for a moment, then try again.")
        case .policyNotApplied:
            ReasonText(
                message: "This app doesn’t use your organisation’s current protection settings yet.",
                action: "Close the app, open it again and let it load the new settings.")
        case .checkInOverdue:
            ReasonText(
                message: "This app hasn’t been in touch with your organisation for too long.",
                action: "Connect to the internet and open the app, so that it can check in.")
        case .appVersionTooOld:
            ReasonText(
                message: "This version of the app is too old.",
                action: "Update the app, then try again.")
        case .osVersionTooOld:
            ReasonText(
                message: "The system software of this device is too old.",
                action: "Install the latest system update, then try again.")
        case .deviceRooted:
            ReasonText(
                message: "The built-in protection of this device seems to be switched off (rooted or jailbroken).",
                action: "Use another device, or ask support how to restore this one.")
        case .pinNotSet:
            ReasonText(
                message: "This app isn’t protected by a PIN.",
                action: "Set a PIN for this app.")
        case .evidenceInsufficient:
            ReasonText(
                message: "We can’t confirm that your organisation manages this app.",
                action: "Ask support to set up or approve this app on your device.")
        case .postureIncomplete:
            ReasonText(
                message: "This app’s report leaves out something your organisation needs to know.",
                action: "Update the app and try again. If that doesn’t help, tell support.")
        case .notTargeted:
            ReasonText(
                message: "App protection hasn’t been set up for your account in this app.",
                action: "Ask support to turn on app protection for your account.")
        case .notDemanded:
            ReasonText(
                message: "Your organisation doesn’t ask for protection in this app.",
                action: "Just carry on.")
        case .capabilityNotDeclared:
            ReasonText(
                message: "This app doesn’t support the protection that your organisation asks for.",
                action: "Use an app that your organisation recommends, or ask support which one that is.")
        case .wiped:
            ReasonText(
                message: "Your organisation’s data was removed from this app.",
                action: "If you still need access, talk to support before you set up the app again.")
        case .unenrolled:
            ReasonText(
                message: "This app is no longer connected to your organisation.",
                action: "Sign in and set up the app again to continue.")
        case .instanceBlocked:
            ReasonText(
                message: "An administrator has blocked this app on this device.",
                action: "Ask support to lift the block.")
        case .refusalLoop:
            ReasonText(
                message: "Access was refused several times in a row, although the app looks fine.",
                action: "Give support the ID that is shown here, or try again in half an hour.")
        case .accountDisabled:
            ReasonText(
                message: "Your account is switched off.",
                action: "Ask support to switch your account on again.")
        case .signInRequired:
            ReasonText(
                message: "Your sign-in has to be renewed.",
                action: "Please sign in again.")
        case .userCancelled:
            ReasonText(
                message: "You left the check before it was finished.",
                action: "Start it again whenever you’re ready.")
        case .sourceUnreachable:
            ReasonText(
                message: "A service we depend on couldn’t be reached. This says nothing about your app.",
                action: "Please try again in a moment.")
        case .sourceFailed:
            ReasonText(
                message: "A service we depend on reported a problem. This says nothing about your app.",
                action: "Please wait a few minutes, then try again.")
        case .blockedByPolicy:
            ReasonText(
                message: "Your organisation doesn’t allow this sign-in.",
                action: "If you think this is a mistake, contact support.")
        case .mfaRequired:
            ReasonText(
                message: "Your organisation asks you to confirm that it’s really you.",
                action: "Complete the second step of signing in.")
        case .authenticationStrengthRequired:
            ReasonText(
                message: "Your organisation asks for a stronger way of signing in.",
                action: "Sign in again with one of the methods your organisation accepts, such as a passkey.")
        case .signInFrequency:
            ReasonText(
                message: "Your last sign-in is too long ago for your organisation.",
                action: "Sign in again.")
        case .tokenProtectionRequired:
            ReasonText(
                message: "This app doesn’t protect your sign-in the way your organisation asks.",
                action: "Update the app. If that doesn’t help, tell support which app it is.")
        case .passwordChangeRequired:
            ReasonText(
                message: "Your organisation asks you to change your password.",
                action: "Choose a new password, then continue.")
        case .deviceNotDomainJoined:
            ReasonText(
                message: "Your organisation asks for a device that is joined to its domain.",
                action: "Use a device that your organisation set up for you.")
        case .deviceNotCompliant:
            ReasonText(
                message: "This device doesn’t meet your organisation’s requirements yet.",
                action: "Open your organisation’s management app or the device settings, and follow the steps there.")
        case .deviceUnknown:
            ReasonText(
                message: "Your organisation doesn’t know this device.",
                action: "Register this device with your organisation, or use one that is registered.")
        case .appProtectionRequired:
            ReasonText(
                message: "Your organisation asks for this app to be protected.",
                action: "Follow the steps to protect this app.")
        case .controlNotEnforceable:
            ReasonText(
                message: "Your organisation asks for a check that isn’t available here.",
                action: "Tell support about this message; only they can change it.")
        case .noPolicyApplied:
            ReasonText(
                message: "Your organisation hasn’t opened access for this sign-in.",
                action: "Ask support for access.")
        case .evaluationFailed:
            ReasonText(
                message: "We couldn’t decide about this sign-in because of a problem on our side.",
                action: "Try again in a few minutes. If it happens again, tell support.")
        }
    }
}
