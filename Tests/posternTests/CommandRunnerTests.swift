import Testing

@testable import postern

@Suite struct CommandRunnerTests {
    static let depth = CommandOption("depth", .text("N"), isRequired: true, help: "how deep")
    static let format = CommandOption("format", .choice(["text", "json"]), help: "how results are shown")
    static let loud = CommandOption("loud", help: "say more")
    static let only = CommandOption("only", .text("NAME"), isRepeatable: true, help: "only these")

    static let dig = Command(
        "mine", "dig", summary: "Digs.", discussion: "Digs as deep as asked.",
        operands: Command.Operands(placeholder: "PLACE...", count: 1...2), options: [depth, format, loud, only]
    ) { arguments, console in
        let depth = try arguments.required(Self.depth)
        guard depth != "0" else { throw CommandFailure("depth `0` is no depth; give a larger one") }
        let format = arguments.text(Self.format) ?? "text"
        let names = arguments.texts(Self.only).joined(separator: "+")
        console.write("\(arguments.operands) \(depth) \(format) \(arguments.has(Self.loud)) \(names)\n")
        return .success
    }
    static let rest = Command("rest", summary: "Rests.") { _, _ in .failure }

    private func run(_ arguments: [String]) async -> CommandResult {
        await runCommand(arguments, among: [Self.dig, Self.rest])
    }

    @Test func `gives a command its operands and options in either form`() async {
        let result = await run([
            "mine", "dig", "here", "--depth", "3", "--format=json", "--loud", "--only", "a", "--only=b", "--",
            "--there",
        ])
        #expect(result.code == .success)
        #expect(result.output == "[\"here\", \"--there\"] 3 json true a+b\n")
        #expect(result.errors.isEmpty)
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let arguments: [String]
        let message: String
        var testDescription: String { arguments.joined(separator: " ") }
    }

    @Test(arguments: [
        Refusal(arguments: ["mine", "dig", "here"], message: "`--depth N` is missing;"),
        Refusal(arguments: ["mine", "dig", "--depth", "3"], message: "PLACE... is missing"),
        Refusal(arguments: ["mine", "dig", "a", "b", "c", "--depth", "3"], message: "unexpected argument `c`"),
        Refusal(arguments: ["mine", "dig", "a", "--deep", "3"], message: "unknown option `--deep`"),
        Refusal(arguments: ["mine", "dig", "a", "-d", "3"], message: "unknown option `-d`"),
        Refusal(arguments: ["mine", "dig", "a", "--depth"], message: "`--depth` needs a value"),
        Refusal(arguments: ["mine", "dig", "a", "--depth", "3", "--depth", "4"], message: "more than once"),
        Refusal(arguments: ["mine", "dig", "a", "--depth", "3", "--loud=yes"], message: "`--loud` takes no value"),
        Refusal(
            arguments: ["mine", "dig", "a", "--depth", "3", "--format", "xml"], message: "text or json, not `xml`"),
        Refusal(arguments: ["mine"], message: "needs one of its commands: `mine dig`"),
        Refusal(arguments: ["mine", "sing"], message: "`mine` has no command `sing`; it has `mine dig`"),
        Refusal(arguments: ["mine", "--sing"], message: "needs one of its commands: `mine dig`"),
        Refusal(arguments: ["sing"], message: "unknown command `sing`"),
        Refusal(arguments: ["\u{1B}[31msing"], message: #"unknown command `\u{1b}[31msing`"#),
        Refusal(arguments: ["mine", "\u{9B}1m\u{202E}"], message: #"has no command `\u{9b}1m\u{202e}`"#),
        Refusal(arguments: ["mine", "dig", "a", "--dee\u{7}p", "3"], message: #"unknown option `--dee\u{7}p`"#),
        Refusal(arguments: ["rest", "now"], message: "unexpected argument `now`"),
    ])
    func `refuses arguments it cannot use with one line and exit code 2`(_ refusal: Refusal) async {
        let result = await run(refusal.arguments)
        #expect(result.code == .usage)
        #expect(result.errors.contains(refusal.message))
        #expect(result.errors.filter { $0 == "\n" }.count == 1)
        #expect(result.output.isEmpty)
    }

    @Test func `reports a failure in one line with exit code 1`() async {
        let result = await run(["mine", "dig", "here", "--depth", "0"])
        #expect(result.code == .failure)
        #expect(result.errors == "postern mine dig: depth `0` is no depth; give a larger one\n")
    }

    @Test func `passes on a command's own exit code`() async {
        #expect(await run(["rest"]).code == .failure)
    }

    @Test func `shows help for the program, a family and a command`() async {
        let program = await run(["--help"])
        #expect(program.code == .success)
        #expect(program.output.contains("mine dig  Digs."))
        let family = await run(["mine", "--help"])
        #expect(family.output == "  mine dig  Digs.\n")
        let command = await run(["mine", "dig", "--help"])
        #expect(command.code == .success)
        #expect(command.output.hasPrefix("Usage: postern mine dig PLACE... --depth N [--format text|json]"))
        #expect(command.output.contains("how deep"))
        #expect(await run([]).code == .usage)
    }
}
