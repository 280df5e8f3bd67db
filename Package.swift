// swift-tools-version: 6.2
import PackageDescription

// MARK: Settings (one array for every target)

let isFuzzing = Context.environment["POSTERN_FUZZ"] != nil

let settings: [SwiftSetting] =
    [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .treatAllWarnings(as: .error),
    ] + (isFuzzing ? [.unsafeFlags(["-sanitize=fuzzer,address"])] : [])

/// Modules that touch C: each unsafe expression there carries `unsafe`.
let memorySafety: [SwiftSetting] = settings + [.strictMemorySafety()]

func library(_ name: String, _ dependencies: [Target.Dependency] = [], touchesC: Bool = false) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: touchesC ? memorySafety : settings)
}

func system(_ name: String, pkgConfig: String? = nil, apt: [String]) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: apt.isEmpty ? nil : [.apt(apt)])
}

func tests(_ module: String, _ more: [Target.Dependency] = [], exclude: [String] = []) -> Target {
    .testTarget(
        name: module + "Tests", dependencies: [.byName(name: module), "TestSupport"] + more, exclude: exclude,
        swiftSettings: settings)
}

// MARK: Targets, from the bottom layer up

let c: [Target] = [
    system("COpenSSL", pkgConfig: "openssl", apt: ["libssl-dev"]),
    system("CArgon2", pkgConfig: "libargon2", apt: ["libargon2-dev"]),
    system("CJansson", pkgConfig: "jansson", apt: ["libjansson-dev"]),
    system("CYAML", pkgConfig: "yaml-0.1", apt: ["libyaml-dev"]),
    system("CSQLite", pkgConfig: "sqlite3", apt: ["libsqlite3-dev"]),
    system("CCurl", pkgConfig: "libcurl", apt: ["libcurl4-openssl-dev"]),
    system("CMaxMindDB", pkgConfig: "libmaxminddb", apt: ["libmaxminddb-dev"]),
    system("CQREncode", pkgConfig: "libqrencode", apt: ["libqrencode-dev"]),
    system("CLinux", apt: []),
]

let platform: [Target] = [
    library("ServiceRuntime", touchesC: true),
    library("JSONCoding", ["CJansson"], touchesC: true),
    library("YAMLCoding", ["CYAML", "JSONCoding"], touchesC: true),
    library("Cryptography", ["COpenSSL", "CArgon2", "ServiceRuntime"], touchesC: true),
    library("Observability", ["JSONCoding", "ServiceRuntime"]),
    library("HTTPMessage"),
    library("HTML"),
    library("HTTPServer", ["CLinux", "COpenSSL", "HTTPMessage", "Observability", "ServiceRuntime"], touchesC: true),
    library("HTTPClient", ["CCurl", "ServiceRuntime"], touchesC: true),
    library("SQLDatabase", ["CSQLite", "ServiceRuntime"], touchesC: true),
    library("GeoLocation", ["CMaxMindDB", "ServiceRuntime"], touchesC: true),
    library("QRCode", ["CQREncode"], touchesC: true),
]

let vocabulary: [Target] = [
    library("AccessModel")
]

let protocols: [Target] = [
    library("JOSE", ["AccessModel", "Cryptography", "JSONCoding"])
]

let domain: [Target] = [
    library("AccessPolicy", ["AccessModel"]),
    library("PolicyFormat", ["AccessModel", "AccessPolicy", "JSONCoding", "YAMLCoding"]),
    library("Compliance", ["AccessModel"]),
    library("Directory", ["AccessModel", "JSONCoding"]),
    library("Authentication", ["AccessModel", "Cryptography", "JOSE", "JSONCoding"]),
    library("AuthorizationServer", ["AccessModel", "Cryptography", "JOSE", "JSONCoding"]),
]

let application: [Target] = [
    library(
        "ComplianceGateway",
        [
            "AccessModel", "AccessPolicy", "AuthorizationServer", "Authentication", "Compliance", "Cryptography",
            "Directory", "JOSE", "JSONCoding", "Observability", "PolicyFormat", "ServiceRuntime",
        ])
]

let adapters: [Target] = [
    library(
        "Storage",
        [
            "AccessModel", "AccessPolicy", "AuthorizationServer", "Authentication", "Compliance", "ComplianceGateway",
            "Cryptography", "Directory", "JOSE", "JSONCoding", "PolicyFormat", "SQLDatabase",
        ]),
    library("ManagedAppClient", ["AccessModel", "Cryptography", "HTTPClient", "JOSE", "JSONCoding"]),
    library(
        "GatewayAPI",
        [
            "AccessModel", "AuthorizationServer", "Authentication", "Compliance", "ComplianceGateway", "Cryptography",
            "Directory", "HTML", "HTTPMessage", "JOSE", "JSONCoding", "Observability", "QRCode",
        ]),
]

let connectors: [Target] = [
    library(
        "Connectors",
        [
            "AccessModel", "Compliance", "ComplianceGateway", "Cryptography", "HTTPClient", "JSONCoding",
            "ServiceRuntime",
        ])
]

let programs: [Target] = [
    .executableTarget(
        name: "landmarks", dependencies: ["AccessModel", "Cryptography", "HTTPClient", "ManagedAppClient"],
        swiftSettings: settings),
    .executableTarget(
        name: "postern",
        dependencies: [
            "AccessModel", "AccessPolicy", "AuthorizationServer", "Authentication", "Compliance", "ComplianceGateway",
            "Connectors", "Cryptography", "Directory", "GatewayAPI", "GeoLocation", "HTTPClient", "HTTPMessage",
            "HTTPServer", "JOSE", "JSONCoding",
            "Observability", "PolicyFormat", "ServiceRuntime", "SQLDatabase", "Storage", "YAMLCoding",
        ],
        swiftSettings: settings),
]

let bench = Target.executableTarget(
    name: "postern-bench",
    dependencies: [
        "AccessModel", "AccessPolicy", "AuthorizationServer", "Compliance", "ComplianceGateway", "Cryptography", "JOSE",
        "JSONCoding", "PolicyFormat", "ServiceRuntime", "SQLDatabase", "Storage",
    ],
    swiftSettings: settings)

let testTargets: [Target] = [
    .target(
        name: "TestSupport", dependencies: ["SQLDatabase"], path: "Tests/Support/TestSupport", swiftSettings: settings),
    .testTarget(name: "ModuleBoundaryTests", exclude: ["boundaries.json"], swiftSettings: settings),
    tests("AccessModel"),
    tests("Directory", ["AccessModel", "JSONCoding"]),
    tests("Authentication", ["AccessModel", "Cryptography"]),
    tests("AuthorizationServer", ["AccessModel", "Cryptography", "JOSE", "JSONCoding"]),
    tests("ServiceRuntime"),
    tests("Cryptography"),
    tests("JOSE", ["AccessModel", "Cryptography", "JSONCoding"]),
    tests("HTTPMessage"),
    tests("HTTPServer", ["HTTPMessage", "ServiceRuntime"], exclude: ["Fixtures"]),
    tests("HTTPClient", ["HTTPMessage", "HTTPServer", "ServiceRuntime"]),
    tests(
        "Connectors",
        [
            "AccessModel", "Compliance", "ComplianceGateway", "Cryptography", "HTTPClient", "HTTPMessage", "HTTPServer",
            "JSONCoding", "ServiceRuntime",
        ], exclude: ["Pull/Fixtures"]),
    .executableTarget(
        name: "http-echo", dependencies: ["HTTPMessage", "HTTPServer"], path: "Tests/Support/HTTPEcho",
        swiftSettings: settings),
    tests(
        "postern",
        [
            "AccessModel", "AccessPolicy", "ComplianceGateway", "JSONCoding", "Observability", "ServiceRuntime",
            "SQLDatabase", "Storage",
        ]),
    tests(
        "ManagedAppClient",
        [
            "AccessModel", "Cryptography", "HTTPClient", "HTTPMessage", "HTTPServer", "JOSE", "JSONCoding",
            "ServiceRuntime",
        ]),
    tests("JSONCoding"),
    tests("Compliance"),
    tests("HTML"),
    tests(
        "GatewayAPI",
        [
            "AccessModel", "Authentication", "AuthorizationServer", "Compliance", "ComplianceGateway", "Cryptography",
            "Directory", "HTTPMessage", "JOSE", "JSONCoding", "Observability", "PolicyFormat", "ServiceRuntime",
            "SQLDatabase", "Storage",
        ]),
    tests("YAMLCoding", ["JSONCoding"]),
    tests("SQLDatabase", ["ServiceRuntime", "SQLWriter"]),
    .executableTarget(
        name: "SQLWriter", dependencies: ["SQLDatabase"], path: "Tests/Support/SQLWriter", swiftSettings: settings),
    tests("Observability", ["JSONCoding", "ServiceRuntime"]),
    tests("GeoLocation", ["ServiceRuntime"]),
    tests("QRCode"),
    tests("AccessPolicy", ["AccessModel"]),
    tests("PolicyFormat", ["AccessModel", "AccessPolicy", "JSONCoding"]),
    tests(
        "Storage",
        [
            "AccessModel", "AccessPolicy", "Authentication", "AuthorizationServer", "Compliance", "ComplianceGateway",
            "Cryptography", "Directory", "JSONCoding", "ServiceRuntime", "SQLDatabase",
        ]),
    tests(
        "ComplianceGateway",
        [
            "AccessModel", "AccessPolicy", "Authentication", "AuthorizationServer", "Compliance", "Cryptography",
            "Directory", "JOSE", "JSONCoding", "PolicyFormat", "ServiceRuntime", "SQLDatabase", "Storage",
        ]),
]

// MARK: Fuzzing (the checks are ordinary code; a fuzzer needs libFuzzer, so it exists only when it is asked for)

let fuzzChecks: [Target] = [
    .target(
        name: "FuzzChecks",
        dependencies: [
            "AccessModel", "AccessPolicy", "Cryptography", "HTTPMessage", "HTTPServer", "JOSE", "JSONCoding",
            "PolicyFormat", "YAMLCoding",
        ],
        path: "Tests/Fuzz/Checks",
        swiftSettings: settings),
    .testTarget(name: "FuzzCorpusTests", dependencies: ["FuzzChecks"], swiftSettings: settings),
]

func fuzzer(_ name: String) -> Target {
    .executableTarget(
        name: name + "Fuzz", dependencies: ["FuzzChecks", "FuzzDriver"], path: "Tests/Fuzz/\(name)Fuzz",
        swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])],
        linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address"])])
}

let fuzzers: [Target] =
    isFuzzing
    ? [
        .target(name: "FuzzDriver", dependencies: ["FuzzChecks"], path: "Tests/Fuzz/Driver", swiftSettings: settings),
        fuzzer("JSON"), fuzzer("YAML"), fuzzer("JWS"), fuzzer("Certificate"), fuzzer("HTTP"), fuzzer("Chunked"),
        fuzzer("Policy"), fuzzer("DeviceFilter"),
    ] : []

let package = Package(
    name: "postern",
    products: [
        .executable(name: "postern", targets: ["postern"]),
        .library(name: "ManagedAppClient", targets: ["ManagedAppClient"]),
    ],
    targets: c + platform + vocabulary + protocols + domain + application + adapters + connectors + programs + [bench]
        + testTargets
        + fuzzChecks + fuzzers,
    swiftLanguageModes: [.v6]
)
