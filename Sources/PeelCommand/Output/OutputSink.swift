import Glibc
import Peel

/// Where a command writes: standard output, standard error, or a test's memory.
///
/// A reader that goes away (`| head`) is not an error: what follows is dropped. Any other failure is kept for the end.
@MainActor
final class OutputSink {
    private let write: ([UInt8]) -> CInt
    /// The system's reason why not all could be written; `EPIPE` when the reader went away, 0 when all is well.
    private(set) var errorNumber: CInt = 0

    /// - Parameter write: writes all bytes and returns 0, or the system's error number.
    init(_ write: @escaping ([UInt8]) -> CInt) {
        self.write = write
    }

    convenience init(descriptor: CInt) {
        self.init { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
                if written >= 0 {
                    rest = rest.dropFirst(written)
                } else if errno == EAGAIN {
                    // Another process that shares the terminal or pipe has made it non-blocking.
                    var stream = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    poll(&stream, 1, -1)
                } else if errno != EINTR {
                    return errno
                }
            }
            return 0
        }
    }

    var isOpen: Bool { errorNumber == 0 }

    func write(bytes: [UInt8]) {
        guard isOpen, !bytes.isEmpty else { return }
        errorNumber = write(bytes)
    }

    func write(_ text: String) {
        write(bytes: Array(text.utf8))
    }

    func line(_ text: String) {
        write(text + "\n")
    }

    /// What went wrong, unless it was that the reader went away.
    var failure: FileError? {
        errorNumber == 0 || errorNumber == EPIPE
            ? nil : FileError("write", "standard output", errorNumber: errorNumber)
    }
}
