import AccessModel

extension DeviceFilterComparison {
    /// Whether a device fits.
    ///
    /// An attribute without a value fits every negative operator and no other, unless it is compared with `null`.
    func matches(_ device: DeviceInfo) -> Bool {
        comparator.isNegative != affirmativeMatches(device)
    }

    private func affirmativeMatches(_ device: DeviceInfo) -> Bool {
        switch attribute {
        case .isCompliant:
            if case .boolean(let wanted) = operand { return device.isCompliant == wanted }
            return device.isCompliant == nil
        case .physicalIDs: return hasElement(device.physicalIDs)
        case .systemLabels: return hasElement(device.systemLabels)
        default: return textMatches(device.text(of: attribute))
        }
    }

    private func hasElement(_ elements: [String]) -> Bool {
        elements.contains { folded.contains(FoldedText($0)) }
    }

    private func textMatches(_ text: String?) -> Bool {
        guard operand != .null else { return text == nil }
        guard let text else { return false }
        let value = FoldedText(text)
        return folded.contains { wanted in
            switch comparator.affirmative {
            case .startsWith: value.starts(with: wanted)
            case .endsWith: value.ends(with: wanted)
            case .contains: value.contains(wanted)
            default: value == wanted
            }
        }
    }
}

extension DeviceFilterExpression {
    func matches(_ device: DeviceInfo) -> Bool {
        switch self {
        case .or(let terms): terms.contains { $0.matches(device) }
        case .and(let terms): terms.allSatisfy { $0.matches(device) }
        case .not(let term): !term.matches(device)
        case .comparison(let comparison): comparison.matches(device)
        }
    }
}

extension DeviceInfo {
    /// Whether anybody vouches for the device; only then do its extension attributes count.
    fileprivate var isVouchedFor: Bool {
        isManaged || isCompliant == true || trustType.map(FoldedText.init) == FoldedText("ServerAD")
    }

    fileprivate func text(of attribute: DeviceFilterAttribute) -> String? {
        switch attribute {
        case .deviceID: deviceID
        case .mdmAppID: mdmAppID
        case .displayName: displayName
        case .enrollmentProfileName: enrollmentProfileName
        case .manufacturer: manufacturer
        case .model: model
        case .operatingSystem: operatingSystem
        case .operatingSystemVersion: operatingSystemVersion
        case .extensionAttribute(let number): isVouchedFor ? extensionAttributes[number] : nil
        case .deviceOwnership: deviceOwnership
        case .profileType: profileType
        case .trustType: trustType
        case .isCompliant, .physicalIDs, .systemLabels: nil
        }
    }
}
