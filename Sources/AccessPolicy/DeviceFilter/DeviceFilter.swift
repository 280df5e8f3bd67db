public import AccessModel

/// A rule of the device-filter language of Conditional Access, such as `device.trustType -eq "ServerAD"`.
///
///     rule       := conjunction { -or conjunction }
///     conjunction := term { -and term }
///     term       := [ -not ] ( comparison | "(" rule ")" )
///     comparison := device.ATTRIBUTE OPERATOR VALUE
///
/// Names and keywords are read in any case and an operator's hyphen may be left out. A text stands in double or single
/// quotes, in which a backtick goes before a quote or a backtick; a list is written `["a","b"]`. The bare words True,
/// False and null are values; `null` is an extension: no value. Texts are compared without regard to case.
public struct DeviceFilter: Sendable, Hashable {
    /// How long a rule may be, in characters (Unicode scalars).
    public static let maximumLength = 3072
    /// How deep parentheses may be nested.
    public static let maximumDepth = 32
    /// How many elements a list may have.
    public static let maximumElements = 256

    /// The rule as it was given.
    public let rule: String
    /// What it says.
    public let expression: DeviceFilterExpression

    /// Reads a rule.
    ///
    /// - Throws: `DeviceFilterError`, which says where the rule goes wrong and what to do.
    public init(parsing rule: String) throws(DeviceFilterError) {
        var parser = try DeviceFilterParser(rule)
        expression = try parser.parse()
        self.rule = rule
    }

    /// Whether a device fits the rule; nil when no device is presented.
    ///
    /// Where there is no value, and a device that is not presented has none, a negative operator holds and any other
    /// does not.
    public func matches(_ device: DeviceInfo?) -> Bool {
        expression.matches(device ?? DeviceInfo())
    }
}
