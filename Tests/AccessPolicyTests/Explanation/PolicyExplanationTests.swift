import AccessModel
import AccessPolicy
import Testing

struct PolicyExplanationTests {
    private static func explain(
        _ policy: ConditionalAccessPolicy, locations: [NamedLocation] = [], groups: [ApplicationGroup] = [],
        directory: DirectoryExtract? = nil
    ) throws -> PolicyExplanation {
        let set = try PolicySet(policies: [policy], namedLocations: locations, applicationGroups: groups)
        return try #require(set.explanation(of: policy.id, directory: directory))
    }

    private static func lines(_ explanation: PolicyExplanation, _ part: PolicyExplanation.Part) -> [String] {
        explanation.sections.first { $0.part == part }?.lines ?? []
    }

    @Test func `a policy that blocks says so in a sentence`() throws {
        let explanation = try Self.explain(
            examplePolicy(exclude: .init(groups: [GroupID("staff")]), demands: [.block]) {
                $0.clientApps = [.exchangeActiveSync, .other]
            }, directory: .example)
        #expect(
            explanation.summary
                == "Blocks everybody except the group `Staff` from every application, where the client is Exchange ActiveSync or a legacy client."
        )
        #expect(Self.lines(explanation, .who) == ["everybody", "but not the group `Staff`"])
        #expect(Self.lines(explanation, .demands) == ["access is refused"])
        #expect(Self.lines(explanation, .state) == ["enabled and enforced"])
        #expect(Self.lines(explanation, .hindrances).isEmpty)
        #expect(
            Self.lines(explanation, .missingSignals)
                == ["unknown kind of client, counted as a legacy client: the policy applies"])
    }

    @Test func `controls are joined by what the policy says`() throws {
        let all = try Self.explain(examplePolicy(demands: [.mfa, .compliantApplication], .all))
        #expect(
            all.summary == "Demands multifactor authentication and app protection of everybody for every application.")
        #expect(Self.lines(all, .demands) == ["multifactor authentication", "and app protection"])
        let any = try Self.explain(examplePolicy(demands: [.compliantDevice, .compliantApplication], .any))
        #expect(Self.lines(any, .demands) == ["a compliant device", "or app protection"])
        #expect(Self.lines(any, .when) == ["always: nothing else narrows it"])
    }

    @Test func `every condition is a clause`() throws {
        let location = NamedLocation(
            id: NamedLocationID("land"), displayName: "Land", extent: .countries(["ES", "FR"], includesUnknown: true))
        let explanation = try Self.explain(
            examplePolicy {
                $0.clientApps = [.browser, .mobileAppsAndDesktopClients]
                $0.platforms = PlatformCondition(includesAll: true, exclude: [.iOS, .android])
                $0.locations = LocationCondition(
                    include: .init(all: true), exclude: .init(allTrusted: true, named: [location.id]))
                $0.devices = (try? DeviceFilter(parsing: "device.isCompliant -eq True")).map { .init(.exclude, $0) }
                $0.signInRisks = [.high, .medium]
                $0.insiderRisks = [.elevated]
                $0.transferMethods = [.deviceCodeFlow]
            }, locations: [location])
        #expect(
            Self.lines(explanation, .when) == [
                "the client is a browser or a mobile app or desktop client", "the platform is not Android or iOS",
                "the request does not come from a trusted location or the location `Land` (ES, FR, or no known country)",
                "the device does not fit this: the device is compliant", "the sign-in risk is medium or high",
                "the insider risk is elevated", "the sign-in comes by the device code flow",
            ])
        #expect(
            Self.lines(explanation, .missingSignals) == [
                "unknown kind of client, counted as a legacy client: the policy does not apply",
                "unknown platform: the policy applies", "unknown address and country: the policy does not apply",
                "address of no known country: the policy does not apply", "no device presented: the policy applies",
                "unknown sign-in risk: the policy does not apply", "unknown insider risk: the policy does not apply",
                "a control of which nothing is known: it counts as not shown",
            ])
        #expect(explanation.summary.hasSuffix(", where 7 conditions match."))
    }

    @Test func `a policy that is to match says that it applies`() throws {
        let explanation = try Self.explain(
            examplePolicy {
                $0.signInRisks = [.high]
                $0.onMissingSignal = .match
            })
        #expect(Self.lines(explanation, .missingSignals).first == "unknown sign-in risk: the policy applies")
    }

    @Test func `a session is told in words`() throws {
        let explanation = try Self.explain(
            examplePolicy(
                demands: [],
                session: SessionDirectives(
                    primaryFreshness: .seconds(28_800), secondaryFreshness: .everyTime, persistentBrowser: .never,
                    requiresTokenProtection: true)))
        #expect(
            Self.lines(explanation, .session) == [
                "a first factor shown no longer ago than 8 hours", "a second factor shown every time",
                "a browser does not stay signed in after it was closed", "tokens are bound to a key of the client",
            ])
        #expect(explanation.summary == "Limits the sessions of everybody for every application.")
        #expect(Self.lines(explanation, .demands).isEmpty)
    }

    @Test func `what keeps a policy from being enforced is named, and so is what it refers to and the set lacks`()
        throws
    {
        let explanation = try Self.explain(
            examplePolicy(
                about: .applications(ApplicationTarget(includeGroups: [ApplicationGroupID("Office365")])),
                unenforceable: [
                    UnenforceableReason(
                        .unsupportedCondition, in: .condition(.time), at: "conditions.times", "times are not evaluated")
                ]))
        #expect(
            Self.lines(explanation, .state)
                == ["enabled, but held at report-only: it is evaluated and logged, and decides nothing"])
        #expect(
            Self.lines(explanation, .hindrances) == [
                "conditions.times: times are not evaluated",
                "the application group `Office365` is not among the policies",
            ])
    }

    @Test func `whom and what cannot be read is not called nobody and nothing`() throws {
        let reasons = [
            UnenforceableReason(.incomplete, in: .condition(.users), at: "conditions.users", "nobody"),
            UnenforceableReason(.unsupportedCondition, in: .condition(.other), at: "conditions.agents", "agents"),
        ]
        let policy = examplePolicy(
            include: .init(), about: .applications(ApplicationTarget()), demands: [.block], unenforceable: reasons)
        #expect(
            try Self.explain(policy).summary
                == "Blocks whom `conditions.agents` names (which cannot be read) from what `conditions.agents` names (which cannot be read)."
        )
        let incomplete = examplePolicy(include: .init(), demands: [.block], unenforceable: [reasons[0]])
        #expect(try Self.explain(incomplete).summary == "Blocks nobody from every application.")
    }

    @Test func `a strength names what satisfies it`() throws {
        let explanation = try Self.explain(
            examplePolicy(
                include: .init(roles: [RoleID("62e90394-69f5-4237-9190-012177145e10")]),
                demands: [.authenticationStrength], strength: AuthenticationStrength.phishingResistant.id))
        #expect(
            Self.lines(explanation, .demands)
                == [
                    "the authentication strength `Phishing-resistant MFA`: fido2, windowsHelloForBusiness or x509CertificateMultiFactor"
                ])
        #expect(Self.lines(explanation, .who) == ["the role `Global Administrator`"])
    }

    @Test func `a policy that the set does not hold is not explained`() throws {
        #expect(PolicySet.empty.explanation(of: PolicyID("nowhere")) == nil)
    }
}
