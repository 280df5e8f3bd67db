import Testing

/// Holds the table of modules against every file under Sources, since the package manager lets transitive imports through.
struct ModuleBoundaryTests {
    let boundaries: Boundaries
    let sources: [Repository.File]

    init() throws {
        boundaries = try Boundaries.load()
        sources = try Repository.sources.get()
    }

    @Test func `every module under Sources has its row, and every row its module`() throws {
        let folders = Set(try Repository.modules())
        let rows = Set(boundaries.modules.keys).union(boundaries.cImporters.keys)
        #expect(folders.subtracting(rows) == [], "a folder under Sources without a row in boundaries.json")
        #expect(rows.subtracting(folders) == [], "a row in boundaries.json without a folder under Sources")
        #expect(sources.count > folders.count / 2)
    }

    @Test func `a module imports only what its row allows`() throws {
        for file in sources {
            guard let row = boundaries.modules[file.module] else { continue }
            let allowed = Set(row.imports + (row.system ?? []))
            for found in try ImportDeclaration.all(in: file.code) {
                #expect(
                    allowed.contains(found.module),
                    "\(file.path):\(found.line): \(file.module) may not import \(found.module)")
                #expect(!found.reachesInside, "\(file.path):\(found.line): imports the internals of \(found.module)")
            }
        }
    }

    @Test func `the package's dependencies are the table's`() throws {
        let manifest = try PackageManifest(text: Repository.text(of: "Package.swift"))
        for (module, row) in boundaries.modules {
            let declared = manifest.dependencies[module]
            #expect(
                declared?.sorted() == row.imports.sorted(),
                "Package.swift: \(module) depends on \(declared ?? []), boundaries.json says \(row.imports)")
        }
    }

    @Test func `a C library has one module that imports it`() {
        for (library, importers) in boundaries.cImporters {
            let users = boundaries.modules.filter { $0.value.imports.contains(library) }.map(\.key)
            #expect(users.sorted() == importers.sorted(), "\(library) is for \(importers) only")
            #expect(importers.count == (library == "COpenSSL" ? 2 : 1), "\(library) has too many importers")
        }
    }

    @Test func `no row allows full Foundation`() {
        for (module, row) in boundaries.modules {
            let named = Set(row.imports + (row.system ?? []))
            #expect(named.isDisjoint(with: ["Foundation", "FoundationNetworking", "FoundationXML"]), "\(module)")
        }
    }

    @Test func `domain modules import no platform but the pure ones, and nothing of the system`() {
        let pure: Set = ["Cryptography", "JSONCoding", "YAMLCoding", "XMLCoding", "CBORCoding"]
        for (module, row) in boundaries.modules where row.layer == "domain" {
            for name in row.imports {
                let isDomain = boundaries.modules[name]?.layer == "domain"
                #expect(isDomain || pure.contains(name), "\(module) may not import \(name)")
            }
            #expect(Set(row.system ?? []).isSubset(of: ["FoundationEssentials"]), "\(module)")
        }
    }

    @Test func `no file says what the rules forbid, but for the counted exceptions`() throws {
        for rule in boundaries.rules {
            let pattern = try Regex(rule.pattern)
            for file in sources where holds(rule, for: file) {
                let isPossible = !file.code.words.isDisjoint(with: rule.words)
                let lines = isPossible ? file.code.matches(of: pattern) : []
                let granted = boundaries.exceptions.first { $0.file == file.path && $0.rule == rule.id }
                let places = lines.map { "\(file.path):\($0)" }.joined(separator: ", ")
                #expect(lines.count == granted?.count ?? 0, "\(rule.id), \(rule.says): \(places)")
            }
        }
    }

    @Test func `every exception belongs to a rule and a file, has a reason, and unchecked ones touch C`() throws {
        for exception in boundaries.exceptions {
            let file = sources.first { $0.path == exception.file }
            #expect(file != nil, "\(exception.file) does not exist")
            #expect(boundaries.rules.contains { $0.id == exception.rule }, "\(exception.file): no such rule")
            #expect(exception.reason.count > 20 && exception.count > 0, "\(exception.file)")
            guard ["unchecked-sendable", "nonisolated-unsafe"].contains(exception.rule) else { continue }
            let row = file.flatMap { boundaries.modules[$0.module] }
            let touchesC = row?.imports.contains { $0.hasPrefix("C") && boundaries.cImporters[$0] != nil }
            #expect(touchesC == true || file?.module == "ServiceRuntime", "\(exception.file) wraps no C library")
        }
    }

    private func holds(_ rule: Boundaries.Rule, for file: Repository.File) -> Bool {
        guard let layers = rule.layers else { return true }
        return boundaries.modules[file.module].map { layers.contains($0.layer) } ?? true
    }
}
