import HTTPMessages

/// A file of profiles of Amazon's tools: `[name]` and lines of `key = value`.
struct ProfileFile {
    private(set) var profiles: [String: [String: String]] = [:]

    /// Reads a file. Other lines are ignored, as by those tools, and so are indented lines, which continue a value.
    ///
    /// - Parameter isConfig: whether profiles but `default` are headed by `profile name`.
    init(_ text: String, isConfig: Bool) {
        var profile: String?
        for line in text.split(whereSeparator: \.isNewline) {
            guard let first = line.first, first != "#", first != ";" else { continue }
            if first == "[" {
                let words = line.dropFirst().prefix { $0 != "]" }.split { $0 == " " || $0 == "\t" }
                switch (words.count, words.first) {
                case (1, "default"): profile = "default"
                case (1, let name?) where !isConfig: profile = String(name)
                case (2, "profile") where isConfig: profile = String(words[1])
                default: profile = nil
                }
                if let profile { profiles[profile, default: [:]] = profiles[profile] ?? [:] }
                continue
            }
            guard let profile, first != " ", first != "\t" else { continue }
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { continue }
            profiles[profile]?[HTTPFields.trimmed(parts[0]).lowercased()] = HTTPFields.trimmed(parts[1])
        }
    }
}
