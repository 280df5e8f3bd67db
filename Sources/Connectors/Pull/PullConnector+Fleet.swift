import JSONCoding

extension PullConnector {
    /// Fleet: its hosts, with the answers of their policies as the verdict.
    static let fleet = PullConnector(
        name: "fleet", title: "Fleet", baseURL: nil,
        settings: [fleetPolicies, fleetUnanswered, fleetTeam],
        permissions: "an API-only user with the role Observer, for all teams or the one that is asked for",
        documentation: "https://fleetdm.com/docs/rest-api/rest-api#list-hosts",
        cannotTell: [
            "a verdict on hosts that no policy has answered for, phones and tablets among them",
            "whether storage is encrypted: the list of hosts does not say; let a policy ask",
            "whether a device is rooted",
            "owners that Fleet knows from browser profiles only: whoever uses the device can write them",
        ],
        path: "/api/v1/fleet/hosts?order_key=id&populate_policies=true&device_mapping=true",
        credential: .bearer,
        mapping: [
            "records": "/hosts",
            "paging": ["style": "page", "parameter": "page", "first": 0, "sizeParameter": "per_page", "size": 100],
            "identifiers": ["serialNumber": "/hardware_serial", "udid": "/uuid"],
            "observedAt": ["from": "/policy_updated_at"],
            "attributes": [
                "platform": ["from": "/platform", "table": fleetPlatforms, "otherwise": nil],
                "osVersion": ["from": "/os_version"],
                "model": ["from": "/hardware_model"],
                "manufacturer": ["from": "/hardware_vendor"],
                "displayName": ["from": ["/display_name", "/computer_name", "/hostname"]],
                "ownership": [
                    "from": "/mdm/enrollment_status", "table": ["On (personal)": "personal"], "otherwise": nil,
                ],
                "managed": [
                    "from": "/mdm/enrollment_status",
                    "table": [
                        "On (automatic)": true, "On (manual)": true, "On (personal)": true, "Off": false,
                        "Pending": false,
                    ],
                    "otherwise": nil,
                ],
                "compliance": [
                    "from": "/policies", "required": true, "each": "/response",
                    "table": ["pass": "compliant", "fail": "noncompliant", "": nil],
                    "prefer": ["noncompliant", "compliant"],
                ],
                "lastSeen": ["from": "/seen_time"],
                "owners": [
                    "from": "/device_mapping", "each": "/email",
                    "where": ["at": "/source", "is": ["mdm_idp_accounts"]],
                ],
            ],
        ])

    private static let fleetPlatforms: JSONValue = [
        "darwin": "macOS", "windows": "windows", "ios": "iOS", "ipados": "iOS", "android": "android", "linux": "linux",
        "ubuntu": "linux", "debian": "linux", "rhel": "linux", "centos": "linux", "fedora": "linux", "sles": "linux",
        "amzn": "linux", "arch": "linux", "kali": "linux", "linuxmint": "linux", "manjaro": "linux", "nixos": "linux",
        "opensuse-leap": "linux", "opensuse-tumbleweed": "linux", "pop": "linux", "void": "linux", "gentoo": "linux",
        "endeavouros": "linux", "tuxedo": "linux", "neon": "linux",
    ]

    private static let fleetPolicies = PullConnectorSetting(
        "policies", "which policies make the verdict: `all` (the default) or `critical`"
    ) { value, draft in
        guard ["all", "critical"].contains(value) else { return false }
        if value == "critical" {
            draft.changeRule("compliance") { $0.append("where", ["at": "/critical", "is": ["true"]]) }
        }
        return true
    }

    private static let fleetUnanswered = PullConnectorSetting(
        "unanswered", "what a policy counts as that a host has not answered yet: `ignored` (the default) or `unknown`"
    ) { value, draft in
        guard ["ignored", "unknown"].contains(value) else { return false }
        if value == "unknown" {
            draft.changeRule("compliance") { rule in
                rule.append("table", ["pass": "compliant", "fail": "noncompliant", "": "unknown"])
                rule.append("prefer", ["noncompliant", "unknown", "compliant"])
            }
        }
        return true
    }

    private static let fleetTeam = PullConnectorSetting(
        "team", "the number of the one team whose hosts are read; all hosts by default"
    ) { value, draft in
        guard (1...9).contains(value.utf8.count), value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return false
        }
        draft.path += "&team_id=\(value)"
        return true
    }
}
