import Glibc
import Peel

private let file = FilePath("/tmp/peel-fuzz-\(getpid()).json")

/// A manifest that is read must be safe to act on, and must say the same when it is written and read again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzManifests(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let manifest = read(Array(UnsafeBufferPointer(start: start, count: count))) else { return 0 }
    for entry in manifest.stickers {
        precondition(
            entry.file.hasPrefix("stickers/") && !entry.fileName.utf8.contains(UInt8(ascii: "/")), "plain names")
        _ = entry.colorScheme
    }
    precondition(read(manifest.jsonBytes) == manifest, "a manifest survives")
    return 0
}

/// Through a file: that is the only way in.
private func read(_ bytes: [UInt8]) -> PackManifest? {
    let descriptor = file.withCString { open($0, O_WRONLY | O_CREAT | O_TRUNC, 0o600) }
    guard descriptor >= 0 else { preconditionFailure("the scratch file can be written") }
    _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    close(descriptor)
    defer { file.withCString { _ = unlink($0) } }
    return try? PackManifest(readingFrom: file)
}
