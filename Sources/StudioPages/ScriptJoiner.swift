/// Joins an ES module with all that it imports into one script, so that a browser asks once and not for each file.
///
/// Every module becomes a function that runs once in a page, however many scripts bring it; what it exports lies in
/// `peelModules` under its path. What the page begins with comes in one script; what is imported later, with
/// `import()`, brings only what is not in that one. Imports that make a circle cannot be joined.
package struct ScriptJoiner: Sendable {
    /// The text of a file by its path, without a slash before it: `core/api.js`.
    private let source: @Sendable (String) -> String?
    private let start: String
    /// The modules that are in the page when it has begun.
    private let begun: Set<String>

    /// - Parameter start: the module that the page begins with.
    package init(start: String, source: @escaping @Sendable (String) -> String?) {
        self.start = start
        self.source = source
        var chain = Chain()
        begun = Self.follow(start, source, &chain) ? Set(chain.modules.map(\.path)) : []
    }

    /// - Returns: `nil` if a module is missing, is written in a form that ``ScriptModule`` does not know, or imports
    ///   itself by way of others, and for a script that neither imports nor exports anything.
    package func joined(_ entry: String) -> String? {
        var chain = Chain()
        guard Self.follow(entry, source, &chain), let last = chain.modules.last?.module else { return nil }
        if last.imports.isEmpty, last.exports.isEmpty { return nil }
        let wanted = entry == start ? chain.modules : chain.modules.filter { !begun.contains($0.path) }
        var text = "const peelModules = globalThis.peelModules ??= {};\n"
        for (path, module) in wanted {
            let wait = module.isWaiting ? ("await ", "async ") : ("", "")
            text += "\n// \(path)\npeelModules[\"\(path)\"] ??= \(wait.0)(\(wait.1)() => {\n"
            text += Self.withAddresses(module.body, of: path, from: entry)
            text += "return { \(module.exports.joined(separator: ", ")) };\n})();\n"
        }
        if !last.exports.isEmpty {
            text += "\nexport const { \(last.exports.joined(separator: ", ")) } = peelModules[\"\(entry)\"];\n"
        }
        return text
    }

    private struct Chain {
        /// Each after all that it imports.
        var modules: [(path: String, module: ScriptModule)] = []
        var known: Set<String> = []
        var open: Set<String> = []
    }

    private static func follow(_ path: String, _ source: (String) -> String?, _ chain: inout Chain) -> Bool {
        if chain.open.contains(path) { return false }
        guard chain.known.insert(path).inserted else { return true }
        guard let text = source(path), let module = ScriptModule(text, path: path) else { return false }
        chain.open.insert(path)
        for imported in module.imports {
            guard follow(imported, source, &chain) else { return false }
        }
        chain.open.remove(path)
        chain.modules.append((path, module))
        return true
    }

    /// With the addresses in `import("…")` as they are to be read in another file.
    private static func withAddresses(_ body: String, of path: String, from entry: String) -> String {
        let word = "import(\""
        let parts = body.split(separator: word, omittingEmptySubsequences: false)
        return parts[0]
            + parts.dropFirst().map { part in
                let address = part.prefix { $0 != "\"" }
                let moved = ScriptPath(address, from: path).address(from: entry)
                return word + moved + part.dropFirst(address.count)
            }.joined()
    }
}
