import AccessModel
public import Compliance
public import JSONCoding

/// The document that declares a tenant's app protection, as an operator writes it: `policies`, `exemptions`, `devices`
/// and settings.
///
/// Whom it names, it names by GUID: what is stored may be older than this rule, so that it is this reader's and not the
/// types'.
public struct ProtectionDocument: Sendable {
    /// The policies, in the document's order.
    public var policies: [AppProtectionPolicy] = []
    /// The exemptions, in the document's order.
    public var exemptions: [Exemption] = []
    /// What the organisation asks of devices; by default nothing but a source's verdict.
    public var devices = DeviceRules()
    /// How exemptions are given, and when a step is told again.
    public var settings = ProtectionSettings()

    /// Whether the document says if exemptions need a second administrator.
    public var saysWhoApproves = false

    /// Reads a document.
    ///
    /// - Parameter root: the document.
    /// - Returns: what it declares.
    /// - Throws: every name that is no GUID, and the first other fault of each policy and exemption.
    public static func read(_ root: JSONElement) throws(ProtectionDocumentError) -> ProtectionDocument {
        var document = ProtectionDocument()
        var faults: [JSONError] = []
        do {
            var object = try JSONObject(root)
            let policies = object.element("policies")
            if policies == nil { faults.append(JSONError(.missing, at: object.path.appending("policies"))) }
            document.policies = try list(policies, &faults, policyNames)
            document.exemptions = try list(object.element("exemptions"), &faults, exemptionNames)
            document.devices = try object.optional("devices") ?? document.devices
            document.saysWhoApproves = object.element("exemptionsNeedApproval") != nil
            document.settings = try ProtectionSettings(json: &object)
            faults += object.unread.map {
                JSONError(
                    .invalidValue(
                        "unknown member; the members are `policies`, `exemptions`, `devices`, `exemptionsNeedApproval`, `remindAheadSeconds`"
                    ),
                    at: object.path.appending($0))
            }
        } catch {
            faults.append(error)
        }
        guard faults.isEmpty else { throw ProtectionDocumentError(faults) }
        return document
    }

    private static func list<Value: JSONReadable>(
        _ element: JSONElement?, _ faults: inout [JSONError], _ misnamed: (JSONElement) -> [JSONError]
    ) throws(JSONError) -> [Value] {
        guard let element, element.value != .null else { return [] }
        var values: [Value] = []
        for element in try element.elements() {
            faults += misnamed(element)
            do {
                values.append(try Value(json: element))
            } catch {
                faults.append(error)
            }
        }
        return values
    }

    // MARK: Names

    /// What each list of names holds, in words.
    private static let kinds = [
        ("accounts", "an account's GUID, not its user principal name"), ("groups", "a group's GUID, not its name"),
        ("roles", "a role's template GUID, not its name"),
    ]

    private static func policyNames(_ policy: JSONElement) -> [JSONError] {
        var faults: [JSONError] = []
        for side in ["include", "exclude"] {
            for (name, kind) in kinds {
                let place = policy.path.appending("target").appending(side).appending(name)
                faults += misnamed(policy.value["target"]?[side]?[name], at: place, kind)
            }
        }
        return faults + misnamed(policy.value["apps"], at: policy.path.appending("apps"), "a client's GUID")
    }

    private static func exemptionNames(_ exemption: JSONElement) -> [JSONError] {
        let account = exemption.value["account"].map { JSONValue.array([$0]) }
        return misnamed(account, at: exemption.path, kinds[0].1).map {
            JSONError($0.kind, at: exemption.path.appending("account"))
        }
    }

    private static func misnamed(_ names: JSONValue?, at path: JSONPath, _ kind: String) -> [JSONError] {
        let names = names?.arrayValue ?? []
        return names.indices.filter { names[$0].stringValue.map { GUID($0) == nil } ?? false }.map {
            JSONError(.invalidValue("must be \(kind)"), at: path.appending($0))
        }
    }
}
