public import AccessModel

/// What a request shows of the app instance that it comes from, looked up by the store.
public enum PresentedInstance: Sendable, Hashable {
    /// Neither a proof nor an enrolment identifier came with it.
    case nothing
    /// What came with it belongs to no instance of this account and client.
    case unknown
    /// What came with it is this instance's, of this account and client.
    case instance(AppInstanceID)
}

/// Which app instance a request counts as, and how a grant comes to be bound to it.
///
/// | grant | event | counts as | grant then |
/// |---|---|---|---|
/// | unbound | redeemed, nothing or unknown presented | unknown | unbound |
/// | unbound | redeemed, instance i presented | i | bound to i |
/// | bound to i | redeemed, i presented | i | bound to i |
/// | bound to i | redeemed, anything else presented | unknown | bound to i |
/// | unbound, or bound to any | enrolment of j with the grant's own access token | j | bound to j |
///
/// A foreign or unknown instance is no alarm: the request counts as unknown, which fails every app and device control
/// and nothing else.
public struct GrantBinding: Sendable, Hashable {
    /// The instance that the request counts as; nil when it is unknown.
    public let instance: AppInstanceID?
    /// The instance that the grant is bound to from now on; nil while it is unbound.
    public let bound: AppInstanceID?

    /// The binding at a redemption.
    ///
    /// - Parameters:
    ///   - presented: what the request shows.
    ///   - bound: what the grant is bound to before; nil when it is unbound.
    /// - Returns: what the request counts as, and what the grant is bound to then.
    public static func redeeming(_ presented: PresentedInstance, bound: AppInstanceID?) -> GrantBinding {
        switch (presented, bound) {
        case (.instance(let presented), nil): GrantBinding(instance: presented, bound: presented)
        case (.instance(let presented), let bound?) where presented == bound:
            GrantBinding(instance: bound, bound: bound)
        case (.instance, let bound), (.nothing, let bound), (.unknown, let bound):
            GrantBinding(instance: nil, bound: bound)
        }
    }

    /// The change that an enrolment makes, which came with the grant's own access token: the grant moves.
    ///
    /// - Returns: nil when the grant is bound to that instance already.
    public static func enrolling(
        _ instance: AppInstanceID, grant: GrantID, bound: AppInstanceID?
    ) -> GrantChange? {
        bound == instance ? nil : .bindGrant(grant, to: instance, expecting: bound)
    }
}
