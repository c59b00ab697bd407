import Glibc

/// A folder of this process. Scripts/fuzz removes it.
public let scratchFolder: String = {
    let path = "/tmp/peel-fuzz-\(getpid())"
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { preconditionFailure("the scratch folder can be made") }
    return path
}()

/// Writes a file for readers that take only files.
public func writeScratch(_ bytes: [UInt8], to path: String) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    guard close(descriptor) == 0, count == bytes.count else { preconditionFailure("the scratch file can be written") }
}
