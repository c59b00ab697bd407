/// The path of a file of the page, without a slash before it: `core/api.js`.
struct ScriptPath: Hashable {
    private let segments: [Substring]

    /// What an address means that stands in another file: `../core/api.js` in `stickers/grid.js`.
    init(_ address: Substring, from file: String) {
        var segments = Array(file.split(separator: "/").dropLast())
        for segment in address.split(separator: "/") where segment != "." {
            if segment == ".." { _ = segments.popLast() } else { segments.append(segment) }
        }
        self.segments = segments
    }

    var text: String { segments.joined(separator: "/") }

    /// The address that means this file where it stands in another one.
    func address(from file: String) -> String {
        let depth = file.split(separator: "/").count - 1
        return (depth == 0 ? "./" : String(repeating: "../", count: depth)) + text
    }
}
