import Glibc
import HTTPClient
import ManagedAppClient

/// A small managed app: shows what an app does with the SDK, and lets a script play its user.
///
/// What it asks of the user are lines on standard output with a word and a colon; each is answered by a line of standard input.
enum Landmarks {
    static let usage = """
        usage: landmarks COMMAND [options]

        commands
          sign-in            sign an account in with the browser and get a token
          device-code        sign an account in with a code for another device
          token              get a token for an account that has signed in, without the user
          remediate          make the app compliant for an account
          enroll             register the app for an account before anything demands it
          status             what the gateway says of app and device
          follow             show the status as it changes, until the input ends
          unenroll           give the app up for an account and remove its data

        options
          --authority URL    the tenant: https://host/tenant
          --client ID        the app's registration
          --redirect URI     its redirect address (default http://127.0.0.1:53682/callback)
          --state DIRECTORY  where the app keeps its keys and tokens (default ./landmarks-state)
          --trust FILE       the only authorities that are trusted (PEM)
          --scope SCOPE      what a token is for; may come several times
          --account ID       the account's object id
          --user NAME        the user's name, for the sign-in page
          --identity FILE    certificate and key that device management provisioned (PEM)
          --stock            show the enrolment id at the token endpoint, as stock clients do, in place of a proof of the key
          --without-protapp  do not declare the capability protapp
          --silent           ask nothing of the user
          --language TAG     of titles and messages (default en)
          --token-file FILE  write the token there

        asked of the user, one line each
          open: URL          open it, sign in, and enter the address that the browser ends at; an empty line leaves
          set-pin:           enter a PIN for the app; an empty line leaves
          enter-code: CODE   enter the code at the address beside it; nothing is read

        Exit codes: 0 done, 1 refused or failed, 2 not understood.
        """

    static func main() async {
        do throws(LandmarksFailure) {
            let options = try LandmarksOptions(Array(CommandLine.arguments.dropFirst()))
            let session = try LandmarksSession(options)
            let code = await session.run()
            session.close()
            exit(code)
        } catch {
            Terminal.write("landmarks: \(error.text)\n\(usage)\n", to: STDERR_FILENO)
            exit(2)
        }
    }
}

/// What is wrong with a call of the program.
struct LandmarksFailure: Error {
    let text: String
}
