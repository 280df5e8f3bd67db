import AccessModel
import AccessPolicy
import Testing

@Suite struct DeviceFilterParserTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let rule: String
        let shape: DeviceFilterShape

        init(_ rule: String, _ shape: DeviceFilterShape) {
            self.rule = rule
            self.shape = shape
        }

        var testDescription: String { rule }
    }

    static let a = DeviceFilterShape.comparison("model", "-eq", .text("a"))
    static let b = DeviceFilterShape.comparison("manufacturer", "-eq", .text("b"))
    static let c = DeviceFilterShape.comparison("isCompliant", "-eq", .boolean(true))
    static let x = #"device.model -eq "a""#
    static let y = #"device.manufacturer -eq "b""#
    static let z = "device.isCompliant -eq True"

    static let precedence: [Case] = [
        Case(x, a),
        Case("\(x) -or \(y) -and \(z)", .or([a, .and([b, c])])),
        Case("\(x) -and \(y) -or \(z)", .or([.and([a, b]), c])),
        Case("(\(x) -or \(y)) -and \(z)", .and([.or([a, b]), c])),
        Case("\(x) -or \(y) -or \(z)", .or([a, b, c])),
        Case("\(x) -and \(y) -and \(z)", .and([a, b, c])),
        Case("\(x) -or (\(y) -or \(z))", .or([a, .or([b, c])])),
        Case("-not \(x) -and \(y)", .and([.not(a), b])),
        Case("-not \(x) -or \(y)", .or([.not(a), b])),
        Case("-not (\(x) -and \(y))", .not(.and([a, b]))),
        Case("\(x) -and -not \(y)", .and([a, .not(b)])),
        Case("-not (-not \(x))", .not(.not(a))),
        Case("((\(x)))", a),
    ]

    static let spellings: [Case] = [
        Case("DEVICE.MODEL -EQ \"a\"", a),
        Case("device.model eq \"a\"", a),
        Case("\(x) or \(y) and \(z)", .or([a, .and([b, c])])),
        Case("\(x) OR NOT \(y)", .or([a, .not(b)])),
        Case("device.model -eq 'a'", a),
        Case("\t\(x)\r\n-And\n\(y) ", .and([a, b])),
        Case("device.model-eq\"a\"-and(\(y))", .and([a, b])),
        Case("device.iscompliant -eq \"TRUE\"", c),
        Case("device.isCompliant -eq 'true'", c),
        Case("device.isCompliant -ne false", .comparison("isCompliant", "-ne", .boolean(false))),
        Case("device.trustType -eq \"serverad\"", .comparison("trustType", "-eq", .text("ServerAD"))),
        Case("device.profileType -ne \"iot\"", .comparison("profileType", "-ne", .text("IoT"))),
        Case("device.model -ne NULL", .comparison("model", "-ne", .null)),
        Case("device.isCompliant -eq null", .comparison("isCompliant", "-eq", .null)),
        Case("device.model -eq \"null\"", .comparison("model", "-eq", .text("null"))),
        Case("device.model -in [\"a\",'b' , \"c\"]", .comparison("model", "-in", .list(["a", "b", "c"]))),
        Case("device.deviceId -notin [\"a\"]", .comparison("deviceId", "-notIn", .list(["a"]))),
        Case("device.model -eq \"\"", .comparison("model", "-eq", .text(""))),
        Case("device.model -eq \"15`\" `'x`' ``\"", .comparison("model", "-eq", .text("15\" 'x' `"))),
        Case("device.model -eq \"it's\"", .comparison("model", "-eq", .text("it's"))),
        Case("device.model -eq '15\"'", .comparison("model", "-eq", .text("15\""))),
        Case("device.model -eq \") -or (\"", .comparison("model", "-eq", .text(") -or ("))),
        Case("device.extensionattribute15 -eq \"x\"", .comparison("extensionAttribute15", "-eq", .text("x"))),
        Case(
            "device.physicalIds -contains \"[OrderId]:1\"",
            .comparison("physicalIds", "-contains", .text("[OrderId]:1"))),
    ]

    @Test(arguments: precedence)
    func `comparison binds tighter than -not, that tighter than -and, and -or comes last`(_ test: Case) throws {
        #expect(DeviceFilterShape(try DeviceFilter(parsing: test.rule).expression) == test.shape)
    }

    @Test(arguments: spellings)
    func `case, hyphens, quotes and blanks are as free as the language says`(_ test: Case) throws {
        #expect(DeviceFilterShape(try DeviceFilter(parsing: test.rule).expression) == test.shape)
    }

    @Test func `a rule is kept as it was written, and a comparison knows its place`() throws {
        let rule = "  Device.Model -EQ 'é' -or (device.isCompliant -eq True)"
        let filter = try DeviceFilter(parsing: rule)
        #expect(filter.rule == rule)
        #expect(filter.expression.comparisons.map(\.position) == [3, 29])
    }

    /// Rules of the sort that organisations use, written for this test.
    static let inUse = [
        "device.isCompliant -eq True -or device.trustType -eq \"ServerAD\"",
        "device.isCompliant -eq True",
        "device.isCompliant -eq True -or device.trustType -eq \"AzureAD\" -or device.trustType -eq \"ServerAD\"",
        "device.isCompliant -eq True -and device.deviceOwnership -eq \"Company\"",
        "device.deviceOwnership -eq \"Company\" -or device.isCompliant -eq True",
        "device.isCompliant -ne True -and device.trustType -ne \"ServerAD\"",
        "device.trustType -ne \"ServerAD\" -or device.isCompliant -ne True",
        "device.trustType -eq 'ServerAD' -or device.isCompliant -eq True",
        "device.displayName -startsWith \"KIOSK-\"",
        "device.displayName -contains \"PAW\" -and device.deviceOwnership -eq \"Company\"",
        "device.deviceOwnership -eq \"Company\" -or device.deviceOwnership -eq \"Personal\"",
        "device.deviceOwnership -ne \"Company\"",
        "device.enrollmentProfileName -eq \"Shared tablets\"",
        "device.mdmAppId -eq \"0000000a-0000-0000-c000-000000000000\"",
        "device.mdmAppId -ne \"0000000a-0000-0000-c000-000000000000\" -and device.isCompliant -eq True",
        "device.systemLabels -contains \"CloudPC\"",
        "device.extensionAttribute1 -eq \"SAW\"",
        "device.operatingSystem -eq \"Windows\" -and device.operatingSystemVersion -startsWith \"10.0.26\"",
        "device.model -notStartsWith \"Surface Hub\" -and device.manufacturer -in [\"Contoso\", \"Fabrikam\"]",
    ]

    @Test(arguments: inUse)
    func `rules of the sort that are in use are read`(_ rule: String) {
        #expect(throws: Never.self) { try DeviceFilter(parsing: rule) }
    }
}
