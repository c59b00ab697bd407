import Glibc
import Peel

/// A pipe in the place of a photo: the photo is in work for as long as the test wants.
enum PhotoPipe {
    /// Opens the pipe once the program reads from it; -1 after ten minutes.
    static func openForWriting(_ pipe: FilePath) -> CInt {
        let deadline = ContinuousClock.now + .seconds(600)
        while ContinuousClock.now < deadline {
            let end = pipe.withCString { open($0, O_WRONLY | O_CLOEXEC | O_NONBLOCK) }
            if end >= 0 {
                _ = fcntl(end, F_SETFL, 0)
                return end
            }
            sched_yield()
        }
        return -1
    }

    static func write(_ bytes: [UInt8], toAndClose descriptor: CInt) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { break }
            rest = rest.dropFirst(count)
        }
        close(descriptor)
    }
}
