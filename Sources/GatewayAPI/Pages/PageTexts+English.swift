extension PageTexts {
    static let english = PageTexts(
        signInTitle: "Sign in", continueTo: NamedText("to continue to "), username: "Work account (user@company)",
        password: "Password", signIn: "Sign in",
        wrongCredentials: "The account or the password is not right. Check both and try again.",
        tooManyAttempts: "There were too many attempts. Wait a while, then try again.",
        overloaded: "Many people are signing in just now. Try again in a few seconds.",
        formExpired: "This page was open for too long, or cookies are switched off. Please try again.",
        blocked: Message(
            "Access is blocked",
            "You are signed in, but your organisation does not allow this access. If you think that this is a mistake, tell your support."
        ),
        secondFactor: Message(
            "A second step is needed",
            "You are signed in, but your organisation asks for a second proof that it is you. This page can not ask for one yet. Please contact your support."
        ),
        unavailable: Message(
            "That did not work just now", "The problem is on our side. Please try again in a few minutes."),
        badRequestTitle: "This sign-in can not go on",
        unknownClient: "The app that sent you here is not known to this organisation.",
        unknownRedirect: "The app that sent you here asked for an address that it has not registered.",
        malformed: "The link that brought you here is incomplete or damaged. Start again in the app.",
        reference: "Reference for your support:",
        returning: Message(
            "Back to the app", "You are on your way back to the app. If nothing happens, choose Continue."),
        continueOn: "Continue", deviceTitle: "Sign in on another device",
        deviceHint: "Enter the code that your other device or app shows.", deviceCode: "Code", next: "Next",
        unknownCode: "This code is not right, or it is too old. Check it, or get a new one on your device.",
        confirmTitle: "Is this you?",
        confirmQuestion: NamedText("Do you want to sign in to ", " on your other device?"),
        confirmWarning:
            "Go on only if you started this yourself, on a device that you have in front of you. Never do it because somebody sent you a code.",
        signedInAs: NamedText("Signed in as "), allow: "Yes, sign in", deny: "No, cancel",
        allowed: Message("You are signed in", "Go back to your other device. You can close this page."),
        denied: Message("Nothing was signed in", "The request was turned down. You can close this page."))
}
