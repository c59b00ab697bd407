import Files
import Glibc

/// The lock of the library. While it lives, no other program opens the same folder. A killed program releases it.
struct LibraryLock: ~Copyable {
    private let file: OpenFile

    init(_ folder: LibraryFolder) throws(LibraryError) {
        let file = try asLibraryError { () throws(FileError) in
            try OpenFile("write", folder.lock, flags: O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
        }
        guard file.lockPatiently() != .heldByAnother else {
            throw LibraryError(
                .inUse, folder.path,
                "another program has the library \(folder.path) open; close it there, or choose another folder")
        }
        self.file = file
    }
}
