import Files
import Glibc

/// An open file without a name. Written bytes never change, so one thread may read them while another appends.
final class SpoolFile: Sendable {
    private let descriptor: CInt
    let folder: FilePath

    /// Makes a file without a name.
    ///
    /// - Throws: ``FileError`` that names the folder.
    init(in folder: FilePath) throws(FileError) {
        self.folder = folder
        var template = folder.appending(".peel-scan-XXXXXX").bytes.map { CChar(bitPattern: $0) } + [0]
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw FileError("write", folder) }
        // Child processes do not inherit it.
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        unlink(template)
    }

    deinit {
        close(descriptor)
    }

    func write(_ bytes: [UInt8], at offset: Int) throws(FileError) {
        try transfer(bytes.count) { done in
            bytes.withUnsafeBytes {
                pwrite(descriptor, $0.baseAddress.map { $0 + done }, $0.count - done, offset + done)
            }
        }
    }

    /// Fills `bytes` from the index `start` on.
    func read(_ count: Int, at offset: Int, into bytes: inout [UInt8], from start: Int = 0) throws(FileError) {
        try transfer(count) { done in
            bytes.withUnsafeMutableBytes {
                pread(descriptor, $0.baseAddress.map { $0 + start + done }, count - done, offset + done)
            }
        }
    }

    private func transfer(_ count: Int, _ call: (Int) -> Int) throws(FileError) {
        var done = 0
        while done < count {
            let moved = call(done)
            if moved < 0, errno == EINTR { continue }
            guard moved > 0 else { throw FileError("write", folder, errorNumber: moved < 0 ? errno : EIO) }
            done += moved
        }
    }
}
