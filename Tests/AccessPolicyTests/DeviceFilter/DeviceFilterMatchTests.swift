import AccessModel
import AccessPolicy
import Testing

@Suite struct DeviceFilterMatchTests {
    static let device: DeviceInfo = {
        var device = DeviceInfo()
        device.deviceID = "D-1"
        device.displayName = "KIOSK-7"
        device.deviceOwnership = "Company"
        device.enrollmentProfileName = "Shared"
        device.extensionAttributes = [1: "one", 15: "fifteen"]
        device.isCompliant = true
        device.isManaged = true
        device.manufacturer = "Contoso"
        device.mdmAppID = "M-1"
        device.model = "Slate"
        device.operatingSystem = "Windows"
        device.operatingSystemVersion = "10.0"
        device.physicalIDs = ["[OrderId]:1", "[ZTDId]:2"]
        device.profileType = "Shared"
        device.systemLabels = ["CloudPC"]
        device.trustType = "AzureAD"
        return device
    }()

    /// An affirmative comparison that holds for the device, one that does not, and their denials.
    struct Pair: Sendable, CustomTestStringConvertible {
        let attribute: String
        let affirmative: String
        let negative: String
        let fits: String
        let other: String

        init(_ attribute: String, _ affirmative: String, _ negative: String, _ fits: String, _ other: String) {
            self.attribute = attribute
            self.affirmative = affirmative
            self.negative = negative
            self.fits = fits
            self.other = other
        }

        var testDescription: String { "\(attribute) \(affirmative)" }
    }

    static let pairs: [Pair] = [
        Pair("deviceId", "-eq", "-ne", "\"d-1\"", "\"d-2\""),
        Pair("mdmAppId", "-in", "-notIn", "[\"x\",\"m-1\"]", "[\"m\",\"m-12\"]"),
        Pair("displayName", "-startsWith", "-notStartsWith", "\"kiosk-\"", "\"iosk\""),
        Pair("displayName", "-endsWith", "-notEndsWith", "\"k-7\"", "\"K-\""),
        Pair("displayName", "-contains", "-notContains", "\"osk\"", "\"okl\""),
        Pair("displayName", "-eq", "-ne", "\"kiosk-7\"", "\"kiosk\""),
        Pair("displayName", "-in", "-notIn", "[\"KIOSK-7\"]", "[\"KIOSK\"]"),
        Pair("enrollmentProfileName", "-eq", "-ne", "\"SHARED\"", "\"own\""),
        Pair("manufacturer", "-eq", "-ne", "\"contoso\"", "\"fabrikam\""),
        Pair("model", "-contains", "-notContains", "\"slate\"", "\"slate2\""),
        Pair("operatingSystem", "-eq", "-ne", "\"windows\"", "\"linux\""),
        Pair("operatingSystemVersion", "-startsWith", "-notStartsWith", "\"10.\"", "\"10.1\""),
        Pair("extensionAttribute1", "-eq", "-ne", "\"one\"", "\"fifteen\""),
        Pair("extensionAttribute15", "-eq", "-ne", "\"fifteen\"", "\"one\""),
        Pair("deviceOwnership", "-eq", "-ne", "\"company\"", "\"Personal\""),
        Pair("isCompliant", "-eq", "-ne", "True", "False"),
        Pair("profileType", "-eq", "-ne", "\"Shared\"", "\"Printer\""),
        Pair("trustType", "-eq", "-ne", "\"AzureAD\"", "\"ServerAD\""),
        Pair("physicalIds", "-contains", "-notContains", "\"[ztdid]:2\"", "\"[ZTDId]\""),
        Pair("systemLabels", "-contains", "-notContains", "\"cloudpc\"", "\"Cloud\""),
    ]

    private func matches(_ rule: String, _ device: DeviceInfo?) throws -> Bool {
        try DeviceFilter(parsing: rule).matches(device)
    }

    @Test(arguments: pairs)
    func `an operator holds for what it says, its denial for everything else`(_ pair: Pair) throws {
        let name = "device.\(pair.attribute)"
        #expect(try matches("\(name) \(pair.affirmative) \(pair.fits)", Self.device))
        #expect(try !matches("\(name) \(pair.negative) \(pair.fits)", Self.device))
        #expect(try !matches("\(name) \(pair.affirmative) \(pair.other)", Self.device))
        #expect(try matches("\(name) \(pair.negative) \(pair.other)", Self.device))
        #expect(try !matches("-not \(name) \(pair.affirmative) \(pair.fits)", Self.device))
    }

    @Test(arguments: pairs, [nil, DeviceInfo()])
    func `without a value only a denial holds`(_ pair: Pair, _ device: DeviceInfo?) throws {
        for value in [pair.fits, pair.other] {
            #expect(try !matches("device.\(pair.attribute) \(pair.affirmative) \(value)", device))
            #expect(try matches("device.\(pair.attribute) \(pair.negative) \(value)", device))
        }
    }

    @Test(arguments: pairs.filter { !["physicalIds", "systemLabels"].contains($0.attribute) })
    func `null is what an attribute without a value is equal to`(_ pair: Pair) throws {
        let name = "device.\(pair.attribute)"
        #expect(try !matches("\(name) -eq null", Self.device))
        #expect(try matches("\(name) -ne null", Self.device))
        #expect(try matches("\(name) -eq null", nil))
        #expect(try !matches("\(name) -ne null", nil))
    }

    @Test func `or, and and not are what they say`() throws {
        for left in [true, false] {
            for right in [true, false] {
                let a = "device.model -eq \"\(left ? "slate" : "x")\""
                let b = "device.deviceId -eq \"\(right ? "d-1" : "x")\""
                #expect(try matches("\(a) -or \(b)", Self.device) == (left || right))
                #expect(try matches("\(a) -and \(b)", Self.device) == (left && right))
                #expect(try matches("-not \(a) -and \(b)", Self.device) == (!left && right))
                #expect(try matches("-not (\(a) -or \(b))", Self.device) == !(left || right))
            }
        }
    }

    struct ExtensionCase: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let change: @Sendable (inout DeviceInfo) -> Void
        let counts: Bool
    }

    static let extensionCases = [
        ExtensionCase(testDescription: "registered only", change: { $0.trustType = "Workplace" }, counts: false),
        ExtensionCase(testDescription: "joined only", change: { $0.trustType = "AzureAD" }, counts: false),
        ExtensionCase(testDescription: "not compliant", change: { $0.isCompliant = false }, counts: false),
        ExtensionCase(testDescription: "managed", change: { $0.isManaged = true }, counts: true),
        ExtensionCase(testDescription: "compliant", change: { $0.isCompliant = true }, counts: true),
        ExtensionCase(testDescription: "hybrid joined", change: { $0.trustType = "serverad" }, counts: true),
    ]

    @Test(arguments: extensionCases)
    func `an extension attribute counts only on a device that somebody vouches for`(_ test: ExtensionCase) throws {
        var device = DeviceInfo()
        device.extensionAttributes = [3: "x"]
        test.change(&device)
        #expect(try matches("device.extensionAttribute3 -eq \"X\"", device) == test.counts)
        #expect(try matches("device.extensionAttribute3 -ne \"X\"", device) != test.counts)
        #expect(try matches("device.extensionAttribute3 -eq null", device) != test.counts)
    }

    struct TextCase: Sendable, CustomTestStringConvertible {
        let value: String
        let wanted: String
        let isSame: Bool
        let note: String

        init(_ value: String, _ wanted: String, _ isSame: Bool, _ note: String) {
            self.value = value
            self.wanted = wanted
            self.isSame = isSame
            self.note = note
        }

        var testDescription: String { note }
    }

    static let texts = [
        TextCase("ABCxyz", "abcXYZ", true, "letters of ASCII"),
        TextCase("@[`{", "`{@[", false, "neighbours of the letters"),
        TextCase("Ärger Ω Я", "äRGER ω я", true, "other letters"),
        TextCase("\u{10400}", "\u{10428}", true, "letters beyond the first plane"),
        TextCase("stra\u{DF}e", "STRASSE", false, "one letter is not two"),
        TextCase("\u{E9}", "e\u{301}", false, "no normalization"),
        TextCase("I", "\u{131}", false, "a dotless i is not an I"),
        TextCase("S", "\u{17F}", false, "a long s is not an S"),
        TextCase("K", "\u{212A}", false, "a Kelvin sign is not a K"),
        TextCase("\u{3C3}", "\u{3C2}", true, "both small sigmas have one capital"),
        TextCase("a", "a ", false, "blanks count"),
        TextCase("", "", true, "nothing is nothing"),
    ]

    @Test(arguments: texts)
    func `texts are compared scalar by scalar, without regard to case`(_ test: TextCase) throws {
        var device = DeviceInfo()
        device.model = test.value
        let wanted = test.wanted.split(separator: "`", omittingEmptySubsequences: false).joined(separator: "``")
        for rule in ["device.model -eq \"\(wanted)\"", "device.model -in [\"no\",\"\(wanted)\"]"] {
            #expect(try matches(rule, device) == test.isSame)
        }
    }

    @Test func `a text within a text is found wherever it is`() throws {
        var device = DeviceInfo()
        device.model = "aab"
        for (part, isThere) in [("aa", true), ("ab", true), ("b", true), ("", true), ("aaa", false), ("aabb", false)] {
            #expect(try matches("device.model -contains \"\(part)\"", device) == isThere, "\(part)")
        }
        for (part, isThere) in [("", true), ("b", true), ("aab", true), ("a", false), ("xaab", false)] {
            #expect(try matches("device.model -endsWith \"\(part)\"", device) == isThere, "\(part)")
        }
    }
}
