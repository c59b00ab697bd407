import FuzzSupport
import Peel

private let file = FilePath(scratchFolder).appending("manifest.json")

/// Reads a manifest. It must be safe to act on, and stay the same when it is written and read again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzManifests(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    withinTime(of: count) { fuzz(bytes) }
    return 0
}

private func fuzz(_ bytes: [UInt8]) {
    guard let manifest = read(bytes) else { return }
    for entry in manifest.stickers {
        precondition(
            entry.file.hasPrefix("stickers/") && !entry.fileName.utf8.contains(UInt8(ascii: "/")), "plain names")
        _ = entry.colorScheme
    }
    precondition(read(manifest.jsonBytes) == manifest, "a manifest survives")
}

/// Manifests can only be read from files.
private func read(_ bytes: [UInt8]) -> PackManifest? {
    writeScratch(bytes, to: file.description)
    return try? PackManifest(readingFrom: file)
}
