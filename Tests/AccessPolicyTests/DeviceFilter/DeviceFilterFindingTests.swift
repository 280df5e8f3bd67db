import AccessModel
import AccessPolicy
import Testing

@Suite struct DeviceFilterFindingTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let mode: DeviceFilterCondition.Mode
        let rule: String
        let found: [LintID: Int]

        init(
            _ mode: DeviceFilterCondition.Mode, _ rule: String, _ found: [LintID: Int] = [:]
        ) {
            self.mode = mode
            self.rule = rule
            self.found = found
        }

        var testDescription: String { "\(mode) \(rule)" }
    }

    static let z = "device.isCompliant -eq True"

    static let gaps: [Case] = [
        Case(.include, z, [.deviceFilterUnregisteredNotReached: 1]),
        Case(.include, "device.isCompliant -ne True"),
        Case(.exclude, z),
        Case(.exclude, "device.isCompliant -ne True", [.deviceFilterUnregisteredExcluded: 1]),
        Case(.include, "-not \(z)"),
        Case(.exclude, "-not (\(z))", [.deviceFilterUnregisteredExcluded: 7]),
        Case(.include, "device.model -ne \"a\" -and \(z)", [.deviceFilterUnregisteredNotReached: 27]),
        Case(.include, "\(z) -or device.model -ne \"a\""),
        Case(.exclude, "\(z) -or device.model -ne \"a\"", [.deviceFilterUnregisteredExcluded: 33]),
        Case(.exclude, "\(z) -and device.model -ne \"a\""),
        Case(.exclude, "device.model -eq null", [.deviceFilterUnregisteredExcluded: 1]),
        Case(.include, "device.model -ne null", [.deviceFilterUnregisteredNotReached: 1]),
    ]

    static let constants: [Case] = [
        Case(.include, "device.model -ne \"a\" -or device.model -ne \"b\"", [.deviceFilterAlwaysTrue: 1]),
        Case(.include, "device.model -ne \"a\" -or device.model -ne \"A\""),
        Case(.include, "device.model -ne \"a\" -or device.model -eq \"A\"", [.deviceFilterAlwaysTrue: 1]),
        Case(.include, "device.model -ne \"a\" -or device.model -in [\"b\",\"A\"]", [.deviceFilterAlwaysTrue: 1]),
        Case(.include, "device.model -ne \"a\" -or device.model -notStartsWith \"b\""),
        Case(.include, "-not device.model -eq \"a\" -or device.model -notIn [\"b\"]", [.deviceFilterAlwaysTrue: 6]),
        Case(.include, "device.isCompliant -ne True -or device.isCompliant -ne False", [.deviceFilterAlwaysTrue: 1]),
        Case(.include, "device.isCompliant -ne True -or device.isCompliant -eq False"),
        Case(.include, "device.isCompliant -ne null -or device.isCompliant -ne True", [.deviceFilterAlwaysTrue: 1]),
        Case(.exclude, "device.model -eq \"a\" -and device.model -eq \"b\"", [.deviceFilterNeverTrue: 1]),
        Case(.exclude, "device.model -eq \"a\" -and device.model -eq \"A\""),
        Case(.exclude, "device.model -eq \"a\" -and device.model -ne \"b\""),
        Case(.exclude, "\(z) -and device.isCompliant -eq False", [.deviceFilterNeverTrue: 1]),
        Case(
            .exclude, "\(z) -or (device.trustType -eq \"AzureAD\" -and device.trustType -eq \"ServerAD\")",
            [.deviceFilterNeverTrue: 34]),
        Case(.exclude, "device.model -eq null -and device.model -eq \"b\"", [.deviceFilterNeverTrue: 1]),
        Case(.exclude, "device.systemLabels -contains \"a\" -and device.systemLabels -contains \"b\""),
        Case(
            .include, "device.model -ne \"a\" -or device.trustType -ne \"ServerAD\"",
            [.deviceFilterDenialsJoinedByOr: 1]),
        Case(
            .include, "device.model -ne \"a\" -or -not device.trustType -eq \"ServerAD\"",
            [.deviceFilterDenialsJoinedByOr: 1]),
        Case(.include, "device.model -ne \"a\" -and device.trustType -ne \"ServerAD\""),
        Case(.include, "device.model -ne \"a\" -or device.trustType -eq \"ServerAD\""),
        Case(
            .include, "device.model -ne \"a\" -or device.model -ne \"b\" -or device.trustType -ne \"ServerAD\"",
            [.deviceFilterAlwaysTrue: 1]),
    ]

    static let attributes: [Case] = [
        Case(
            .exclude, "\(z) -or device.extensionAttribute2 -eq \"x\" -or device.extensionAttribute2 -eq \"y\"",
            [.deviceFilterExtensionAttribute: 33]),
        Case(
            .include, "device.extensionAttribute2 -eq \"x\"",
            [.deviceFilterExtensionAttribute: 1, .deviceFilterUnregisteredNotReached: 1]),
        Case(.exclude, "device.displayName -startsWith \"K\"", [.deviceFilterSetByUsers: 1]),
        Case(.include, "device.displayName -notStartsWith \"K\""),
        Case(.exclude, "device.model -startsWith \"K\""),
    ]

    @Test(arguments: gaps + constants + attributes)
    func `what a filter does other than it seems to is found at its place`(_ test: Case) throws {
        let found = DeviceFilterCondition(test.mode, try DeviceFilter(parsing: test.rule)).findings()
        #expect(Dictionary(found.map { ($0.id, $0.position) }) { first, _ in first } == test.found)
        #expect(found.count == test.found.count)
        #expect(found.map(\.position) == found.map(\.position).sorted())
        for text in found.flatMap({ [$0.message, $0.fix] }) {
            #expect(!text.isEmpty && !text.contains("\n") && !text.hasSuffix("."))
        }
    }

    @Test(arguments: gaps)
    func `a policy that applies where a signal is missing leaves out no unregistered device`(_ test: Case) throws {
        let condition = DeviceFilterCondition(test.mode, try DeviceFilter(parsing: test.rule))
        #expect(condition.findings(onMissingSignal: .match).isEmpty)
    }

    @Test func `everything that is looked for is found in some case`() {
        let tested = Set((Self.gaps + Self.constants + Self.attributes).flatMap(\.found.keys))
        #expect(tested == Set(LintID.allCases.filter { $0.rawValue.hasPrefix("device-filter-") }))
    }
}
