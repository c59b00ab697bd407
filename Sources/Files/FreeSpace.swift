import Glibc

extension FilePath {
    /// Returns how many bytes the user may still write to the disk of this file or folder. Blocks.
    ///
    /// - Throws: ``FileError`` when there is no such file or folder.
    package func freeByteCount() throws(FileError) -> Int {
        var status = statvfs()
        guard withCString({ statvfs($0, &status) }) == 0 else { throw FileError("read", self) }
        let (bytes, isTooMany) = Int(status.f_bavail).multipliedReportingOverflow(by: Int(status.f_frsize))
        return isTooMany ? Int.max : bytes
    }
}
