import AccessPolicy
import Testing

@Suite struct DeviceFilterErrorTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let rule: String
        let kind: DeviceFilterError.Kind
        let position: Int
        let says: String

        init(_ rule: String, _ kind: DeviceFilterError.Kind, _ position: Int, _ says: String) {
            self.rule = rule
            self.kind = kind
            self.position = position
            self.says = says
        }

        var testDescription: String { String(rule.prefix(60)) }
    }

    static let z = "device.isCompliant -eq True"
    static let smallest = "device.model -eq \"\""

    static let structure: [Case] = [
        Case("", .empty, 1, "expected a rule"),
        Case(" \n\t ", .empty, 1, "expected a rule"),
        Case("\(z) -or", .expectedComparison, 32, "found the end of the rule: add one"),
        Case("-and \(z)", .expectedComparison, 1, "found `-and`"),
        Case("-not -not \(z)", .expectedComparison, 6, "leave both out"),
        Case("-not", .expectedComparison, 5, "found the end of the rule"),
        Case("\"a\" -eq device.model", .expectedComparison, 1, "put the attribute first"),
        Case("-device.model -eq \"a\"", .expectedComparison, 1, "take out `-device.model`"),
        Case("isCompliant -eq True", .expectedComparison, 1, "begin its name with `device.`"),
        Case("user.model -eq \"a\"", .expectedComparison, 1, "begin its name with `device.`"),
        Case("device.model.name -eq \"a\"", .expectedComparison, 1, "begin its name with `device.`"),
        Case("()", .expectedComparison, 2, "found `)`"),
        Case("(\(z)", .unclosedParenthesis, 1, "add `)`"),
        Case("(\(z) -and (\(z))", .unclosedParenthesis, 1, "add `)`"),
        Case("\(z))", .unexpectedText, 28, "open a parenthesis"),
        Case("(\(z)]", .unexpectedText, 29, "expected `-and`, `-or`, `)` or the end"),
        Case("\(z) \(z)", .unexpectedText, 29, "join comparisons"),
        Case("\(z) -xor \(z)", .unexpectedText, 29, "found `-xor`"),
        Case("\(z) && \(z)", .unexpectedCharacter, 29, "`&` is no operator: write `-and`"),
        Case("\(z) || \(z)", .unexpectedCharacter, 29, "write `-or`"),
        Case("!\(z)", .unexpectedCharacter, 1, "write `-ne` or `-not`"),
        Case(String(repeating: "(", count: 3072), .tooDeep, 33, "more than 32 deep"),
        Case(String(repeating: "-not (", count: 40), .tooDeep, 198, "more than 32 deep"),
        Case(String(repeating: " ", count: 3073), .tooLong, 3073, "at most 3072"),
        Case(smallest + String(repeating: " ", count: 3054), .tooLong, 3073, "at most 3072"),
    ]

    static let names: [Case] = [
        Case("device.foo -eq \"a\"", .unknownAttribute, 1, "use one of deviceId"),
        Case("device. -eq \"a\"", .unknownAttribute, 1, "`device.`"),
        Case("device.ownership -eq \"Company\"", .unknownAttribute, 1, "write `device.deviceOwnership`"),
        Case("\(z) -or device.isComplient -eq True", .unknownAttribute, 33, "write `device.isCompliant`"),
        Case("device.extensionAttribute0 -eq \"a\"", .unknownAttribute, 1, "extensionAttribute15"),
        Case("device.extensionAttribute16 -eq \"a\"", .unknownAttribute, 1, "extensionAttribute15"),
        Case("device.extensionAttribute01 -eq \"a\"", .unknownAttribute, 1, "extensionAttribute15"),
        Case("device.isCompliant", .expectedOperator, 19, "use one of `-eq`, `-ne`"),
        Case("device.isCompliant = True", .unexpectedCharacter, 20, "`=` is no operator: write `-eq`"),
        Case("device.isCompliant True", .expectedOperator, 20, "found `True`"),
        Case(
            "device.model -match \"a\"", .expectedOperator, 14, "found `-match`: use one of `-eq`, `-ne`, `-startsWith`"
        ),
        Case("device.isCompliant -in [\"True\"]", .operatorNotAllowed, 20, "`-in` does not go with"),
        Case("device.trustType -startsWith \"A\"", .operatorNotAllowed, 18, "use one of `-eq`, `-ne`"),
        Case("device.deviceId -contains \"a\"", .operatorNotAllowed, 17, "use one of `-eq`, `-ne`, `-in`, `-notIn`"),
        Case("device.mdmAppId -notEndsWith \"a\"", .operatorNotAllowed, 17, "use one of `-eq`, `-ne`, `-in`, `-notIn`"),
        Case("device.systemLabels -eq \"a\"", .operatorNotAllowed, 21, "use one of `-contains`, `-notContains`"),
    ]

    static let values: [Case] = [
        Case("device.model -eq", .expectedValue, 17, "expected a text in quotes after `-eq`"),
        Case("device.model -eq a", .expectedValue, 18, "put it in quotes"),
        Case("device.model -eq True", .expectedValue, 18, "put it in quotes"),
        Case("device.model -eq -5", .expectedValue, 18, "found `-5`"),
        Case("device.model -eq [\"a\"]", .expectedValue, 18, "use `-in` for a list"),
        Case("device.model -eq )", .expectedValue, 18, "found `)`"),
        Case("device.trustType -eq [\"AzureAD\"]", .expectedValue, 22, "found `[`: add it"),
        Case("device.model -in \"a\"", .expectedValue, 18, "expected a list such as"),
        Case("device.model -in null", .expectedValue, 18, "expected a list such as"),
        Case("device.model -startsWith null", .valueNotAllowed, 26, "use `-eq` or `-ne`"),
        Case("device.isCompliant -eq yes", .valueNotAllowed, 24, "use True or False"),
        Case("device.isCompliant -eq \"1\"", .valueNotAllowed, 24, "use True or False"),
        Case("device.isCompliant -eq $true", .unexpectedCharacter, 24, "without it"),
        Case("device.trustType -eq \"Hybrid\"", .valueNotAllowed, 22, "\"AzureAD\", \"ServerAD\", \"Workplace\""),
        Case("device.trustType -eq Hybrid", .expectedValue, 22, "put it in quotes"),
        Case("device.deviceOwnership -ne \"Corporate\"", .valueNotAllowed, 28, "\"Personal\", \"Company\""),
        Case("device.profileType -eq \"Phone\"", .valueNotAllowed, 24, "\"RegisteredDevice\", \"SecureVM\""),
        Case("device.model -in []", .malformedList, 19, "found `]`"),
        Case("device.model -in [\"a\",]", .malformedList, 23, "found `]`"),
        Case("device.model -in [\"a\" \"b\"]", .malformedList, 23, "expected `,` or `]`"),
        Case("device.model -in [a]", .malformedList, 19, "expected a text in quotes"),
        Case("device.model -in [\"a\"", .malformedList, 22, "found the end of the rule"),
        Case("device.model -in [[\"a\"]]", .malformedList, 19, "found `[`"),
    ]

    static let characters: [Case] = [
        Case("device.model -eq \"a", .unterminatedText, 18, "close it with `\"`"),
        Case("device.model -eq 'a\"", .unterminatedText, 18, "close it with `'`"),
        Case("device.model -eq \"a`\"", .unterminatedText, 18, "close it"),
        Case("device.model -eq \"a`n\"", .unknownEscape, 20, "write it twice"),
        Case("device.model -eq \"a`", .unknownEscape, 20, "write it twice"),
        Case("device.model -eq \u{201C}a\u{201D}", .unexpectedCharacter, 18, "U+201C is a typographic quote"),
        Case("device.model \u{2013}eq \"a\"", .unexpectedCharacter, 14, "U+2013 is a dash"),
        Case("device.model\u{A0}-eq \"a\"", .unexpectedCharacter, 13, "U+00A0 is not an ordinary space"),
        Case("device.model - eq \"a\"", .unexpectedCharacter, 14, "right after it"),
        Case("device.model -eq \"é\" \u{7}", .unexpectedCharacter, 22, "U+0007 has no meaning"),
        Case("device.mode\u{301}l -eq \"a\"", .unknownAttribute, 1, "write `device.model`"),
        Case("\(z) ` \(z)", .unexpectedCharacter, 29, "U+0060 has no meaning"),
    ]

    @Test(arguments: structure + names + values + characters)
    func `a fault is named with its place and what to do`(_ test: Case) throws {
        let error = try #require(throws: DeviceFilterError.self) { try DeviceFilter(parsing: test.rule) }
        #expect(error.kind == test.kind)
        #expect(error.position == test.position)
        #expect(error.message.contains(test.says), "\(error.message)")
        #expect(error.description == "character \(error.position): \(error.message)")
        #expect(!error.description.utf8.contains { $0 < 0x20 || $0 == 0x7F })
        #expect(!error.description.hasSuffix("."))
    }

    @Test func `every kind of fault has a case`() {
        let tested = Set((Self.structure + Self.names + Self.values + Self.characters).map(\.kind))
        #expect(tested.union([.tooManyElements]) == Set(DeviceFilterError.Kind.allCases))
    }

    @Test func `the limits themselves are within the limits`() throws {
        _ = try DeviceFilter(parsing: Self.smallest + String(repeating: " ", count: 3053))
        let deepest = String(repeating: "(", count: 32) + Self.z + String(repeating: ")", count: 32)
        _ = try DeviceFilter(parsing: deepest)
        _ = try DeviceFilter(parsing: Array(repeating: "(\(Self.z))", count: 60).joined(separator: " -or "))
    }

    @Test func `a list has a bounded number of elements`() throws {
        func rule(_ count: Int) -> String {
            "device.model -in [" + Array(repeating: "\"\"", count: count).joined(separator: ",") + "]"
        }
        _ = try DeviceFilter(parsing: rule(256))
        let error = try #require(throws: DeviceFilterError.self) { try DeviceFilter(parsing: rule(257)) }
        #expect(error.kind == .tooManyElements)
        #expect(error.position == 19 + 256 * 3)
    }

    @Test func `an attribute takes the operators that the language gives it and no other`() {
        let text: [DeviceFilterOperator] = DeviceFilterOperator.allCases
        let identity: [DeviceFilterOperator] = [.equal, .notEqual, .in, .notIn]
        let allowed: [String: [DeviceFilterOperator]] = [
            "deviceId": identity, "mdmAppId": identity, "displayName": text, "enrollmentProfileName": text,
            "manufacturer": text, "model": text, "operatingSystem": text, "operatingSystemVersion": text,
            "deviceOwnership": [.equal, .notEqual], "isCompliant": [.equal, .notEqual],
            "profileType": [.equal, .notEqual], "trustType": [.equal, .notEqual],
            "physicalIds": [.contains, .notContains], "systemLabels": [.contains, .notContains],
        ]
        let extensions = (1...15).map { ("extensionAttribute\($0)", text) }
        let expected = allowed.merging(extensions) { first, _ in first }
        let found = DeviceFilterAttribute.allCases.map { ($0.name, $0.operators) }
        #expect(Dictionary(found) { first, _ in first } == expected)
        for attribute in DeviceFilterAttribute.allCases {
            for comparator in DeviceFilterOperator.allCases where !attribute.operators.contains(comparator) {
                let error = #expect(throws: DeviceFilterError.self) {
                    try DeviceFilter(parsing: "device.\(attribute.name) \(comparator.name) \"x\"")
                }
                #expect(error?.kind == .operatorNotAllowed)
            }
        }
    }
}
