import Glibc
import Peel

/// A pipe in the place of a photo: the photo is in work for as long as the test wants.
enum PhotoPipe {
    /// Returns the pipe's end, once the program reads from it.
    static func openForWriting(_ pipe: FilePath) -> CInt {
        pipe.withCString { open($0, O_WRONLY | O_CLOEXEC) }
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
