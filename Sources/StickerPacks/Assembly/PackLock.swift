import Files
import Glibc

/// Holds a pack for one run: of two at once, each would remove what the other has just written. A killed run releases
/// it.
struct PackLock: ~Copyable {
    let file: OpenFile

    /// - Parameter file: is locked until it is closed.
    /// - Throws: ``PackError/Code/inUse``.
    init(_ file: consuming OpenFile, of folder: PackFolder) throws(PackError) {
        guard file.lockPatiently() != .heldByAnother else {
            throw PackError(.inUse, folder.path, "another run is writing the pack \(folder.path)")
        }
        self.file = file
    }

    /// Of a pack of many photos.
    init(ofRecordsIn folder: PackFolder) throws(PackError) {
        let file = try asPackError { () throws(FileError) -> OpenFile in
            try folder.records.createFolder()
            return try OpenFile(
                "write", folder.records.appending("lock"), flags: O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
        }
        try self.init(file, of: folder)
    }
}
