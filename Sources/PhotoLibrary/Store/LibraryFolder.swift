import Files

/// Where things stand in the library's folder:
///
///     library.sqlite             the index
///     lock                       taken by the program that has the library open
///     originals/ab/cdef…         a photo's own bytes, by the 64 digits of its id
///     results/ab/cdef…/3/NAME    the parts of its result, by revision
///     damaged/abcdef…            originals whose bytes turned out to be others
///
/// Every call blocks.
struct LibraryFolder: Sendable {
    let path: FilePath

    var index: FilePath { path.appending("library.sqlite") }
    /// The new index, while it is made from a damaged one.
    var rebuiltIndex: FilePath { path.appending("library.sqlite.rebuilt") }
    var lock: FilePath { path.appending("lock") }
    var originals: FilePath { path.appending("originals") }
    var results: FilePath { path.appending("results") }
    var damaged: FilePath { path.appending("damaged") }

    func damagedIndex(_ number: Int) -> FilePath { path.appending("library.sqlite.damaged-\(number)") }

    func original(_ id: PhotoID) -> FilePath {
        originals.appending(id.shard).appending(id.rest)
    }

    /// Returns the folder with a folder for each revision.
    func results(of id: PhotoID) -> FilePath {
        results.appending(id.shard).appending(id.rest)
    }

    func blobs(of id: PhotoID, revision: Int) -> FilePath {
        results(of: id).appending(String(revision))
    }

    /// Creates the library's folder if it is missing. Its contents are for its owner alone, even if the folder existed
    /// before or an earlier version left it open.
    func create() throws(FileError) {
        try path.createPrivateFolder()
        for place in [originals, results, damaged] { place.closeToOthers() }
        // The index, the logs that a killed program left, and damaged indexes that were set aside. Other files in the
        // folder may be a person's own.
        for name in (try? path.names()) ?? [] where name.bytes.starts(with: index.lastComponent.bytes) {
            path.appending(name).closeToOthers()
        }
    }

    /// Removes all revisions of a photo's result.
    ///
    /// - Returns: whether nothing of it is left.
    @discardableResult
    func removeResults(of id: PhotoID) -> Bool {
        (try? results(of: id).removeTree()) != nil
    }
}

extension FilePath {
    var exists: Bool { (try? status(followingLinks: false)) != nil }

    /// Returns the path with a suffix.
    func appendingSuffix(_ suffix: String) -> FilePath { FilePath(bytes: bytes + suffix.utf8) }

    /// Creates this folder and missing parents for their owner alone, so that they survive a power cut. Blocks.
    func createFolderDurably() throws(FileError) {
        if (try? status().kind) == .folder { return }
        if parent != self { try parent.createFolderDurably() }
        try createPrivateFolder()
        try parent.synchronizeFolder()
    }
}
