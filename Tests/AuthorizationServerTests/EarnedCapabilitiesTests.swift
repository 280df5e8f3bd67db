import AccessModel
import AuthorizationServer
import Testing

struct EarnedCapabilitiesTests {
    private static let compliance = TokenTarget(
        application: ApplicationID("compliance"), audience: "c", isComplianceResource: true,
        wantsClientCapabilities: true, lifetime: .seconds(600))

    @Test func `protapp needs both the word of the client and the truth`() {
        let target = Fixture.target
        #expect(EarnedCapabilities.of(declared: [.protapp], earnsProtapp: true, target: target) == [.protapp])
        #expect(EarnedCapabilities.of(declared: [.protapp], earnsProtapp: false, target: target) == [])
        #expect(EarnedCapabilities.of(declared: [], earnsProtapp: true, target: target) == [])
        #expect(
            EarnedCapabilities.of(declared: [.protapp, .cp1], earnsProtapp: true, target: target) == [.cp1, .protapp])
    }

    @Test func `cp1 is what the client says of itself`() {
        #expect(EarnedCapabilities.of(declared: [.cp1], earnsProtapp: false, target: Fixture.target) == [.cp1])
    }

    @Test func `a resource that does not want capabilities gets none`() {
        var target = Fixture.target
        target.wantsClientCapabilities = false
        #expect(EarnedCapabilities.of(declared: [.protapp, .cp1], earnsProtapp: true, target: target) == [])
    }

    @Test func `the compliance resource never gets protapp`() {
        #expect(
            EarnedCapabilities.of(declared: [.protapp, .cp1], earnsProtapp: true, target: Self.compliance) == [.cp1])
    }
}
