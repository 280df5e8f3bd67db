import JSONCoding

extension PullConnector {
    /// Kolide (1Password Device Trust): its devices, with their state of authentication as the verdict.
    static let kolide = PullConnector(
        name: "kolide", title: "Kolide (1Password Device Trust)", baseURL: "https://api.kolide.com",
        settings: [],
        permissions: "an API key without any write permission; only administrators with full access can make one",
        documentation: "https://www.kolide.com/docs/developers/api",
        cannotTell: [
            "who owns a device: the list has the person's number, not an address",
            "devices without serial number and hardware UUID, which some phones are; they show as problems",
            "whether a device is managed, rooted or encrypted",
        ],
        path: "/devices", credential: .bearer,
        mapping: [
            "headers": ["X-Kolide-Api-Version": "2026-04-07"],
            "records": "/data",
            "paging": [
                "style": "cursor", "at": "/pagination/next_cursor", "parameter": "cursor",
                "sizeParameter": "per_page", "size": 100,
            ],
            "identifiers": ["serialNumber": "/serial", "udid": "/hardware_uuid"],
            "attributes": [
                "platform": [
                    "from": "/device_type",
                    "table": [
                        "Mac": "macOS", "Linux": "linux", "Windows": "windows", "iOS": "iOS", "Android": "android",
                    ],
                    "otherwise": nil,
                ],
                "osVersion": ["from": "/operating_system"],
                "model": ["from": "/hardware_model"],
                "displayName": ["from": "/name"],
                "compliance": [
                    "from": "/auth_state", "required": true,
                    "table": [
                        "Good": "compliant", "Notified": "inGracePeriod", "Will Block": "inGracePeriod",
                        "Blocked": "noncompliant",
                    ],
                ],
                "lastSeen": ["from": ["/last_seen_at", "/last_authenticated_at"]],
            ],
        ])
}
