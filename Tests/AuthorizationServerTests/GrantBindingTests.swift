import AccessModel
import AuthorizationServer
import Testing

struct GrantBindingTests {
    static let one = Fixture.instance
    static let other = Fixture.otherInstance

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let presented: PresentedInstance
        let bound: AppInstanceID?
        let instance: AppInstanceID?
        let boundThen: AppInstanceID?
    }

    @Test(arguments: [
        Row(testDescription: "unbound, nothing", presented: .nothing, bound: nil, instance: nil, boundThen: nil),
        Row(testDescription: "unbound, unknown", presented: .unknown, bound: nil, instance: nil, boundThen: nil),
        Row(testDescription: "unbound, one", presented: .instance(one), bound: nil, instance: one, boundThen: one),
        Row(testDescription: "bound, the same", presented: .instance(one), bound: one, instance: one, boundThen: one),
        Row(testDescription: "bound, nothing", presented: .nothing, bound: one, instance: nil, boundThen: one),
        Row(testDescription: "bound, unknown", presented: .unknown, bound: one, instance: nil, boundThen: one),
        Row(testDescription: "bound, another", presented: .instance(other), bound: one, instance: nil, boundThen: one),
    ])
    func `a redemption counts as an instance and binds by the table`(_ row: Row) {
        let binding = GrantBinding.redeeming(row.presented, bound: row.bound)
        #expect(binding.instance == row.instance)
        #expect(binding.bound == row.boundThen)
    }

    @Test func `an enrolment with the grant's own token moves it`() {
        let grant = Fixture.grantID
        #expect(
            GrantBinding.enrolling(Self.one, grant: grant, bound: nil)
                == .bindGrant(grant, to: Self.one, expecting: nil))
        #expect(
            GrantBinding.enrolling(Self.other, grant: grant, bound: Self.one)
                == .bindGrant(grant, to: Self.other, expecting: Self.one))
        #expect(GrantBinding.enrolling(Self.one, grant: grant, bound: Self.one) == nil)
    }
}
