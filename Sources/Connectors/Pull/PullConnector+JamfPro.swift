import JSONCoding

extension PullConnector {
    /// Jamf Pro: its Macs; the verdict is whether they are in a group that the administrator names.
    static let jamfProComputers = PullConnector(
        name: "jamf-pro-computers", title: "Jamf Pro, computers", baseURL: nil,
        settings: [jamfVersion, jamfGroup],
        permissions: "an API client whose role has the privilege Read Computers",
        documentation: "https://developer.jamf.com/jamf-pro/reference/get_v3-computers-inventory",
        cannotTell: [
            "a verdict, unless the setting `compliant-group` names the smart group of compliant computers",
            "whether a Mac is rooted, or whom it belongs to",
        ],
        path: "/api/v3/computers-inventory?"
            + ["GENERAL", "HARDWARE", "OPERATING_SYSTEM", "USER_AND_LOCATION", "GROUP_MEMBERSHIPS"]
            .map { "section=\($0)&" }.joined() + "sort=id%3Aasc",
        credential: .clientCredentials(tokenURL: "/api/oauth/token", scope: nil),
        mapping: [
            "records": "/results",
            "paging": jamfPaging,
            "identifiers": ["serialNumber": "/hardware/serialNumber", "udid": "/udid"],
            "attributes": [
                "platform": ["always": "macOS"],
                "osVersion": ["from": "/operatingSystem/version"],
                "model": ["from": ["/hardware/model", "/hardware/modelIdentifier"]],
                "manufacturer": ["from": "/hardware/make"],
                "displayName": ["from": "/general/name"],
                "managed": ["from": "/general/remoteManagement/managed", "required": true],
                "encrypted": [
                    "from": "/operatingSystem/fileVault2Status",
                    "table": [
                        "ALL_ENCRYPTED": true, "BOOT_ENCRYPTED": true, "SOME_ENCRYPTED": false, "NOT_ENCRYPTED": false,
                    ],
                    "otherwise": nil,
                ],
                "lastSeen": ["from": ["/general/lastContactTime", "/general/reportDate"]],
                "owners": ["from": ["/userAndLocation/email", "/userAndLocation/username"]],
            ],
        ])

    /// Jamf Pro: its iPhones, iPads and other mobile devices; it gives no verdict on them.
    static let jamfProMobileDevices = PullConnector(
        name: "jamf-pro-mobile-devices", title: "Jamf Pro, mobile devices", baseURL: nil,
        settings: [],
        permissions: "an API client whose role has the privilege Read Mobile Devices",
        documentation: "https://developer.jamf.com/jamf-pro/reference/get_v2-mobile-devices-detail",
        cannotTell: ["a verdict; the checks on management, version, jailbreak, encryption and last contact decide"],
        path: "/api/v2/mobile-devices/detail?"
            + ["GENERAL", "HARDWARE", "SECURITY", "USER_AND_LOCATION"].map { "section=\($0)&" }.joined()
            + "sort=mobileDeviceId%3Aasc",
        credential: .clientCredentials(tokenURL: "/api/oauth/token", scope: nil),
        mapping: [
            "records": "/results",
            "paging": jamfPaging,
            "identifiers": ["serialNumber": "/hardware/serialNumber", "udid": "/general/udid"],
            "attributes": [
                "platform": ["from": "/deviceType", "table": ["iOS": "iOS", "iPadOS": "iOS"], "otherwise": nil],
                "osVersion": ["from": "/general/osVersion"],
                "model": ["from": ["/hardware/model", "/hardware/modelIdentifier"]],
                "manufacturer": ["always": "Apple"],
                "displayName": ["from": "/general/displayName"],
                "ownership": [
                    "from": "/general/deviceOwnershipType",
                    "table": [
                        "Institutional": "company", "AccountDrivenDeviceEnrollment": "company",
                        "PersonalDeviceProfile": "personal", "UserEnrollment": "personal",
                        "AccountDrivenUserEnrollment": "personal",
                    ],
                    "otherwise": nil,
                ],
                "managed": ["from": "/general/managed", "required": true],
                "rooted": ["from": "/security/jailBreakDetected"],
                "encrypted": ["from": "/security/dataProtected"],
                "lastSeen": ["from": "/general/lastInventoryUpdateDate"],
                "owners": ["from": ["/userAndLocation/emailAddress", "/userAndLocation/username"]],
            ],
        ])

    private static let jamfPaging: JSONValue = [
        "style": "page", "parameter": "page", "first": 0, "sizeParameter": "page-size", "size": 100,
        "total": "/totalCount",
    ]

    private static let jamfVersion = PullConnectorSetting(
        "version", "the version of the inventory's interface: `v1`, `v2`, `v3` (the default) or `v4`"
    ) { value, draft in
        guard ["v1", "v2", "v3", "v4"].contains(value) else { return false }
        draft.path = draft.path.replacing("/api/v3/", with: "/api/\(value)/")
        return true
    }

    private static let jamfGroup = PullConnectorSetting(
        "compliant-group", "the name of the group whose members are compliant; every other computer is not"
    ) { value, draft in
        guard (1...255).contains(value.utf8.count), !value.unicodeScalars.contains(where: { $0.value < 0x20 }) else {
            return false
        }
        draft.setRule(
            "compliance",
            [
                "from": "/groupMemberships", "required": true, "each": "/groupName",
                "table": .object(JSONMembers([(value, "compliant")])), "otherwise": "noncompliant",
                "prefer": ["compliant", "noncompliant"], "none": "noncompliant",
            ])
        return true
    }
}
