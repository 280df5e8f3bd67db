/// One command of the program: its words, what it takes, and what it does.
struct Command: Sendable {
    /// What a command does; it throws ``UsageError`` for arguments that it cannot use and ``CommandFailure`` for
    /// everything else that ends it.
    typealias Action = @Sendable (_ arguments: CommandArguments, _ console: Console) async throws -> ExitCode

    /// The words that call it, such as `policy import`.
    let words: [String]
    /// One line for the list of commands.
    let summary: String
    /// What the command does, for its own help.
    let discussion: String
    /// The arguments without a name; nil when it takes none.
    let operands: Operands?
    /// The options it takes.
    let options: [CommandOption]
    /// How it ends when it fails; not like what it finds, in a command that ends with 1 for what it finds.
    let failureCode: ExitCode
    /// What it does.
    let action: Action

    /// The arguments without a name that a command takes.
    struct Operands: Sendable, Hashable {
        /// How the help shows them, such as `FILE-OR-DIR...`.
        let placeholder: String
        /// How many there may be.
        let count: ClosedRange<Int>
    }

    init(
        _ words: String..., summary: String, discussion: String = "", operands: Operands? = nil,
        options: [CommandOption] = [], failureCode: ExitCode = .failure, action: @escaping Action
    ) {
        self.words = words
        self.summary = summary
        self.discussion = discussion
        self.operands = operands
        self.options = options
        self.failureCode = failureCode
        self.action = action
    }

    /// The words in one text.
    var name: String { words.joined(separator: " ") }
}

/// A named option of a command.
struct CommandOption: Sendable, Hashable {
    /// What follows the option's name.
    enum Argument: Sendable, Hashable {
        /// Nothing: the option is given or not.
        case none
        /// A text, shown in the help by its placeholder.
        case text(String)
        /// One of some words.
        case choice([String])
    }

    /// The name without the two hyphens.
    let name: String
    /// What follows the name.
    let argument: Argument
    /// Whether the command cannot do without it.
    let isRequired: Bool
    /// Whether it may be given several times.
    let isRepeatable: Bool
    /// One line for the command's help.
    let help: String

    init(
        _ name: String, _ argument: Argument = .none, isRequired: Bool = false, isRepeatable: Bool = false,
        help: String
    ) {
        self.name = name
        self.argument = argument
        self.isRequired = isRequired
        self.isRepeatable = isRepeatable
        self.help = help
    }

    /// The option as usage lines show it.
    var synopsis: String {
        switch argument {
        case .none: "--\(name)"
        case .text(let placeholder): "--\(name) \(placeholder)"
        case .choice(let words): "--\(name) \(words.joined(separator: "|"))"
        }
    }
}

/// How the process ends.
enum ExitCode: Int32, Sendable {
    /// Everything asked for was done.
    case success = 0
    /// Something was refused or failed; the messages say what.
    case failure = 1
    /// The arguments, or what they name, cannot be used; nothing was done.
    case usage = 2
}

/// Arguments that a command cannot use; one line says what is wrong.
struct UsageError: Error, Hashable, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Why a command ended without doing what was asked; one line that says what to do.
struct CommandFailure: Error, Hashable, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
