/// Puts style sheets in place of the lines that import them: `@import "core/base.css";`.
struct StyleJoiner {
    /// The text of a file by its path, without a slash before it.
    let source: (String) -> String?

    /// - Returns: `nil` if a sheet is missing or imports itself.
    func joined(_ path: String) -> String? {
        joined(path, within: [])
    }

    private func joined(_ path: String, within outer: [String]) -> String? {
        guard !outer.contains(path), let text = source(path) else { return nil }
        var lines: [Substring] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            guard line.hasPrefix("@import \"") else {
                lines.append(line)
                continue
            }
            let address = line.dropFirst(9).prefix { $0 != "\"" }
            guard let sheet = joined(ScriptPath(address, from: path).text, within: outer + [path]) else { return nil }
            lines.append(sheet[...])
        }
        return lines.joined(separator: "\n")
    }
}
