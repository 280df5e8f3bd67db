import AccessModel

/// The guides in English.
enum EnglishGuides {
    static func guide(to reason: ReasonCode) -> RemediationGuide {
        switch reason {
        case .notEnrolled:
            RemediationGuide(
                why: "Only an app that is set up for your account can keep work data apart from everything else.",
                "Open the app on this device.", "Sign in with your work account when the app asks.",
                "Let the app finish its setup.")
        case .postureMissing:
            RemediationGuide(
                why: "Without its report, nobody can tell whether the app is safe for work data.",
                "Open the app and leave it on the screen for a moment.",
                "Check that the device is connected to the internet.")
        case .policyNotApplied:
            RemediationGuide(
                why: "New settings protect against new risks, and the app still works with older ones.",
                "Close the app completely.", "Open it again and wait until it has loaded.")
        case .checkInOverdue:
            RemediationGuide(
                why: "An app that stays out of touch could miss that your device was lost or your access has changed.",
                "Connect the device to the internet.", "Open the app and leave it on the screen for a moment.")
        case .appVersionTooOld:
            RemediationGuide(
                why: "Older versions of the app can have security holes that are known by now.",
                "Open the store that the app came from.", "Find the app and choose the update.",
                "Open the app once it is updated.")
        case .osVersionTooOld:
            RemediationGuide(
                why: "Older system software can have security holes that are known by now.",
                "Open the device’s settings and look for the system update.",
                "Install the update; the device restarts.", "Open the app again.")
        case .deviceRooted:
            RemediationGuide(
                why: "On such a device other apps could read what this app stores.",
                "Use another device for work.", "Or restore this device to its original system, with help from support."
            )
        case .pinNotSet:
            RemediationGuide(
                why: "Without a PIN anybody who holds your device can open your work data.",
                "Open the app’s settings.", "Choose to set a PIN and enter a new one twice.")
        case .evidenceInsufficient:
            RemediationGuide(
                why: "Only an app that your organisation manages can be trusted with its data.",
                "Tell support which app and which device you use.",
                "Open the app again once support has set it up or approved it.")
        case .postureIncomplete:
            RemediationGuide(
                why: "Your organisation can only trust what the app has told it.",
                "Update the app in the store that it came from.", "Open the app and wait a moment.",
                "If this page still says the same, tell support.")
        case .notTargeted:
            RemediationGuide(
                why: "Your organisation lets its data into protected apps only, and this one has no protection yet.",
                "Ask support to turn on app protection for your account.")
        case .notDemanded:
            RemediationGuide(
                why: "There is nothing here that has to be protected.", "Go back to the app and carry on.")
        case .capabilityNotDeclared:
            RemediationGuide(
                why: "An app without this protection could pass work data on to other apps.",
                "Look in the app store for an update of the app.",
                "If there is none, ask support which app to use instead.")
        case .wiped:
            RemediationGuide(
                why: "The data was removed so that it can’t fall into the wrong hands.",
                "Talk to support if you still need access.", "Set the app up again when support says so.")
        case .unenrolled:
            RemediationGuide(
                why: "An app that isn’t connected can’t be looked after, so it gets no work data.",
                "Open the app.", "Sign in with your work account and let the app finish its setup.")
        case .instanceBlocked:
            RemediationGuide(
                why: "An administrator decided that this app on this device should not have access.",
                "Ask support why the app was blocked and what has to happen.")
        case .refusalLoop:
            RemediationGuide(
                why: "Trying again and again doesn’t help, and support can see what is behind it.",
                "Write down the support ID on this page and give it to support.",
                "Or wait half an hour and open the app again.")
        case .accountDisabled:
            RemediationGuide(
                why: "An account that is switched off gets no access anywhere.",
                "Ask support to switch your account on again.")
        case .signInRequired:
            RemediationGuide(
                why: "Signing in now and then shows that it is still you.",
                "Open the app.", "Sign in with your work account.")
        case .userCancelled:
            RemediationGuide(
                why: "As long as the check isn’t finished, the app gets no work data.",
                "Start the check again here or in the app.")
        case .sourceUnreachable:
            RemediationGuide(
                why: "Without this service nobody can tell how your device is doing.",
                "Wait a moment.", "Check that the device is connected to the internet.")
        case .sourceFailed:
            RemediationGuide(
                why: "Without this service nobody can tell how your device is doing.", "Wait a few minutes.")
        case .blockedByPolicy:
            RemediationGuide(
                why: "Your organisation decided who may get at its data, and from where.",
                "If you think this is a mistake, tell support when it happened.")
        case .mfaRequired:
            RemediationGuide(
                why: "A password alone can be guessed or stolen.",
                "Go back to the app and sign in.", "Complete the second step that you are asked for.")
        case .authenticationStrengthRequired:
            RemediationGuide(
                why: "Some ways of signing in are easier to trick than others.",
                "Go back to the app and sign in.", "Choose one of the methods that your organisation accepts.")
        case .signInFrequency:
            RemediationGuide(
                why: "Signing in now and then shows that it is still you.",
                "Go back to the app.", "Sign in with your work account when the app asks.")
        case .tokenProtectionRequired:
            RemediationGuide(
                why: "An unprotected sign-in could be copied to another device.",
                "Update the app in the store that it came from.", "If that doesn’t help, tell support which app it is.")
        case .passwordChangeRequired:
            RemediationGuide(
                why: "Somebody else may know your password.",
                "Change your password the way your organisation has told you.", "Sign in to the app with the new one.")
        case .deviceNotDomainJoined:
            RemediationGuide(
                why: "Your organisation looks after the devices of its domain and knows that they are safe.",
                "Use a device that your organisation set up for you.")
        case .deviceNotCompliant:
            RemediationGuide(
                why: "A device without these safeguards could give away work data when it is lost or attacked.",
                "Open your organisation’s management app, or the device’s settings.",
                "Follow what it says there, and wait until it says that the device is fine.")
        case .deviceUnknown:
            RemediationGuide(
                why: "Your organisation can only vouch for devices that it knows.",
                "Register this device with your organisation, or take one that is registered.",
                "Open the app again.")
        case .appProtectionRequired:
            RemediationGuide(
                why: "A protected app keeps work data apart and can delete it if the device gets lost.",
                "Open the app and sign in with your work account.", "Follow the steps that the app shows.")
        case .controlNotEnforceable:
            RemediationGuide(
                why: "What can’t be checked can’t be allowed.", "Tell support what this page says.")
        case .noPolicyApplied:
            RemediationGuide(
                why: "Your organisation opens access only where it has decided to.",
                "Ask support for access, and say which app you use.")
        case .evaluationFailed:
            RemediationGuide(
                why: "When in doubt, the data stays closed.",
                "Wait a few minutes.", "If it happens again, tell support.")
        }
    }
}
