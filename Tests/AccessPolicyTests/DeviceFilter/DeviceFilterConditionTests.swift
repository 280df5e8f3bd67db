import AccessModel
import AccessPolicy
import Testing

@Suite struct DeviceFilterConditionTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let mode: DeviceFilterCondition.Mode
        let rule: String
        let device: DeviceInfo?
        let match: ConditionMatch

        init(
            _ mode: DeviceFilterCondition.Mode, _ rule: String, _ device: DeviceInfo?, _ match: ConditionMatch
        ) {
            self.mode = mode
            self.rule = rule
            self.device = device
            self.match = match
        }

        var testDescription: String { "\(mode) \(rule) \(device == nil ? "no device" : "device")" }
    }

    static func device(isCompliant: Bool? = nil, trustType: String? = nil) -> DeviceInfo {
        var device = DeviceInfo()
        device.isCompliant = isCompliant
        device.trustType = trustType
        return device
    }

    static let joined = #"device.trustType -eq "AzureAD""#
    static let notJoined = #"device.trustType -ne "AzureAD""#
    static let compliant = "device.isCompliant -eq True"
    static let either = #"device.isCompliant -eq True -or device.trustType -eq "ServerAD""#

    static let cases: [Case] = [
        // No device: the table of the null rule.
        Case(.include, joined, nil, .unknown(treatedAsMatch: false)),
        Case(.include, notJoined, nil, .unknown(treatedAsMatch: true)),
        Case(.exclude, joined, nil, .unknown(treatedAsMatch: true)),
        Case(.exclude, notJoined, nil, .unknown(treatedAsMatch: false)),
        Case(.include, "device.isCompliant -eq False", nil, .unknown(treatedAsMatch: false)),
        Case(.exclude, either, nil, .unknown(treatedAsMatch: true)),
        // A device: what the rule gives.
        Case(.include, joined, device(trustType: "AzureAD"), .match),
        Case(.include, joined, device(trustType: "Workplace"), .noMatch),
        Case(.include, notJoined, device(trustType: "AzureAD"), .noMatch),
        Case(.include, notJoined, device(), .match),
        Case(.exclude, joined, device(trustType: "AzureAD"), .noMatch),
        Case(.exclude, joined, device(), .match),
        Case(.exclude, notJoined, device(trustType: "AzureAD"), .match),
        Case(.exclude, notJoined, device(trustType: "ServerAD"), .noMatch),
        // A device whose compliance nobody knows.
        Case(.include, compliant, device(), .unknown(treatedAsMatch: false)),
        Case(.exclude, compliant, device(), .unknown(treatedAsMatch: true)),
        Case(.include, "device.isCompliant -ne True", device(), .unknown(treatedAsMatch: true)),
        Case(.exclude, either, device(trustType: "Workplace"), .unknown(treatedAsMatch: true)),
        // What is known decides.
        Case(.exclude, either, device(trustType: "ServerAD"), .noMatch),
        Case(.exclude, either, device(isCompliant: false, trustType: "ServerAD"), .noMatch),
        Case(.include, compliant, device(isCompliant: true), .match),
        Case(.include, compliant, device(isCompliant: false), .noMatch),
        Case(.exclude, compliant, device(isCompliant: true), .noMatch),
        Case(.exclude, compliant, device(isCompliant: false), .match),
        Case(.include, "device.isCompliant -eq False", device(isCompliant: false), .match),
        Case(.include, joined, device(isCompliant: nil, trustType: "AzureAD"), .match),
    ]

    @Test(arguments: cases)
    func `a policy applies as the mode and the rule say, and what is not known stays visible`(_ test: Case) throws {
        let condition = DeviceFilterCondition(test.mode, try DeviceFilter(parsing: test.rule))
        #expect(condition.evaluate(test.device) == test.match)
    }
}
