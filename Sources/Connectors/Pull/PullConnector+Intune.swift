import ComplianceGateway
import JSONCoding

extension PullConnector {
    /// Microsoft Intune: the managed devices of Microsoft Graph, with Intune's own verdict.
    static let intune = PullConnector(
        name: "intune", title: "Microsoft Intune", baseURL: "https://graph.microsoft.com",
        settings: [intuneTenant, intuneLogin],
        permissions: "an app registration with the application permission DeviceManagementManagedDevices.Read.All",
        documentation: "https://learn.microsoft.com/graph/api/resources/intune-devices-manageddevice",
        cannotTell: [
            "the hardware's UDID: a list of devices never has it",
            "how the directory knows the device",
            "when the verdict was reached: it is Intune's at the time of the pull",
        ],
        path: "/v1.0/deviceManagement/managedDevices?$select="
            + [
                "id", "azureADDeviceId", "serialNumber", "complianceState", "jailBroken", "isEncrypted",
                "managementAgent", "managedDeviceOwnerType", "operatingSystem", "osVersion", "model", "manufacturer",
                "deviceName", "lastSyncDateTime", "userPrincipalName", "emailAddress",
            ].joined(separator: ","),
        credential: .clientCredentials(tokenURL: "", scope: nil),
        mapping: [
            "records": "/value",
            "paging": ["style": "nextURL", "at": "/@odata.nextLink"],
            "identifiers": ["deviceId": "/azureADDeviceId", "serialNumber": "/serialNumber"],
            "attributes": [
                "platform": [
                    "from": "/operatingSystem",
                    "table": [
                        "iOS": "iOS", "iPadOS": "iOS", "macOS": "macOS", "Windows": "windows", "Android": "android",
                        "AndroidEnterprise": "android", "AndroidForWork": "android", "Linux": "linux",
                        "Windows Phone": "windowsPhone",
                    ],
                    "otherwise": nil,
                ],
                "osVersion": ["from": "/osVersion"],
                "model": ["from": "/model"],
                "manufacturer": ["from": "/manufacturer"],
                "displayName": ["from": "/deviceName"],
                "ownership": [
                    "from": "/managedDeviceOwnerType", "table": ["company": "company", "personal": "personal"],
                    "otherwise": nil,
                ],
                "managed": ["from": "/managementAgent", "table": intuneAgents, "otherwise": nil],
                "compliance": [
                    "from": "/complianceState", "required": true,
                    "table": [
                        "compliant": "compliant", "noncompliant": "noncompliant", "inGracePeriod": "inGracePeriod",
                        "conflict": "conflict", "error": "error", "unknown": "unknown", "configManager": "unknown",
                    ],
                ],
                "rooted": ["from": "/jailBroken", "table": ["True": true, "False": false], "otherwise": nil],
                "encrypted": ["from": "/isEncrypted"],
                "lastSeen": ["from": "/lastSyncDateTime"],
                "owners": ["from": ["/userPrincipalName", "/emailAddress"]],
            ],
        ])

    /// Exchange alone manages mail, not the device.
    private static let intuneAgents: JSONValue = [
        "eas": false, "mdm": true, "easMdm": true, "intuneClient": true, "easIntuneClient": true,
        "configurationManagerClient": true, "configurationManagerClientMdm": true,
        "configurationManagerClientMdmEas": true, "jamf": true, "googleCloudDevicePolicyController": true,
    ]

    private static let intuneTenant = PullConnectorSetting(
        "tenant", isRequired: true, "the Entra tenant: its GUID or one of its domains"
    ) { value, draft in
        let isName = (1...253).contains(value.utf8.count) && value.utf8.allSatisfy(isNameByte)
        guard isName, !value.hasPrefix("."), !value.contains("..") else { return false }
        draft.credential = .clientCredentials(
            tokenURL: "https://login.microsoftonline.com/\(value)/oauth2/v2.0/token", scope: "\(draft.base)/.default")
        return true
    }

    private static let intuneLogin = PullConnectorSetting(
        "login", "where tokens come from in a national cloud, such as `https://login.microsoftonline.us`"
    ) { value, draft in
        guard case .clientCredentials(let tokenURL, let scope) = draft.credential, let url = SourceURL(value),
            url.isSecure, !value.contains("?"), let path = SourceURL(tokenURL)?.path
        else { return false }
        let base = value.hasSuffix("/") ? String(value.dropLast()) : value
        draft.credential = .clientCredentials(tokenURL: base + path, scope: scope)
        return true
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E: true
        default: false
        }
    }
}
