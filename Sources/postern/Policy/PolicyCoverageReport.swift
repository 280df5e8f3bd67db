import AccessModel
import AccessPolicy
import JSONCoding

/// What of a population is covered, for people or for programs.
struct PolicyCoverageReport {
    private let report: CoverageReport
    private let population: Population
    private let names: PolicyNames
    private let groups: AccountGroups
    private let memberships: MembershipCount?
    private let countsReportOnly: Bool

    init(
        _ report: CoverageReport, _ population: Population, _ names: PolicyNames, _ memberships: MembershipCount?,
        countsReportOnly: Bool
    ) {
        self.report = report
        self.population = population
        self.names = names
        self.memberships = memberships
        self.countsReportOnly = countsReportOnly
        groups = AccountGroups(population, names: names)
    }

    /// How many gaps are told to people.
    private static let maximumGaps = 20
}

// MARK: For people

extension PolicyCoverageReport {
    /// The gaps, and what each policy is worth.
    var text: String {
        let covered = report.combinations - report.uncovered
        let kind = countsReportOnly ? "enabled or report-only" : "enforced"
        let gaps = report.uncoveredAccounts.count
        let isOne = covered == 1 || report.combinations == 1
        let hasOne = gaps == 1 || population.accounts.count == 1
        var text = TextLayout.paragraph(
            "\(covered) of \(TextLayout.count(report.combinations, "combination")) "
                + "(\(Self.percentage(covered, report.combinations))) \(isOne ? "is" : "are") covered by an \(kind) policy; "
                + "\(gaps) of \(TextLayout.count(population.accounts.count, "account")) \(hasOne ? "has" : "have") a gap"
        )
        if let memberships { text += TextLayout.paragraph(memberships.sentence) }
        if !report.gaps.isEmpty { text += "\nNot covered\n" }
        for (number, gap) in report.gaps.prefix(Self.maximumGaps).enumerated() {
            text += Self.text(of: gap, number + 1, lines(of: gap))
        }
        if report.gaps.count > Self.maximumGaps {
            text += "  and \(report.gaps.count - Self.maximumGaps) smaller ones; `--format json` lists all\n"
        }
        return text + "\n" + shareTable
    }

    private static func text(of gap: CoverageReport.Gap, _ number: Int, _ lines: [(String, String)]) -> String {
        let head = TextLayout.column(number, 4) + ". "
        return lines.enumerated().map { index, line in
            TextLayout.paragraph(
                line.1,
                head: (index == 0 ? head : String(repeating: " ", count: head.count)) + TextLayout.column(line.0, 12))
        }.joined()
    }

    /// What a gap is, signal by signal; a signal of which the population knows nothing is left out.
    private func lines(of gap: CoverageReport.Gap) -> [(String, String)] {
        var lines = [
            ("who", "\(groups.phrase(gap.accounts)) (\(TextLayout.count(gap.accounts.count, "account")))")
        ]
        func add<Value>(_ head: String, _ values: [Value]?, of all: [Value], _ name: (Value) -> String, any: String) {
            guard let values else {
                if all.count > 1 { lines.append((head, any)) }
                return
            }
            lines.append((head, values.map(name).joined(separator: ", ")))
        }
        add(
            "application", gap.applications, of: population.applications, name,
            any: "any of the \(population.applications.count)")
        add("client", gap.clientAppTypes, of: population.clientAppTypes, { $0?.rawValue ?? "unknown" }, any: "any")
        add("platform", gap.platforms, of: population.platforms, { $0?.rawValue ?? "unknown" }, any: "any")
        let places = population.ipAddresses.flatMap { address in
            population.countries.map { CoverageReport.Place(address, $0) }
        }
        add("place", gap.places, of: places, Self.name, any: "any")
        add("sign-in risk", gap.signInRisks, of: population.signInRisks, { $0?.rawValue ?? "unknown" }, any: "any")
        add("user risk", gap.userRisks, of: population.userRisks, { $0?.rawValue ?? "unknown" }, any: "any")
        add(
            "insider risk", gap.insiderRisks, of: population.insiderRisks, { $0?.rawValue ?? "unknown" }, any: "any")
        add("device", gap.devices, of: Array(population.devices.indices), name(ofDevice:), any: "any")
        add(
            "by", gap.transferMethods, of: population.transferMethods, { $0?.rawValue ?? "an ordinary sign-in" },
            any: "any way")
        lines.append(("", TextLayout.count(gap.combinations, "combination")))
        return lines
    }

    private func name(_ application: Population.Application) -> String {
        application.name.map { "`\($0)`" } ?? String(names.phrase(application.id).dropFirst("the application ".count))
    }

    private func name(ofDevice number: Int) -> String {
        guard let device = population.devices[number] else { return "none" }
        return "`\(device.displayName ?? device.deviceID ?? "number \(number + 1)")`"
    }

    private static func name(_ place: CoverageReport.Place) -> String {
        switch (place.address, place.country) {
        case (let address?, let country?): "\(address) in \(country)"
        case (let address?, nil): "\(address)"
        case (nil, let country?): country
        case (nil, nil): "unknown"
        }
    }

    /// A share in hundredths; never all of it if something is missing, never none if there is something.
    private static func percentage(_ part: Int, _ whole: Int) -> String {
        guard whole > 0 else { return "0 %" }
        let percent = part * 100 / whole
        return percent == 0 && part > 0 ? "under 1 %" : "\(percent) %"
    }

    /// The policies, those that apply to most first.
    private var shares: [CoverageReport.Share] {
        report.shares.sorted { ($1.combinations, $1.alone, $0.policy) < ($0.combinations, $0.alone, $1.policy) }
    }

    private var shareTable: String {
        guard !report.shares.isEmpty else {
            return "No policy is \(countsReportOnly ? "enabled or report-only" : "enforced").\n"
        }
        return "Combinations that each policy applies to, and those that it alone does\n"
            + "  applies to     alone  policy\n"
            + shares.map { share in
                TextLayout.paragraph(
                    String(names.name(share.policy).dropFirst().dropLast()),
                    head: TextLayout.column(share.combinations, 12) + TextLayout.column(share.alone, 10) + "  ")
            }.joined()
    }
}

// MARK: For programs

extension PolicyCoverageReport {
    /// The whole report.
    var document: JSONValue {
        var members = JSONMembers([
            ("accounts", .integer(Int64(population.accounts.count))),
            ("combinations", .integer(Int64(report.combinations))), ("gaps", .array(report.gaps.map(document))),
        ])
        if let memberships { members.append("memberships", memberships.document) }
        members.append("policies", .array(shares.map(document)))
        members.append("uncovered", .integer(Int64(report.uncovered)))
        members.append("uncoveredAccounts", .array(report.uncoveredAccounts.map { .string($0.rawValue) }))
        return .object(members)
    }

    private func document(_ share: CoverageReport.Share) -> JSONValue {
        [
            "alone": .integer(Int64(share.alone)), "combinations": .integer(Int64(share.combinations)),
            "displayName": .string(String(names.name(share.policy).dropFirst().dropLast())),
            "id": .string(share.policy.rawValue),
        ]
    }

    /// A gap; a member that is missing means every value of the population, and null one that is not known.
    private func document(_ gap: CoverageReport.Gap) -> JSONValue {
        var members = JSONMembers([
            ("accounts", .array(gap.accounts.map { .string($0.rawValue) })),
            ("combinations", .integer(Int64(gap.combinations))),
            ("who", .string(groups.phrase(gap.accounts))),
        ])
        func add<Value>(_ name: String, _ values: [Value]?, _ json: (Value) -> JSONValue) {
            if let values { members.append(name, .array(values.map(json))) }
        }
        func word<Word: RawRepresentable>(_ word: Word?) -> JSONValue where Word.RawValue == String {
            word.map { .string($0.rawValue) } ?? .null
        }
        add("applications", gap.applications) { .string($0.id.rawValue) }
        add("clientAppTypes", gap.clientAppTypes) { word($0) }
        add("platforms", gap.platforms) { word($0) }
        add("places", gap.places) { place in
            [
                "country": place.country.map(JSONValue.string) ?? .null,
                "ipAddress": place.address.map { .string("\($0)") } ?? .null,
            ]
        }
        add("signInRiskLevels", gap.signInRisks) { word($0) }
        add("userRiskLevels", gap.userRisks) { word($0) }
        add("insiderRiskLevels", gap.insiderRisks) { word($0) }
        add("devices", gap.devices) { .integer(Int64($0)) }
        add("transferMethods", gap.transferMethods) { word($0) }
        return .object(members)
    }
}
