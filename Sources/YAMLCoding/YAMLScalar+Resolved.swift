import JSONCoding

extension YAMLScalar {
    /// The value by the core schema of YAML 1.2 (section 10.3.2), or what is wrong with it.
    func resolved() throws(YAMLProblem) -> JSONValue {
        switch tag.map({ YAMLTag(rawValue: $0) }) {
        case .none: return isPlain ? try plain() : .string(text)
        case .some(.nonSpecific), .some(.string): return .string(text)
        case .some(.null): return try matching { if case .null = $0 { $0 } else { nil } }
        case .some(.boolean): return try matching { if case .bool = $0 { $0 } else { nil } }
        case .some(.integer): return try matching { if case .integer = $0 { $0 } else { nil } }
        case .some(.float): return try matching(asNumber)
        case .some(.none), .some(.sequence), .some(.mapping): throw YAMLProblem(kind: .unsupportedTag)
        }
    }

    private func asNumber(_ value: JSONValue) -> JSONValue? {
        switch value {
        case .integer(let integer): .number(Double(integer))
        case .number: value
        default: nil
        }
    }

    private func matching(_ accepted: (JSONValue) -> JSONValue?) throws(YAMLProblem) -> JSONValue {
        guard let value = accepted(try plain()) else { throw YAMLProblem(kind: .tagMismatch) }
        return value
    }

    private func plain() throws(YAMLProblem) -> JSONValue {
        switch text {
        case "", "~", "null", "Null", "NULL": return .null
        case "true", "True", "TRUE": return .bool(true)
        case "false", "False", "FALSE": return .bool(false)
        default: break
        }
        let unsigned = text.utf8.first.map { $0 == 0x2B || $0 == 0x2D } == true ? text.dropFirst() : text[...]
        switch unsigned {
        case ".inf", ".Inf", ".INF", ".nan", ".NaN", ".NAN": throw YAMLProblem(kind: .numberOutOfRange)
        default: break
        }
        if text.hasPrefix("0x") { return try integer(text.dropFirst(2), radix: 16) }
        if text.hasPrefix("0o") { return try integer(text.dropFirst(2), radix: 8) }
        switch YAMLNumeral(unsigned) {
        case .none: return .string(text)
        case .integer:
            if unsigned.utf8.count > 1, unsigned.utf8.first == UInt8(ascii: "0") {
                throw YAMLProblem(kind: .leadingZero)
            }
            guard let integer = Int64(text) else { throw YAMLProblem(kind: .integerOutOfRange) }
            return .integer(integer)
        case .float:
            guard let number = Double(text), number.isFinite else { throw YAMLProblem(kind: .numberOutOfRange) }
            return .number(number)
        }
    }

    private func integer(_ digits: Substring, radix: Int) throws(YAMLProblem) -> JSONValue {
        guard !digits.isEmpty, digits.utf8.allSatisfy({ $0.isDigit(radix: radix) }) else { return .string(text) }
        guard let integer = Int64(digits, radix: radix) else { throw YAMLProblem(kind: .integerOutOfRange) }
        return .integer(integer)
    }
}

/// What is wrong with a value, before its place is known.
struct YAMLProblem: Error {
    let kind: YAMLError.Kind
}

/// The tags that are allowed.
enum YAMLTag: String {
    case nonSpecific = "!"
    case null = "tag:yaml.org,2002:null"
    case boolean = "tag:yaml.org,2002:bool"
    case integer = "tag:yaml.org,2002:int"
    case float = "tag:yaml.org,2002:float"
    case string = "tag:yaml.org,2002:str"
    case sequence = "tag:yaml.org,2002:seq"
    case mapping = "tag:yaml.org,2002:map"
}

/// The shape of a decimal number without its sign.
private enum YAMLNumeral {
    case integer, float

    /// Matches `[0-9]+` or `(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?`.
    init?(_ text: Substring) {
        var rest = text.utf8[...]
        let whole = rest.dropDigits()
        var fraction = 0
        let hasPoint = rest.first == UInt8(ascii: ".")
        if hasPoint {
            rest.removeFirst()
            fraction = rest.dropDigits()
        }
        guard whole > 0 || fraction > 0 else { return nil }
        guard let exponent = rest.popFirst() else {
            self = hasPoint ? .float : .integer
            return
        }
        guard exponent | 0x20 == UInt8(ascii: "e") else { return nil }
        if rest.first == 0x2B || rest.first == 0x2D { rest.removeFirst() }
        guard rest.dropDigits() > 0, rest.isEmpty else { return nil }
        self = .float
    }
}

extension Substring.UTF8View {
    /// Removes the decimal digits at the start and returns how many there were.
    fileprivate mutating func dropDigits() -> Int {
        let digits = prefix { $0.isDigit(radix: 10) }.count
        removeFirst(digits)
        return digits
    }
}

extension UInt8 {
    fileprivate func isDigit(radix: Int) -> Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(self - UInt8(ascii: "0")) < radix
        case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"): radix == 16
        default: false
        }
    }
}
