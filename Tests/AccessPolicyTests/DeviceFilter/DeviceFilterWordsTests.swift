import AccessPolicy
import Testing

@Suite struct DeviceFilterWordsTests {
    static let phrases: [(rule: String, words: String)] = [
        (
            #"device.isCompliant -eq True -or device.trustType -eq "serverad""#,
            "the device is compliant, or its trust type is ServerAD"
        ),
        (
            "device.isCompliant -ne True -and device.isCompliant -ne False",
            "the device is not compliant and it is not marked non-compliant"
        ),
        (
            #"device.model -in ["a","b"] -or device.displayName -notStartsWith "K" -and device.isCompliant -eq False"#,
            #"the device's model is one of "a", "b", or its name does not start with "K" and it is marked non-compliant"#
        ),
        (
            #"(device.model -eq "a" -or device.model -eq "b") -and -not device.systemLabels -contains "c""#,
            #"(the device's model is "a", or its model is "b") and it is not so that its system labels include "c""#
        ),
        (
            "-not (device.model -eq null -or device.model -ne null)",
            "it is not so that (the device has no known model, or it has a known model)"
        ),
        (
            "device.model -endsWith \"a\nb\u{202E}\"",
            "the device's model ends with \"a\u{FFFD}b\u{FFFD}\""
        ),
    ]

    @Test(arguments: phrases.map(\.rule))
    func `an expression is put into words`(_ rule: String) throws {
        let expected = try #require(Self.phrases.first { $0.rule == rule }?.words)
        #expect(try DeviceFilter(parsing: rule).expression.words() == expected)
    }

    @Test func `every attribute and operator has words of its own`() throws {
        var phrases: Set<String> = []
        var count = 0
        for attribute in DeviceFilterAttribute.allCases {
            for comparator in attribute.operators {
                let value =
                    switch (attribute, comparator.affirmative) {
                    case (.isCompliant, _): "True"
                    case (.deviceOwnership, _): "\"Company\""
                    case (.profileType, _): "\"IoT\""
                    case (.trustType, _): "\"AzureAD\""
                    case (_, .in): "[\"a\"]"
                    default: "\"a\""
                    }
                let rule = "device.\(attribute.name) \(comparator.name) \(value)"
                phrases.insert(try DeviceFilter(parsing: rule).expression.words())
                count += 1
            }
        }
        #expect(phrases.count == count)
    }
}
