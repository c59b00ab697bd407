public import Files
import Imaging
import Synchronization

/// Checks packs, those of other programs too, by their files alone.
public struct PackCheck: Sendable {
    /// What was checked and what came of it.
    public struct Checked: Hashable, Sendable {
        /// The platform whose rules were checked.
        public var target: PackTarget
        /// A folder, or a file.
        package var path: FilePath
        /// The rules, and which of them are kept.
        public var report: PackReport
    }

    /// A folder, a ZIP or a `.wastickers` file.
    package let path: FilePath
    /// Called with how many pictures were looked at for a platform, of about how many.
    package var progress: @Sendable (_ target: PackTarget, _ done: Int, _ total: Int) -> Void = { _, _, _ in }

    /// A check of a folder, a ZIP or a `.wastickers` file. Nothing is read yet.
    public init(_ path: FilePath) {
        self.path = path
    }

    /// Checks a pack for the platforms that are named, or for those that it is laid out for. In a folder that `peel
    /// make --for` has written to, the packs are in folders called as the platforms. A folder of pictures is called as
    /// the platform that it is for. What is in a folder counts more than its name. Blocks.
    ///
    /// - Throws: ``PackError`` when the files cannot be read, or do not tell for which platform they are.
    public func run(for targets: [PackTarget] = []) throws(PackError) -> [Checked] {
        let files = try readFiles()
        // Packs inside, in folders called as platforms, do not count for the folder around them.
        let own = files.without(folders: PackTarget.allCases.map(\.rawValue))
        let recognized = PackTarget.allCases.filter { $0.format.recognizes(own) }
        let inside = PackTarget.allCases.filter { files.folders.contains($0.rawValue) }
        guard targets.isEmpty else {
            return try targets.map { target throws(PackError) in
                try check(files, for: target, isInside: inside.contains(target) && !recognized.contains(target))
            }
        }
        if !recognized.isEmpty {
            return try recognized.map { target throws(PackError) in try check(files, for: target, isInside: false) }
        }
        if !inside.isEmpty {
            return try inside.map { target throws(PackError) in try check(files, for: target, isInside: true) }
        }
        guard let named = PackTarget(rawValue: path.lastComponent.description) else {
            throw PackError(
                .notATarget, path,
                "the files in \(path) do not show which platform it is for: name the platform with --for")
        }
        return [try check(files, for: named, isInside: false)]
    }

    private func readFiles() throws(PackError) -> PackFiles {
        switch try asPackError({ () throws(FileError) in try path.status().kind }) {
        case .folder: return try PackFiles(folder: path)
        case .regular:
            let bytes = try asPackError { () throws(FileError) in try path.readBytes(limit: PackFiles.largestArchive) }
            return try PackFiles(zip: bytes, path: path)
        case .link, .other:
            throw PackError(.notATarget, path, "\(path) is neither a folder nor a file: name a pack's folder or ZIP")
        }
    }

    private func check(_ files: PackFiles, for target: PackTarget, isInside: Bool) throws(PackError) -> Checked {
        let name = target.rawValue
        let own = isInside ? files.below(name) : files
        let total = own.names.count { ImageFormat.pathExtensions.contains(FilePath($0).pathExtension) }
        let done = Atomic(0)
        let report = try Self.report(on: own, for: target) { [progress] in
            progress(target, done.add(1, ordering: .relaxed).newValue, total)
            return false
        }
        return Checked(target: target, path: isInside ? path.appending(FilePath(name)) : path, report: report)
    }

    /// - Parameter isStopped: asked before each picture. Once it is `true`, the report is not whole.
    static func report(
        on files: PackFiles, for target: PackTarget, isStopped: @escaping @Sendable () -> Bool = { false }
    ) throws(PackError) -> PackReport {
        var checklist = Checklist(isStopped: isStopped)
        try target.format.check(files, &checklist)
        return checklist.report(for: target)
    }
}
