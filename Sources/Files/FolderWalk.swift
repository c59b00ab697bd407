import Glibc

/// The files below a folder, found once.
package struct FolderWalk: Hashable, Sendable {
    /// A file that was found.
    package struct File: Hashable, Sendable {
        /// The folder's path with ``relativePath`` below it.
        package let path: FilePath
        /// The path relative to the folder that was walked.
        package let relativePath: FilePath
    }

    /// Regular files and links to some, sorted by the bytes of their relative paths.
    package let files: [File]
    /// What could not be read and was skipped: folders without permission, broken links, linked folders that lead back
    /// (``FileError/Cause/folderSeenBefore``). In the order of their paths.
    package let problems: [FileError]
    /// Relative paths of files whose names begin with a dot. They are not in ``files``.
    package let hiddenFiles: [FilePath]
    /// Relative paths of folders whose names begin with a dot. They are not listed.
    package let hiddenFolders: [FilePath]

    /// Looks through a folder and all below it. Blocks.
    ///
    /// Hidden files and folders are left out, and so are pipes, sockets and devices. Links are followed, but not to the
    /// folders around this one. Each folder is listed once, under its own path rather than that of a link to it.
    ///
    /// - Parameters:
    ///   - followsLinks: whether links below the folder are followed; otherwise they are skipped silently.
    ///   - limit: how many names may be in the folder and those below it, hidden ones too. No more than these are
    ///     listed.
    ///   - excluded: folders that are skipped silently, such as the one for the results.
    ///   - isExcluded: returns `true` for the relative path of a file or folder that is skipped, with its contents.
    /// - Throws: ``FileError`` when the folder itself cannot be listed, and ``FileError/Cause/tooManyFiles(limit:)``.
    package init(
        _ folder: FilePath, followingLinks followsLinks: Bool = true, limit: Int = .max,
        excluding excluded: [FilePath] = [],
        where isExcluded: (_ relativePath: FilePath, _ isFolder: Bool) -> Bool = { _, _ in false }
    ) throws(FileError) {
        var walker = Walker(root: folder, followsLinks: followsLinks, limit: limit, excluding: excluded)
        try walker.list(relativePath: nil, isExcluded)
        // Linked folders wait until the others are listed: a folder is found under its own path.
        while !walker.folders.isEmpty || !walker.linkedFolders.isEmpty {
            let next = walker.folders.popLast() ?? walker.linkedFolders.removeFirst()
            do {
                try walker.list(relativePath: next, isExcluded)
            } catch  where error.cause == .tooManyFiles(limit: limit) {
                throw error
            } catch {
                walker.problems.append(error)
            }
        }
        func precedes(_ left: FilePath, _ right: FilePath) -> Bool { left.bytes.lexicographicallyPrecedes(right.bytes) }
        files = walker.files.sorted { precedes($0.relativePath, $1.relativePath) }
        problems = walker.problems.sorted { precedes($0.path, $1.path) }
        hiddenFiles = walker.hiddenFiles.sorted(by: precedes)
        hiddenFolders = walker.hiddenFolders.sorted(by: precedes)
    }
}

private struct Walker {
    let root: FilePath
    var files: [FolderWalk.File] = []
    var problems: [FileError] = []
    var hiddenFiles: [FilePath] = []
    var hiddenFolders: [FilePath] = []
    /// The relative paths of folders that are still to be listed.
    var folders: [FilePath] = []
    var linkedFolders: [FilePath] = []
    private var seen: Set<FileStatus.Identity> = []
    private var nameCount = 0

    private let followsLinks: Bool
    private let limit: Int
    private let excluded: Set<FileStatus.Identity>

    init(root: FilePath, followsLinks: Bool, limit: Int, excluding excluded: [FilePath]) {
        self.root = root
        self.followsLinks = followsLinks
        self.limit = limit
        self.excluded = Set(excluded.compactMap { try? $0.status().identity })
        // A link to a folder around this one would bring in all that lies beside it.
        var folder = root.appending("..")
        while let identity = try? folder.status().identity, seen.insert(identity).inserted {
            folder = folder.appending("..")
        }
    }

    mutating func list(
        relativePath: FilePath?, _ isExcluded: (FilePath, Bool) -> Bool
    ) throws(FileError) {
        let folderPath = relativePath.map { root.appending($0) } ?? root
        let folder = try OpenFolder(folderPath)
        let identity = try folder.status().identity
        if excluded.contains(identity) { return }
        guard seen.insert(identity).inserted || relativePath == nil else {
            throw FileError("list", folderPath, cause: .folderSeenBefore)
        }
        guard let names = try folder.names(atMost: limit - nameCount) else {
            throw FileError("list", root, cause: .tooManyFiles(limit: limit))
        }
        nameCount += names.count
        for name in names {
            let relative = relativePath?.appending(name) ?? name
            let isHidden = name.bytes.first == UInt8(ascii: ".")
            do {
                var status = try root.appending(relative).status(followingLinks: false)
                let isLink = status.kind == .link
                if isLink, !followsLinks { continue }
                if isLink { status = try root.appending(relative).status() }
                if isExcluded(relative, status.kind == .folder) { continue }
                add(relative, status.kind, isLink: isLink, isHidden: isHidden)
            } catch  where isHidden || isExcluded(relative, false) {
                continue
            } catch {
                problems.append(error)
            }
        }
    }

    private mutating func add(_ relative: FilePath, _ kind: FileStatus.Kind, isLink: Bool, isHidden: Bool) {
        switch kind {
        case .regular where isHidden: hiddenFiles.append(relative)
        case .regular: files.append(FolderWalk.File(path: root.appending(relative), relativePath: relative))
        case .folder where isHidden: hiddenFolders.append(relative)
        case .folder where isLink: linkedFolders.append(relative)
        case .folder: folders.append(relative)
        case .link, .other: break
        }
    }
}
