import AccessModel
import AccessPolicy

/// Any text is a device filter or is refused at a place within it; what is read means the same when it is written
/// another way, and its opposite means the opposite.
public func checkDeviceFilter(_ bytes: [UInt8]) throws(FuzzFinding) {
    let rule = String(decoding: bytes, as: UTF8.self)
    let filter: DeviceFilter
    do {
        filter = try DeviceFilter(parsing: rule)
    } catch {
        let room = min(rule.unicodeScalars.count, DeviceFilter.maximumLength) + 1
        try promise((1...room).contains(error.position), "a fault has a place in the rule")
        return try promise(isOneLine(error.description), "a fault is named in one line")
    }
    try promise(isOneLine(filter.expression.words()), "the rule is put into words in one line")
    let again = try read(written(filter.expression))
    if let again { try checkSame(filter, again) }
    try checkFindings(filter, in: rule)
    guard let opposite = try read("-not (\(rule))", at: 1) else { return }
    for device in devices(named: filter) {
        try promise(filter.matches(device) != opposite.matches(device), "the opposite gives the opposite")
        if let again { try promise(filter.matches(device) == again.matches(device), "what is the same gives the same") }
        let match = DeviceFilterCondition(.include, filter).evaluate(device)
        let isExcluded = DeviceFilterCondition(.exclude, opposite).evaluate(device) == match
        try promise(isExcluded, "to exclude the opposite is to include")
        let answers = [true, false].map { isCompliant in
            var known = device
            if known?.isCompliant == nil { known?.isCompliant = isCompliant }
            return filter.matches(known)
        }
        let isUnknown = device == nil || answers[0] != answers[1]
        try promise(match.isUnknown == isUnknown, "what is not known is visible")
    }
}

/// Reads a rule that comes of another one; nil if it has become too long or too deep.
private func read(_ rule: String, at added: Int = 0) throws(FuzzFinding) -> DeviceFilter? {
    do {
        return try DeviceFilter(parsing: rule)
    } catch {
        let isTooMuch = error.kind == .tooLong || (added > 0 && error.kind == .tooDeep)
        try promise(isTooMuch, "what was read is read again")
        return nil
    }
}

private func checkSame(_ filter: DeviceFilter, _ again: DeviceFilter) throws(FuzzFinding) {
    try promise(written(again.expression) == written(filter.expression), "what is written is read the same")
    try promise(again.expression.words() == filter.expression.words(), "and says the same")
}

private func checkFindings(_ filter: DeviceFilter, in rule: String) throws(FuzzFinding) {
    for mode in DeviceFilterCondition.Mode.allCases {
        let condition = DeviceFilterCondition(mode, filter)
        let findings = condition.findings()
        let places = findings.map(\.position)
        let isInOrder = places == places.sorted() && places.allSatisfy { (1...rule.unicodeScalars.count).contains($0) }
        try promise(isInOrder, "findings have places, in order")
        try promise(findings.allSatisfy { isOneLine($0.message) && isOneLine($0.fix) }, "a finding is one line")
        let gaps: Set<LintID> = [.deviceFilterUnregisteredExcluded, .deviceFilterUnregisteredNotReached]
        let isGap = findings.contains { gaps.contains($0.id) }
        try promise(
            isGap != condition.evaluate(nil).applies(onMissingSignal: .standard), "a gap is found where there is one")
    }
}

private func isOneLine(_ text: String) -> Bool {
    !text.isEmpty && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
}

/// No device, a device of which nothing is known, and devices that have the values that a rule names.
private func devices(named filter: DeviceFilter) -> [DeviceInfo?] {
    var first = DeviceInfo()
    var last = DeviceInfo()
    first.isManaged = true
    for comparison in filter.expression.comparisons {
        set(comparison, { $0.first }, &first)
        set(comparison, { $0.last }, &last)
    }
    return [nil, DeviceInfo(), first, last]
}

private func set(
    _ comparison: DeviceFilterComparison, _ pick: ([String]) -> String?, _ device: inout DeviceInfo
) {
    let text: String?
    switch comparison.operand {
    case .text(let wanted): text = wanted
    case .list(let texts): text = pick(texts)
    case .boolean(let value):
        device.isCompliant = value
        return
    case .null: text = nil
    }
    switch comparison.attribute {
    case .deviceID: device.deviceID = text
    case .mdmAppID: device.mdmAppID = text
    case .displayName: device.displayName = text
    case .enrollmentProfileName: device.enrollmentProfileName = text
    case .manufacturer: device.manufacturer = text
    case .model: device.model = text
    case .operatingSystem: device.operatingSystem = text
    case .operatingSystemVersion: device.operatingSystemVersion = text
    case .extensionAttribute(let number): device.extensionAttributes[number] = text
    case .deviceOwnership: device.deviceOwnership = text
    case .isCompliant: device.isCompliant = nil
    case .profileType: device.profileType = text
    case .trustType: device.trustType = text
    case .physicalIDs: device.physicalIDs = text.map { [$0] } ?? []
    case .systemLabels: device.systemLabels = text.map { [$0] } ?? []
    }
}

// MARK: Writing

private func written(_ expression: DeviceFilterExpression) -> String {
    switch expression {
    case .or(let terms):
        return terms.map { term in
            if case .or = term { "(\(written(term)))" } else { written(term) }
        }.joined(separator: " or ")
    case .and(let terms):
        return terms.map { term in
            switch term {
            case .or, .and: "(\(written(term)))"
            case .not, .comparison: written(term)
            }
        }.joined(separator: " and ")
    case .not(.comparison(let comparison)): return "not " + written(comparison)
    case .not(let term): return "not (\(written(term)))"
    case .comparison(let comparison): return written(comparison)
    }
}

private func written(_ comparison: DeviceFilterComparison) -> String {
    let value =
        switch comparison.operand {
        case .text(let text): quoted(text)
        case .list(let texts): "[" + texts.map(quoted).joined(separator: ",") + "]"
        case .boolean(let value): value ? "True" : "False"
        case .null: "null"
        }
    return "device.\(comparison.attribute.name) \(comparison.comparator.name) \(value)"
}

private func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
        if scalar == "\"" || scalar == "`" { quoted.unicodeScalars.append("`") }
        quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
}
