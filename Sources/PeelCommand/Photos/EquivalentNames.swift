import Peel

/// Finds files by names in another Unicode form: file systems keep the bytes that they are given, and `é` is one code
/// point for some programs and two for others.
struct EquivalentNames: Equatable, Sendable {
    /// Of the folders that had to be listed. Swift compares texts by canonical equivalence.
    private var listings: [FilePath: [String: FilePath]] = [:]

    /// The path of a file or folder that is there: by the name's own bytes, else by an equivalent name. Blocks.
    ///
    /// - Parameter name: from the folder on, or absolute.
    mutating func path(of name: FilePath, below folder: FilePath) -> FilePath? {
        let exact = folder.appending(name)
        if (try? exact.status()) != nil { return exact }
        var path: FilePath = name.bytes.first == UInt8(ascii: "/") ? "/" : folder
        for component in name.bytes.split(separator: UInt8(ascii: "/")) {
            guard let next = entry(FilePath(bytes: Array(component)), of: path) else { return nil }
            path = path.appending(next)
        }
        return path
    }

    private mutating func entry(_ name: FilePath, of folder: FilePath) -> FilePath? {
        if (try? folder.appending(name).status()) != nil { return name }
        if listings[folder] == nil {
            let names = (try? folder.names()) ?? []
            listings[folder] = Dictionary(names.map { ($0.escapedText, $0) }) { first, _ in first }
        }
        return listings[folder]?[name.escapedText]
    }
}
