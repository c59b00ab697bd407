/// A `Content-Range`, such as `bytes 100-199/1000`; the whole length may be unknown (`*`).
package struct ContentRange: Hashable, Sendable {
    package let start: Int
    package let total: Int?

    /// - Returns: `nil` if the field is missing or does not say where its bytes belong.
    package init?(_ text: String?) {
        guard let text, text.lowercased().hasPrefix("bytes ") else { return nil }
        let parts = text.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
        let ends = (parts.first ?? "").split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, ends.count == 2, let start = ends[0], let end = ends[1], 0 <= start, start <= end else {
            return nil
        }
        guard parts[1] == "*" || (Int(parts[1]).map { $0 > end } ?? false) else { return nil }
        self.start = start
        total = Int(parts[1])
    }
}
