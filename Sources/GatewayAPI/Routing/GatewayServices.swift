import Authentication
import ComplianceGateway

/// The use cases that the endpoints call.
struct GatewayServices: Sendable {
    let environment: GatewayEnvironment
    let directory: TenantDirectory
    let tokens: TokenEndpoint
    let authorization: Authorization
    let signIn: SignIn
    let devices: DeviceFlow
    let introspection: TokenIntrospection
    let revocation: TokenRevocation
    let access: ComplianceAccess
    let compliance: AppCompliance
    let live: LiveStatus
    let remediations: RemediationVisits
    let wipes: WipeOrders
    let selfService: SelfService
    let signals: SignalIntake

    init(
        _ environment: GatewayEnvironment, directory: TenantDirectory, live: LiveStatus, budget: SignInBudget
    ) {
        self.environment = environment
        self.directory = directory
        tokens = TokenEndpoint(environment, directory: directory)
        authorization = Authorization(environment, directory: directory)
        signIn = SignIn(environment, budget: budget)
        devices = DeviceFlow(environment, directory: directory, budget: budget)
        introspection = TokenIntrospection(environment, directory: directory)
        revocation = TokenRevocation(environment, directory: directory)
        access = ComplianceAccess(environment, directory: directory)
        compliance = AppCompliance(environment)
        self.live = live
        remediations = RemediationVisits(environment, directory: directory)
        wipes = WipeOrders(environment)
        selfService = SelfService(environment, directory: directory)
        signals = SignalIntake(environment, directory: directory)
    }
}
