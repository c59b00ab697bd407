/// An ES module, taken apart.
///
/// The page's modules keep to a form that needs no parser: `import "./a.js";` and `import { b, c as d } from "./a.js";`
/// begin a line, and `export` stands before `const`, `function`, `async function` or `class`.
struct ScriptModule {
    /// The modules that must run before this one, in their order.
    private(set) var imports: [String] = []
    private(set) var exports: [Substring] = []
    /// The text without the words `import` and `export`; imported names come out of `peelModules`.
    private(set) var body = ""
    /// Whether a line waits for something outside of any function.
    private(set) var isWaiting = false

    /// - Returns: `nil` for a text of another form.
    init?(_ text: String, path: String) {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        while let line = lines.popFirst() {
            if line.hasPrefix("import ") {
                var statement = String(line)
                while !statement.hasSuffix(";") {
                    guard let next = lines.popFirst() else { return nil }
                    statement += " " + next
                }
                guard takeImport(statement, path) else { return nil }
            } else if line.hasPrefix("export ") {
                guard takeExport(line.dropFirst(7)) else { return nil }
            } else {
                isWaiting = isWaiting || line.hasPrefix("await ")
                body += line + "\n"
            }
        }
    }

    private mutating func takeImport(_ statement: String, _ path: String) -> Bool {
        let parts = statement.split(separator: "\"", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[2] == ";" else { return false }
        let module = ScriptPath(parts[1], from: path).text
        imports.append(module)
        if parts[0] == "import " { return true }
        guard parts[0].hasPrefix("import {"), parts[0].hasSuffix("} from ") else { return false }
        let names = parts[0].dropFirst(8).dropLast(7).split(separator: ",")
            .map { $0.split(separator: " ").joined(separator: " ").replacing(" as ", with: ": ") }
            .filter { !$0.isEmpty }
        body += "const { \(names.joined(separator: ", ")) } = peelModules[\"\(module)\"];\n"
        return true
    }

    private mutating func takeExport(_ declaration: Substring) -> Bool {
        for keyword in ["const ", "function ", "async function ", "class "] where declaration.hasPrefix(keyword) {
            let name = declaration.dropFirst(keyword.count).prefix { $0.isLetter || $0.isNumber || "_$".contains($0) }
            guard !name.isEmpty else { return false }
            exports.append(name)
            body += declaration + "\n"
            return true
        }
        return false
    }
}
