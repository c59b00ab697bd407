import Glibc

/// The files below a folder, found once.
public struct FolderWalk: Hashable, Sendable {
    public struct File: Hashable, Sendable {
        /// The folder's path with ``relativePath`` below it.
        public let path: FilePath
        /// From the folder that was walked.
        public let relativePath: FilePath
    }

    /// Regular files and links to some, sorted by the bytes of their relative paths.
    public let files: [File]
    /// What could not be looked at and was passed over: folders without permission, links that lead nowhere, linked
    /// folders that lead back (``FileError/Cause/folderSeenBefore``). In the order of their paths.
    public let problems: [FileError]

    /// Looks through a folder and all below it. Blocks.
    ///
    /// Hidden files and folders are left out, and so are pipes, sockets and devices. Links are followed, but not to
    /// the folders around this one. Each folder is listed once, under its own path rather than that of a link to it.
    ///
    /// - Parameter excluded: folders that are passed over without a word, such as the one that the results go to.
    /// - Throws: ``FileError`` when the folder itself cannot be listed.
    public init(_ folder: FilePath, excluding excluded: [FilePath] = []) throws(FileError) {
        var walker = Walker(root: folder, excluding: excluded)
        try walker.list(relativePath: nil)
        // Linked folders wait until the others are listed: a folder is found under its own path.
        while !walker.folders.isEmpty || !walker.linkedFolders.isEmpty {
            let next = walker.folders.popLast() ?? walker.linkedFolders.removeFirst()
            do {
                try walker.list(relativePath: next)
            } catch {
                walker.problems.append(error)
            }
        }
        files = walker.files.sorted { $0.relativePath.bytes.lexicographicallyPrecedes($1.relativePath.bytes) }
        problems = walker.problems.sorted { $0.path.bytes.lexicographicallyPrecedes($1.path.bytes) }
    }
}

private struct Walker {
    let root: FilePath
    var files: [FolderWalk.File] = []
    var problems: [FileError] = []
    /// Relative paths of folders that are still to be listed.
    var folders: [FilePath] = []
    var linkedFolders: [FilePath] = []
    private var seen: Set<FileStatus.Identity> = []

    private let excluded: Set<FileStatus.Identity>

    init(root: FilePath, excluding excluded: [FilePath]) {
        self.root = root
        self.excluded = Set(excluded.compactMap { try? $0.status().identity })
        // A link to a folder around this one would bring in all that lies beside it.
        var folder = root.appending("..")
        while let identity = try? folder.status().identity, seen.insert(identity).inserted {
            folder = folder.appending("..")
        }
    }

    mutating func list(relativePath: FilePath?) throws(FileError) {
        let folderPath = relativePath.map { root.appending($0) } ?? root
        let folder = try OpenFolder(folderPath)
        let identity = try folder.identity()
        if excluded.contains(identity) { return }
        guard seen.insert(identity).inserted || relativePath == nil else {
            throw FileError("list", folderPath, cause: .folderSeenBefore)
        }
        for name in try folder.names() where name.bytes.first != UInt8(ascii: ".") {
            let relative = relativePath?.appending(name) ?? name
            let path = root.appending(relative)
            do {
                var status = try path.status(followingLinks: false)
                let isLink = status.kind == .link
                if isLink { status = try path.status() }
                switch status.kind {
                case .regular: files.append(FolderWalk.File(path: path, relativePath: relative))
                case .folder where isLink: linkedFolders.append(relative)
                case .folder: folders.append(relative)
                case .link, .other: break
                }
            } catch {
                problems.append(error)
            }
        }
    }
}
