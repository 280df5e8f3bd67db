import JSONCoding
import ServiceRuntime
import YAMLCoding

/// The settings of one run: options win over the environment, the environment over the configuration file.
struct Settings: Sendable {
    /// The environment's variables that look like settings and are none, in order.
    let unknownVariables: [String]
    private let values: [Setting: String]

    /// The option that names the configuration file.
    static let configOption = CommandOption(
        "config", .text("FILE"), help: "the configuration file (postern.yaml in the state directory)")

    /// Collects the settings.
    ///
    /// - Parameters:
    ///   - arguments: the command's arguments.
    ///   - settings: the settings that the command takes as options.
    ///   - environment: the process's environment.
    /// - Throws: ``CommandFailure`` for a file that cannot be read or has an unknown key.
    init(_ arguments: CommandArguments, _ settings: [Setting], environment: [String: String]) throws {
        var values: [Setting: String] = [:]
        for setting in settings {
            values[setting] = arguments.text(setting.option) ?? environment[setting.variable]
        }
        let named = arguments.text(Self.configOption) ?? environment["POSTERN_CONFIG"]
        if let path = named ?? values[.state].map({ $0 + "/postern.yaml" }), named != nil || LocalFile.exists(path) {
            for (setting, value) in try Self.file(path) where values[setting] == nil { values[setting] = value }
        }
        self.values = values
        unknownVariables = environment.keys.filter(Self.isUnknown).sorted()
    }

    /// Whether an environment variable has the program's prefix and means nothing to it.
    ///
    /// Container platforms give every process the address of each service, so that one called `postern` puts variables
    /// like `POSTERN_SERVICE_HOST` and `POSTERN_PORT_8443_TCP` into the environment.
    static func isUnknown(variable: String) -> Bool {
        let isKnown = variable == "POSTERN_CONFIG" || Setting.allCases.contains { $0.variable == variable }
        let isService =
            variable.hasSuffix("_PORT") || variable.hasSuffix("_SERVICE_HOST") || variable.contains("_PORT_")
        return variable.hasPrefix("POSTERN_") && !isKnown && !isService
    }

    /// The setting's text; nil when it is set nowhere.
    subscript(_ setting: Setting) -> String? { values[setting] }

    /// The setting's text.
    ///
    /// - Throws: ``CommandFailure`` that names every way to set it.
    func required(_ setting: Setting) throws -> String {
        guard let value = values[setting] else {
            throw CommandFailure(
                "`\(setting.rawValue)` is not set; give --\(setting.option.name), \(setting.variable) or the key in the configuration file"
            )
        }
        return value
    }

    /// The setting as one of some words.
    ///
    /// - Throws: ``CommandFailure`` when it is none of them.
    func choice<Value: RawRepresentable<String> & CaseIterable>(
        _ setting: Setting, default value: Value
    ) throws -> Value {
        guard let text = values[setting] else { return value }
        guard let choice = Value(rawValue: text) else {
            let words = Value.allCases.map(\.rawValue).joined(separator: ", ")
            throw CommandFailure("`\(setting.rawValue)` is `\(text)`; it must be one of \(words)")
        }
        return choice
    }

    // MARK: The configuration file

    private static func file(_ path: String) throws -> [Setting: String] {
        let bytes: [UInt8]
        do {
            bytes = try LocalFile.read(path, atMost: 1 << 20)
        } catch {
            throw CommandFailure("configuration `\(path)` cannot be read: \(error)")
        }
        let root: JSONValue
        do {
            root = path.hasSuffix(".json") ? try JSONValue.parse(bytes) : try YAMLDocument.parse(bytes)
        } catch {
            throw CommandFailure("configuration `\(path)`: \(error)")
        }
        guard case .object(let members) = root else {
            throw CommandFailure("configuration `\(path)` is not a list of keys and values")
        }
        var values: [Setting: String] = [:]
        for name in members.names {
            guard let setting = Setting(rawValue: name) else {
                let known = Setting.allCases.map(\.rawValue).joined(separator: ", ")
                throw CommandFailure("configuration `\(path)`: unknown key `\(name)`; the keys are \(known)")
            }
            guard let text = members[name].flatMap(text) else {
                throw CommandFailure("configuration `\(path)`: `\(name)` must be one value")
            }
            values[setting] = text
        }
        return values
    }

    private static func text(_ value: JSONValue) -> String? {
        switch value {
        case .string(let text): text
        case .integer(let number): String(number)
        case .array(let elements):
            elements.allSatisfy { $0.stringValue != nil }
                ? elements.compactMap(\.stringValue).joined(separator: ",") : nil
        case .null, .bool, .number, .object: nil
        }
    }
}
