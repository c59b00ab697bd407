package import Files
import Glibc

/// Where workers put what they made: a folder, or storage that is reached over a network.
///
/// All that workers write goes through here. Names have slashes between folders, as `stickers/ab/abcd.webp`.
package protocol WorkStore: Sendable {
    /// What errors call it: the folder, or the address.
    var path: FilePath { get }

    /// Writes a file whole or not at all, in place of one of the same name. It survives a stop of the machine once this
    /// returns.
    func write(_ bytes: [UInt8], to name: String) async throws(PackError)

    /// - Returns: the file's bytes; `nil` if there is no such file.
    /// - Throws: ``PackError``, also for a file of more than `limit` bytes.
    func read(_ name: String, limit: Int) async throws(PackError) -> [UInt8]?

    /// The size of a file in bytes; `nil` if there is no such file.
    func byteCount(of name: String) async throws(PackError) -> Int?

    /// The names of the files in a folder, in any order, without the folder's; none if there is no such folder.
    func names(in folder: String) async throws(PackError) -> [String]

    /// Removes a file. One that is not there is fine.
    func remove(_ name: String) async throws(PackError)

    /// How many files are read at once where many are needed. 1 where reading blocks a thread; more where each read
    /// waits for an answer from afar.
    var readsAtOnce: Int { get }
}

extension WorkStore {
    /// Whether the stickers of a record are there: by their sizes, or by their bytes.
    func hasFiles(of record: PhotoRecord, byContent: Bool = false) async throws(PackError) -> Bool {
        for sticker in record.stickers {
            guard try await byteCount(of: sticker.file) == sticker.byteCount else { return false }
            guard byContent else { continue }
            let bytes = try await read(sticker.file, limit: sticker.byteCount)
            guard bytes.map({ SHA256Digest(of: $0).hex }) == sticker.sha256 else { return false }
        }
        return true
    }

    /// 1.
    package var readsAtOnce: Int { 1 }
}

/// A folder on a disk or a shared file system. Calls block where the caller runs. Others may write to it, so links in
/// it are not followed.
package struct FolderWorkStore: WorkStore {
    /// The folder.
    package let path: FilePath

    /// A folder, which need not exist yet.
    package init(_ path: FilePath) {
        self.path = path
    }

    package func write(_ bytes: [UInt8], to name: String) async throws(PackError) {
        let file = path.appending(name)
        try asPackError { () throws(FileError) in
            try path.requireFolders(FilePath(name).parent, "write")
            do throws(FileError) {
                try AtomicFile.write(bytes, to: file)
            } catch  where error.errorNumber == ENOENT {
                try file.parent.createFolder()
                try file.parent.parent.synchronizeFolder()
                try AtomicFile.write(bytes, to: file)
            }
        }
    }

    package func read(_ name: String, limit: Int) async throws(PackError) -> [UInt8]? {
        do throws(FileError) {
            try path.requireFolders(FilePath(name).parent, "read")
            return try OpenFile.readingFile(path.appending(name), followingLinks: false)
                .readBytes(limit: limit, allowsEmpty: true)
        } catch {
            if error.errorNumber == ENOENT { return nil }
            throw PackError(error)
        }
    }

    package func byteCount(of name: String) async throws(PackError) -> Int? {
        do throws(FileError) {
            return try path.appending(name).status(followingLinks: false).size
        } catch {
            if error.errorNumber == ENOENT { return nil }
            throw PackError(error)
        }
    }

    package func names(in folder: String) async throws(PackError) -> [String] {
        do throws(FileError) {
            try path.requireFolders(FilePath(folder), "list")
            return try path.appending(folder).names().compactMap { String(validating: $0.bytes, as: UTF8.self) }
        } catch {
            if error.errorNumber == ENOENT { return [] }
            throw PackError(error)
        }
    }

    package func remove(_ name: String) async throws(PackError) {
        try asPackError { () throws(FileError) in
            try path.requireFolders(FilePath(name).parent, "remove")
            try path.appending(name).removeFile()
        }
    }
}
