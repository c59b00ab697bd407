package import Files
import Glibc

/// An open file to send. It stays open and unchanged even if its name is removed or replaced.
package struct FileBody: Sendable {
    private final class Descriptor: Sendable {
        let number: CInt

        init(_ number: CInt) {
            self.number = number
        }

        deinit {
            close(number)
        }
    }

    private let descriptor: Descriptor
    /// The range of bytes to send.
    package let range: Range<Int>

    /// Opens a file with its current length. Blocks while it opens.
    ///
    /// - Throws: ``FileError`` with `EISDIR` for what is not a regular file, or what the system says.
    package init(_ path: FilePath) throws(FileError) {
        // Otherwise opening a pipe without a writer would block forever.
        let file = try OpenFile("read", path, flags: O_RDONLY | O_NONBLOCK)
        let status = try file.status()
        guard status.kind == .regular else { throw FileError("read", path, errorNumber: EISDIR) }
        let copy = file.withDescriptor { fcntl($0, F_DUPFD_CLOEXEC, 0) }
        guard copy >= 0 else { throw FileError("read", path) }
        self.init(descriptor: Descriptor(copy), range: 0..<status.size)
    }

    private init(descriptor: Descriptor, range: Range<Int>) {
        self.descriptor = descriptor
        self.range = range
    }

    package func part(_ part: Range<Int>) -> FileBody {
        FileBody(descriptor: descriptor, range: range.lowerBound + part.lowerBound..<range.lowerBound + part.upperBound)
    }

    /// Returns another descriptor of the same file, which the caller closes; `nil` if the system has no more of them.
    func duplicate() -> CInt? {
        let copy = fcntl(descriptor.number, F_DUPFD_CLOEXEC, 0)
        return copy >= 0 ? copy : nil
    }

    /// Returns the bytes in ``range``, fewer if the file was truncated. Blocks.
    package func readBytes() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
            while count < range.count {
                let read = pread(
                    descriptor.number, buffer.baseAddress.map { $0 + count }, range.count - count,
                    off_t(range.lowerBound + count))
                if read < 0 && errno == EINTR { continue }
                guard read > 0 else { return }
                count += read
            }
        }
    }
}
