/// What a command was given, already checked against what it takes.
struct CommandArguments: Sendable, Hashable {
    /// The arguments without a name, in order.
    private(set) var operands: [String] = []
    private var values: [String: [String]] = [:]

    /// Reads the arguments that follow a command's words.
    ///
    /// `--name value` and `--name=value` mean the same; everything after `--` is an operand.
    ///
    /// - Throws: ``UsageError`` for an unknown, repeated or incomplete option, a word that an option does not know, a
    ///   required option that is missing, or too few or too many operands.
    init(_ arguments: ArraySlice<String>, for command: Command) throws(UsageError) {
        var rest = arguments
        while let argument = rest.popFirst() {
            if argument == "--" {
                operands.append(contentsOf: rest)
                break
            }
            guard argument.hasPrefix("--") else {
                guard !argument.hasPrefix("-") || argument == "-" else {
                    throw UsageError("unknown option `\(argument)`; options begin with two hyphens")
                }
                operands.append(argument)
                continue
            }
            try read(argument.dropFirst(2), followedBy: &rest, for: command)
        }
        try check(against: command)
    }

    /// Whether the option was given.
    func has(_ option: CommandOption) -> Bool { values[option.name] != nil }

    /// The option's value; the last one when it was repeated.
    func text(_ option: CommandOption) -> String? { values[option.name]?.last }

    /// Every value of a repeatable option, in order.
    func texts(_ option: CommandOption) -> [String] { values[option.name] ?? [] }

    /// The value of a required option.
    ///
    /// - Throws: ``UsageError`` when it was not given.
    func required(_ option: CommandOption) throws(UsageError) -> String {
        guard let text = text(option) else { throw UsageError("`\(option.synopsis)` is missing") }
        return text
    }

    /// The value of an option that takes a whole number; nil when it was not given.
    ///
    /// - Throws: ``UsageError`` for anything but a number of the range.
    func number(_ option: CommandOption, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
        guard let text = text(option) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw UsageError("`--\(option.name)` is a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    private mutating func read(
        _ text: Substring, followedBy rest: inout ArraySlice<String>, for command: Command
    ) throws(UsageError) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts.first.map(String.init) ?? ""
        guard let option = command.options.first(where: { $0.name == name }) else {
            throw UsageError("unknown option `--\(name)`")
        }
        guard option.isRepeatable || values[name] == nil else {
            throw UsageError("`--\(name)` is given more than once")
        }
        var value = parts.count > 1 ? String(parts[1]) : nil
        switch option.argument {
        case .none:
            guard value == nil else { throw UsageError("`--\(name)` takes no value") }
            value = ""
        case .text, .choice:
            value = value ?? rest.popFirst()
        }
        guard let value else { throw UsageError("`--\(name)` needs a value: \(option.synopsis)") }
        if case .choice(let words) = option.argument, !words.contains(value) {
            throw UsageError("`--\(name)` is \(words.joined(separator: " or ")), not `\(value)`")
        }
        values[name, default: []].append(value)
    }

    private func check(against command: Command) throws(UsageError) {
        for option in command.options where option.isRequired && values[option.name] == nil {
            throw UsageError("`\(option.synopsis)` is missing")
        }
        guard let allowed = command.operands else {
            if let first = operands.first { throw UsageError("unexpected argument `\(first)`") }
            return
        }
        if operands.count < allowed.count.lowerBound { throw UsageError("\(allowed.placeholder) is missing") }
        if operands.count > allowed.count.upperBound {
            throw UsageError("unexpected argument `\(operands[allowed.count.upperBound])`")
        }
    }
}
