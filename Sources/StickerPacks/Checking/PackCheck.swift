public import Files

/// Checks packs, whoever made them, by their files alone.
public struct PackCheck: Sendable {
    /// What was checked and what came of it.
    public struct Checked: Hashable, Sendable {
        public var target: PackTarget
        /// A folder, or a file.
        public var path: FilePath
        public var report: PackReport
    }

    /// A folder, a ZIP or a `.wastickers` file.
    public let path: FilePath

    public init(_ path: FilePath) {
        self.path = path
    }

    /// Checks a pack for the platforms that are named, or for those that it is laid out for. In a folder that `peel make
    /// --for` has written to, the packs are in folders called as the platforms. Blocks.
    ///
    /// - Throws: ``PackError`` when the files cannot be read, or when nobody can tell for which platform they are.
    public func run(for targets: [PackTarget] = []) throws(PackError) -> [Checked] {
        let kind = try asPackError { () throws(FileError) in try path.status().kind }
        guard kind == .folder else {
            let bytes = try asPackError { () throws(FileError) in try path.readBytes(limit: PackFiles.largestArchive) }
            return try check(PackFiles(zip: bytes, path: path), targets)
        }
        let inside = (targets.isEmpty ? PackTarget.allCases : targets).filter {
            (try? path.appending($0.rawValue).status().kind) == .folder
        }
        if !inside.isEmpty, targets.isEmpty || inside.count == targets.count {
            return try inside.map { target throws(PackError) in
                let folder = path.appending(target.rawValue)
                return Checked(
                    target: target, path: folder, report: try Self.report(on: PackFiles(folder: folder), for: target))
            }
        }
        return try check(PackFiles(folder: path), targets)
    }

    private func check(_ files: PackFiles, _ targets: [PackTarget]) throws(PackError) -> [Checked] {
        // A folder of pictures is called as the platform that it is for.
        let named = PackTarget(rawValue: path.lastComponent.description)
        let found = named.map { [$0] } ?? PackTarget.allCases.filter { $0.format.recognizes(files) }
        let chosen = targets.isEmpty ? found : targets
        guard !chosen.isEmpty else {
            throw PackError(
                .notATarget, path, "nobody can tell for which platform \(path) is: name one with --for")
        }
        return try chosen.map { target throws(PackError) in
            Checked(target: target, path: path, report: try Self.report(on: files, for: target))
        }
    }

    static func report(on files: PackFiles, for target: PackTarget) throws(PackError) -> PackReport {
        var checklist = Checklist()
        try target.format.check(files, &checklist)
        return checklist.report(for: target)
    }
}
