public import Files

/// The files of the folder `Fixtures` of a test target.
public enum Fixtures {
    /// The nearest folder `Fixtures` beside or above the test that asks.
    public static func folder(near file: String = #filePath) -> FilePath {
        var folder = FilePath(file).parent
        while true {
            let fixtures = folder.appending("Fixtures")
            if (try? fixtures.status().kind) == .folder { return fixtures }
            precondition(folder != folder.parent, "there are fixtures above \(file)")
            folder = folder.parent
        }
    }

    public static func bytes(_ name: String, near file: String = #filePath) throws -> [UInt8] {
        try folder(near: file).appending(FilePath(name)).readBytes()
    }

    /// The paths of the files of all folders below, from `Fixtures` on.
    public static func names(in folder: String, near file: String = #filePath) throws -> [String] {
        try Fixtures.folder(near: file).appending(FilePath(folder)).names().map { "\(folder)/\($0)" }.sorted()
    }
}
